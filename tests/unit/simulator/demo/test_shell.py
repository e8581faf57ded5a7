"""Commands in the demo model: what is one and what only begins like one, and how its end is told."""

import json
from typing import Any

import pytest

from bot.simulator.demo.conversation import read_turn
from bot.simulator.demo.skills.shell import SHELL
from bot.simulator.demo.steps import Call, Say
from bot.tools.code import BashExecute
from tests.fakes.demo import BRAIN, Talk

OFFERED = {"name": "bash_execute", "parameters": BashExecute.model_json_schema()}


def step(text: str, result: dict[str, Any] | None = None) -> Call | Say:
    """What comes next for a professional who wrote this."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": text}]
    if result is not None:
        call = {"id": "1", "type": "function", "function": {"name": "bash_execute", "arguments": "{}"}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": "1", "content": json.dumps(result)})
    return BRAIN.next_step(read_turn({"messages": messages, "tools": [{"type": "function", "function": OFFERED}]}))


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ('exécute : python3 -c "print(2**64)"', 'python3 -c "print(2**64)"'),
        ("Exécute: python3 -c “print(2**64)”", 'python3 -c "print(2**64)"'),
        ("exécute la commande : `seq 3`", "seq 3"),
        ("run python3 -c 'print(1)'", "python3 -c 'print(1)'"),
        ("Run: for i in 1 2; do\necho $i\ndone", "for i in 1 2; do\necho $i\ndone"),
        ("lance ls -la", "ls -la"),
        ("execute the command: date -u", "date -u"),
    ],
)
def test_a_command_goes_to_the_tool_as_it_was_meant(text: str, command: str) -> None:
    assert step(text) == Call("bash_execute", {"command": command})


@pytest.mark.parametrize(
    "text",
    [
        "lance un quiz",
        "exécute cet exercice avec moi",
        "run me through fractions",
        "on exécute : quoi ?",
        "je lance date",
        "il faut lancer python",
        "lancer la balle : quel est le verbe ?",
    ],
)
def test_what_only_begins_like_a_command_is_none(text: str) -> None:
    assert Talk().skill(text) != SHELL.name


def test_the_end_of_a_command_is_told_with_its_files() -> None:
    data = {"exit_code": 0, "stdout": "42\n", "stderr": "", "attached": ["t.csv"]}
    told = step("run: echo 42", {"status": "success", "data": data})
    assert isinstance(told, Say)
    assert "```\n42\n```" in told.text
    assert "t.csv" in told.text
    failed = step("run: false", {"status": "success", "data": {"exit_code": 1, "stdout": "", "stderr": "no"}})
    assert isinstance(failed, Say)
    assert "code 1" in failed.text
    late = step("run: sleep 99", {"status": "timeout", "elapsed_ms": 30_000, "message": "stopped after 30 seconds"})
    assert isinstance(late, Say)
    assert "bash_execute" in late.text
