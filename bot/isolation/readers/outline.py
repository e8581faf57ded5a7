"""What every reader returns, and how a long text without pages is cut into parts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.text.passages import passages_of

PART_CHARS = 6_000
HIDDEN_SLIDE = "[Hidden slide: it is not shown to an audience]"
CELLS = " | "  # between the cells of a row
MOST_CHARS = 400_000  # of one file: far more than anybody reads by message


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which part of a file is asked for: from `place` (1 is the first) on, of one `sheet` if that is named, up to
    `chars`. `seconds`: what reading may take before what there is has to do. `column`: of a table, by its heading or
    letter, is also added up."""

    place: int
    sheet: str
    chars: int
    seconds: float
    column: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A page, a slide or a part of a longer text."""

    place: int
    text: str
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """`unit` is page, slide or part; `total` how many the file has; `sheets` how many texts there are, where each is a
    sheet, and `words` all of them have, as far as they were read whole; `sums`: of the column that was asked for,
    one a sheet (bot.isolation.readers.columns). `is_cut`: there is more than the bounds let anybody read; `unread`:
    what else of it stands in no section, in English: « 1 hidden sheet »."""

    unit: str
    total: int
    sections: tuple[Section, ...]
    sheets: int = 0
    words: int = 0
    sums: tuple[dict[str, Any], ...] = ()
    is_cut: bool = False
    unread: tuple[str, ...] = ()


def in_parts(texts: Iterable[tuple[str, str]], wanted: Wanted) -> Outline:
    """Long texts, each with the name of its sheet, in parts that are numbered through. What is longer than may be is
    cut."""
    whole = list(texts)
    texts = [(sheet, text[:MOST_CHARS]) for sheet, text in whole]
    parts = [
        Section(place, part, sheet)
        for place, (sheet, part) in enumerate(
            ((sheet, part) for sheet, text in texts for part in passages_of(text, PART_CHARS, 0)), 1
        )
    ]
    first = wanted.place
    if wanted.sheet:
        of_sheet = [part.place for part in parts if part.sheet.casefold() == wanted.sheet.casefold()]
        first = of_sheet[0] + wanted.place - 1 if of_sheet else len(parts) + 1
    shown = tuple(up_to(parts[first - 1 :], wanted.chars))
    words = sum(len(text.split()) for _, text in texts)
    is_cut = any(len(text) > MOST_CHARS for _, text in whole)
    return Outline("part", len(parts), shown, len(texts), words, is_cut=is_cut)


def up_to(sections: Iterable[Section], chars: int) -> Iterator[Section]:
    """Sections from the first on, until so many characters are there."""
    left = chars
    for section in sections:
        if left <= 0:
            return
        yield section
        left -= len(section.text)


def bounded(lines: Iterable[str]) -> str:
    """Lines as one text, not much longer than the most that is read of a file: whoever cuts it there knows of more."""
    kept, left = [], MOST_CHARS + 2
    for line in lines:
        if left <= 0:
            break
        kept.append(line[:left])
        left -= len(line) + 1
    return "\n".join(kept)
