"""Notes and comments of Word files, whose marks say no numbers: each is given its own, and comments stand below the
paragraphs in which they are made, since the end of a long file is far away."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from bot.isolation.readers.numbering import W

NOTES: Final = {"footnote": "", "endnote": "e", "comment": "c"}
"""Kinds of notes, and what stands before their numbers."""

TAKEN_OUT: Final = (
    f"{W}del",
    f"{W}moveFrom",
    "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
)
"""Where a mark is not seen: what was deleted, or stands elsewhere now; a box's other form has the same marks again."""

Marks = dict[tuple[str, str], str]  # what is shown of a note, by its kind and id


def numbered(body: Any) -> Marks:
    """The numbers of notes, which stand nowhere: each mark in the text is given its own."""
    numbers: Marks = {}
    for kind, before in NOTES.items():
        own: dict[str, str] = {}
        for mark in _seen(body, kind):
            if not mark.get(f"{W}customMarkFollows"):
                mark.text = own.setdefault(_id(mark), f"[{before}{len(own) + 1}]")
        numbers |= {(kind, note): shown for note, shown in own.items()}
    return numbers


def _seen(place: Any, kind: str) -> Iterator[Any]:
    marks = place.iter(f"{W}{kind}Reference")
    return (mark for mark in marks if next(mark.iterancestors(*TAKEN_OUT), None) is None)


def comments_in(root: Any, notes: Marks, lines: Callable[[Any], Iterable[str]]) -> Iterator[tuple[str, str]]:
    """What is said on each mark of the text, by its id. `root`: of the part that holds all of them; `lines`: of one."""
    for comment in root.iter(f"{W}comment"):
        if label := notes.get(("comment", _id(comment))):
            yield _id(comment), f"[Comment {label.strip('[]')}] {' '.join(' '.join(lines(comment)).split())}"


def made_in(paragraph: Any, comments: Mapping[str, str]) -> Iterator[str]:
    """The comments of a paragraph, not of those in its boxes."""
    for mark in _seen(paragraph, "comment") if comments else ():
        if next(mark.iterancestors(f"{W}p")) is paragraph and (said := comments.get(_id(mark))):
            yield said


def _id(element: Any) -> str:
    return str(element.get(f"{W}id") or "")
