"""The child's side of bot.isolation.file_text: finds the kind of a file by its content, never by its name, and reads
it. Only ever run by run_child."""

from collections.abc import Callable
from dataclasses import asdict, replace
from importlib import import_module
from itertools import islice
from typing import Any

from bot.errors import FileUnreadable
from bot.isolation.framing import framed, unframed
from bot.isolation.markup import decoded, is_text, plain_text, readable, rows_in
from bot.isolation.readers.columns import MOST_ROWS, rows_of, sum_of
from bot.isolation.readers.containers import SIGN as OLE
from bot.isolation.readers.containers import names_in
from bot.isolation.readers.outline import MOST_CHARS, Outline, Wanted, in_parts
from bot.isolation.signs import charset_of_wide, is_bitmap
from bot.refusals import Unreadable
from bot.text.counted import counted

ENCRYPTED = "EncryptedPackage"
NAME_BYTES = 64  # of an entry in such a file's list of contents
LETTER = "__properties_version1.0"  # of Outlook
OLD_SLIDES, OLDER_SLIDES = "PowerPoint Document", "PP40"  # of 1997, and 1995
OLD_TEXTS = ("WordDocument",)
OLD_WORKBOOKS = ("Workbook", "Book")
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")
RICH_TEXT = b"{\\rtf"
HTML = (b"<!doctype html", b"<html", b"<head", b"<body", b"<table")  # the last alone is what some banks call .xls
ZIP = b"PK\x03\x04"
PDF, PART_OF_PDF = b"%PDF-", b" obj"
HEAD = 4_096
HEAD_OF_XML = 16_384  # its root says many names
MOST_OF_A_PAGE = 8 * 1024 * 1024  # bytes of HTML: those that were saved bring their pictures and styles along
OFFICE = ("docx", "xlsx", "pptx")
READERS = {
    "pdf": "pdf", "docx": "word", "letter": "letters", "xls": "old_workbooks", "rtf": "rich_text", "xml": "xml_office",
    "doc": "old_words", "ppt": "old_slides", "msg": "outlook", "epub": "books", "zip": "archives",
    **dict.fromkeys(("odt", "ods", "odp"), "opendocument"),
}  # fmt: skip


def answer(payload: bytes) -> bytes:
    """A line of JSON {place, sheet, chars, seconds} and the file behind it, to JSON {kind, unit, total, sections} or
    {error}: one of bot.refusals.Unreadable."""
    asked, body = unframed(payload)
    try:
        kind, outline = read(body, Wanted(**asked))
        said: dict[str, Any] = {"kind": kind, **asdict(outline)}
    except FileUnreadable as error:
        said = {"error": error.reason}
    return framed(said)


def read(body: bytes, wanted: Wanted) -> tuple[str, Outline]:
    """The kind of a file and what it says. Raises FileUnreadable, whatever its parsers raise."""
    try:
        kind = kind_of(body)
        return kind, _outline(kind, body, wanted)
    except FileUnreadable:
        raise
    except (MemoryError, RecursionError):
        raise FileUnreadable(Unreadable.TOO_LARGE) from None
    except Exception:  # the parsers of a hostile file raise anything
        raise FileUnreadable(Unreadable.CORRUPT) from None


def read_inside(body: bytes, wanted: Wanted) -> Outline:
    """What the one document in an archive says. Raises FileUnreadable for one that is an archive itself."""
    kind = kind_of(body)
    if kind == "zip":
        raise FileUnreadable(Unreadable.ARCHIVE)
    return _outline(kind, body, wanted)


def _outline(kind: str, body: bytes, wanted: Wanted) -> Outline:
    outline = _read(kind, body, wanted)
    if kind in OFFICE:
        outline = _with_pictures(outline, body)
    is_all = wanted.place == 1 and not wanted.sheet
    if is_all and not any(section.text.strip() for section in outline.sections):
        _check_pictures(outline)
    if not outline.total:
        raise FileUnreadable(Unreadable.EMPTY)
    if not outline.sections:
        raise FileUnreadable(Unreadable.NO_SUCH_PLACE)
    return outline


def is_signed(body: bytes) -> bool:
    """Whether its first bytes say that it is a file with signs of its own, no text. Not of PDFs, whose sign may stand
    behind others."""
    return body.startswith((ZIP, OLE, RICH_TEXT)) or is_picture(body)


def kind_of(body: bytes) -> str:
    """pdf, html, text, one of READERS, or xlsx or pptx. Raises FileUnreadable for any other."""
    head = body[:HEAD]
    if not body.strip(b"\0 \t\r\n"):
        raise FileUnreadable(Unreadable.EMPTY)
    if body.startswith(ZIP):  # before PDFs, of which one may stand in it as it is
        return str(import_module("bot.isolation.readers.packages").kind_of(body) or "zip")
    if body.startswith(OLE):
        return _of_ole(body)
    if body.startswith(RICH_TEXT):
        return "rtf"
    if PDF in head[:1_024] and (body.startswith(PDF) or PART_OF_PDF in body):  # a text may speak of them
        return "pdf"
    if is_picture(body):
        raise FileUnreadable(Unreadable.PICTURE)
    head = _head_of_text(head)
    if import_module("bot.isolation.readers.letters").is_letter(head):
        return "letter"
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and _is_office_xml(body):
        return "xml"
    is_page = head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")  # a program may speak of <html> too
    return "html" if is_page and any(sign in head.lower() for sign in HTML) else "text"


