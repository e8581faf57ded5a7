"""Which files of a command are worth sending: known kinds that harm nobody, told by their content, not their name."""

import csv
import io
import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from xml.parsers import expat

MAX_FILES, MAX_BYTES = 5, 5 * 1024 * 1024
MAGIC = (
    (b"%PDF-", ".pdf", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", ".png", "image/png"),
    (b"\xff\xd8\xff", ".jpg", "image/jpeg"),
)
OFFICE = "application/vnd.openxmlformats-officedocument."
PACKAGES = (
    ("xl/workbook.xml", ".xlsx", OFFICE + "spreadsheetml.sheet"),
    ("word/document.xml", ".docx", OFFICE + "wordprocessingml.document"),
    ("ppt/presentation.xml", ".pptx", OFFICE + "presentationml.presentation"),
)
TEXTS = {".txt": "text/plain", ".md": "text/markdown", ".csv": "text/csv"}
PROGRAMS = re.compile(r"vbaProject|activeX|embeddings/", re.IGNORECASE)  # parts of a package that may run something
# What a part is to another, the last word of the relation's type: programs under any name, other formats within.
ACTIVE = ("vbaproject", "oleobject", "package", "control", "activexcontrol", "afchunk", "connections", "querytable")
RELATIONS_BYTES = 1024 * 1024  # all that say so, together; an empty package of Office has 2 KiB
NUMBER = re.compile(r"[+-][\d\s.,]+%?")
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to send: `title` is its name without the ending that its content asks for."""

    title: str
    ending: str
    content_type: str
    body: bytes


def attachment(name: str, body: bytes) -> Attachment | None:
    """What a file is sent as; None when it is of no kind that we know to be harmless."""
    path = PurePosixPath(name)
    title = path.stem.replace("_", " ").strip(" .") or "document"
    if name.startswith(".") or not body or len(body) > MAX_BYTES:
        return None
    for magic, ending, content_type in MAGIC:
        if body.startswith(magic):
            return Attachment(title, ending, content_type, body)
    if body.startswith(b"PK\x03\x04"):
        return _package(title, body)
    ending = path.suffix.lower()
    if ending not in TEXTS:
        return None
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if UNPRINTABLE.search(text):
        return None
    return Attachment(title, ending, TEXTS[ending], harmless_csv(text).encode() if ending == ".csv" else body)


def harmless_csv(text: str) -> str:
    """The same table, in which no cell is a formula to a spreadsheet program; unchanged when none was."""
    separator = max(",;\t", key=text[:4_000].count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error:
        return (
            text if not re.search(r"(?m)(^|[,;\t\"])[=@]", text) else re.sub(r"(?m)(^|[,;\t\"])([=@])", r"\1'\2", text)
        )
    if not any(_is_formula(cell) for row in rows for cell in row):
        return text
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    writer.writerows([["'" + cell if _is_formula(cell) else cell for cell in row] for row in rows])
    return out.getvalue()


def _is_formula(cell: str) -> bool:
    start = cell.lstrip()[:1]
    return start in ("=", "@") or (start in ("+", "-") and not NUMBER.fullmatch(cell.strip()))


def _package(title: str, body: bytes) -> Attachment | None:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as package:
            names = package.namelist()
            if _reaches_out(package):
                return None
    except (zipfile.BadZipFile, expat.ExpatError, zlib.error, EOFError, ValueError, OSError, RuntimeError):
        return None
    if "[Content_Types].xml" not in names or any(PROGRAMS.search(name) for name in names):
        return None
    for part, ending, content_type in PACKAGES:
        if part in names:
            return Attachment(title, ending, content_type, body)
    return None


def _reaches_out(package: zipfile.ZipFile) -> bool:
    """Whether something is loaded from elsewhere, or run, as soon as somebody opens it: a picture's address can carry
    what the person has confided. Links, which wait to be pressed, may stand there."""
    parts = [part for part in package.infolist() if part.filename.lower().endswith(".rels")]
    if sum(part.file_size for part in parts) > RELATIONS_BYTES:
        return True
    found: list[bool] = []

    def relation(_name: str, given: dict[str, str]) -> None:
        kind = given.get("Type", "").rpartition("/")[2].lower()
        is_outside = given.get("TargetMode", "").lower() == "external"
        found.append(kind in ACTIVE or (is_outside and kind != "hyperlink"))

    for part in parts:
        parser = expat.ParserCreate()
        parser.StartElementHandler = relation
        parser.Parse(package.read(part), True)
    return any(found)
