"""Fragments: what is one turn, what waits, what does not."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.conversation.commands.table import VOCABULARY
from bot.conversation.fragments import Ready, WaitFor, next_turn
from bot.conversation.router import is_fragment
from bot.models import InboundMessage

START = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def message(body: str, at: float, kind: str = "text") -> InboundMessage:
    return InboundMessage(
        message_sid="SM" + "0" * 32, conversation_id="c", sender="+2250700000001", channel="sms", kind=kind, body=body,
        details={}, received_at=START + timedelta(seconds=at),
    )  # fmt: skip


def bodies(step: Ready | WaitFor) -> list[str]:
    assert isinstance(step, Ready)
    return [item.body for item in step.messages]


def turn(messages: list[InboundMessage], now: float) -> Ready | WaitFor:
    return next_turn(messages, START + timedelta(seconds=now), 0.7, lambda one: is_fragment(one, VOCABULARY))


def test_one_message_waits_for_the_window_and_no_longer() -> None:
    assert turn([message("a", 0)], 0.1) == WaitFor(pytest.approx(0.6))
    assert bodies(turn([message("a", 0)], 0.71)) == ["a"]


def test_five_fragments_are_one_turn() -> None:
    pieces = [message(text, index * 0.5) for index, text in enumerate("abcde")]
    assert bodies(turn(pieces, 2.8)) == list("abcde")


def test_a_pause_separates_turns_at_once() -> None:
    assert bodies(turn([message("a", 0), message("b", 0.8)], 0.9)) == ["a"]


def test_nobody_types_for_longer_than_three_seconds() -> None:
    pieces = [message(str(index), index * 0.6) for index in range(8)]
    assert bodies(turn(pieces, 4.3)) == ["0", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize(("body", "kind"), [("/aide", "text"), ("STOP", "text"), ("", "media"), ("", "location")])
def test_commands_and_media_neither_wait_nor_merge(body: str, kind: str) -> None:
    special = message(body, 0.1, kind)
    assert bodies(turn([special], 0.1)) == [body]
    assert bodies(turn([message("a", 0), special], 0.1)) == ["a"]


def test_a_clock_that_went_back_does_not_wait_for_ever() -> None:
    assert isinstance(turn([message("a", 60)], 0), Ready)
