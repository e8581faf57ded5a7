"""Archives that hold one document: of which kind it is, and whether it unpacks to more than is read; they are looked at
before they are unpacked."""

import io
import re
import zipfile
from collections.abc import Callable
from typing import Final

from bot.errors import FileUnreadable
from bot.refusals import Unreadable

MIB: Final = 1024 * 1024
MOST_ENTRIES, MOST_BYTES, MOST_OF_ONE = 5_000, 128 * MIB, 48 * MIB  # unpacked
BY_ROWS: Final = re.compile(r"xl/worksheets/[^/]+\.xml")  # sheets: of each no more than MOST_OF_ONE is unpacked
OFFICE: Final = "[Content_Types].xml"
BINARY: Final = "xl/workbook.bin"  # of an .xlsb, whose sheets are no XML: nobody here reads them either
FOLDERS: Final = {"word/": "docx", "xl/": "xlsx", "ppt/": "pptx"}
CHART: Final = re.compile(r"(?:word|ppt)/charts/chartEx\d*\.xml")  # since 2016: waterfalls, maps
MIMETYPE, LONGEST_TYPE = "mimetype", 100
OPEN_DOCUMENT: Final = "application/vnd.oasis.opendocument."
BY_TYPE: Final = {
    **{OPEN_DOCUMENT + name: "odt" for name in ("text", "text-template", "text-master")},
    **{OPEN_DOCUMENT + name: "ods" for name in ("spreadsheet", "spreadsheet-template")},
    **{OPEN_DOCUMENT + name: "odp" for name in ("presentation", "presentation-template")},
    "application/epub+zip": "epub",
}
# Of Pages, Numbers and Keynote, since 2013 and before; of programs: nobody has packed these to be sent.
OTHER: Final = re.compile(r".*\.iwa|QuickLook/.*|AndroidManifest\.xml|META-INF/MANIFEST\.MF")
MANIFEST, SEALED = "META-INF/manifest.xml", b"encryption-data"


def kind_of(body: bytes) -> str | None:
    """docx, xlsx, pptx, odt, ods, odp, epub; None for an archive of whatever files. Raises FileUnreadable for a
    document of another kind, one that unpacks to too much, and one that needs a password."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        names = archive.namelist()
        if OFFICE in names:
            of_office = _of_office(names)
            check(archive.infolist(), by_rows=of_office == "xlsx")
            return of_office
        if MIMETYPE not in names and not any(OTHER.fullmatch(name) for name in names):
            return None
        is_said = MIMETYPE in names and archive.getinfo(MIMETYPE).file_size <= LONGEST_TYPE
        kind = BY_TYPE.get(archive.read(MIMETYPE).decode("latin-1").strip()) if is_said else None
        if kind is None:
            raise FileUnreadable(Unreadable.UNKNOWN)
        check(archive.infolist())
        if MANIFEST in names and SEALED in archive.read(MANIFEST):
            raise FileUnreadable(Unreadable.PASSWORD)
        return kind


def check(entries: list[zipfile.ZipInfo], *, by_rows: bool = False) -> None:
    """That they unpack to no more than is read. `by_rows`: of a workbook, whose sheets are each read to MOST_OF_ONE.
    Raises FileUnreadable."""
    sizes = [
        min(entry.file_size, MOST_OF_ONE) if by_rows and BY_ROWS.fullmatch(entry.filename) else entry.file_size
        for entry in entries
    ]
    if len(entries) > MOST_ENTRIES or sum(sizes) > MOST_BYTES or max(sizes, default=0) > MOST_OF_ONE:
        raise FileUnreadable(Unreadable.TOO_LARGE)


def _of_office(names: list[str]) -> str:
    if BINARY in names:
        raise FileUnreadable(Unreadable.OLD_FORMAT)
    for folder, kind in FOLDERS.items():
        if any(name.startswith(folder) for name in names):
            return kind
    raise FileUnreadable(Unreadable.UNKNOWN)


def pictures_in(body: bytes) -> int:
    """How many pictures and recordings an Office file brings along."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return sum("/media/" in name for name in archive.namelist())


def charts_in(body: bytes) -> int:
    """How many charts of a Word file or of slides nobody reads: most are tables, those of workbooks are their cells."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return sum(bool(CHART.fullmatch(name)) for name in archive.namelist())


def rewritten(body: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """The same archive with what `change` makes of each part, by its name and what it holds."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(body)) as archive,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made,
    ):
        for name in archive.namelist():
            made.writestr(name, change(name, archive.read(name)))
    return out.getvalue()
