"""Where somebody who reads an RTF file stands: how the letters look, and the texts that have come together."""

import codecs
from dataclasses import dataclass, field
from typing import Final

from bot.isolation.readers.rich_tokens import CODE_PAGES
from bot.isolation.readers.scripts import Piece, written

USUAL: Final = "cp1252"


@dataclass(frozen=True, slots=True)
class Look:
    """What a group begins with, and its end gives back. `where`: in which text it stands; `skipped`: the word for which
    nothing of it is read; `codes`: how many letters stand for each sign of Unicode, for programs that know none."""

    where: str = ""
    skipped: str = ""
    font: str = ""
    mark: str = ""
    is_hidden: bool = False
    codes: int = 1


@dataclass(slots=True)
class Text:
    """A page's, or what stands beside it."""

    lines: list[str] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)

    def take(self) -> str:
        """What has come since the last line or cell."""
        text = written(self.pieces).strip(" \t")
        self.pieces.clear()
        return text

    def end_line(self, line: str) -> None:
        """Have one more, unless it is empty."""
        if line:
            self.lines.append(line)


def codec_of(name: str) -> str:
    """The charset of a code page; the usual one where nobody knows it."""
    try:
        return codecs.lookup(CODE_PAGES.get(name, name)).name
    except LookupError:
        return USUAL
