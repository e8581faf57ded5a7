"""What stands on a PDF page beside its own text: pictures that fill it, fields that were filled in, words that somebody
put onto it. Only ever run in child processes."""

import contextlib
from collections.abc import Iterator
from typing import Any, Final

from pypdf.errors import PyPdfError

MOST_MARKS: Final = 500  # of a page
MOST_LETTERS: Final = 2_000  # of a mark: a page of handwriting
MOST_DEPTH: Final = 5  # of fields in fields, and of pictures in groups
UNSEEN: Final = 0b100010  # hidden, or not to be viewed
PASSWORD: Final = 1 << 13
BROKEN: Final = (PyPdfError, KeyError, TypeError, ValueError, AttributeError)


def pixels_of(page: Any) -> int:
    """Of all pictures of a page together."""
    with contextlib.suppress(*BROKEN):
        return sum(_pixels(page, MOST_DEPTH))
    return 0


def _pixels(place: Any, depth: int) -> Iterator[int]:
    things = _of(_of(place, "/Resources"), "/XObject")
    for name in things or ():
        thing = things[name]
        if thing.get("/Subtype") == "/Image":
            yield int(thing.get("/Width", 0)) * int(thing.get("/Height", 0))
        elif depth and thing.get("/Subtype") == "/Form":
            yield from _pixels(thing, depth - 1)


def marks_of(page: Any) -> list[str]:
    """A line for each field that is filled in, and for each note: `[Field] Nom: Koné Awa`."""
    lines: list[str] = []
    with contextlib.suppress(*BROKEN):
        for reference in list(_of(page, "/Annots") or ())[:MOST_MARKS]:
            with contextlib.suppress(*BROKEN):
                lines += [line[:MOST_LETTERS] for line in _line(reference.get_object())]
    return lines


def _line(mark: Any) -> list[str]:
    if int(mark.get("/F", 0)) & UNSEEN:
        return []
    if mark.get("/Subtype") == "/Widget":
        value = _value(mark)
        return [f"[Field] {_label(mark)}: {value}"] if value else []
    said = " ".join(str(mark.get("/Contents") or "").split())
    return [f"[Note] {said}"] if said and mark.get("/Subtype") not in ("/Link", "/Popup") else []


def _value(field: Any) -> str:
    """What was filled in; of boxes that are ticked `x`, or what their state is called."""
    kind = _inherited(field, "/FT")
    if kind == "/Btn":
        state = str(field.get("/AS") or "").removeprefix("/")
        return {"Off": "", "Yes": "x", "On": "x", "1": "x"}.get(state, state)
    if kind == "/Sig" or int(_inherited(field, "/Ff") or 0) & PASSWORD:
        return ""
    value = _inherited(field, "/V")
    values = value if isinstance(value, list) else [value] if value is not None else []
    return ", ".join(" ".join(str(each.get_object()).split()) for each in values)


def _label(field: Any) -> str:
    """What it shows when it is pointed at, else its name."""
    named = _inherited(field, "/TU") or _inherited(field, "/T") or "?"
    return " ".join(str(named).split())


def _inherited(field: Any, key: str) -> Any:
    for _ in range(MOST_DEPTH):
        found = _of(field, key)
        if found is not None:
            return found
        field = _of(field, "/Parent")
        if field is None:
            break
    return None


def _of(place: Any, key: str) -> Any:
    found = place.get(key) if place is not None else None
    return found.get_object() if found is not None else None
