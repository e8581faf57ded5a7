"""Against the machine's own malloc, in a process of its own: what is said to it holds as long as that lives."""

import subprocess
import sys

import pytest

# How many heaps malloc_info(3) tells of, after twelve threads have taken memory at once.
PROBE = """
import ctypes, threading
from bot.heaps import share_heaps
shared = share_heaps() if {shares} else None
free, all_there = threading.Event(), threading.Barrier(13)
def hold():
    held = ctypes.CDLL(None).malloc(100_000)
    all_there.wait(30)
    free.wait(30)
threads = [threading.Thread(target=hold) for _ in range(12)]
for thread in threads: thread.start()
all_there.wait(30)
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(libc.fopen(b"/dev/stdout", b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
free.set()
"""


@pytest.mark.programs
def test_the_threads_of_a_process_share_two_heaps() -> None:
    assert _heaps(shares=True) == 2 < _heaps(shares=False)


def _heaps(*, shares: bool) -> int:
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(shares=shares)], capture_output=True, text=True, check=True
    )
    return done.stdout.count("<heap ")
