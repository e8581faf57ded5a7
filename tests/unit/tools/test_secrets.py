"""Secrets of tool calls: sealed for storage, back to the byte for their own run, absent for later ones."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.services.quiz.sealing import Sealer, sealer_of
from bot.signing.keys import Keys
from bot.tools.secrets import KEPT, CallSecrets
from bot.tools.toolsets import TOOLS
from tests.fakes.product import make_settings

SEALER = Sealer(Keys(b"k" * 32))
SECRETS = CallSecrets(SEALER, TOOLS.values())
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
    stored = json.loads(SECRETS.seal_arguments("interactive_quiz", QUIZ))
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
    stored = SECRETS.seal_arguments("interactive_quiz", arguments)
    assert "deux et deux" not in stored
    assert "deux et deux" not in SECRETS.strip_arguments("interactive_quiz", stored)
    assert "deux et deux" not in SECRETS.strip_arguments("interactive_quiz", arguments), "also when it was never sealed"
    assert SECRETS.unseal_arguments("interactive_quiz", stored) == arguments


@given(st.text())
@settings(max_examples=100, deadline=None)
def test_a_run_gets_its_own_arguments_back_to_the_byte(arguments: str) -> None:
    arguments = arguments.encode("utf-8", "replace").decode()
    for tool in ("interactive_quiz", "true_false_quiz", "calculate"):
        assert SECRETS.unseal_arguments(tool, SECRETS.seal_arguments(tool, arguments)) == arguments


def test_a_changed_key_leaves_the_stored_arguments() -> None:
    stored = CallSecrets(Sealer(Keys(b"l" * 32)), TOOLS.values()).seal_arguments("interactive_quiz", QUIZ)
    assert SECRETS.unseal_arguments("interactive_quiz", stored) == stored


def test_later_runs_read_that_the_server_keeps_the_answer() -> None:
    stored = SECRETS.seal_arguments("interactive_quiz", QUIZ)
    shown = SECRETS.strip_arguments("interactive_quiz", stored)
    assert json.loads(shown) == {"question": "2+2 ?", "options": ["3", "4"], **KEPT}
    assert shown == SECRETS.strip_arguments("interactive_quiz", SECRETS.seal_arguments("interactive_quiz", QUIZ)), (
        "same bytes"
    )


def test_messages_change_in_a_copy_and_only_where_they_must() -> None:
    message = asked("interactive_quiz", QUIZ)
    before = json.dumps(message)
    stored = SECRETS.seal_message(message)
    assert json.dumps(message) == before
    assert "deux et deux" not in json.dumps(stored)
    assert SECRETS.unseal_message(stored) == message
    assert "sealed" not in json.dumps(SECRETS.strip_message(stored))
    for plain in ({"role": "user", "content": "Bonjour"}, asked("calculate", '{"expression": "1"}')):
        assert SECRETS.seal_message(plain) is plain
        assert SECRETS.strip_message(plain) is plain


def test_what_the_server_keeps_is_named_like_no_argument() -> None:
    """A model that copies what its history shows is refused."""
    assert not any(set(KEPT) & set(tool.arguments.model_fields) for tool in TOOLS.values())


def test_the_solution_of_every_quiz_is_secret() -> None:
    assert {name: tool.secret_fields for name, tool in TOOLS.items() if tool.secret_fields} == {
        "interactive_quiz": ("correct_index", "explanation"),
        "true_false_quiz": ("is_true", "explanation"),
    }
