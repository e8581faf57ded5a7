"""The text of PDF pages, and what was filled in on them."""

import contextlib
import io
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pypdf

from bot.errors import FileUnreadable
from bot.isolation.readers.outline import Outline, Section, Wanted, up_to
from bot.isolation.readers.pdf_marks import BROKEN, marks_of, pixels_of
from bot.refusals import Unreadable
from bot.text.counted import counted

STAMP_CHARS = 60  # « Scanned with … », a number: no text of a page that a picture fills
FILLING = 400_000  # pixels; no logo has as many
BARE = "[No text on this page: it is a picture, or blank]"  # among pages that have some
MOST_CONTROL = 10  # of so many letters none may be a control character: a space is one where letters are veiled


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
    are_bare = list(map(_is_bare, pages, sections))
    if wanted.place <= total and all(are_bare):
        raise FileUnreadable(Unreadable.NO_TEXT)
    told = zip(sections, are_bare, strict=True)
    shown = tuple(_as_bare(section) if is_bare else section for section, is_bare in told)
    files = _attached(document)
    return Outline("page", total, shown, unread=(counted(files, "attached file"),) if files else ())


def _attached(document: pypdf.PdfReader) -> int:
    """How many files it carries: of a portfolio they are all that matters."""
    with contextlib.suppress(*BROKEN):
        return len(list(document.attachment_list))
    return 0


def _pages(document: pypdf.PdfReader, wanted: Wanted) -> Iterator[Section]:
    ends = time.monotonic() + wanted.seconds
    for place in range(wanted.place, len(document.pages) + 1):
        page = document.pages[place - 1]
        yield Section(place, "\n".join([_text_of(page), *marks_of(page)]))
        if time.monotonic() > ends:
            return


def _text_of(page: pypdf.PageObject) -> str:
    """Nothing of one that is broken, which keeps nobody from the others, nor where the file does not say which letters
    it shows: other signs stand for them then, and to eyes it is as clear as any."""
    try:
        text = str(page.extract_text())
    except MemoryError:
        raise
    except Exception:  # the parser of a hostile page raises anything
        return ""
    kinds = Counter(unicodedata.category(letter) for letter in text if not letter.isspace())
    unsaid = kinds["Cc"] + kinds["Co"] + kinds["Cn"] + text.count("\ufffd")
    is_veiled = kinds["Cc"] * MOST_CONTROL > kinds.total() or unsaid * 2 > kinds.total()
    return "" if is_veiled else text


def _is_bare(page: pypdf.PageObject, section: Section) -> bool:
    """Whether nothing on it can be read but as a picture, whatever the scanner's maker wrote below."""
    marks = marks_of(page)
    written = _letters(section.text) - _letters("".join(marks))
    if pixels_of(page) >= FILLING:
        return written <= STAMP_CHARS
    return not written and not marks


def _as_bare(section: Section) -> Section:
    """Whoever reads a page without a word would take it for empty, and what is on it for nothing."""
    return replace(section, text=f"{section.text}\n{BARE}".strip())


def _letters(text: str) -> int:
    return len("".join(text.split()))