def _head_of_text(head: bytes) -> bytes:
    """As any other where its letters are of two bytes each. Raises FileUnreadable if it is no text."""
    if wide := charset_of_wide(head):
        return head.decode(wide, "replace").encode()
    if b"\0" in head:
        raise FileUnreadable(Unreadable.UNKNOWN)
    return head


def _is_office_xml(body: bytes) -> bool:
    return bool(import_module("bot.isolation.readers.xml_office").is_office(body[:HEAD_OF_XML]))


def is_picture(body: bytes) -> bool:
    """Whether it is one, of the kinds that telephones and programs write."""
    return body.startswith(PICTURES) or is_bitmap(body) or (body[:4] == b"RIFF" and body[8:12] == b"WEBP")


def _of_ole(body: bytes) -> str:
    """Much else is in such containers too, and what stands in one as a thing of its own may be any of these: what the
    outermost folder holds tells, or all of it where that is broken."""
    names = names_in(body)

    def has_any(*some: str) -> bool:
        return any(name.lower() in names if names else _is_named(body, name) for name in some)

    if has_any(LETTER):
        return "msg"
    if has_any(ENCRYPTED):
        raise FileUnreadable(Unreadable.PASSWORD)
    if has_any(OLD_SLIDES):
        return "ppt"
    if has_any(OLDER_SLIDES):
        raise FileUnreadable(Unreadable.OLD_FORMAT)
    if has_any(*OLD_TEXTS):
        return "doc"
    if has_any(*OLD_WORKBOOKS):
        return "xls"
    raise FileUnreadable(Unreadable.UNKNOWN if names else Unreadable.CORRUPT)


def _is_named(body: bytes, name: str) -> bool:
    """Whether such a container has a part of this name anywhere."""
    part = name.encode("utf-16-le")
    return part + bytes(NAME_BYTES - len(part)) in body


def _read(kind: str, body: bytes, wanted: Wanted) -> Outline:
    """Each parser is loaded only where it is wanted."""
    if kind in OFFICE:
        body = import_module("bot.isolation.readers.strict").usual(body)
    if kind in READERS:
        module = READERS[kind]
        read: Callable[[bytes, Wanted], Outline] = import_module(f"bot.isolation.readers.{module}").read
        return read(body, wanted)
    if kind in ("xlsx", "pptx"):
        read = getattr(import_module("bot.isolation.readers.office"), f"read_{kind}")
        return read(body, wanted)
    return _read_text(body, wanted, is_page=kind == "html")


def _read_text(body: bytes, wanted: Wanted, *, is_page: bool) -> Outline:
    is_summed = bool(wanted.column)  # … of all its rows, however much of them is shown
    most = MOST_OF_A_PAGE if is_page else len(body) if is_summed else MOST_CHARS * 4 + 4
    part = _beginning(body, most)
    text = decoded(part, "")
    if not is_text(text):
        raise FileUnreadable(Unreadable.UNKNOWN)
    tree = readable(text) if is_page else None
    said = plain_text(tree) if tree is not None else text
    outline, is_cut = in_parts([("", said)], wanted), len(part) < len(body)
    outline = replace(outline, is_cut=outline.is_cut or is_cut)
    if not is_summed:
        return outline
    rows = (tree is not None and list(islice(rows_in(tree), MOST_ROWS + 1))) or rows_of(said)
    found = sum_of(rows[:-1] if is_cut else rows, wanted.column)  # the last one may have been cut in two
    if found is not None and is_cut:
        found["rows_left_out"] = True
    return replace(outline, sums=(found,) if found is not None else ())


def _beginning(body: bytes, most: int) -> bytes:
    """Not more than is read, and no half of a letter at its end: it would seem to be of another charset as a whole."""
    end = most
    while end < len(body) and body[end] & 0xC0 == 0x80 and end > most - 4:
        end -= 1
    return body[:end]


def _check_pictures(outline: Outline) -> None:
    """Whoever pasted photos into a file without a word has sent no empty one."""
    if any("picture" in each for each in outline.unread):
        raise FileUnreadable(Unreadable.ONLY_PICTURES)


def _with_pictures(outline: Outline, body: bytes) -> Outline:
    """An exercise is often a picture below a line of text: nobody should answer as if that line were all."""
    packages = import_module("bot.isolation.readers.packages")
    found = (("picture", packages.pictures_in(body)), ("chart", packages.charts_in(body)))
    return replace(outline, unread=(*outline.unread, *(counted(number, what) for what, number in found if number)))
