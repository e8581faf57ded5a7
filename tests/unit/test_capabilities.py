"""What channels can do: known by address, asked by name, added from outside without taking anybody's place."""

from datetime import timedelta

import pytest

from bot.capabilities import (
    MAIL,
    SMS,
    WHATSAPP,
    Attachments,
    Capabilities,
    capabilities_of,
    channel_of,
    introduce,
    is_open,
)
from bot.types import EMAIL, Channel
from tests.fakes.clock import FakeClock


@pytest.mark.parametrize(
    ("address", "channel"),
    [
        ("whatsapp:+2250700000001", Channel.WHATSAPP),
        ("whatsapp:CI.abc", Channel.WHATSAPP),
        ("+2250700000001", Channel.SMS),
        ("98000", Channel.SMS),
        ("ORANGE CI", Channel.SMS),
        ("mailto:awa@ecole.ci", EMAIL),
    ],
)
def test_an_address_names_its_channel(address: str, channel: str) -> None:
    assert channel_of(address) == channel


@pytest.mark.parametrize("address", ["telegraph:1", "WHATSAPP:+225", "whatsapp :+225"])
def test_an_address_of_no_channel_is_not_taken_for_sms(address: str) -> None:
    with pytest.raises(ValueError, match="no channel"):
        channel_of(address)


def test_a_channel_nobody_introduced_is_none() -> None:
    with pytest.raises(KeyError):
        capabilities_of("telegraph")


@pytest.mark.parametrize(("name", "scheme"), [(Channel.SMS, "telegraph"), ("telegraph", "whatsapp"), ("telegraph", "")])
def test_no_channel_takes_anothers_name_or_addresses(name: str, scheme: str) -> None:
    with pytest.raises(ValueError, match="another channel"):
        introduce(name, Capabilities(name="Telegraph", scheme=scheme))
    assert capabilities_of(Channel.SMS) is SMS


@pytest.mark.parametrize(
    ("attachments", "kind", "size", "taken"),
    [
        (WHATSAPP.attachments, "application/pdf", 16_000_000, True),
        (WHATSAPP.attachments, "application/pdf", 16_000_001, False),
        (WHATSAPP.attachments, "IMAGE/PNG ; q=1", 5_000_000, True),
        (WHATSAPP.attachments, "text/html", 1, False),
        (SMS.attachments, "application/pdf", 1, False),
        (MAIL.attachments, "text/html", 10_000_000, True),
        (MAIL.attachments, "text/html", 10_000_001, False),
        (Attachments(of_any_kind=5, altogether=3), "a/b", 4, False),
    ],
)
def test_what_can_be_attached(attachments: Attachments, kind: str, size: int, taken: bool) -> None:
    assert attachments.take(kind, size) == taken


def test_a_window_is_open_for_a_day_after_the_person_wrote() -> None:
    now = FakeClock().now()
    assert not is_open(WHATSAPP, None, now)
    assert is_open(WHATSAPP, now - timedelta(hours=23, minutes=59), now)
    assert not is_open(WHATSAPP, now - timedelta(hours=24), now)
    assert is_open(SMS, None, now)
