"""The seccomp filter of the sandbox, assembled as classic BPF. What is refused answers like a kernel without it."""

import errno
import struct
from collections.abc import Iterator

from bot.isolation.shell import syscalls

# Audit names of the processors, and which column of the table is theirs.
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
X32 = 0x40000000  # calls of another convention by the same door

LOAD, EQUAL, AT_LEAST, MASK, RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
NUMBER, ARCH = 0, 4
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000

NEW_NAMESPACES = 0x7E020000  # CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
FAMILIES = (1, 2, 10)  # unix, and inet of both kinds, which here reach nothing but themselves
PROTOCOLS = (0, 6, 17)  # the family's own, TCP and UDP: what waits in a stream of MPTCP is told by no table
BUFFERS = (7, 8, 32, 33)  # SO_SNDBUF, SO_RCVBUF and how a privileged process sets them
SOL_SOCKET = 1
TERMINAL = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX: typing into somebody else's terminal
PIPE_SIZE, NOTIFY = 1031, 1026  # F_SETPIPE_SZ; F_NOTIFY, which tells of a folder's files what inotify does

Instruction = tuple[int, int, int, int]


def is_known(machine: str) -> bool:
    """Whether there is a filter for this processor, by its name in `uname`."""
    return machine in MACHINES


def seccomp_filter(machine: str) -> bytes:
    """The filter as bubblewrap reads it: an array of `struct sock_filter`. Raises KeyError for another processor."""
    audit, column = MACHINES[machine]
    program: list[Instruction] = [
        *((LOAD, 0, 0, ARCH), (EQUAL, 1, 0, audit), (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER)),
        *((AT_LEAST, 0, 1, X32), (RETURN, 0, 0, KILL)),
        *((AT_LEAST, 0, 1, syscalls.NEWEST + 1), _refusal(errno.ENOSYS)),
    ]
    for numbers in syscalls.NUMBERS.values():
        if numbers[column] >= 0:
            program += [(EQUAL, 0, 1, numbers[column]), _refusal(errno.EPERM)]
    # Its flags lie in memory, where no filter looks; libraries fall back on clone.
    program += [(EQUAL, 0, 1, syscalls.CLONE3[column]), _refusal(errno.ENOSYS)]
    for rule in _rules(column):
        program += rule
    program.append((RETURN, 0, 0, ALLOW))
    return b"".join(struct.pack("HBBI", *instruction) for instruction in program)


def _rules(column: int) -> Iterator[list[Instruction]]:
    """Calls of which an argument decides. Each begins and ends with the call's number loaded."""
    yield _when(syscalls.CLONE[column], 0, [(MASK, 0, 0, NEW_NAMESPACES), (EQUAL, 1, 0, 0), _refusal(errno.EPERM)])
    for call in (syscalls.SOCKET[column], syscalls.SOCKETPAIR[column]):
        yield _when(call, 0, _none_but(FAMILIES, errno.EAFNOSUPPORT))
        yield _when(call, 2, _none_but(PROTOCOLS, errno.EPROTONOSUPPORT))
    yield _when(syscalls.IOCTL[column], 1, _any_of(TERMINAL))
    yield _when(syscalls.FCNTL[column], 1, _any_of((PIPE_SIZE, NOTIFY)))
    option = [(LOAD, 0, 0, _argument(2)), *_any_of(BUFFERS)]
    yield _when(syscalls.SETSOCKOPT[column], 1, [(EQUAL, 0, len(option), SOL_SOCKET), *option])


def _when(call: int, argument: int, then: list[Instruction]) -> list[Instruction]:
    """`then`, with the low word of an argument loaded, for one call only. The kernel looks at no more of it."""
    body = [(LOAD, 0, 0, _argument(argument)), *then, (LOAD, 0, 0, NUMBER)]
    return [(EQUAL, 0, len(body), call), *body]


def _none_but(values: tuple[int, ...], code: int) -> list[Instruction]:
    """Refuse what is loaded unless it is one of these values."""
    return [*((EQUAL, len(values) - index, 0, value) for index, value in enumerate(values)), _refusal(code)]


def _any_of(values: tuple[int, ...]) -> list[Instruction]:
    """Refuse these values of what is loaded."""
    return [step for value in values for step in ((EQUAL, 0, 1, value), _refusal(errno.EPERM))]


def _argument(number: int) -> int:
    return 16 + 8 * number  # in struct seccomp_data; both processors are little-endian


def _refusal(code: int) -> Instruction:
    return (RETURN, 0, 0, REFUSE | code)
