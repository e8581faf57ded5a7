"""The frame of a letter in words, the same for every kind of file: who writes to whom, where and when, how it ends."""

import re
from dataclasses import dataclass

from bot.documents.arguments import unmarked
from bot.documents.labels import LABELS, dateline, long_date
from bot.documents.model import Document
from bot.documents.spacing import tied
from bot.text.folding import folded
from bot.text.safe import safe_text
from bot.types import Language

ENDS = re.compile(
    r"agréer|salutations|cordialement|respectueusement|considération|faithfully|sincerely|regards|respectfully",
    re.IGNORECASE,
)
DATED = re.compile(r"\d.*\b(?:19|20)\d\d$")  # « Dakar, le 3 mars 2026 »: a place that brings its day along
_DAY = r"(?:\d{1,2}(?:er|st|nd|rd|th)? [^\W\d]{3,10}|\d\d?[/.]\d\d?[/.])"
PLACED = re.compile(rf"(?:(?:fait à )?([^\d,]{{0,80}}), ?)?(?:le |this )?{_DAY},? ?(?:19|20)\d\d", re.IGNORECASE)
TO = re.compile(r"^[*_ ]*(?:à l['’]attention de|à|to)[*_ ]*:?[*_ ]+", re.IGNORECASE)
_WHO = "Monsieur|Madame|Mademoiselle|Messieurs|Mesdames|Maître|Docteur|Professeur|Excellence|Monseigneur"
GREETING = re.compile(rf"((?:(?:chère?|chers) )?(?:{_WHO})\b[^.!?:\n]{{0,80}}?) ?,", re.IGNORECASE)
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
    closing = letter.closing.strip() or ("" if ENDS.search(body[-END_CHARS:]) else _closing(body, document.language))
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


def _closing(body: str, language: Language) -> str:
    """The usual formula, to whom the letter greets."""
    first = body.lstrip().partition("\n")[0].strip("*_ ")
    greeted = GREETING.fullmatch(first)
    name = greeted[1] if greeted and language is Language.FR else LABELS[language].greeting
    return LABELS[language].closing.format(name)


def framed(document: Document) -> Document:
    """A letter without what its frame sets in its place: what it encloses, and its writer's name below the body, where
    nothing stands behind that."""
    document = _unsaid(document)
    return _by_hand(_with_enclosures(document)) if document.letter and not document.parts else document


def _unsaid(document: Document) -> Document:
    """A body that begins with what the frame says, « Objet : Demande de congé », the two addresses, place and date,
    without it."""
    letter, lines = document.letter, document.content.split("\n")
    if letter is None:
        return document
    recipient = [_plain(TO.sub("", line)) for line in _lines(letter.recipient)]  # « À Monsieur le Directeur »
    said = {*recipient, *map(_plain, (*_lines(letter.sender), *_lines(letter.recipient)))}
    first = 0
    for place, line in enumerate(lines):
        plain = _plain(TO.sub("", line))
        is_bare = plain in ("", "a")  # « À », and whom it is written to below
        if is_bare or plain in said or _is_day(line, document) or _is_subject(line, letter.subject):
            first = first if is_bare else place + 1
        else:
            break
    if first and recipient and _plain(lines[first - 1]) == recipient[0]:  # « Monsieur le Directeur » greets
        first -= 1
    rest = "\n".join(lines[first:])
    return document.model_copy(update={"content": rest.lstrip("\n")}) if first and rest.strip() else document


def _is_day(line: str, document: Document) -> bool:
    """« Abidjan, le 3 mars 2026 », where the frame has that day. Another one is what its writer wants."""
    place = document.letter.place if document.letter else ""
    found = PLACED.fullmatch(line.strip("*_ ."))
    if found is None or _plain(found[1] or "") not in ("", _plain(place.partition(",")[0])):
        return False
    today = (long_date(document.created_at, document.language), f"{document.created_at:%d/%m/%Y}")
    days = (place,) if DATED.search(place) else today
    return any(_plain(line).endswith(_plain(day).rpartition("le ")[2]) for day in days)


def _is_subject(line: str, subject: str) -> bool:
    return bool(LABEL.match(line)) and _plain(_unlabelled(line)) == _plain(_unlabelled(subject))


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
