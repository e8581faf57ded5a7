"""Charts and curves as pictures where a document has some: only then is what draws them loaded."""

from collections.abc import Iterable
from importlib import import_module
from typing import Protocol, cast

from bot.documents.blocks import Block, Chart, Curve, Picture
from bot.types import Language

MODULE = "bot.documents.figures.draw"


class _Draughtsman(Protocol):
    """What the module offers."""

    def picture_of(self, figure: Chart | Curve, language: Language) -> Picture: ...


def with_pictures(blocks: Iterable[Block], language: Language) -> tuple[Block, ...]:
    """The blocks with every figure drawn. Raises DocumentError for a function that has no values."""
    return tuple(_drawn(block, language) if isinstance(block, Chart | Curve) else block for block in blocks)


def _drawn(figure: Chart | Curve, language: Language) -> Picture:
    return cast(_Draughtsman, import_module(MODULE)).picture_of(figure, language)
