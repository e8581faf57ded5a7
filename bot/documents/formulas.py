"""The equations of a document for readers that set formulas themselves (Word, browsers): each made once, within a
bound for the whole. What makes them is loaded with the first formula."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from importlib import import_module
from typing import Any

from bot.documents.blocks import Latex
from bot.documents.pdf.latex_source import cost

MAX_COST = 100_000  # in units of bot.documents.pdf.latex_source; what comes after is text


class Formulas:
    """Asks `module`'s `equation_of` for each different formula."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._left = MAX_COST
        self._made: Callable[[Latex], Any] = cache(self._make)

    def equation(self, latex: Latex) -> Any:
        """A copy of the equation; None where the formula's text must do."""
        return deepcopy(self._made(latex))

    def _make(self, latex: Latex) -> Any:
        price = cost(latex.source)
        if price > self._left:
            return None
        self._left -= price
        return import_module(self._module).equation_of(latex)
