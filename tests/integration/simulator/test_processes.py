"""Child processes: prefixed lines, one end is everybody's end, and no orphan after a kill."""

import os
import select
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.simulator.processes import Family

pytestmark = pytest.mark.programs

FOREVER = "import time\nprint('ready', flush=True)\ntime.sleep(600)"
SAYS_ITS_ID = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"


@pytest.fixture
def family(tmp_path) -> Iterator[tuple[Family, list[str]]]:
    lines: list[str] = []
    family = Family(os.environ, tmp_path, lines.append)
    yield family, lines
    family.stop()


def script(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_lines_carry_the_name_of_their_process(family):
    processes, lines = family
    processes.start("web", script("print('bonjour')"))
    assert processes.first_ended(10) == "web (code 0)"
    assert lines == ["web     │ bonjour"]


def test_the_first_process_that_ends_is_named_with_its_code(family):
    processes, _ = family
    processes.start("worker", script(FOREVER))
    assert processes.first_ended(0.05) is None
    processes.start("demo", script("raise SystemExit(3)"))
    assert processes.first_ended(10) == "demo (code 3)"


def test_a_command_is_run_to_its_end(family):
    processes, _ = family
    assert processes.run(script("print('fait'); raise SystemExit(4)")) == (4, "fait\n")


def test_a_process_that_has_written_has_spoken_and_a_hushed_family_shows_nothing(family):
    processes, lines = family
    assert not processes.has_spoken("web")
    processes.hush()
    processes.start("web", script("print('bonjour')"))
    assert processes.first_ended(10) == "web (code 0)"
    assert processes.has_spoken("web")
    assert lines == []


def test_children_die_with_a_parent_that_was_killed(tmp_path):
    code = textwrap.dedent(f"""
        import os, pathlib, time
        from bot.simulator.processes import Family
        family = Family(os.environ, pathlib.Path.cwd(), lambda line: print(line, flush=True))
        family.start("child", [{sys.executable!r}, "-c", {SAYS_ITS_ID!r}])
        time.sleep(600)
    """)
    root = Path(__file__).parents[3]
    with subprocess.Popen(script(code), cwd=root, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        child = os.pidfd_open(int(parent.stdout.readline().split("│")[1]))
        parent.send_signal(signal.SIGKILL)
    try:
        assert select.select([child], [], [], 10)[0], "the child outlived its parent"
    finally:
        os.close(child)
