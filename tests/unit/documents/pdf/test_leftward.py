"""Arabic on its page: what is read from the right stands on the right, its bullets and numbers too."""

import pytest
from fpdf import FPDF

from bot.documents.pdf.child import compose
from bot.documents.pdf.fontbook import FontBook
from bot.documents.pdf.pieces import measure
from bot.documents.pdf.sheets import Text
from bot.documents.theme import LEFT, RIGHT
from tests.fakes.papers import document


@pytest.fixture(scope="module")
def fonts() -> FontBook:
    return FontBook(FPDF(unit="pt"))


def texts(fonts: FontBook, content: str) -> list[Text]:
    """Everything that stands below the title, in its order."""
    (sheet,) = compose(document({"title": "T", "content": content}), fonts)
    return sheet.texts[1:]


def end(text: Text) -> float:
    return text.x + measure(text.line)


def test_a_heading_stands_where_it_is_read_from(fonts: FontBook) -> None:
    (arabic,), (french,) = texts(fonts, "## العنوان الأول"), texts(fonts, "## Le premier titre")
    assert end(arabic) == pytest.approx(RIGHT)
    assert french.x == LEFT


@pytest.mark.parametrize("mark", ["-", "1."])
def test_bullets_and_numbers_stand_before_their_items(fonts: FontBook, mark: str) -> None:
    marker, item = texts(fonts, f"{mark} بند أول")
    assert end(item) < marker.x < end(marker) <= RIGHT
    marker, item = texts(fonts, f"{mark} premier")
    assert LEFT <= marker.x < end(marker) < item.x


def test_lists_in_lists_go_on_from_the_right_and_what_follows_does_not(fonts: FontBook) -> None:
    _, first, _, second, after = texts(fonts, "- بند\n  - فرعي\n\nالسطر")
    assert end(second) < end(first) < end(after) == pytest.approx(RIGHT)


def test_a_quotation_and_the_rule_below_a_title_stand_where_they_are_read_from(fonts: FontBook) -> None:
    (sheet,) = compose(document({"title": "تقرير", "content": "> اقتباس\n\nالسطر"}), fonts)
    bar, rule = sheet.boxes
    quoted, after = sheet.texts[1:]
    assert end(quoted) < bar.x < end(after) == pytest.approx(RIGHT) == rule.x + rule.width
