"""The self-test: one command in the sandbox that looks at its own walls. Where one is missing there is no sandbox."""

import functools
import json
from collections.abc import Iterator
from typing import Any

from bot.errors import SandboxFailed
from bot.isolation.shell.launcher import (
    ADDRESS_MIB,
    CPU_S,
    ENVIRONMENT,
    FILE_MIB,
    HOME,
    HOME_BYTES,
    MIB,
    OPEN_FILES,
    PROCESSES,
    SHM_BYTES,
    TMP_BYTES,
    UID,
)
from bot.isolation.shell.runner import Ran, Sandbox, find_bubblewrap, places

TRIAL_S = 15.0
LOOK = r"""
import errno, json, os, resource, socket
def refused(attempt):
    try:
        attempt()
    except OSError as error:
        return errno.errorcode[error.errno]
    return "done"
status = dict(line.split(":\t", 1) for line in open("/proc/self/status").read().splitlines())
limit = lambda name: resource.getrlimit(getattr(resource, "RLIMIT_" + name))[1]
size = lambda path: (lambda s: s.f_blocks * s.f_frsize)(os.statvfs(path))
print(json.dumps({
    "user": os.getuid(), "group": os.getgid(), "capabilities": int(status["CapEff"], 16) | int(status["CapBnd"], 16),
    "no new privileges": status["NoNewPrivs"], "system call filter": status["Seccomp"],
    "network": sorted(line.split(":")[0].strip() for line in open("/proc/net/dev").read().splitlines()[2:]),
    "processes seen": max(int(name) for name in os.listdir("/proc") if name.isdigit()) < 100,
    "environment": sorted({pair.split("=")[0] for pair in open("/proc/self/environ").read().split("\0") if pair}
        - {"PWD", "SHLVL", "_", "OLDPWD"}),
    "root": sorted(set(os.listdir("/")) - {"bin", "sbin", "lib", "lib32", "lib64", "libx32"}),
    "written": [refused(lambda: open(path + "/x", "w")) for path in ("/", "/usr", "/dev", "/etc", "/home")],
    "of itself": refused(lambda: open("/proc/self/oom_score_adj", "w")), "session": refused(os.setsid),
    "netlink": refused(lambda: socket.socket(16, socket.SOCK_RAW)),
    "memory without a file": refused(lambda: os.memfd_create("x")),
    "namespaces": refused(lambda: open("/proc/self/ns/user")) == "done" and os.path.exists("/proc/sys/user"),
    "limits": [limit(name) for name in ("NPROC", "NOFILE", "FSIZE", "CPU", "AS", "CORE")],
    "sizes": [size(path) for path in ("/home/user", "/tmp", "/dev/shm")],
}))
"""
EXPECTED: dict[str, Any] = {
    "user": UID, "group": UID, "capabilities": 0, "no new privileges": "1", "system call filter": "2",
    "network": ["lo"], "processes seen": True, "environment": sorted(ENVIRONMENT),
    "root": ["dev", "etc", HOME.split("/")[1], "proc", "tmp", "usr"],
    "written": ["EROFS"] * 5, "of itself": "EROFS", "session": "EPERM",
    "netlink": "EAFNOSUPPORT", "memory without a file": "EPERM", "namespaces": False,
    "limits": [PROCESSES, OPEN_FILES, FILE_MIB * MIB, CPU_S + 1, ADDRESS_MIB * MIB, 0],
    "sizes": [HOME_BYTES, TMP_BYTES, SHM_BYTES],
}  # fmt: skip
# A process that would go on is left behind on purpose: that all is over is part of the trial.
COMMAND = f"(sleep 600 >/dev/null 2>&1 &)\nexec python3 -I -S - <<'LOOK'\n{LOOK}\nLOOK"


@functools.cache
def tried_sandbox() -> Sandbox:
    """The sandbox of this process, tried out once. Raises SandboxFailed, and tries again when it is asked again."""
    sandbox = Sandbox(find_bubblewrap(), places())
    check(sandbox)
    return sandbox


def check(sandbox: Sandbox) -> None:
    """Raises SandboxFailed, with what is wrong in a few words for operators, unless every wall stands."""
    ran = sandbox.run(COMMAND, timeout_s=TRIAL_S)
    if wrong := list(_wrong(ran)):
        raise SandboxFailed("; ".join(wrong)[:300])


def _wrong(ran: Ran) -> Iterator[str]:
    if ran.ended != "exit" or ran.exit_code != 0:
        said = " ".join((ran.stderr.head + ran.stderr.tail).decode("utf-8", "replace").split())
        yield f"python3 and bash are needed in /usr ({ran.ended} {ran.exit_code}: {said[-160:]})"
        return
    try:
        found = json.loads(ran.stdout.head)
    except ValueError:
        yield "its answer cannot be read"
        return
    for wall, expected in EXPECTED.items():
        if found.get(wall) != expected:
            yield f"{wall}: {found.get(wall)} instead of {expected}"
