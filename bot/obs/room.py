"""The files into which processes of gunicorn count (prometheus_client), each with its room on the disk before anything
is written: a page of a mapped file for which a full disk has none ends the process at once (SIGBUS). Where there is no
room, or no file can be made, a process counts in its memory, which none of the others can show."""

import contextlib
import mmap
import os
from typing import Any, Final

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

AT_FIRST: Final = 64 * 1024  # bytes, as stock has them
MOST_BESIDE_A_KEY: Final = 64  # of an entry


class RoomyFile(MmapedDict):
    """As stock's, whose files are made longer and have no blocks."""

    _f: Any
    _m: Any
    _capacity: int
    _used: int

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        super().__init__(filename if read_mode else _with_room(filename), read_mode)  # type: ignore[no-untyped-call]

    def _init_value(self, key: str) -> None:
        """Add a key: to a longer file, where this one is full."""
        if self._used + len(key.encode()) + MOST_BESIDE_A_KEY > self._capacity:
            try:
                os.posix_fallocate(self._f.fileno(), 0, 2 * self._capacity)
            except OSError:
                self._go_on_in_memory()
        super()._init_value(key)  # type: ignore[no-untyped-call]

    def _go_on_in_memory(self) -> None:
        memory = os.fdopen(_in_memory(), "r+b")
        memory.write(self._m[:])
        memory.flush()
        self._f.close()
        self._f, self._m = memory, mmap.mmap(memory.fileno(), self._capacity)


def make_room() -> None:
    """Have whatever this process counts from now on lie in such files."""
    values.MmapedDict = RoomyFile  # type: ignore[attr-defined]


def _with_room(filename: str) -> str:
    """The file, made and with room; or the name of one in memory."""
    try:
        with open(filename, "ab") as file:
            os.posix_fallocate(file.fileno(), 0, AT_FIRST)
    except OSError:
        with contextlib.suppress(OSError):  # an empty one cannot be read
            os.unlink(filename)
        return f"/proc/self/fd/{_in_memory()}"
    return filename


def _in_memory() -> int:
    return os.memfd_create("palabre-metrics")
