"""Memory in large pages. A turn touches a little of very much: modules, tables, what libraries have built of them. In
pages of 4 KiB that is more addresses than a processor keeps at hand, and it looks most of them up again in memory."""

import ctypes
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

PAGE = 2 * 1024 * 1024
COLLAPSE = 25  # MADV_COLLAPSE: at once, and whatever is set for the machine; Linux 6.1 and later
PAUSES_S = (15.0, 60.0, 600.0, 3600.0)  # what lasts is built by the first turns of a process, whenever these come


def keep_gathering(pauses_s: Sequence[float] = PAUSES_S) -> None:
    """Gather what this process holds, some times in its life. At its start half as much is won, and a start waits."""

    def work() -> None:
        for pause_s in pauses_s:
            time.sleep(pause_s)
            gather()

    threading.Thread(target=work, name="large pages", daemon=True).start()


def gather() -> None:
    """Have the kernel put what this process holds into large pages. Where it knows or has none, all stays as it is."""
    kernel = ctypes.CDLL(None)
    for begin, end in areas(_maps()):
        kernel.madvise(ctypes.c_void_p(begin), ctypes.c_size_t(end - begin), COLLAPSE)


def areas(maps: str) -> Iterator[tuple[int, int]]:
    """Where large pages fit into memory that is of no file, by what Linux tells of a process: addresses, from and to.
    The stacks of threads are not touched: Linux refuses them, or no large page fits where they are in use."""
    for line in maps.splitlines():
        bounds, mode, _offset, _device, _inode, *name = line.split(maxsplit=5)
        first, last = (int(bound, 16) for bound in bounds.split("-"))
        begin, end = -(-first // PAGE) * PAGE, last // PAGE * PAGE
        if mode == "rw-p" and name in ([], ["[heap]"]) and begin < end:
            yield begin, end


def _maps() -> str:
    try:
        return Path("/proc/self/maps").read_text()
    except OSError:  # no Linux
        return ""
