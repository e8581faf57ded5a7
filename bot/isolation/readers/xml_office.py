"""Office files that are one file of XML: Excel's and Word's of 2003, which many programs export, Word's since, and
OpenDocument's."""

import base64
import io
import re
import zipfile
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from lxml import etree

from bot.isolation.readers.outline import Outline, Wanted, bounded, in_parts
from bot.isolation.readers.packages import OFFICE, kind_of
from bot.isolation.readers.xml import parsed

ROOT: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?\s{0,99}(?:<[?!][^>]{0,999}>\s{0,99}){0,9}<(?:[\w-]{1,20}:)?"
    rb"(Workbook|wordDocument|package|document)\s[^>]*?"
    rb"(?:urn:schemas-microsoft-com:office:spreadsheet|http://schemas.microsoft.com/office/(?:word/2003/wordml|2006/xmlPackage)"
    rb"|urn:oasis:names:tc:opendocument:xmlns:office:1.0)"
)
PART: Final = "{http://schemas.microsoft.com/office/2006/xmlPackage}"
WORD_2003: Final = b"http://schemas.microsoft.com/office/word/2003/wordml"
WORD: Final = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
NOTE: Final = "{http://schemas.microsoft.com/aml/2001/core}annotation"
CONTENT: Final = "http://schemas.openxmlformats.org/package/2006/content-types"


def is_office(head: bytes) -> bool:
    """Whether a file that begins so is one."""
    return ROOT.match(head) is not None


def read(body: bytes, wanted: Wanted) -> Outline:
    """Parts, sheets or slides, as the same file in an archive."""
    root = parsed(body)
    name = root.tag.rpartition("}")[2]
    if name == "Workbook":
        return _reader("xml_sheets").outline(root, wanted)  # type: ignore[no-any-return]
    if name == "wordDocument":
        return in_parts([("", bounded(_lines_2003(body)))], wanted)
    if name == "package":
        return _packed(root, wanted)
    return _reader("opendocument").read(body, wanted)  # type: ignore[no-any-return]


def _reader(name: str) -> Any:
    return import_module(f"bot.isolation.readers.{name}")


def _lines_2003(body: bytes) -> Iterator[str]:
    """Its elements are those of all later Word files, under another name. A comment stands where it is made."""
    word = _reader("word")
    root = word.parsed(body.replace(WORD_2003, WORD))
    comments = []
    for note in list(root.iter(NOTE)):
        if note.get(f"{{{WORD.decode()}}}type") == "Word.Comment":
            comments.append(" ".join(note.xpath("string()").split()))
            note.getparent().remove(note)
    yield from word.lines_of(root)
    yield from (f"[Comments] {comment}" for comment in comments)


def _packed(root: Any, wanted: Wanted) -> Outline:
    """The parts of the file, put into the archive in which they would stand otherwise."""
    out, types = io.BytesIO(), etree.Element(f"{{{CONTENT}}}Types")
    with zipfile.ZipFile(out, "w") as archive:
        for part in root.iter(f"{PART}part"):
            name = str(part.get(f"{PART}name"))
            etree.SubElement(
                types, f"{{{CONTENT}}}Override", PartName=name, ContentType=str(part.get(f"{PART}contentType"))
            )
            archive.writestr(name.lstrip("/"), _content(part))
        archive.writestr(OFFICE, etree.tostring(types))
    body = out.getvalue()
    if kind_of(body) == "docx":
        return _reader("word").read(body, wanted)  # type: ignore[no-any-return]
    return _reader("office").read_pptx(body, wanted)  # type: ignore[no-any-return]


def _content(part: Any) -> bytes:
    for form in part:
        if form.tag == f"{PART}xmlData" and len(form):
            return etree.tostring(form[0])  # type: ignore[no-any-return]
        if form.tag == f"{PART}binaryData":
            return base64.b64decode(form.text or "")
    return b""
