"""Formulas as MathML, which browsers set themselves. Loaded with the first formula."""

import logging

from bot.documents.blocks import Latex
from bot.documents.pdf.formulas import markup
from bot.documents.pdf.latex_source import readable

log = logging.getLogger(__name__)


def equation_of(latex: Latex) -> str | None:
    """The formula as a math element; None when it cannot be read: its text must do then."""
    source = readable(latex.source, displayed=latex.displayed)
    if source is None:
        return None
    try:
        return markup(source, displayed=latex.displayed)
    except Exception as problem:  # the converter raises a dozen kinds, all meaning: no formula
        log.info("formula left as text: %s", type(problem).__name__)
        return None
