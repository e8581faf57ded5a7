"""The child's side of bot.isolation.file_text: finds the kind of a file by its content, never by its name, and reads
it. Only ever run by run_child."""

from collections.abc import Callable
from dataclasses import asdict, replace
from importlib import import_module
from typing import Any

import lxml.html

from bot.errors import FileUnreadable, Unreadable
from bot.isolation.framing import framed, unframed
from bot.isolation.markup import DROPPED, decoded, plain_text, write_scripts
from bot.isolation.readers.columns import rows_of, sum_of
from bot.isolation.readers.outline import MOST_CHARS, Outline, Wanted, in_parts
from bot.isolation.signs import is_bitmap

OLE = bytes.fromhex("d0cf11e0a1b11ae1")
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")
RICH_TEXT = b"{\\rtf"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
HTML = (b"<!doctype html", b"<html", b"<head", b"<body")
ZIP = b"PK\x03\x04"
HEAD = 4_096
OFFICE = ("docx", "xlsx", "pptx")


def answer(payload: bytes) -> bytes:
    """A line of JSON {place, sheet, chars, seconds} and the file behind it, to JSON {kind, unit, total, sections} or
    {error}: one of bot.errors.Unreadable."""
    asked, body = unframed(payload)
    wanted = Wanted(**asked)
    try:
        kind = kind_of(body)
        outline = _read(kind, body, wanted)
        is_all = wanted.place == 1 and not wanted.sheet
        if is_all and kind in OFFICE and not any(section.text.strip() for section in outline.sections):
            _check_pictures(body)
        if not outline.total:
            raise FileUnreadable(Unreadable.EMPTY)
        if not outline.sections:
            raise FileUnreadable(Unreadable.NO_SUCH_PLACE)
        said: dict[str, Any] = {"kind": kind, **asdict(outline)}
    except FileUnreadable as error:
        said = {"error": error.reason}
    except (MemoryError, RecursionError):
        said = {"error": Unreadable.TOO_LARGE}
    except Exception:  # the parsers of a hostile file raise anything
        said = {"error": Unreadable.CORRUPT}
    return framed(said)


def kind_of(body: bytes) -> str:
    """pdf, docx, xlsx, pptx, html or text. Raises FileUnreadable for any other."""
    head = body[:HEAD]
    if not body.strip(b"\0 \t\r\n"):
        raise FileUnreadable(Unreadable.EMPTY)
    if b"%PDF-" in head[:1_024]:
        return "pdf"
    if body.startswith(ZIP):
        if (kind := import_module("bot.isolation.readers.office").kind_of(body)) is not None:
            return str(kind)
        raise FileUnreadable(Unreadable.UNKNOWN)
    if body.startswith(OLE):
        raise FileUnreadable(Unreadable.PASSWORD if ENCRYPTED in body else Unreadable.OLD_FORMAT)
    if body.startswith(RICH_TEXT):
        raise FileUnreadable(Unreadable.UNKNOWN)
    if body.startswith(PICTURES) or is_bitmap(body) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP"):
        raise FileUnreadable(Unreadable.PICTURE)
    if b"\0" in head and not body.startswith(UTF_16):
        raise FileUnreadable(Unreadable.UNKNOWN)
    is_page = head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")  # a program may speak of <html> too
    return "html" if is_page and any(sign in head.lower() for sign in HTML) else "text"


def _read(kind: str, body: bytes, wanted: Wanted) -> Outline:
    """Each parser is loaded only where it is wanted."""
    if kind in OFFICE:
        body = import_module("bot.isolation.readers.strict").usual(body)
    if kind in ("pdf", "docx"):
        module = {"pdf": "pdf", "docx": "word"}[kind]
        read: Callable[[bytes, Wanted], Outline] = import_module(f"bot.isolation.readers.{module}").read
        return read(body, wanted)
    if kind in ("xlsx", "pptx"):
        read = getattr(import_module("bot.isolation.readers.office"), f"read_{kind}")
        return read(body, wanted)
    is_summed = bool(wanted.column) and kind == "text"  # of all its rows, however much of them is shown
    part = body if is_summed else _beginning(body)
    text = body.decode("utf-16", "replace") if body.startswith(UTF_16) else decoded(part, "")
    outline = in_parts([("", _visible_of(text) if kind == "html" else text[:MOST_CHARS])], wanted)
    found = sum_of(rows_of(text), wanted.column) if is_summed else None
    return replace(outline, sums=(found,)) if found is not None else outline


def _beginning(body: bytes) -> bytes:
    """Not more than is read, and no half of a letter at its end: it would seem to be of another charset as a whole."""
    end = MOST_CHARS * 4
    while end < len(body) and body[end] & 0xC0 == 0x80 and end > MOST_CHARS * 4 - 4:
        end -= 1
    return body[:end]


def _check_pictures(body: bytes) -> None:
    """Whoever pasted photos into a file without a word has sent no empty one."""
    if import_module("bot.isolation.readers.office").holds_pictures(body):
        raise FileUnreadable(Unreadable.ONLY_PICTURES)


def _visible_of(source: str) -> str:
    tree = lxml.html.document_fromstring(source.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    for element in tree.xpath(DROPPED):
        if element.getparent() is not None:
            element.drop_tree()
    write_scripts(tree)
    return plain_text(tree)[:MOST_CHARS]
