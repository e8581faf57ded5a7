"""Pages of a PDF as pictures, for one that is a scan: drawn in a child process (bot.isolation.readers.pages)."""

from dataclasses import dataclass

from bot.errors import DocumentError, FileUnreadable
from bot.isolation.asking import ask_about
from bot.refusals import Unreadable

MODULE = "bot.isolation.readers.pages"
MEMORY_MIB = 768
LONG_SIDE = 1_568
"""Pixels: models make smaller what is longer."""


@dataclass(frozen=True, slots=True)
class PagePictures:
    """Some pages of a document as JPEG, and how many pages it has."""

    total: int
    pictures: tuple[bytes, ...]


def page_pictures(body: bytes, *, first: int = 1, most: int, timeout_s: float) -> PagePictures:
    """At most `most` pages from the `first` on (1 is the first of all), each no longer than LONG_SIDE; the same bytes
    for the same document. Raises FileUnreadable."""
    wanted = {"first": first, "most": most, "long_side": LONG_SIDE, "seconds": timeout_s * 0.6}
    try:
        said, rest = ask_about(body, MODULE, wanted, timeout_s=timeout_s, memory_mib=MEMORY_MIB)
    except DocumentError:  # it did not survive its bounds
        raise FileUnreadable(Unreadable.TOO_LARGE) from None
    if "error" in said:
        raise FileUnreadable(Unreadable(said["error"]))
    pictures, start = [], 0
    for size in said["sizes"]:
        pictures.append(rest[start : start + size])
        start += size
    return PagePictures(said["total"], tuple(pictures))
