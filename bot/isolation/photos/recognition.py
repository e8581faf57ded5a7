"""Words on a picture, recognised by tesseract where this machine has it: for models without eyes. It runs in a child
process with bounds (bot.isolation.photos.recognition_child)."""

import os
import shutil
import subprocess

from bot.errors import DocumentError
from bot.isolation.children import run_child
from bot.isolation.extraction import visible

MODULE = "bot.isolation.photos.recognition_child"
PROGRAM = "tesseract"
LANGUAGES = ("fra", "eng")
LIST_S = 5.0
MEMORY_MIB = 768
TIMEOUT_S = 40.0


def can_recognise() -> bool:
    """Whether this machine has the program."""
    return shutil.which(PROGRAM, path=os.defpath) is not None


def languages_known() -> frozenset[str]:
    """Those that it has the data of."""
    asked = subprocess.run(  # noqa: S603 - our own words
        (PROGRAM, "--list-langs"),
        capture_output=True,
        check=False,
        timeout=LIST_S,
        env={"PATH": os.defpath, "LC_ALL": "C.UTF-8"},
    )
    return frozenset(asked.stdout.decode("utf-8", "replace").split())


def recognised(picture: bytes) -> str:
    """The words on a JPEG or PNG of ours, in French and English; "" where there are none, or it takes too long."""
    try:
        words = run_child(MODULE, picture, timeout_s=TIMEOUT_S, memory_mib=MEMORY_MIB)
    except DocumentError:
        return ""
    return visible(words.decode("utf-8", "replace"))
