"""The frame of a letter in words, the same for every kind of file: who writes to whom, where and when, how it ends."""

import re
from dataclasses import dataclass

from bot.documents.arguments import unmarked
from bot.documents.labels import LABELS, dateline
from bot.documents.model import Document
from bot.documents.spacing import tied
from bot.text.folding import folded
from bot.text.safe import safe_text

ENDS = re.compile(
    r"agréer|salutations|cordialement|respectueusement|considération|faithfully|sincerely|regards|respectfully",
    re.IGNORECASE,
)
DATED = re.compile(r"\d.*\b(?:19|20)\d\d$")  # « Dakar, le 3 mars 2026 »: a place that brings its day along
LABEL = re.compile(r"[*_\s]*(?:objet|subject)[*_\s]*:[*_\s]*", re.IGNORECASE)
ENCLOSED = re.compile(
    r"^[*_ ]*(?:p\. ?-? ?j\.|pj|pièces? jointes?|enclosures?|encls?\.?)[*_ ]*(?:\([^)\n]*\)[*_ ]*)?:",
    re.IGNORECASE | re.MULTILINE,
)
ANOTHER_PARAGRAPH = re.compile(r"\n[ \t]*\n(?!\s*(?:[-*•–]|\d+[.)])\s)")
END_CHARS = 400  # of the body, in which a closing formula would stand


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the body; `closing` is empty when the body has one, `signature` when it ends with it."""

    sender: tuple[str, ...]
    recipient: tuple[str, ...]
    dateline: str
    subject_label: str
    subject: str
    closing: str
    signature: str


def frame_of(document: Document) -> Frame | None:
    """The frame of a document that is a letter."""
    letter = document.letter
    if letter is None:
        return None
    labels = LABELS[document.language]
    body = "\n".join([document.content, *(part.text for part in document.parts)]).rstrip()
    sender = _lines(letter.sender)
    name = sender[0] if sender else ""
    closing = letter.closing.strip() or ("" if ENDS.search(body[-END_CHARS:]) else labels.closing)
    place = " ".join(safe_text(letter.place).split())
    return Frame(
        sender=tuple(map(tied, sender)),
        recipient=tuple(map(tied, _lines(letter.recipient))),
        dateline=place if DATED.search(place) else dateline(place, document.created_at, document.language),
        subject_label=labels.subject,
        subject=tied(_unlabelled(unmarked(" ".join(safe_text(letter.subject).split())))),
        closing=tied(unmarked(" ".join(safe_text(closing).split()))),
        signature="" if name and body.rstrip("*_ .").endswith(name) else name,
    )


def framed(document: Document) -> Document:
    """A letter without what its frame sets in its place: what it encloses, and its writer's name below the body."""
    return _by_hand(_with_enclosures(_unsaid(document))) if document.letter and not document.parts else document


def _unsaid(document: Document) -> Document:
    """A body that begins with the subject, « Objet : Demande de congé », without it: the frame says it."""
    first, _, rest = document.content.lstrip().partition("\n")
    said, subject = (_plain(_unlabelled(text)) for text in (first, document.letter.subject if document.letter else ""))
    if not LABEL.match(first) or said != subject or not rest.strip():
        return document
    return document.model_copy(update={"content": rest.lstrip("\n")})


def _plain(text: str) -> str:
    return folded(" ".join(text.split())).strip("*_ .")


def _with_enclosures(document: Document) -> Document:
    """« P.-J. : mon CV » at the end of the body stands below the signature, and so does its list."""
    body = document.content.rstrip()
    *_, begins = (-1, *(found.start() for found in ENCLOSED.finditer(body)))
    enclosed = body[begins:]
    if begins < 0 or not body[:begins].strip() or ANOTHER_PARAGRAPH.search(enclosed) or ENDS.search(enclosed):
        return document
    return document.model_copy(update={"content": body[:begins], "enclosures": enclosed})


def _by_hand(document: Document) -> Document:
    """The frame has room for the hand above the name."""
    letter, body = document.letter, document.content.rstrip()
    name = next(iter(_lines(letter.sender)), "") if letter else ""
    before, _, last = body.rpartition("\n")
    if not name or not before.strip() or " ".join(last.split()).strip("*_ .,") != name:
        return document
    return document.model_copy(update={"content": before})


def _lines(text: str) -> tuple[str, ...]:
    return tuple(unmarked(" ".join(line.split())) for line in safe_text(text).split("\n") if line.strip())[:8]


def _unlabelled(subject: str) -> str:
    """Without a label of its own: the frame brings one."""
    found = LABEL.match(subject)
    return subject[found.end() :] if found else subject
