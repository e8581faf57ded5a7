"""E-mails that somebody saved (.eml), and pages saved with their parts (.mhtml), which are written like them: who wrote
what to whom, and how the files are called that came along. The files themselves are not opened."""

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
FIELD: Final = rb"[A-Za-z][\w-]{1,60}:[^\n]{0,998}\n(?:[ \t][^\n]{0,998}\n)*"
HEAD: Final = re.compile(rb"\s{0,9}(?:From [^\n]{0,998}\n)?((?:" + FIELD + rb"){2,})")
# What programs write: somebody who types « From: » and « Subject: » writes a text.
SIGNS: Final = re.compile(rb"^(?:MIME-Version|Message-ID|Received):", re.IGNORECASE | re.MULTILINE)


def is_letter(head: bytes) -> bool:
    """Whether a file that begins so is one."""
    found = HEAD.match(head)
    return found is not None and SIGNS.search(found[1]) is not None


def read(body: bytes, wanted: Wanted) -> Outline:
    """Its fields, its words, the names of its files."""
    letter = email.message_from_bytes(body.lstrip(), policy=default)
    words = words_of(letter)
    parts = letter.iter_attachments() if letter.is_multipart() else ()
    files = [part.get_filename() or "?" for part in parts if part.is_attachment() or part.get_filename()]
    outline = in_parts([("", bounded((*_head(letter), "", words, *(f"[Attached] {name}" for name in files))))], wanted)
    return replace(outline, unread=(counted(len(files), "attached file"),) if files else ())


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
