"""A model that goes on for ever, with one sign again and again behind what it began, holds nobody up: what reads it are
regular expressions, in which no other thread of the process goes on."""

import time
from collections.abc import Callable

import pytest

from bot.agent.loose_json import read_loosely
from bot.agent.spec import RunResult, Usage
from bot.agent.spoken import unmarked, unthought
from bot.agent.stream import object_text
from bot.agent.written_calls import without_written_calls
from bot.conversation.turn.noticing import taken_from
from bot.types import StopReason

AT_MOST_S = 1.0  # of processor time
LENGTH = 60_000
PIECES = ("\n", " ", " \n", "\t", "_", "*", "`", "{", "[", "<", "}", '"', "\\", "a ", "<answer>\n", "```\n", "</think>")
BEGINNINGS = (
    "", "Nom : ", "```json\n", '```json\n{"a": 1}', '```\n"name"', "assistant", "assistant\n", "<answer>", "<think>",
    "<|im_start|>assistant", "<|channel|>", "<tool_call>", '{"a": "', "[ care :", "<answer>42</answer",
)  # fmt: skip


def noticed(text: str) -> object:
    return taken_from(RunResult(text, StopReason.DONE_SIGNAL, 1, Usage(), "model"))


@pytest.mark.parametrize(
    "reader",
    [read_loosely, object_text, unthought, unmarked, without_written_calls, noticed],
    ids=lambda it: it.__name__,
)
@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_what_never_ends_is_read_at_once(reader: Callable[[str], object], beginning: str) -> None:
    for piece in PIECES:
        for ending in ("", "x", "</answer>"):
            began = time.process_time()
            reader(beginning + piece * (LENGTH // len(piece)) + ending)
            assert time.process_time() - began < AT_MOST_S, (piece, ending)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("<answer>\n\n42\n\n</answer>\n", "42"),
        ("Je compte.\n<Answer>42</answer>", "Je compte.\n42"),
        ("Écris <answer>42</answer>", "Écris <answer>42</answer>"),
        ("<answer>42</answer> est la balise.", "<answer>42</answer> est la balise."),
        ("<reply>\n<answer>42</answer>", "<reply>\n42"),
        ("assistant\n\nBonjour", "Bonjour"),
        (" assistant \n \n\nBonjour", "Bonjour"),
        ("assistant\nsocial", "assistant\nsocial"),
        ("assistant\n\n", "assistant\n\n"),
    ],
)
def test_what_is_said_stays_as_it_was(written: str, said: str) -> None:
    assert unmarked(written) == said


@pytest.mark.parametrize(
    "text", ['```json\n{"a": 1}\n```', ' ```\n\n{"a": 1}\n\n ```\n', '```json \r\n{"a": 1}\r\n```']
)
def test_a_fence_is_taken_off(text: str) -> None:
    assert read_loosely(text) == {"a": 1}
