"""Which files of a command are worth sending: known kinds that harm nobody, told by their content, not their name."""

import csv
import io
import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from xml.parsers import expat

from bot.services.shell.packages import reaches_out

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
ENDINGS = (*TEXTS, *(ending for _, ending, _ in (*MAGIC, *PACKAGES)))
# What a PDF does by itself, and what such a thing could be hidden in. A place to open at is no deed.
ACTS = re.compile(
    rb"/(?:OpenAction\s*+(?!\s*\[)|AA(?=[\s<\d])|JavaScript|Launch|SubmitForm|ImportData|GoTo[RE]\b|Rendition|RichMedia|XFA|"
    rb"EmbeddedFile|ObjStm|Encrypt)|/FS\s*/URL"
)
NUMBER = re.compile(r"[+-][\d\s.,]+%?")
INNER = re.compile(r"([,;\t\r\n\"]\s*)(?=[=@]|[+-]\s*[^\W\d])")
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
            acts = ending == ".pdf" and ACTS.search(_unescaped(body)) is not None
            return None if acts else Attachment(title, ending, content_type, body)
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


def _unescaped(body: bytes) -> bytes:
    """Names in a PDF may be written with `#4a` for a letter."""
    return re.sub(rb"#([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found[1].decode()), body)


def harmless_csv(text: str) -> str:
    """The same table, in which no cell is a formula to a spreadsheet program; unchanged when none was."""
    separator = max(",;\t", key=text[:4_000].count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error:
        return (
            text if not re.search(r"(?m)(^|[,;\t\"])[=@]", text) else re.sub(r"(?m)(^|[,;\t\"])([=@])", r"\1'\2", text)
        )
    harmless = [[_harmless(cell) for cell in row] for row in rows]
    if harmless == rows:
        return text
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator, lineterminator="\n").writerows(harmless)
    return out.getvalue()


def _harmless(cell: str) -> str:
    """A cell, which is several to a program that takes another separator or leaves quotation marks alone."""
    cell = INNER.sub(r"\1'", cell)
    return "'" + cell if _is_formula(cell) else cell


def _is_formula(cell: str) -> bool:
    start = cell.lstrip()[:1]
    return start in ("=", "@") or (start in ("+", "-") and not NUMBER.fullmatch(cell.strip()))


def _package(title: str, body: bytes) -> Attachment | None:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as package:
            names = package.namelist()
            if "[Content_Types].xml" not in names or reaches_out(package):
                return None
    except (zipfile.BadZipFile, expat.ExpatError, zlib.error, EOFError, ValueError, OSError, RuntimeError):
        return None
    for part, ending, content_type in PACKAGES:
        if part in names:
            return Attachment(title, ending, content_type, body)
    return None
