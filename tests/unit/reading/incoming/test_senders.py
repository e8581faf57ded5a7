"""Who may be a person, by the form of the sender alone."""

import pytest

from bot.reading.incoming.senders import is_person

OURS = ("whatsapp:+14155238886", "+33644600000")


@pytest.mark.parametrize(
    "sender",
    ["+2250700000001", "whatsapp:+2250700000001", "whatsapp:CI.1A2b3C4d5E", "whatsapp:CI.ENT.1A2b3C", "+22501020"],
)
def test_people(sender: str) -> None:
    assert is_person(sender, OURS)


@pytest.mark.parametrize(
    "sender",
    ["ORANGE", "MTN", "Moov Africa", "98", "123", "36000", "12345678", "+36000", "anonymous", "Unknown", "+266696687"],
)
def test_short_codes_names_and_withheld_numbers_are_none(sender: str) -> None:
    assert not is_person(sender, OURS)


@pytest.mark.parametrize("sender", ["whatsapp:+14155238886", "+14155238886", "+33644600000", "whatsapp:+33644600000"])
def test_our_own_numbers_are_none_on_whichever_channel(sender: str) -> None:
    assert not is_person(sender, OURS)
    assert is_person(sender, ())
