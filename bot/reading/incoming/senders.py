"""Who can be answered: people, not machines, from which an answer may draw the next message. Pure."""

from collections.abc import Collection
from typing import Final

from bot.capabilities import capabilities_of, channel_of

# What Twilio puts in the place of a withheld number: ANONYMOUS, RESTRICTED and UNAVAILABLE typed on a telephone's keys.
_WITHHELD: Final = frozenset(("+266696687", "+7378742833", "+86282452253"))


def is_person(sender: str, our_numbers: Collection[str]) -> bool:
    """Whether a sender, in Twilio's form, may be a person: a phone number or a WhatsApp account, and none of ours.

    Short codes (3 to 8 digits), names (ORANGE), withheld numbers and our own, on whichever channel, are not."""
    people = capabilities_of(channel_of(sender)).people
    if people is not None and people.fullmatch(sender) is None:
        return False
    number = sender.removeprefix("whatsapp:")
    return number not in _WITHHELD and number not in {ours.removeprefix("whatsapp:") for ours in our_numbers}
