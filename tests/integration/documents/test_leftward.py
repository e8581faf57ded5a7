"""Arabic, N'Ko and Hebrew in a PDF, as a reader sees them, and in a web page, as a browser is told."""

import pypdfium2
import pytest

from bot.documents.render import render
from tests.fakes.papers import document

SCALE = 20  # pixels to a point: enough to tell one bracket from the other


class Seen:
    """The first page of a PDF: where its characters stand, and how dark they are."""

    def __init__(self, content: str) -> None:
        with pypdfium2.PdfDocument(render("pdf", document({"title": "Essai", "content": content}))) as pdf:
            text = pdf[0].get_textpage()
            self.boxes = [
                (text.get_text_range(index, 1), text.get_charbox(index)) for index in range(text.count_chars())
            ]
            self.picture = pdf[0].render(scale=SCALE, grayscale=True).to_pil()

    def order(self, characters: str) -> str:
        """The characters as they stand from left to right."""
        return "".join(
            found for _left, found in sorted((box[0], found) for found, box in self.boxes if found in characters)
        )

    def backs(self) -> list[str]:
        """The side on which each square bracket has its back, from left to right: most of its ink."""
        boxes = sorted(box for found, box in self.boxes if found in "[]")
        return [self._heavier(*(round(edge * SCALE) for edge in box)) for box in boxes]

    def _heavier(self, left: int, bottom: int, right: int, top: int) -> str:
        high, low, middle = self.picture.height - top, self.picture.height - bottom, (left + right) // 2
        halves = [(left, high, middle, low), (middle, high, right, low)]
        dark = [sum(255 - value for value in self.picture.crop(half).tobytes()) for half in halves]
        return "left" if dark[0] > dark[1] else "right"


@pytest.mark.parametrize("word", ["ߒߞߏ", "שלום", "رأس"])
def test_the_first_letter_of_a_word_stands_on_the_right(word: str) -> None:
    assert Seen(f"Voici {word} !").order(word) == word[::-1]


@pytest.mark.parametrize("content", ["שלום [אב] גד", "Le [mot] juste", "Le [אב] juste", "שלום [mot] גד"])
def test_brackets_open_towards_what_they_hold(content: str) -> None:
    assert Seen(content).backs() == ["left", "right"]


def test_a_quotation_keeps_its_halves_inside_a_french_sentence() -> None:
    assert Seen("Il a dit « שרק, אבגד » hier.").order("dhאבגדשרק") == "dדגבאקרשh"


def test_words_between_two_directions_have_one_space_on_either_side() -> None:
    before, first, last, after = sorted(box for found, box in Seen("H אב H").boxes if found in "Hאב")
    assert first[0] - before[2] == pytest.approx(after[0] - last[2], abs=1.5)


@pytest.mark.parametrize(
    ("content", "opened"),
    [
        ("1. أولا (3).", "<ol{}>"),
        ("3. ثالثا.", '<ol start="3"{}>'),
        ("- نقطة (1).", "<ul{}>"),
        ("> اقتباس.", "<blockquote{}>"),
        ("| الاسم |\n|--|\n| فاطمة |", "<table{}>"),
    ],
)
def test_a_web_page_has_lists_and_quotations_in_the_direction_of_their_words(content: str, opened: str) -> None:
    leftward = render("html", document({"title": "درس", "content": content})).decode()
    assert opened.format(' dir="rtl"') in leftward
    assert '<section dir="rtl">\n<h1>' in leftward
    latin = "".join("a" if character > "\u0600" else character for character in content)
    other = render("html", document({"title": "Cours", "content": latin})).decode()
    assert opened.format("") in other
    assert "rtl" not in other.partition("</style>")[2]
