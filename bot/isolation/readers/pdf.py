"""The text of PDF pages."""

import io
import time
from collections.abc import Iterator

import pypdf

from bot.errors import FileUnreadable, Unreadable
from bot.isolation.readers.outline import Outline, Section, Wanted, up_to


def read(body: bytes, wanted: Wanted) -> Outline:
    """Pages from the wanted one on. Raises FileUnreadable."""
    document = pypdf.PdfReader(io.BytesIO(body))
    if document.is_encrypted and not document.decrypt(""):
        raise FileUnreadable(Unreadable.PASSWORD)
    total = len(document.pages)
    if not total:
        raise FileUnreadable(Unreadable.EMPTY)
    sections = tuple(up_to(_pages(document, wanted), wanted.chars))
    if wanted.place <= total and not any(section.text.strip() for section in sections):
        raise FileUnreadable(Unreadable.NO_TEXT)
    return Outline("page", total, sections)


def _pages(document: pypdf.PdfReader, wanted: Wanted) -> Iterator[Section]:
    ends = time.monotonic() + wanted.seconds
    for place in range(wanted.place, len(document.pages) + 1):
        yield Section(place, document.pages[place - 1].extract_text())
        if time.monotonic() > ends:
            return
