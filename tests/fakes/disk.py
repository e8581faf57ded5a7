"""A disk so small that it is full in a moment: a tmpfs of its own, where the system lets us mount one."""

import contextlib
import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BITS = (1 << 20, 1 << 12)  # the second: the least that tmpfs gives


@dataclass(frozen=True, slots=True)
class SmallDisk:
    """Fill it, and nobody can make a file on it longer; free it, and they can again."""

    folder: Path

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """Inside the block there is no room left."""
        ballast = self.folder / "ballast"
        descriptor = os.open(ballast, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            for size in BITS:
                _write_until_refused(descriptor, bytes(size))
            yield
        finally:
            os.close(descriptor)
            ballast.unlink()


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk | None]:
    """A small disk in the place of an empty folder until the block ends; None, and the folder as it was, where it
    cannot be mounted, as it cannot by anybody but root."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        yield None
        return
    options = ["-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "palabre-small-disk"]
    if subprocess.run(["mount", *options, str(folder)], capture_output=True, check=False).returncode != 0:
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], capture_output=True, check=True)


def _write_until_refused(descriptor: int, bit: bytes) -> None:
    while True:
        try:
            os.write(descriptor, bit)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            return
