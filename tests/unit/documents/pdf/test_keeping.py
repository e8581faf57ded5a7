"""What announces something stands on its page, and nothing stands over the footer."""

import pytest
from fpdf import FPDF

from bot.documents.pdf.child import compose
from bot.documents.pdf.fontbook import FontBook
from bot.documents.theme import BOTTOM, HAIRLINE
from tests.fakes.papers import document

TABLE = "| a | b |\n|---|---|\n| c | d |\n"
CHART = {"type": "bar", "text": "Ventes", "rows": [["", "Ventes"], ["Lundi", 3]]}


@pytest.fixture(scope="module")
def fonts() -> FontBook:
    return FontBook(FPDF(unit="pt"))


@pytest.mark.parametrize(
    ("ends", "blocks"),
    [
        ("## Bilan", [CHART]),
        ("Bilan :", [CHART]),
        (f"Bilan :\n\n{TABLE}", []),
        ("## Ventes\n\n### Bilan", [CHART]),
        (f"## Ventes\n\n**Bilan :**\n\n{TABLE}", []),
        (f"Fait à Abidjan, le 27 novembre 2026, en deux exemplaires.\n\n{TABLE}", []),
    ],
    ids=["heading", "colon", "table", "headings", "all", "signatures"],
)
def test_no_page_ends_with_what_announces_something(fonts: FontBook, ends: str, blocks: list[object]) -> None:
    for lines in range(14, 40):
        content = "\n\n".join(["ligne"] * lines) + f"\n\n{ends}"
        *before, last = compose(document({"title": "T", "content": content, "blocks": blocks}), fonts)
        assert last.images or any(text.line[0].text == "c" for text in last.texts)
        for sheet in before:
            assert sheet.texts[-1].line[0].text == "ligne"


LONG = "On garde le dénominateur commun et on additionne les numérateurs. " * 3
HIGH = r"On a $\dfrac{2}{5} + \dfrac{1}{3}$ de la part, puis $\dfrac{11}{15}$ et encore $\dfrac{7}{9}$ du reste. " * 2
TALL = r"$$\begin{pmatrix} 1 \\ 2 \\ 3 \\ 4 \\ 5 \end{pmatrix}$$"


@pytest.mark.parametrize(
    "follows",
    [LONG, HIGH, f"- {HIGH}\n- fin", f"> {HIGH}", TALL],
    ids=["text", "formulas", "list", "quotation", "equation"],
)
def test_no_page_ends_with_a_heading(fonts: FontBook, follows: str) -> None:
    """In steps of a few points, by lines that stand closer: they reach every height at which a page may end."""
    for lines in (22, 23):
        for close in range(8):
            filler = "\n\n".join(["ligne"] * (lines - close)) + "\n\n" + "\n".join(["- ligne"] * close)
            content = f"{filler}\n\n## Diviser\n\n### Règle\n\n{follows}"
            for sheet in compose(document({"title": "T", "content": content}), fonts)[:-1]:
                assert sheet.texts[-1].line[0].text != "Règle"


PLAN = [f"## Chapitre {chapter}\n\n### Notions\n\n#### Définition\n\n#### Types\n\n### Loi" for chapter in range(12)]


@pytest.mark.parametrize(
    "content",
    [
        "\n\n".join(PLAN),
        "\n\n".join(f"Champ {number} :" for number in range(60)),
        "\n\n".join(["## Thème"] * 60),
        "\n\n".join(f"## Thème {number}\n\nOn note :" for number in range(30)),
    ],
    ids=["plan", "form", "headings", "both"],
)
def test_announcements_alone_fill_their_pages(fonts: FontBook, content: str) -> None:
    first, *between, _ = compose(document({"title": "T", "content": content}), fonts)
    assert all(len(sheet.texts) > 12 for sheet in (first, *between))


def test_no_page_ends_with_the_line_above_its_footnotes(fonts: FontBook) -> None:
    for lines in range(20, 34):
        content = "\n\n".join(["ligne"] * lines) + " [^1]\n\n[^1]: La note."
        *_, last = compose(document({"title": "T", "content": content}), fonts)
        (rule,) = [box for box in last.boxes if box.colour == HAIRLINE]
        assert rule.y < last.texts[-1].y


def test_rules_stay_above_the_footer(fonts: FontBook) -> None:
    for lines in range(20, 34):
        content = "\n\n".join(["ligne"] * lines) + "\n\n---\n\n---\n"
        sheets = compose(document({"title": "T", "content": content}), fonts)
        assert max(box.y for sheet in sheets for box in sheet.boxes) <= BOTTOM


def test_the_first_column_of_an_arabic_table_is_the_last(fonts: FontBook) -> None:
    content = "| المادة | العلامة |\n|---|---|\n| العربية | 12 |\n"
    (sheet,) = compose(document({"title": "T", "content": content}), fonts)
    *_, mark, subject = sheet.texts
    assert mark.line[0].text == "12"
    assert mark.x < subject.x


def test_a_sign_that_only_the_font_of_code_has_is_drawn_in_it() -> None:
    fonts = FontBook(FPDF(unit="pt"))
    compose(document({"title": "T", "content": "(AB) ⟂ (CD)"}), fonts)
    assert fonts.remarks() == []
