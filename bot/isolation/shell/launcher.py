"""What bubblewrap is told to build, and the first shell inside it, which sets the limits and waits for its command."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

MIB = 1024 * 1024
HOME, HOME_BYTES = "/home/user", 64 * MIB
TMP_BYTES, SHM_BYTES = 16 * MIB, 16 * MIB
UID = 65534  # inside; outside it is a number that nobody else has (bot.isolation.shell.confine)
PROCESSES, OPEN_FILES, FILE_MIB, CPU_S, ADDRESS_MIB = 32, 64, 32, 25, 768

ROOTS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
DEVICES = ("null", "zero", "full", "random", "urandom")
STREAMS = ("stdin", "stdout", "stderr")
CONFIGURATION = ("/etc/ld.so.cache", "/etc/alternatives")
MASKED = ("/usr/src", "/usr/local/etc", "/usr/local/src")
# What of /proc tells about the machine, or changes it.
LEAKY = (
    "acpi asound bus cmdline config.gz consoles crypto diskstats driver dynamic_debug execdomains fb fs interrupts "
    "iomem ioports irq kallsyms kcore key-users keys kmsg kpagecgroup kpagecount kpageflags latency_stats locks misc "
    "modules mtrr pagetypeinfo partitions sched_debug schedstat scsi slabinfo softirqs swaps sys sysrq-trigger sysvipc "
    "timer_list tty vmallocinfo"
).split()
ENVIRONMENT = {
    "HOME": HOME, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": "/tmp", "USER": "user",  # noqa: S108
    "TERM": "dumb", "PYTHONDONTWRITEBYTECODE": "1",
}  # fmt: skip
PASSWD = f"user:x:{UID}:{UID}::{HOME}:/bin/bash\n".encode()
SHELL = ("/bin/bash", "--noprofile", "--norc", "-c")


def bubblewrap_arguments(*, filter_fd: int, info_fd: int, passwd_fd: int, project: Path) -> list[str]:
    """Everything after `bwrap` up to, not including, the command. Mounts are made in this order."""
    return [
        *"--unshare-user --unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup-try".split(),
        *f"--disable-userns --assert-userns-disabled --uid {UID} --gid {UID} --hostname sandbox".split(),
        *"--new-session --die-with-parent --cap-drop ALL --clearenv".split(),
        *(word for name, value in ENVIRONMENT.items() for word in ("--setenv", name, value)),
        *_system(project),
        *("--ro-bind-data", str(passwd_fd), "/etc/passwd"),
        *_proc(),
        *_writable("/dev", 4096, "0755"),
        *(word for name in DEVICES for word in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")),
        *("--symlink", "/proc/self/fd", "/dev/fd"),
        *(word for fd, name in enumerate(STREAMS) for word in ("--symlink", f"/proc/self/fd/{fd}", f"/dev/{name}")),
        *_writable("/dev/shm", SHM_BYTES, "1777"),  # noqa: S108
        *("--remount-ro", "/dev"),
        *_writable("/tmp", TMP_BYTES, "1777"),  # noqa: S108
        *_writable(HOME, HOME_BYTES, "0700"),
        *("--remount-ro", "/", "--chdir", HOME, "--seccomp", str(filter_fd), "--info-fd", str(info_fd), "--"),
    ]


def first_shell(*, go_fd: int, ready_fd: int, closed: Sequence[int]) -> list[str]:
    """The command bubblewrap runs: limits first, inside the user namespace so that processes are counted there; then
    "ready", then the wait. What arrives whole, up to its NUL, is run; a guardian that dies before that sends half a
    line at most, and nothing runs."""
    limits = (
        f"-c 0 -n {OPEN_FILES} -f {FILE_MIB * 1024} -t {CPU_S + 1} -v {ADDRESS_MIB * 1024} -u {PROCESSES} -q 0 -i 256"
    )
    words = limits.split()
    lines = [f"ulimit {flag} {value} || exit 126" for flag, value in zip(words[::2], words[1::2], strict=True)]
    lines += [
        f"ulimit -S -t {CPU_S} || exit 126",  # so that it ends by a signal that says why
        f"printf r >&{ready_fd}",
        f'IFS= read -r -d "" command <&{go_fd} || exit 126',
        "exec " + " ".join(f"{fd}<&-" for fd in (go_fd, ready_fd, *closed)),
        f'exec {" ".join(SHELL)} "$command"',
    ]
    return [*SHELL, "\n".join(lines)]


def _system(project: Path) -> Iterator[str]:
    """/usr read-only, and the names by which the root refers to it; of /etc two files that programs need to start."""
    yield from ("--ro-bind", "/usr", "/usr")
    for root in (f"/{name}" for name in ROOTS):
        if os.path.islink(root):
            yield from ("--symlink", os.readlink(root), root)
        elif os.path.isdir(root):
            yield from ("--ro-bind", root, root)
    ours = [str(project)] if project.is_relative_to("/usr") else []
    for path in (*MASKED, *ours):
        if Path(path).is_dir():
            yield from ("--size", "4096", "--tmpfs", path, "--remount-ro", path)
    for path in CONFIGURATION:
        if Path(path).exists():
            yield from ("--ro-bind", path, path)


def _proc() -> Iterator[str]:
    yield from ("--proc", "/proc")
    for name in LEAKY:
        path = f"/proc/{name}"
        if os.path.isdir(path):
            yield from ("--size", "4096", "--tmpfs", path, "--remount-ro", path)
        elif os.path.exists(path):
            yield from ("--ro-bind", "/dev/null", path)
    yield from ("--remount-ro", "/proc")  # what a process may say of itself there: its priority among others


def _writable(path: str, size: int, mode: str) -> tuple[str, ...]:
    return ("--perms", mode, "--size", str(size), "--tmpfs", path)
