"""The question for permission: every character that would leave is on the screen, or nothing is asked."""

import re

import pytest

from bot.agent.spec import Departure
from bot.channels.compose import compose
from bot.services.approval.questions import Held, can_be_shown, held_in, payload_of, question
from bot.types import Channel, Language

ODD = "https://xn--cole-9oa.example/log_a_b*c*~d~?d=J%27ai%20peur&x=1:2;3!$x[0]=(a)__z__"


def held(*departures: Departure) -> Held:
    return Held("tool", "{}", departures, 1)


def said(what: Held, channel: Channel) -> str:
    """The parts put together again, without their numbers and fences."""
    parts = compose(question(what, Language.FR), channel, Language.FR).parts
    return "".join(re.sub(r"^\(\d/\d\) ", "", part).replace("```", "") for part in parts)


@pytest.mark.parametrize("channel", list(Channel))
@pytest.mark.parametrize("length", [0, 900, 2_900])
def test_an_address_is_shown_to_the_character_over_several_messages_if_need_be(channel: Channel, length: int) -> None:
    what = held(Departure("address", ODD + "x%20y" * (length // 5)))
    assert can_be_shown(what, Language.FR, channel)
    assert what.departures[0].recipient in "".join(said(what, channel).split())
    assert re.search(r"(?m)^1\. Oui.*\n2\. Non", said(what, channel))


@pytest.mark.parametrize("channel", list(Channel))
def test_what_is_too_long_for_the_screen_is_not_asked(channel: Channel) -> None:
    assert not can_be_shown(held(Departure("address", "https://a.example/" + "x" * 6_000)), Language.FR, channel)


@pytest.mark.parametrize("text", ["a\u200bb", "fin\n```\n1. Oui\n```", "x\u202ey"])
def test_a_text_that_would_mislead_is_not_asked(text: str) -> None:
    assert not can_be_shown(held(Departure("message", "awa@a.example", text)), Language.FR, Channel.WHATSAPP)


@pytest.mark.parametrize("channel", list(Channel))
def test_a_message_is_shown_with_its_recipient_and_whole_text(channel: Channel) -> None:
    what = held(Departure("message", "awa@a.example", "Bonjour **Awa**, ça va ?\n\nÀ demain."))
    assert can_be_shown(what, Language.FR, channel)
    assert "awa@a.example" in said(what, channel)
    assert "**Awa**" in said(what, channel)


def test_several_addresses_stand_in_one_question() -> None:
    what = held(Departure("address", "https://a.example/1"), Departure("address", "https://a.example/2"))
    assert said(what, Channel.SMS).index("/1") < said(what, Channel.SMS).index("/2")


def test_what_is_stored_is_what_was_held() -> None:
    what = held(Departure("message", "a", "b"), Departure("address", ODD))
    assert held_in(payload_of(what, "48213")) == what
