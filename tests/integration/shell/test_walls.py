"""Each wall taken away once: the self-test must say that there is no sandbox, and which wall it is."""

import os
import subprocess
import sys
from typing import Any

import pytest

from bot.errors import SandboxFailed
from bot.isolation.shell import runner
from bot.isolation.shell.runner import PROJECT, Bubblewrap, Sandbox, find_bubblewrap
from bot.isolation.shell.trial import check

BREAK = """
import sys
sys.path.insert(0, sys.argv[1])
from bot.isolation.shell import guardian, launcher
arguments, shell, seccomp = guardian.bubblewrap_arguments, guardian.first_shell, guardian.seccomp_filter
def without(*words):
    def made(**given):
        found = arguments(**given)
        for at in range(len(found)):
            if tuple(found[at:at + len(words)]) == words:
                del found[at:at + len(words)]
                return found
        raise SystemExit("nothing to take away")
    guardian.bubblewrap_arguments = made
def swapped(old, new):
    guardian.bubblewrap_arguments = lambda **given: [new if word == old else word for word in arguments(**given)]
def allowing():
    guardian.seccomp_filter = lambda machine: __import__("struct").pack("HBBI", 6, 0, 0, 0x7FFF0000)
def unlimited(flag):
    guardian.first_shell = lambda **given: [part.replace(f"ulimit {flag} ", "true ") for part in shell(**given)]
def more(*words):
    def made(**given):
        found = arguments(**given)
        at = found.index("--remount-ro", found.index("--proc"))
        return [*found[:at], *words, *found[at:]]
    guardian.bubblewrap_arguments = made
"""
WALLS = {
    "network": 'without("--unshare-net")',
    "processes seen": 'without("--unshare-pid"); more("--dev-bind", "/proc", "/proc")',
    "no filter": 'without("--seccomp", "11")',
    "memory without a file": "allowing()",
    "root read-only": 'without("--remount-ro", "/")',
    "dev read-only": 'without("--remount-ro", "/dev")',
    "usr read-only": 'swapped("--ro-bind", "--bind")',
    "host's root": 'more("--ro-bind", "/opt", "/opt")',
    "environment": 'more("--setenv", "SECRET_KEY", "x")',
    "size of home": 'swapped("67108864", "671088640")',
    "size of tmp": 'swapped("16777216", "167772160")',
    "another user": 'swapped("65534", "0")',
    **{f"limit {flag}": f'unlimited("{flag}")' for flag in ("-u", "-n", "-f", "-t", "-v")},
    "proc read-only": 'without("--remount-ro", "/proc")',
    "kernel settings": 'without("--size", "4096", "--tmpfs", "/proc/sys", "--remount-ro", "/proc/sys")',
}


def broken(how: str) -> str:
    return f"{BREAK}\n{how}\nguardian.main()"


def test_the_whole_sandbox_passes(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same hook and nothing taken away."""
    monkeypatch.setattr(runner, "BOOT", broken(""))
    check(sandbox)


@pytest.mark.parametrize("wall", WALLS)
def test_a_missing_wall_is_noticed(wall: str, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "BOOT", broken(WALLS[wall]))
    with pytest.raises(SandboxFailed):
        check(sandbox)


def test_without_bubblewrap_the_reason_is_told() -> None:
    with pytest.raises(SandboxFailed):
        check(Sandbox(Bubblewrap(PROJECT / "no-such-program", ()), 1))


@pytest.mark.programs
@pytest.mark.parametrize(("user", "reason"), [("1000", "no user namespaces"), ("0", "cannot become somebody else")])
def test_where_the_machine_refuses_the_reason_is_told(sandbox: Sandbox, user: str, reason: str) -> None:
    """As in a container with the default profile: here inside a sandbox that allows no second one."""
    program = find_bubblewrap().program
    inside = (
        "import sys; sys.path[:0] = sys.argv[1:]\n"
        "from bot.isolation.shell.runner import *; from bot.isolation.shell.trial import check\n"
        "try: check(Sandbox(find_bubblewrap(), 1)); print('a sandbox')\n"
        "except SandboxFailed as error: print('off:', error)\n"
    )
    root = ["--dev-bind", "/", "/", "--unshare-user", "--disable-userns", "--uid", user, "--gid", user]
    done = subprocess.run([program, *root, sys.executable, "-c", inside, PROJECT], env={"PATH": os.defpath},
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert "off: " in done.stdout, done.stderr
    assert reason in done.stdout


def test_a_guardian_that_dies_before_it_reads_anything_is_one_failure(
    monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox
) -> None:
    start = subprocess.Popen

    def dead(*arguments: Any, **options: Any) -> "subprocess.Popen[bytes]":
        guardian: subprocess.Popen[bytes] = start(*arguments, **options)
        guardian.wait(30)
        return guardian

    monkeypatch.setattr(runner, "BOOT", "raise SystemExit")
    monkeypatch.setattr(subprocess, "Popen", dead)
    with pytest.raises(SandboxFailed, match="the guardian gave no answer"):
        sandbox.run("true")
