"""A formula as text that remembers its LaTeX, for readers that can draw it."""

from bot.text.latex import to_unicode


class Formula(str):
    """The Unicode text of a formula; `displayed`: it was written to stand on a line of its own."""

    __slots__ = ("displayed", "latex")

    latex: str
    displayed: bool

    def __new__(cls, latex: str, *, displayed: bool) -> "Formula":
        formula = super().__new__(cls, to_unicode(latex))
        formula.latex = latex
        formula.displayed = displayed
        return formula
