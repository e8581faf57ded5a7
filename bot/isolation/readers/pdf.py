"""The text of PDF pages, and what was filled in on them."""

import io
import time
from collections.abc import Iterator

import pypdf

from bot.errors import FileUnreadable, Unreadable
from bot.isolation.readers.outline import Outline, Section, Wanted, up_to
from bot.isolation.readers.pdf_marks import marks_of, pixels_of

STAMP_CHARS = 60  # « Scanned with … », a number: no text of a page that a picture fills
FILLING = 400_000  # pixels; no logo has as many


def read(body: bytes, wanted: Wanted) -> Outline:
    """Pages from the wanted one on. Raises FileUnreadable."""
    document = pypdf.PdfReader(io.BytesIO(body))
    if document.is_encrypted and not document.decrypt(""):
        raise FileUnreadable(Unreadable.PASSWORD)
    total = len(document.pages)
    if not total:
        raise FileUnreadable(Unreadable.EMPTY)
    sections = tuple(up_to(_pages(document, wanted), wanted.chars))
    pages = [document.pages[section.place - 1] for section in sections]
    if wanted.place <= total and all(map(_is_bare, pages, sections)):
        raise FileUnreadable(Unreadable.NO_TEXT)
    return Outline("page", total, sections)


def _pages(document: pypdf.PdfReader, wanted: Wanted) -> Iterator[Section]:
    ends = time.monotonic() + wanted.seconds
    for place in range(wanted.place, len(document.pages) + 1):
        page = document.pages[place - 1]
        yield Section(place, "\n".join([page.extract_text(), *marks_of(page)]))
        if time.monotonic() > ends:
            return


def _is_bare(page: pypdf.PageObject, section: Section) -> bool:
    """Whether nothing on it can be read but as a picture, whatever the scanner's maker wrote below."""
    marks = marks_of(page)
    written = _letters(section.text) - _letters("".join(marks))
    if pixels_of(page) >= FILLING:
        return written <= STAMP_CHARS
    return not written and not marks


def _letters(text: str) -> int:
    return len("".join(text.split()))
