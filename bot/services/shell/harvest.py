"""Which files of a command are worth sending: known kinds that harm nobody, told by their content, not their name. Only
ever run by run_child (bot.services.shell.sifting)."""

import codecs
import contextlib
import io
import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from xml.parsers import expat

from bot.isolation.framing import framed, unframed
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
# What a PDF does by itself, and what such a thing could be hidden in. A place to open at is no deed. NUL and a comment
# are white space there.
BETWEEN = rb"(?:[\0\s]|%[^\r\n]*+)*+"
ACTS = re.compile(
    rb"/(?:AA(?=[\0\s<\d%])|JavaScript|Launch|SubmitForm|ImportData|GoTo[RE]\b|Rendition|RichMedia|XFA|EmbeddedFile|"
    rb"ObjStm|Encrypt)|/OpenAction" + BETWEEN + rb"(?!\[)|/FS" + BETWEEN + rb"/URL"
)
# What begins a cell, to whatever program; what it may hold behind a sign: nothing that is computed, or a number, with
# an exponent and up to two words of a unit.
SPACE = "[ \u00a0\u202f]"
NUMBER = (
    rf"[+-]{SPACE}*+[.,]?+\d(?>(?:[., \u00a0\u202f]?+\d)*)(?>(?:e[+-]?+\d++)?){SPACE}*+[%€$£°]?+[^\W\d_]{{0,9}}+"
    rf"(?>(?:{SPACE}[^\W\d_]{{1,9}}+)?){SPACE}*+\"?+"
)
WIDE = "\uff1d\uff20\uff0b\uff0d"  # = @ + - in full width, which some programs take for the same
NOTHING = r"[+-][^\w,;\t\r\n\"]*+(?(quoted)\")"
FORMULA = re.compile(
    rf"(?:^|[,;\t\r\n]|(?P<quoted>\"))(?>(?:[^\S\t\r\n]|[\u200b\ufeff])*)"
    rf"(?=[=@{WIDE}]|(?!(?:{NUMBER}|{NOTHING})(?:[,;\t\r\n]|$))[+-])",
    re.IGNORECASE,
)
BEYOND_ASCII = re.compile("[^\x00-\x7f\ufffd]")
MARK = "\ufeff"  # without it Excel takes UTF-8 for something older
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to send: `title` is its name without the ending that its content asks for."""

    title: str
    ending: str
    content_type: str
    body: bytes


def answer(payload: bytes) -> bytes:
    """A line of JSON {files: [[name, size], …]} and their bytes behind it, to a line {judged: [[title, ending, content
    type, size] or null, …]} and the bytes of what is sent."""
    wanted, bodies = unframed(payload)
    judged, sent, start = list[tuple[str, str, str, int] | None](), [], 0
    for name, size in wanted["files"]:
        file = attachment(name, bodies[start : start + size])
        start += size
        judged.append((file.title, file.ending, file.content_type, len(file.body)) if file else None)
        sent.append(file.body if file else b"")
    return framed({"judged": judged}, b"".join(sent))


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
    text = _text(body)
    if not text or UNPRINTABLE.search(text):
        return None
    if ending == ".csv":
        text = harmless_csv(text)
        text = text if text.isascii() else MARK + text
    return Attachment(title, ending, TEXTS[ending], text.encode())


def _text(body: bytes) -> str:
    """What is written in UTF-8, or as programs of Windows write; empty for neither."""
    wide = body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for charset in ("utf-8-sig", "utf-16" if wide else "cp1252"):
        with contextlib.suppress(UnicodeDecodeError):
            return body.decode(charset)
        if BEYOND_ASCII.search(body.decode("utf-8", "replace")):  # of UTF-8 that is damaged
            break
    return ""


def _unescaped(body: bytes) -> bytes:
    """Names in a PDF may be written with `#4a` for a letter."""
    return re.sub(rb"#([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found[1].decode()), body)


def harmless_csv(text: str) -> str:
    """The same table, in which no cell is a formula to a spreadsheet program, whatever it takes for a separator and
    whether or not it heeds quotation marks."""
    return FORMULA.sub(r"\g<0>'", text)


def _package(title: str, body: bytes) -> Attachment | None:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as package:
            names = package.namelist()
            if "[Content_Types].xml" not in names or reaches_out(package):
                return None
    except (zipfile.BadZipFile, expat.ExpatError, zlib.error, EOFError, ValueError, OSError, RuntimeError):
        return None
    except MemoryError:  # it unpacks to more than the child may take, whatever it says of its size
        return None
    for part, ending, content_type in PACKAGES:
        if part in names:
            return Attachment(title, ending, content_type, body)
    return None
