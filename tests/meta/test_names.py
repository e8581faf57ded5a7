"""Names that ask, checked: whoever reads `if is_read(row)` need not look whether that writes anything."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASKING = ("is_", "are_", "has_", "have_", "was_", "were_", "may_", "can_")
WRITING = frozenset({"changed", "update", "delete", "insert", "insert_into", "add", "add_all", "merge"})
OF_THE_SESSION = "session."


def writing_questions(source: str) -> list[str]:
    """The functions whose names ask something and whose bodies write."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name.lstrip("_").startswith(ASKING) and writes(node)
    ]


def writes(function: ast.FunctionDef) -> bool:
    called = [ast.unparse(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)]
    return any(name.removeprefix(OF_THE_SESSION) in WRITING for name in called)


def test_no_query_that_sounds_like_a_question_writes() -> None:
    found = {
        str(path.relative_to(ROOT)): names
        for path in sorted((ROOT / "bot/dao").rglob("*.py"))
        if (names := writing_questions(path.read_text()))
    }
    assert found == {}


@pytest.mark.parametrize("line", ["changed(session, update(Run))", "session.add(run)", "session.execute(delete(Run))"])
def test_a_question_that_writes_is_found(line: str) -> None:
    assert writing_questions(f"def may_begin(session):\n    return {line}") == ["may_begin"]
