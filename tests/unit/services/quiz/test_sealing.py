"""Secrets of tool calls: sealed for storage, back to the byte for their own run, absent for later ones."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.services.quiz.sealing import (
    KEPT,
    OPEN_FIELDS,
    Sealer,
    seal_arguments,
    seal_message,
    sealer_of,
    strip_arguments,
    strip_message,
    unseal_arguments,
    unseal_message,
)
from bot.signing.keys import Keys
from bot.tools.pedagogy import interactive_quiz, true_false_quiz
from tests.conftest import make_settings

SEALER = Sealer(Keys(b"k" * 32))
QUIZ = json.dumps({"question": "2+2 ?", "options": ["3", "4"], "correct_index": 1, "explanation": "deux et deux"})


def asked(name: str, arguments: str) -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {
        "role": "assistant",
        "content": "Voyons",
        "tool_calls": [{"id": "a", "type": "function", "function": function}],
    }


def test_what_is_sealed_is_opened_by_the_same_key_only() -> None:
    token = SEALER.seal({"correct": 1, "explanation": "déjà vu"})
    assert SEALER.open(token) == {"correct": 1, "explanation": "déjà vu"}
    assert Sealer(Keys(b"l" * 32)).open(token) is None
    assert SEALER.open(token[:-4]) is None
    assert SEALER.open("é") is None
    assert sealer_of(make_settings()).open(sealer_of(make_settings()).seal({"a": 1})) == {"a": 1}


def test_stored_arguments_show_the_open_fields_and_nothing_else() -> None:
    stored = json.loads(seal_arguments(SEALER, "interactive_quiz", QUIZ))
    assert set(stored) == {"question", "options", "sealed"}
    assert "deux et deux" not in json.dumps(stored)


@pytest.mark.parametrize(
    "arguments",
    [
        '{"invalid_json": "{question: x, explanation: deux et deux"}',
        '{"question": {"text": "2+2", "explanation": "deux et deux"}}',
        '{"options": [{"text": "4", "why": "deux et deux"}]}',
        '{"answer": "deux et deux", "sealed": "deux et deux"}',
        '"deux et deux"',
        "deux et deux",
        "[" * 100_000 + "deux et deux",
    ],
)
def test_arguments_of_any_shape_hide_what_is_not_open(arguments: str) -> None:
    stored = seal_arguments(SEALER, "interactive_quiz", arguments)
    assert "deux et deux" not in stored
    assert "deux et deux" not in strip_arguments("interactive_quiz", stored)
    assert "deux et deux" not in strip_arguments("interactive_quiz", arguments), "also when it was never sealed"
    assert unseal_arguments(SEALER, "interactive_quiz", stored) == arguments


@given(st.text())
@settings(max_examples=100, deadline=None)
def test_a_run_gets_its_own_arguments_back_to_the_byte(arguments: str) -> None:
    arguments = arguments.encode("utf-8", "replace").decode()
    for tool in (*OPEN_FIELDS, "calculate"):
        assert unseal_arguments(SEALER, tool, seal_arguments(SEALER, tool, arguments)) == arguments


def test_a_changed_key_leaves_the_stored_arguments() -> None:
    stored = seal_arguments(Sealer(Keys(b"l" * 32)), "interactive_quiz", QUIZ)
    assert unseal_arguments(SEALER, "interactive_quiz", stored) == stored


def test_later_runs_read_that_the_server_keeps_the_answer() -> None:
    stored = seal_arguments(SEALER, "interactive_quiz", QUIZ)
    shown = strip_arguments("interactive_quiz", stored)
    assert json.loads(shown) == {"question": "2+2 ?", "options": ["3", "4"], **KEPT}
    assert shown == strip_arguments("interactive_quiz", seal_arguments(SEALER, "interactive_quiz", QUIZ)), "same bytes"


def test_messages_change_in_a_copy_and_only_where_they_must() -> None:
    message = asked("interactive_quiz", QUIZ)
    before = json.dumps(message)
    stored = seal_message(SEALER, message)
    assert json.dumps(message) == before
    assert "deux et deux" not in json.dumps(stored)
    assert unseal_message(SEALER, stored) == message
    assert "sealed" not in json.dumps(strip_message(stored))
    for plain in ({"role": "user", "content": "Bonjour"}, asked("calculate", '{"expression": "1"}')):
        assert seal_message(SEALER, plain) is plain
        assert strip_message(plain) is plain


@pytest.mark.parametrize("tool", [interactive_quiz, true_false_quiz])
def test_every_quiz_tool_keeps_its_answer_and_explanation(tool: Any) -> None:
    fields = set(tool.schema["function"]["parameters"]["properties"])
    secrets = fields - set(OPEN_FIELDS[tool.name])
    assert secrets in ({"correct_index", "explanation"}, {"is_true", "explanation"})
    assert not set(KEPT) & fields, "a model that copies what history shows is refused"
