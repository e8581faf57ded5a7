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
    at = START + timedelta(seconds=now)
    return next_turn(messages, at, 0.7, 2.5, lambda one: is_fragment(one, VOCABULARY, "Palabre"))


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


@pytest.mark.parametrize(("body", "kind"), [("/aide", "text"), ("STOP", "text"), ("/aide", "media"), ("Oui", "button")])
def test_commands_and_presses_neither_wait_nor_merge(body: str, kind: str) -> None:
    special = message(body, 0.1, kind)
    assert bodies(turn([special], 0.1)) == [body]
    assert bodies(turn([message("a", 0), special], 0.1)) == ["a"]


def test_a_clock_that_went_back_does_not_wait_for_ever() -> None:
    assert isinstance(turn([message("a", 60)], 0), Ready)


@pytest.mark.parametrize("kind", ["media", "location", "contact"])
def test_what_is_sent_together_with_words_is_one_turn_in_any_order(kind: str) -> None:
    def sent(body: str, at: float) -> InboundMessage:
        return message(body, at, "text" if body else kind)

    for order in (("a", "", ""), ("", "a", ""), ("", "", "a")):
        group = [sent(body, 2.4 * number) for number, body in enumerate(order)]
        assert turn(group, 5.0) == WaitFor(pytest.approx(2.3))
        assert bodies(turn(group, 7.4)) == list(order)


def test_an_album_is_not_waited_for_without_end() -> None:
    photos = [message("", 2.0 * number, "media") for number in range(9)]
    assert len(bodies(turn(photos, 17))) == 6


@pytest.mark.parametrize("body", ["Voici mon exercice", "Corrige cette photo", "résume le document", "Traduis ceci :"])
def test_words_that_announce_something_wait_for_it(body: str) -> None:
    assert turn([message(body, 0)], 1.0) == WaitFor(pytest.approx(1.5))
    assert len(bodies(turn([message(body, 0), message("", 2.0, "media")], 4.6))) == 2


@pytest.mark.parametrize("body", ["Explique la photosynthèse", "Bonjour", "2", "C’est quoi un verbe ?"])
def test_other_words_do_not(body: str) -> None:
    assert bodies(turn([message(body, 0)], 1.0)) == [body]
