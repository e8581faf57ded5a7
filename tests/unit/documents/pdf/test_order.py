"""Where the words of a line are drawn when some of them are written from right to left."""

import pytest

from bot.documents.blocks import PLAIN, Latex, Style
from bot.documents.pdf.drawing import Drawing
from bot.documents.pdf.order import has_leftward, in_order
from bot.documents.pdf.pieces import Ink, Piece

CODE, LINKED = Style(code=True), Style(link="https://example.org/(a)")


def piece(text: str, style: Style = PLAIN, *, formula: bool = False) -> Piece:
    drawn = Ink(Drawing(10, 8, 2, ()), Latex(text, displayed=False)) if formula else None
    return Piece(text, "text", style, 10, len(text), drawn)


def measured(whole: Piece, text: str) -> Piece:
    return whole._replace(text=text, width=len(text))


def drawn(pieces: list[Piece], *, leftward: bool) -> str:
    """The line from left to right, ‹what is drawn leftward› in its own order of reading."""
    parts = in_order(pieces, leftward, measured)
    assert sum(part.width for part in parts) == sum(part.width for part in pieces)
    return "|".join(f"‹{part.text}›" if part.leftward else part.text for part in parts)


@pytest.mark.parametrize(
    ("text", "leftward", "line"),
    [
        ("Il a dit « oui » (hier).", False, "Il a dit « oui » (hier)."),
        ("السلام عليكم، (نعم).", True, "‹السلام عليكم، (نعم).›"),
        ("Il a dit « السلام، كيف؟ » hier.", False, "Il a dit « |‹السلام، كيف؟›| » hier."),
        ("ߒߞߏ ߞߊ߲", True, "‹ߒߞߏ ߞߊ߲›"),
        ("שלום 12 יום", True, "‹ יום›|12|‹שלום ›"),
        ("في سنة 2026 (أي 45 %).", True, "‹ %).›|45|‹ (أي ›|2026|‹في سنة ›"),
        ("كلمة Excel 2016 هنا", True, "‹ هنا›|Excel 2016|‹كلمة ›"),
        ("Prix 12 (x).", True, "‹.›|Prix 12 (x)"),
        ("un mot كتاب 3 fois", False, "un mot |3|‹كتاب ›| fois"),
        ("", True, ""),
    ],
)
def test_a_line_is_drawn_as_unicode_says(text: str, leftward: bool, line: str) -> None:
    assert drawn([piece(text)] if text else [], leftward=leftward) == line


def test_code_and_addresses_stay_whole() -> None:
    words = [piece("اكتب "), piece("print(x);", CODE), piece(" ثم "), piece("https://example.org/(a)", LINKED)]
    assert drawn(words, leftward=True) == "https://example.org/(a)|‹ ثم ›|print(x);|‹اكتب ›"
    assert drawn([piece("نعم (x)", LINKED)], leftward=True) == "‹)›|x|‹نعم (›"


def test_a_formula_stands_between_the_words_around_it() -> None:
    words = [piece("نص "), piece("y=2", formula=True), piece(" عربي")]
    for leftward in (True, False):
        line = in_order(words, leftward, measured)
        assert [part.text for part in line] == [" عربي", "y=2", "نص "]


@pytest.mark.parametrize(
    ("text", "found"),
    [("abc (12) !", False), ("Élève « ça » ɓ π 北京 🎉", False), ("x ب", True), ("ߒ", True), ("א", True), ("𞤀", True)],
)
def test_scripts_that_run_leftward_are_known(text: str, found: bool) -> None:
    assert has_leftward(text) is found
