"""Every hostile command of the table, as root and as an ordinary user, and what became of it."""

import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bot.isolation.shell import syscalls
from tests.integration.shell.commands import ALONE, LOOKING, SECRET, Hostile, py
from tests.integration.shell.surroundings import AsNobody, Here, filled, is_alive

pytestmark = pytest.mark.programs  # an interpreter of somebody else’s, and every command of the table

IN_ONE = 7  # so many answers fit into what is kept of one command's output
SAID = 380

Outcomes = Mapping[str, Mapping[str, Any]]


def together(rows: tuple[Hostile, ...]) -> str:
    """Several commands as one, each in a shell of its own, with what it says between marks."""
    parts = [
        f"echo '<<{row.name}>>'\nbash -c \"$(cat <<'ROW'\n{row.command}\nROW\n)\" 2>&1 </dev/null | tail -c {SAID}\n"
        for row in rows
    ]
    return "".join(parts) + "echo '<<end>>'"


@pytest.fixture(scope="module")
def outcomes(runs: Here | AsNobody, names: Mapping[str, str]) -> Outcomes:
    """How each command ended and what it said."""
    groups = [LOOKING[first : first + IN_ONE] for first in range(0, len(LOOKING), IN_ONE)]
    with ThreadPoolExecutor(2) as pool:
        looking = list(pool.map(lambda rows: runs.run(filled(together(rows), names), 25), groups))
        alone = list(pool.map(lambda row: runs.run(filled(row.command, names), row.seconds), ALONE))
    found = {row.name: ran | {"said": ran["stdout"] + ran["stderr"]} for row, ran in zip(ALONE, alone, strict=True)}
    for ran in looking:
        assert "<<end>>" in ran["stdout"], ran
        for name, said in re.findall(r"<<([\w-]+)>>\n(.*?)(?=\n?<<)", ran["stdout"], re.DOTALL):
            found[name] = ran | {"said": said.strip()}
    return found


@pytest.mark.parametrize("row", LOOKING, ids=lambda row: row.name)
def test_what_looks_or_reaches_out_finds_nothing(row: Hostile, outcomes: Outcomes) -> None:
    said = outcomes[row.name]["said"]
    assert re.search(row.says, said, re.DOTALL | re.MULTILINE if row.says.startswith("Permission") else re.DOTALL), said
    assert SECRET not in said


@pytest.mark.parametrize("row", ALONE, ids=lambda row: row.name)
def test_what_fills_floods_or_stays_is_ended(row: Hostile, outcomes: Outcomes, names: Mapping[str, str]) -> None:
    ran = outcomes[row.name]
    assert ran["ended"] in row.ended.split("|"), ran
    assert re.search(row.says, ran["said"], re.DOTALL), ran
    assert ran["elapsed_ms"] < (row.seconds + 3) * 1000
    assert ran["files"] == [] or "full" in row.name or row.name in ("odd-names", "hard-links", "file-too-large")
    assert not is_alive(names["marker"]), "a process of it has survived"


@pytest.fixture(scope="module")
def answers(runs: Here | AsNobody) -> Mapping[str, str]:
    """What each system call of the filter's table answers, called with zeros."""
    table = syscalls.NUMBERS | {"clone3": syscalls.CLONE3, "newer": (500, 500), "unheard-of": (900, 900)}
    ran = runs.run(
        py(
            "import ctypes, errno, platform",
            f"table = {table!r}",
            "column = 0 if platform.machine() == 'x86_64' else 1",
            "libc = ctypes.CDLL(None, use_errno=True)",
            "for name, numbers in table.items():",
            "  if numbers[column] >= 0:",
            "    ctypes.set_errno(0)",
            "    libc.syscall(numbers[column], 0, 0, 0, 0, 0, 0)",
            "    print(name, errno.errorcode.get(ctypes.get_errno()))",
        ),
        15,
    )
    assert ran["ended"] == "exit", ran
    assert len(ran["stdout"].splitlines()) > 60
    return dict(line.split() for line in ran["stdout"].splitlines())


@pytest.mark.parametrize("name", [*syscalls.NUMBERS, "clone3", "newer", "unheard-of"])
def test_a_system_call_that_nobody_needs_is_refused(name: str, answers: Mapping[str, str]) -> None:
    expected = "ENOSYS" if name in ("clone3", "newer", "unheard-of") else "EPERM"
    assert answers.get(name, expected) == expected


def test_there_are_enough_of_them() -> None:
    assert len({row.name for row in (*LOOKING, *ALONE)}) == len(LOOKING) + len(ALONE) >= 60
