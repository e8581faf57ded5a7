"""E-mails that somebody saved (.eml), and pages saved with their parts (.mhtml), which are written like them: who wrote
what to whom, what was passed on within, and how the files are called that came along. The files are not opened."""

import base64
import contextlib
import email
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from email.message import EmailMessage, MIMEPart
from email.policy import EmailPolicy
from typing import Any, Final, TypeAlias, cast

from bot.isolation.markup import decoded, visible_of
from bot.isolation.readers.invitations import invitation_lines
from bot.isolation.readers.outline import Outline, Wanted, bounded, in_parts
from bot.text.counted import counted

FIELDS: Final = ("From", "To", "Cc", "Date", "Subject")
MOST_DEPTH: Final = 5  # of letters in letters
HEAD_BYTES: Final = 4_096
FIELD: Final = rb"[A-Za-z][\w-]{1,60}:[^\n]{0,998}\n(?:[ \t][^\n]{0,998}\n)*"
HEAD: Final = re.compile(rb"\s{0,9}(?:From [^\n]{0,998}\n)?((?:" + FIELD + rb"){2,})")
# What programs write: somebody who types « From: » and « Subject: » writes a text.
WORD: Final = re.compile(r"[a-z][\w.+/-]*", re.IGNORECASE)
CALENDAR: Final = "text/calendar"
SIGNS: Final = re.compile(rb"^(?:MIME-Version|Message-ID|Received):", re.IGNORECASE | re.MULTILINE)

Part: TypeAlias = "MIMEPart[Any, Any]"


def is_letter(head: bytes) -> bool:
    """Whether a file that begins so is one."""
    found = HEAD.match(head)
    return found is not None and SIGNS.search(found[1]) is not None


class _Fields(EmailPolicy):
    """One field that its parser cannot make out costs nobody the letter; old programs write letters beyond ASCII into
    them as they are."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        value = decoded(value.encode("ascii", "surrogateescape"), "") if not value.isascii() else value
        try:
            return super().header_fetch_parse(name, value)
        except Exception:  # a hostile field makes it raise anything
            if not name.lower().startswith("content-"):
                return " ".join(value.split())
            word = WORD.match(value.strip())
            return self.header_factory(name, word[0] if word else "x")


def letter_of(body: bytes) -> EmailMessage:
    """A letter as its library parses it."""
    return email.message_from_bytes(body.lstrip(), policy=cast("EmailPolicy[EmailMessage]", _Fields()))


def read(body: bytes, wanted: Wanted) -> Outline:
    """Its fields, its words, those of letters in it, the names of its files."""
    files: list[str] = []
    outline = in_parts([("", bounded(_lines(letter_of(body), files, 0)))], wanted)
    return replace(outline, unread=(counted(len(files), "attached file"),) if files else ())


def _lines(letter: EmailMessage, files: list[str], depth: int) -> Iterator[str]:
    yield from (*_head(letter), "")
    if letter.is_multipart():
        yield from _parts(letter, files, depth)
    elif letter.get_content_type() == CALENDAR:
        yield from invitation_lines(_words(letter), whole=True)
    else:
        yield words_of(letter)


def _parts(place: Part, files: list[str], depth: int, *, is_said: bool = False) -> Iterator[str]:
    """What stands in the parts of a place, in their order: telephones put what is written behind a picture into a part
    of its own. Of several forms of the same, and of what a page is made of, one (`is_said`: that of a place around it),
    and all files."""
    words = ""
    if place.get_content_subtype() in ("alternative", "related"):
        if not is_said:
            words = words_of(place)
            yield words
        is_said = True
    for part in place.iter_parts():
        inside, name = _letter_in(part), part.get_filename()
        if inside is not None and depth < MOST_DEPTH:
            yield "\n[Attached e-mail]"
            yield from _lines(inside, files, depth + 1)
        elif inside is not None or part.is_attachment() or name:
            files.append(name or "?")
            yield f"[Attached] {files[-1]}"
        elif part.get_content_maintype() == "multipart":
            yield from _parts(part, files, depth, is_said=is_said)
        if part.get_content_type() == CALENDAR and not part.is_attachment():
            yield from invitation_lines(_words(part), whole=not words.strip())
        elif _is_written(part) and not is_said:
            yield _words(part)


def _is_written(part: Part) -> bool:
    """Whether its words are the letter's own: some programs give these a name too."""
    kind, subtype = part.get_content_maintype(), part.get_content_subtype()
    return kind == "text" and not part.is_attachment() and (subtype in ("plain", "html") or not part.get_filename())


def _letter_in(part: Part) -> EmailMessage | None:
    """The one that is passed on in a part: as a letter, packed or not, or as the file that somebody saved it to."""
    if part.get_content_type() == "message/rfc822":
        inside = next((inside for inside in part.iter_parts() if isinstance(inside, EmailMessage)), None)
        return _unpacked(part, inside) if inside is not None else None
    if (part.get_filename() or "").lower().endswith(".eml") and not part.is_multipart():
        packed = part.get_payload(decode=True)
        if isinstance(packed, bytes) and is_letter(packed.lstrip()[:HEAD_BYTES]):
            return letter_of(packed)
    return None


def _unpacked(part: Part, inside: EmailMessage) -> EmailMessage:
    """Its letters are base64 where a program packed it, which none may: its library finds no fields in them."""
    packed, way = inside.get_payload(), str(part["Content-Transfer-Encoding"]).strip().lower()
    if inside.keys() or not isinstance(packed, str) or way != "base64":
        return inside
    with contextlib.suppress(ValueError):
        return letter_of(base64.b64decode(packed))
    return inside


def words_of(letter: Part) -> str:
    """What it says, without its fields."""
    return next((text for text in map(_words, _bodies(letter)) if text.strip()), "")


def _bodies(letter: Part) -> Sequence[Part]:
    """As plain text, as a page; all of one whose parts nobody can tell apart."""
    if letter.get_content_maintype() == "multipart" and not letter.is_multipart():
        return [letter]
    return [part for kind in ("plain", "html") if (part := letter.get_body((kind,))) is not None]


def _head(letter: EmailMessage) -> Iterator[str]:
    return (f"{name}: {' '.join(str(letter[name]).split())}" for name in FIELDS if letter[name])


def _words(part: Part) -> str:
    packed = part.get_payload(decode=True)
    text = decoded(packed if isinstance(packed, bytes) else b"", part.get("Content-Type", ""))
    return visible_of(text) if part.get_content_subtype() == "html" else text
