"""Files of other programs than those whose libraries the tests have: written by hand, byte by byte where it must be."""

import io
import struct
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

SECTOR, LEAST = 512, 4_096  # of a compound file; streams below so many bytes stand elsewhere
END, FAT, FREE = 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
NAMES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in (
        ("office", "office"), ("style", "style"), ("text", "text"), ("table", "table"), ("draw", "drawing"),
        ("presentation", "presentation"), ("fo", "xsl-fo-compatible"),
    )
) + ' xmlns:xlink="http://www.w3.org/1999/xlink"'  # fmt: skip


def archive_of(files: Mapping[str, str | bytes]) -> bytes:
    """A ZIP archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return out.getvalue()


def open_document(kind: str, inside: str, styles: str = "", before: str = "", **others: str) -> bytes:
    """An OpenDocument file of a kind (text, spreadsheet, presentation), with what stands inside its body, its automatic
    styles, something before its root, and objects by their names, `Object_1` a formula."""
    content = (
        f"{before}<office:document-content{NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{inside}</office:{kind}></office:body></office:document-content>"
    )
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    objects = {f"{name.replace('_', ' ')}/content.xml": body for name, body in others.items()}
    return archive_of({"mimetype": mimetype, "content.xml": content, **objects})


def flat_document(kind: str, inside: str) -> bytes:
    """The same as one file of XML."""
    body = f"<office:body><office:{kind}>{inside}</office:{kind}></office:body>"
    return f'<?xml version="1.0"?>\n<office:document{NAMES}>{body}</office:document>'.encode()


def book(*chapters: str) -> bytes:
    """An electronic book."""
    items = "".join(f'<item id="c{place}" href="text/{place}.xhtml"/>' for place in range(len(chapters)))
    spine = "".join(f'<itemref idref="c{place}"/>' for place in reversed(range(len(chapters))))
    pages = enumerate(chapters)
    container = "urn:oasis:names:tc:opendocument:xmlns:container"
    return archive_of({
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": f'<container xmlns="{container}"><rootfiles><rootfile full-path="OPS/b.opf"/>'
        "</rootfiles></container>",
        "OPS/b.opf": f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{items}</manifest><spine>{spine}</spine>'
        "</package>",
        **{f"OPS/text/{place}.xhtml": f"<html><body><p>{text}</p></body></html>" for place, text in pages},
    })  # fmt: skip


def compound(name: str, stream: bytes) -> bytes:
    """A compound file (OLE) of one stream."""
    return compound_of({name: stream})


def compound_of(streams: Mapping[str, bytes]) -> bytes:
    """A compound file (OLE) of at most three streams."""
    padded = [each.ljust(max(LEAST, -(-len(each) // SECTOR) * SECTOR), b"\0") for each in streams.values()]
    starts = list(accumulate((len(each) // SECTOR for each in padded), initial=0))
    sectors = starts[-1]
    used = sectors + 2  # with the list of contents, and this table
    table = [END if place in starts else place for place in range(1, sectors + 1)] + [END, FAT]
    if used > SECTOR // 4:
        raise ValueError("a longer stream needs a second table")
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + struct.pack(
        "<HHHHH6xIIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, sectors, 0, LEAST, END, 0, END, 0, sectors + 1
    )  # fmt: skip
    contents = _entry("Root Entry", 5, 1, END, 0)
    for number, (name, stream, start) in enumerate(zip(streams, padded, starts, strict=False), 2):
        contents += _entry(name, 2, FREE, start, len(stream), number if number <= len(streams) else FREE)
    return b"".join((
        head.ljust(SECTOR, b"\xff"),
        *padded,
        contents.ljust(SECTOR, b"\0"),
        struct.pack(f"<{used}I", *table).ljust(SECTOR, b"\xff"),
    ))  # fmt: skip


def _entry(name: str, kind: int, child: int, start: int, size: int, following: int = FREE) -> bytes:
    written = (name + "\0").encode("utf-16-le")
    head = written.ljust(64, b"\0") + struct.pack("<HBBIII", len(written), kind, 1, FREE, following, child)
    return head + bytes(36) + struct.pack("<IQ", start, size)


Value = str | float | tuple[float, str]


def old_workbook(
    sheets: Mapping[str, Sequence[Sequence[Value]]], hidden: Iterable[str] = (), hidden_rows: Iterable[int] = ()
) -> bytes:
    """An .xls (BIFF8): sheets of rows of texts and numbers, these with a format if they are to have one. Rows are
    hidden by their numbers, 1 the first, on every sheet."""
    codes = sorted({cell[1] for rows in sheets.values() for row in rows for cell in row if isinstance(cell, tuple)})
    looks = b"".join(_record(0x41E, struct.pack("<H", 164 + place) + _text(code)) for place, code in enumerate(codes))
    looks += b"".join(_record(0xE0, struct.pack("<HHH14x", 0, each, 1)) for each in (0, *range(164, 164 + len(codes))))
    bodies = [_sheet(rows, codes, set(hidden_rows)) for rows in sheets.values()]
    start = _record(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 1997, 0, 0)) + _record(0x42, struct.pack("<H", 1200))
    start += _record(0x31, struct.pack("<HHHHHBBBB", 200, 0, 0, 400, 0, 0, 0, 0, 0) + b"\x01\0A") + looks
    at = len(start) + sum(len(_bound(0, name, is_hidden=False)) for name in sheets) + 4
    for name, body in zip(sheets, bodies, strict=True):
        start += _bound(at, name, is_hidden=name in hidden)
        at += len(body)
    return compound("Workbook", start + _record(0x0A) + b"".join(bodies))


def _sheet(rows: Sequence[Sequence[Value]], codes: Sequence[str], hidden: set[int]) -> bytes:
    body = _record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 1997, 0, 0))
    for place, row in enumerate(rows):
        options = 0x100 | (0x20 if place + 1 in hidden else 0)
        body += _record(0x208, struct.pack("<HHHHHHI", place, 0, len(row), 300, 0, 0, options))
        for column, cell in enumerate(row):
            value, look = (cell[0], 1 + codes.index(cell[1])) if isinstance(cell, tuple) else (cell, 0)
            where = struct.pack("<HHH", place, column, look)
            is_text = isinstance(value, str)
            body += (
                _record(0x204, where + _text(value)) if is_text else _record(0x203, where + struct.pack("<d", value))
            )
    return body + _record(0x0A)


def _bound(at: int, name: str, *, is_hidden: bool) -> bytes:
    return _record(0x85, struct.pack("<IBBBB", at, is_hidden, 0, len(name), 1) + name.encode("utf-16-le"))


def _text(text: str) -> bytes:
    return struct.pack("<HB", len(text), 1) + text.encode("utf-16-le")


def _record(kind: int, body: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(body)) + body
