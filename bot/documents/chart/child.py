"""The child's side of render_chart: horizontal bars in the colours of our documents. Only ever run by
bot.isolation.children. Lengths in pixels of the finished picture; drawn SCALE times as large, then made smaller, since
Pillow draws hard edges."""

import io
from pathlib import Path
from typing import Final

import regex
from PIL import Image, ImageDraw, ImageFont

from bot.documents.chart.render import MOST_BARS, Bar, Chart
from bot.documents.theme import ACCENT, DEEP, HAIRLINE, HEADING_TINT, INK, MUTED, Colour

SCALE: Final = 3
WIDTH: Final = 720
MARGIN: Final = 44
HEAD: Final = 116  # title and caption
ROW: Final = 74
FOOT: Final = 56
BAR: Final = 18  # thickness
VALUE: Final = 84  # room behind a bar
LONGEST_LABEL: Final = 100  # characters; more never fit
COLOURS: Final = 48  # a palette keeps the picture small on metered connections
FONTS: Final = Path(__file__).parents[1] / "fonts"
ELLIPSIS: Final = "…"
OTHER_SCRIPT: Final = regex.compile(r"[^\p{Latin}\p{Common}\p{Inherited}\p{Greek}\p{Cyrillic}]")


def answer(payload: bytes) -> bytes:
    """A Chart as JSON in, a PNG out."""
    chart = Chart.model_validate_json(payload)
    return Painter(chart.bars[:MOST_BARS]).paint(chart)


class Painter:
    """One picture. Every coordinate it takes is in finished pixels."""

    def __init__(self, bars: tuple[Bar, ...]) -> None:
        self._bars = bars
        self._height = HEAD + ROW * len(bars) + FOOT
        self._image = Image.new("RGB", (WIDTH * SCALE, self._height * SCALE), "white")
        self._draw = ImageDraw.Draw(self._image)

    def paint(self, chart: Chart) -> bytes:
        """The picture as PNG."""
        self._rectangle(0, 0, WIDTH, 8, ACCENT)
        self._text(MARGIN, 58, chart.title, 30, DEEP, bold=True)
        self._text(MARGIN, 88, chart.caption, 17, MUTED)
        for number, bar in enumerate(self._bars):
            self._row(HEAD + ROW * number, bar)
        line = self._height - FOOT + 12
        self._rectangle(MARGIN, line, WIDTH - MARGIN, line + 1, HAIRLINE)
        self._text(MARGIN, line + 26, chart.footer, 14, MUTED)
        return self._png()

    def _row(self, top: int, bar: Bar) -> None:
        detail = self._width(bar.detail, 15)
        end = WIDTH - MARGIN - VALUE
        self._text(MARGIN, top + 24, self._fitted(bar.label, 19, end - MARGIN - detail - 16), 19, INK, bold=True)
        self._text(end - detail, top + 24, bar.detail, 15, MUTED)
        self._bar(MARGIN, top + 36, end - MARGIN, HEADING_TINT)
        if bar.share > 0:
            self._bar(MARGIN, top + 36, max(BAR, round((end - MARGIN) * min(1.0, bar.share))), ACCENT)
        self._text(WIDTH - MARGIN - self._width(bar.value, 20, bold=True), top + 52, bar.value, 20, DEEP, bold=True)

    def _bar(self, left: int, top: int, width: int, colour: Colour) -> None:
        box = [side * SCALE for side in (left, top, left + width, top + BAR)]
        self._draw.rounded_rectangle(box, radius=BAR * SCALE // 2, fill=colour)

    def _rectangle(self, left: int, top: int, right: int, bottom: int, colour: Colour) -> None:
        self._draw.rectangle([left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1], fill=colour)

    def _text(self, left: float, baseline: int, text: str, size: int, colour: Colour, *, bold: bool = False) -> None:
        """Text that begins at `left` and stands on `baseline`."""
        place = (left * SCALE, baseline * SCALE)
        self._draw.text(place, text, font=_font(text, size, bold=bold), fill=colour, anchor="ls")

    def _width(self, text: str, size: int, *, bold: bool = False) -> float:
        return _font(text, size, bold=bold).getlength(text) / SCALE

    def _fitted(self, text: str, size: int, room: float) -> str:
        """The text on one line, cut with an ellipsis where it is wider than its room."""
        text = " ".join(text[:LONGEST_LABEL].split())
        if self._width(text, size, bold=True) <= room:
            return text
        while text and self._width(text + ELLIPSIS, size, bold=True) > room:
            text = text[:-1]
        return text.rstrip() + ELLIPSIS

    def _png(self) -> bytes:
        small = self._image.resize((WIDTH, self._height), Image.Resampling.LANCZOS)
        body = io.BytesIO()
        small.quantize(COLOURS, dither=Image.Dither.NONE).save(body, "PNG", optimize=True)
        return body.getvalue()


def _font(text: str, size: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    """Our text font, or the one with the most scripts for a name that needs it."""
    own = "NotoSans-Bold" if bold else "NotoSans-Regular"
    return ImageFont.truetype(FONTS / f"{'DejaVuSans' if OTHER_SCRIPT.search(text) else own}.ttf", size * SCALE)
