"""The child's side of bot.isolation.photos.recognition: tesseract, which inherits the child's bounds. Only ever run by
run_child."""

import os
import subprocess

from bot.errors import DocumentError
from bot.isolation.photos.recognition import LANGUAGES, PROGRAM

# « 1 »: it finds out first which side of a page is up, where it has the data for that, as Debian's has. A page on its
# head is read as other words otherwise, not as none.
COMMAND = (PROGRAM, "stdin", "stdout", "-l", "+".join(LANGUAGES), "--psm", "1")


def answer(payload: bytes) -> bytes:
    """A picture in, UTF-8 text out. Raises DocumentError when the program fails, or its languages are not there."""
    done = subprocess.run(  # noqa: S603 - our own words
        COMMAND,
        input=payload,
        capture_output=True,
        check=False,
        env={"PATH": os.defpath, "OMP_THREAD_LIMIT": "1", "LC_ALL": "C.UTF-8"},
    )
    if done.returncode:
        raise DocumentError("its words could not be recognised")
    return done.stdout
