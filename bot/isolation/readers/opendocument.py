"""OpenDocument files, as LibreOffice, OpenOffice and OnlyOffice write them, in an archive or as one file of XML: texts,
workbooks, slides. ODF 1.3, part 3."""

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from bot.isolation.readers.open_sheets import sheet_of
from bot.isolation.readers.open_styles import NAMES, name_of, said, styles_of
from bot.isolation.readers.open_words import NO_WORDS, Words
from bot.isolation.readers.outline import HIDDEN_SLIDE, MOST_CHARS, Outline, Section, Wanted, bounded, in_parts, up_to
from bot.isolation.readers.sheets import outline_of
from bot.isolation.readers.xml import parsed
from bot.text.counted import counted

OBJECT: Final = re.compile(r"(?:\./)?([^/]+)/?")
HEADS, FEET = (
    ("Header", ("header", "header-first", "header-left")),
    ("Footer", ("footer", "footer-first", "footer-left")),
)


def read(body: bytes, wanted: Wanted) -> Outline:
    """Parts of a text, sheets or slides."""
    if not body.startswith(b"PK"):
        root = parsed(body)
        return _outline([root], Words(styles_of([root]), lambda _address: None), wanted)
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        names = set(archive.namelist())

        def part(name: str) -> Any | None:
            return parsed(archive.read(name)) if name in names else None

        def object_of(address: str) -> Any | None:
            found = OBJECT.fullmatch(address)
            return part(f"{found[1]}/content.xml") if found else None

        roots = [root for root in map(part, ("styles.xml", "content.xml")) if root is not None]
        return _outline(roots, Words(styles_of(roots), object_of), wanted)


def _outline(roots: list[Any], words: Words, wanted: Wanted) -> Outline:
    body = next(element for element in roots[-1].iter(NAMES["office"] + "body"))
    content = body[0]
    kind = name_of(content)
    if kind == "spreadsheet":
        tables = [child for child in content if name_of(child) == "table"]
        seen = [table for table in tables if said(table, "table:style-name") not in words.styles.unseen]
        outline = outline_of([sheet_of(table, words) for table in seen], len(tables) - len(seen), wanted)
    elif kind == "presentation":
        outline = _slides(content, words, wanted)
    else:
        outline = in_parts([("", bounded(_lines(roots, content, words)))], wanted)
    pictures = (counted(words.pictures, "picture"),) if words.pictures else ()
    return replace(outline, unread=(*outline.unread, *pictures))


def _lines(roots: list[Any], content: Any, words: Words) -> Iterator[str]:
    """Paragraphs and tables in their order, between what stands at the pages' heads and feet."""
    yield from _around(roots, words, *HEADS)
    yield from words.blocks(content)
    yield from _around(roots, words, *FEET)
    for kind, said_there in words.beyond.items():
        if said_there:
            yield f"[{kind}] " + "\n".join(said_there)


def _around(roots: list[Any], words: Words, label: str, names: tuple[str, ...]) -> Iterator[str]:
    parts = (part for root in roots for page in root.iter(NAMES["style"] + "master-page") for part in page)
    texts = ("\n".join(words.blocks(part)).strip() for part in parts if name_of(part) in names)
    yield from (f"[{label}] {text}" for text in dict.fromkeys(texts) if text)


def _slides(content: Any, words: Words, wanted: Wanted) -> Outline:
    slides = [child for child in content if name_of(child) == "page"]
    sections = (
        Section(place, bounded(_slide(slide, words))[: MOST_CHARS // 10])
        for place, slide in enumerate(slides, 1)
        if place >= wanted.place
    )
    return Outline("slide", len(slides), tuple(up_to(sections, wanted.chars)))


def _slide(slide: Any, words: Words) -> Iterator[str]:
    if said(slide, "draw:style-name") in words.styles.unseen:
        yield HIDDEN_SLIDE
    notes: list[str] = []
    comments: list[str] = []
    for child in slide:
        if name_of(child) == "notes":
            notes += words.blocks(child)
        elif name_of(child) == "annotation":
            comments += words.comment(child)
        elif name_of(child) not in NO_WORDS:
            yield from words.block(child)
    if notes:
        yield "[Notes] " + "\n".join(notes)
    yield from comments
