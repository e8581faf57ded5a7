"""The folder of a `make run`: two at once would write over each other's threads and answer on each other's phones."""

import errno
import fcntl
from pathlib import Path
from typing import IO

NAME = ".running"


class InUse(Exception):
    """Somebody runs on this folder; the text is where."""


def make(folder: Path) -> None:
    """A folder that can be written to. Raises OSError, with the reason."""
    if "?" in str(folder):  # it would end the file's name in the address of the database
        raise OSError(errno.EINVAL, "?")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".writable").touch()
    (folder / ".writable").unlink()


def hold(folder: Path, address: str) -> IO[str]:
    """Take a folder for whoever runs at `address`, until the file is closed or we die. Raises InUse."""
    file = (folder / NAME).open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        with file:
            raise InUse(file.read().strip()) from None
    file.truncate(0)
    file.write(address)
    file.flush()
    return file
