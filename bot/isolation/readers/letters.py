"""E-mails that somebody saved (.eml), and pages saved with their parts (.mhtml), which are written like them: who wrote
what to whom, what was passed on within, and how the files are called that came along. The files are not opened."""

import email
import re
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage, MIMEPart
from email.policy import default
from typing import Any, Final

from bot.isolation.markup import decoded, visible_of
from bot.isolation.readers.outline import Outline, Wanted, bounded, in_parts
from bot.text.counted import counted

FIELDS: Final = ("From", "To", "Cc", "Date", "Subject")
MOST_DEPTH: Final = 5  # of letters in letters
HEAD_BYTES: Final = 4_096
FIELD: Final = rb"[A-Za-z][\w-]{1,60}:[^\n]{0,998}\n(?:[ \t][^\n]{0,998}\n)*"
HEAD: Final = re.compile(rb"\s{0,9}(?:From [^\n]{0,998}\n)?((?:" + FIELD + rb"){2,})")
# What programs write: somebody who types « From: » and « Subject: » writes a text.
SIGNS: Final = re.compile(rb"^(?:MIME-Version|Message-ID|Received):", re.IGNORECASE | re.MULTILINE)


def is_letter(head: bytes) -> bool:
    """Whether a file that begins so is one."""
    found = HEAD.match(head)
    return found is not None and SIGNS.search(found[1]) is not None


def read(body: bytes, wanted: Wanted) -> Outline:
    """Its fields, its words, those of letters in it, the names of its files."""
    letter = email.message_from_bytes(body.lstrip(), policy=default)
    files: list[str] = []
    outline = in_parts([("", bounded(_lines(letter, files, 0)))], wanted)
    return replace(outline, unread=(counted(len(files), "attached file"),) if files else ())


def _lines(letter: EmailMessage, files: list[str], depth: int) -> Iterator[str]:
    yield from (*_head(letter), "", words_of(letter))
    for part in letter.iter_attachments() if letter.is_multipart() else ():
        inside = _letter_in(part)
        if inside is not None and depth < MOST_DEPTH:
            yield "\n[Attached e-mail]"
            yield from _lines(inside, files, depth + 1)
        elif inside is not None or part.is_attachment() or part.get_filename():
            files.append(part.get_filename() or "?")
            yield f"[Attached] {files[-1]}"


def _letter_in(part: EmailMessage) -> EmailMessage | None:
    """The one that is passed on in a part: as a letter, or as the file that somebody saved it to."""
    if part.get_content_type() == "message/rfc822":
        return next((inside for inside in part.iter_parts() if isinstance(inside, EmailMessage)), None)
    if (part.get_filename() or "").lower().endswith(".eml") and not part.is_multipart():
        packed = part.get_payload(decode=True)
        if isinstance(packed, bytes) and is_letter(packed.lstrip()[:HEAD_BYTES]):
            return email.message_from_bytes(packed.lstrip(), policy=default)
    return None


def words_of(letter: EmailMessage) -> str:
    """What it says, without its fields."""
    body_parts = [_words(part) for kind in ("plain", "html") if (part := letter.get_body((kind,))) is not None]
    return next((text for text in body_parts if text.strip()), "")


def _head(letter: EmailMessage) -> Iterator[str]:
    return (f"{name}: {' '.join(str(letter[name]).split())}" for name in FIELDS if letter[name])


def _words(part: "MIMEPart[Any, Any]") -> str:
    packed = part.get_payload(decode=True)
    text = decoded(packed if isinstance(packed, bytes) else b"", part.get("Content-Type", ""))
    return visible_of(text) if part.get_content_subtype() == "html" else text
