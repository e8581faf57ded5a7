"""Figures in words: for screen readers, for files without pictures, and where pictures are not loaded."""

from functools import partial

from bot.documents.blocks import Chart, Curve
from bot.documents.figures.numbers import written
from bot.documents.labels import LABELS
from bot.text.latex import to_unicode
from bot.types import Language

MOST_CHARS = 1_000


def described(figure: Chart | Curve, language: Language) -> str:
    """What the figure shows: a chart's numbers, a curve's function and range."""
    if isinstance(figure, Curve):
        write = partial(written, language=language)
        functions = " ; ".join(map(readable_function, figure.expressions))
        return LABELS[language].curve.format(functions, write(figure.low), write(figure.high))
    write = partial(written, language=language, is_percent=figure.is_percent)
    series = [
        f"{line.name}{': ' if line.name else ''}"
        + ", ".join(
            f"{label} {write(value)}"
            for label, value in zip(figure.labels, line.values, strict=True)
            if value is not None
        )
        for line in figure.series
    ]
    text = f"{figure.title}. " if figure.title else ""
    return f"{text}{' ; '.join(series)}"[:MOST_CHARS]


def readable_function(expression: str) -> str:
    """`x^2 - 3*x` as x² − 3 × x."""
    return to_unicode(expression.strip("$ ")).replace("*", " × ").replace("-", "−")
