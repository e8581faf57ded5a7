"""A migration newer than the release before adds; what takes something away is marked with the release that stopped
using it (docs/operations.md: Deploying). What the release before uses is compared with the schema itself in
tests/integration/database/test_previous_release.py."""

import ast
import re
from pathlib import Path

import pytest

from tests.releases import ROOT, Release

VERSIONS = ROOT / "bot/dao/migrations/versions"
TAKES_AWAY = {
    "drop_column", "drop_table", "drop_constraint", "rename_table", "alter_column", "batch_alter_table",
    "create_unique_constraint", "create_check_constraint",
}  # fmt: skip
IN_SQL = re.compile(r"\b(DROP\s+(TABLE|COLUMN|CONSTRAINT)|RENAME|ALTER\s+COLUMN|SET\s+NOT\s+NULL)\b", re.IGNORECASE)
MARK = "stopped_by"  # stopped_by = "2026-11-22": the name of the release that no longer uses what goes


def guilty(source: str, previous: str) -> list[str]:
    """What a migration takes away without the name of the release before as its mark."""
    tree = ast.parse(source)
    marks = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == MARK
    ]
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TAKES_AWAY:
            found.append(node.func.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node is not tree.body[0].value:  # type: ignore[attr-defined]
            found += [match.group(1).upper() for match in IN_SQL.finditer(node.value)]
    return [] if marks == [previous] else found


def newer(path: Path) -> bool:
    return path.name[:4] > Release.recorded().revision


@pytest.mark.parametrize(
    "path", [path for path in sorted(VERSIONS.glob("0*.py")) if newer(path)], ids=lambda path: path.name[:4]
)
def test_a_migration_since_the_last_release_only_adds(path: Path) -> None:
    assert guilty(path.read_text(), Release.recorded().name) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('op.drop_column("run", "lives")', ["drop_column"]),
        ('op.execute("ALTER TABLE ledger_entry RENAME COLUMN note TO reason")', ["RENAME"]),
        ('op.execute(f"alter table {name} drop column x")', ["DROP COLUMN"]),
        ('with op.batch_alter_table("run") as batch: pass', ["batch_alter_table"]),
        ('op.add_column("run", sa.Column("more", sa.Integer(), nullable=True))', []),
        ('op.drop_index("ix_run_user_id")', []),
    ],
)
def test_what_takes_something_away_needs_its_mark(line: str, found: list[str]) -> None:
    assert guilty(f'"""Renames nothing."""\n{line}\n', "7") == found
    assert guilty(f'"""It goes."""\n{MARK} = "7"\n{line}\n', "7") == []
    assert guilty(f'"""It goes."""\n{MARK} = "6"\n{line}\n', "7") == found
