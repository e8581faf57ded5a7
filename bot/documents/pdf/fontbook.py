"""The shipped fonts: which one shows a character, and how wide text is. fonts/README.md says where they come from."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import regex
from fpdf import FPDF
from fpdf.enums import TextDirection
from fpdf.fonts import TTFFont

from bot.documents.blocks import Style
from bot.errors import DocumentError
from bot.text.safe import safe_text

FOLDER = Path(__file__).parents[1] / "fonts"
FILES = {
    "text": "NotoSans-Regular",
    "textB": "NotoSans-Bold",
    "textI": "NotoSans-Italic",
    "textBI": "NotoSans-BoldItalic",
    "code": "DejaVuSansMono",
    "symbols": "DejaVuSans",
    "arabic": "NotoSansArabic-Regular",
    "emoji": "NotoEmoji-Regular",
}
RTL = TextDirection.RTL
SHAPING = {"features": {}, "script": None, "language": None, "fragment_direction": RTL, "paragraph_direction": RTL}
# Only marks move: letters keep their own widths, as they are drawn.
MARKING = {"features": {"kern": False, "liga": False}, "fragment_direction": TextDirection.LTR}
MISSING = "□"
MAX_MISSING_SHARE = 0.02
# Joiners, emoji variants, keycaps (1️⃣) and skin tones: one-colour emoji are drawn one by one, in no colour.
UNDRAWN = regex.compile(r"[\u200c\u200d\u20e3\ufe0e\ufe0f\U0001F3FB-\U0001F3FF]")
ARABIC = regex.compile(r"\p{scx=Arabic}")  # its comma and question mark too, which other scripts share
MARK = regex.compile(r"\p{M}")


def has_marks(text: str) -> bool:
    """Whether some of it stands over or below a letter, and is no letter of its own."""
    return not text.isascii() and MARK.search(text) is not None


class Run(NamedTuple):
    """Text that one font shows; `font` is a key of FILES."""

    text: str
    font: str


class Stretch(NamedTuple):
    """A part of a run: points that it takes by itself, and those by which it begins to the right of the run's own
    beginning and above its baseline."""

    text: str
    width: float
    right: float
    above: float


class FontBook:
    """The fonts of one PDF, each opened when the first character needs it: most documents need two or three of the
    eight. Also counts the characters none of them has."""

    def __init__(self, pdf: FPDF) -> None:
        self._pdf = pdf
        self._seen = 0
        self._missing: dict[str, int] = {}
        self.width = lru_cache(maxsize=20_000)(self._width)

    def runs(self, text: str, style: Style) -> list[Run]:
        """The text cut where the font changes; what no font has becomes a white square."""
        runs: list[Run] = []
        for character in UNDRAWN.sub("", safe_text(text).replace("\t", "    ")):
            previous = runs[-1].font if runs else ""
            drawn, font = self._shown(character, style, previous)
            if font == previous:
                runs[-1] = Run(runs[-1].text + drawn, font)
            else:
                runs.append(Run(drawn, font))
        return runs

    def stretches(self, text: str, font: str, size: float) -> Iterator[Stretch]:
        """A run written from left to right, its marks apart: each stands where its letter has room for it (ɛ̌, ɔ̂), and
        a second one above the first."""
        face, marks = self._face(font), self._marks(text, font)
        points = face.scale * size / 1_000
        for is_mark, group in groupby(range(len(text)), key=marks.__contains__):
            places = list(group)
            for part in [[place] for place in places] if is_mark else [places]:
                written = text[part[0] : part[-1] + 1]
                right, above = marks.get(part[0], (0.0, 0.0))
                begins = right * points if is_mark else self.width(text[: part[0]], font, size)
                yield Stretch(written, float(face.get_text_width(written, size, None)[1]), begins, above * points)

    def _marks(self, text: str, font: str) -> dict[int, tuple[float, float]]:
        """By its place in the text, where each mark is drawn, in the font's own units."""
        infos, positions = self._face(font).perform_harfbuzz_shaping(text, 1, MARKING)
        found, pen = {}, 0.0
        for info, position in zip(infos, positions, strict=True):
            if MARK.match(text[info.cluster]):
                found[info.cluster] = (pen + position.x_offset, float(position.y_offset))
            pen += position.x_advance
        return found

    def check(self) -> None:
        """Raise DocumentError when so much of the text has no glyph that the document would be of no use."""
        lost = sum(self._missing.values())
        if lost > max(3, self._seen * MAX_MISSING_SHARE):
            raise DocumentError(f"the PDF has no letters for part of the text ({self._sample()}): use another script")

    def remarks(self) -> list[str]:
        """What its author should know, who does not see the squares."""
        if not self._missing:
            return []
        told = f"no letters for {self._sample()}: empty squares stand there"
        return [f"{told}. Make it again in other letters, or as docx, or tell the user"]

    def _sample(self) -> str:
        return " ".join(sorted(self._missing, key=lambda character: -self._missing[character])[:5])

    def _shown(self, character: str, style: Style, previous: str) -> tuple[str, str]:
        """What is drawn, and its font: where none has the character, the letter that it is a way of writing (𝐀 of A),
        else a white square."""
        for drawn in dict.fromkeys((character, unicodedata.normalize("NFKC", character))):
            if len(drawn) == 1 and (font := self._font(drawn, style, previous)):
                return drawn, font
        self._missing[character] = self._missing.get(character, 0) + 1
        return MISSING, "symbols"

    def _font(self, character: str, style: Style, previous: str) -> str | None:
        """The font for a character; a mark stays with the letter it sits on where that font has it."""
        own = "code" if style.code else "text" + ("B" if style.bold else "") + ("I" if style.italic else "")
        if previous and MARK.match(character) and self._has(previous, character):
            return previous
        self._seen += 1
        for key in (own, "arabic", "symbols", "emoji", "code"):
            # The Arabic font brings its own signs; only those that Arabic needs are wanted from it.
            if self._has(key, character) and (key != "arabic" or ARABIC.match(character)):
                return key
        return None

    def _face(self, key: str) -> TTFFont:
        if key not in self._pdf.fonts:
            family = key.rstrip("BI")
            self._pdf.add_font(family, style=key.removeprefix(family), fname=FOLDER / f"{FILES[key]}.ttf")
        face = self._pdf.fonts[key]
        if not isinstance(face, TTFFont):
            raise TypeError(f"{key} is no font of ours")
        return face

    def _has(self, key: str, character: str) -> bool:
        return ord(character) in self._face(key).cmap

    def _width(self, text: str, font: str, size: float) -> float:
        """Points. Arabic letters grow narrower where they join; those of other scripts keep their widths, and a mark
        takes none, also where every character is equally wide."""
        face = self._face(font)
        shaping = SHAPING if font == "arabic" else MARKING if font == "code" and has_marks(text) else None
        _glyphs, width = face.get_text_width(text, size, shaping)
        return float(width)
