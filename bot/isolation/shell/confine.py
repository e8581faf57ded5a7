"""How the guardian becomes harmless, and makes sure that whatever it starts can be ended as one."""

import contextlib
import ctypes
import os
import time
from pathlib import Path

NICENESS = 10
GROUP_NICENESS = 5  # a third of what a session has by itself
GROUP_TRIES, GROUP_PAUSE_S = 5, 0.1  # the kernel lets one such change in 100 ms pass, of all on the machine
FIRST_UID = 1_800_000_000  # plus our pid: a number that nobody and no other sandbox has
CLONE_NEWUSER, CLONE_NEWPID, PR_SET_DUMPABLE = 0x10000000, 0x20000000, 4


def step_back() -> None:
    """Whoever answers people goes first, and stays when memory runs out."""
    os.nice(NICENESS)
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
        score.write("1000")


def step_back_as_one(pid: int) -> None:
    """Let the session of a process have a small share as a whole. Where the kernel shares the processors out among
    sessions (CONFIG_SCHED_AUTOGROUP), what its processes are to each other tells nobody else anything."""
    for _ in range(GROUP_TRIES):
        try:
            Path("/proc", str(pid), "autogroup").write_text(str(GROUP_NICENESS))
        except BlockingIOError:
            time.sleep(GROUP_PAUSE_S)
        except OSError:  # not by such a kernel
            return
        else:
            return


def drop_privileges() -> None:
    """From root to a user that exists nowhere: root inside a namespace is root for some of the kernel's limits."""
    if os.geteuid() == 0:
        number = FIRST_UID + os.getpid()
        try:
            os.setgroups([])
            os.setresgid(number, number, number)
            os.setresuid(number, number, number)
        except OSError as error:
            raise OSError(
                f"this root cannot become somebody else ({error.strerror}): run the worker as a user"
            ) from None


def enclose() -> None:
    """What we start from here on is the first process of a namespace: when it goes, the kernel ends all others."""
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)  # or the maps below are root's; there is nothing in us to be seen
    user, group = os.getuid(), os.getgid()
    if library.unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0:
        raise OSError(f"this machine allows no user namespaces ({os.strerror(ctypes.get_errno())})")
    for name, line in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        Path("/proc/self", name).write_text(line)
