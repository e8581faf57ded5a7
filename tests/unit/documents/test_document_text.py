"""Markdown to blocks, words to lines, columns to widths: what documents are made of, before any drawing."""

import io
from datetime import UTC, datetime
from typing import Any

import docx
import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.documents.blocks import Code, Heading, Latex, Listing, Paragraph, Quote, Rule, Span, Style, Table, marked
from bot.documents.columns import alignments_of, share
from bot.documents.labels import LABELS, long_date
from bot.documents.markdown import parse
from bot.documents.model import Document
from bot.documents.pdf.child import compose
from bot.documents.pdf.fontbook import FontBook
from bot.documents.pdf.layout import Typesetter
from bot.documents.pdf.pieces import measure
from bot.documents.render import render
from bot.errors import DocumentError
from bot.types import Language
from tests.fakes.papers import document as paper

BOLD, ITALIC, CODE, LINKED = Style(bold=True), Style(italic=True), Style(code=True), Style(link="https://a.org/")


@pytest.fixture(scope="module")
def fonts() -> FontBook:
    return FontBook(FPDF(unit="pt"))


def paragraph(*spans: Span) -> Paragraph:
    return Paragraph(spans)


def item(text: str, number: int) -> Listing:
    """A list of one."""
    return Listing(((paragraph(Span(text)),),), number, True)


@pytest.mark.parametrize(
    ("markdown", "blocks"),
    [
        ("a **b** *c* `d` ~~e~~", [paragraph(
            Span("a "), Span("b", BOLD), Span(" "), Span("c", ITALIC), Span(" "), Span("d", CODE), Span(" "),
            Span("e", Style(struck=True)),
        )]),
        ("***a***", [paragraph(Span("a", Style(bold=True, italic=True)))]),
        ("## T\n\ntext", [Heading(2, (Span("T"),)), paragraph(Span("text"))]),
        ("a\nb  \nc<br>d", [paragraph(Span("a"), Span("\n"), Span("b"), Span("\n"), Span("c\nd"))]),
        ("[t](https://a.org/)", [paragraph(Span("t", LINKED))]),
        ("<https://a.org/>", [paragraph(Span("https://a.org/", LINKED))]),
        ("(https://a.org/).", [paragraph(Span("("), Span("https://a.org/", LINKED), Span(")."))]),
        ("[t](javascript:alert(1))", [paragraph(Span("t"))]),
        ("[t](ftp://a.org/)", [paragraph(Span("t"))]),
        ("![une image](https://a.org/i.png)", [paragraph(Span("une image", ITALIC))]),
        ("- a\n- b", [Listing(((paragraph(Span("a")),), (paragraph(Span("b")),)), None, True)]),
        ("3. a", [Listing(((paragraph(Span("a")),),), 3, True)]),
        ("2. a\n7. b", [item("a", 2), item("b", 7)]),
        ("10) a\n9) b", [item("a", 10), item("b", 9)]),
        ("1. a\n1. b", [Listing(((paragraph(Span("a")),), (paragraph(Span("b")),)), 1, True)]),
        ("- [ ] a\n- [x] b", [Listing(((paragraph(Span("☐ a")),), (paragraph(Span("☑ b")),)), None, True)]),
        ("- a\n\n  b", [Listing(((paragraph(Span("a")), paragraph(Span("b"))),), None, False)]),
        ("> a", [Quote((paragraph(Span("a")),))]),
        ("```py\nx  = 1\n\ny\n```", [Code("x  = 1\n\ny")]),
        ("---", [Rule()]),
        ("|a|b|\n|-|-:|\n|1|**2**|", [Table(
            ((Span("a"),), (Span("b"),)), (((Span("1"),), (Span("2", BOLD),)),), (None, "right"),
        )]),
        ("$x^2 \\leq \\frac{1}{2}$", [
            paragraph(Span("x² ≤ 1/2", formula=Latex("x^2 \\leq \\frac{1}{2}"))),
        ]),
        ("<b>a</b>", [paragraph(Span("a"))]),
        ("« a » : 1 000 000 ; b !", [paragraph(Span("«\u00a0a\u00a0»\u00a0: 1\u00a0000\u00a0000\u00a0; b\u00a0!"))]),
        ("« a », (b !) n° 3", [paragraph(Span("«\u00a0a\u00a0», (b\u00a0!) n°\u00a03"))]),
        ("7 h 30 – 12 h, 3 hommes", [paragraph(Span("7\u00a0h\u00a030 – 12\u00a0h, 3 hommes"))]),
        ("12,5 % de 5 000 F CFA", [paragraph(Span("12,5\u00a0% de 5\u00a0000\u00a0F CFA"))]),
        ("", []),
    ],
)  # fmt: skip
def test_markdown_becomes_blocks(markdown: str, blocks: list[Any]) -> None:
    assert list(parse(markdown)) == blocks


@pytest.mark.parametrize(
    ("markdown", "lines"),
    [
        ("Quelle est la capitale ?\nA) Abidjan\nB) Dakar", ["Quelle est la capitale\u00a0?", "A) Abidjan", "B) Dakar"]),
        ("**Nom :** Awa\n**Classe :** 3e", ["Nom : Awa", "Classe : 3e"]),
        (f"{'Un mot ' * 12}et\nla suite, puis\nune fin", [f"{'Un mot ' * 12}et la suite, puis", "une fin"]),
        (f"A) {'un mot ' * 12}\nB) deux", [f"A) {'un mot ' * 12}".rstrip(), "B) deux"]),
        (f"{'Un mot ' * 12}.\na) un\n**iv)** deux", [f"{'Un mot ' * 12}.", "a) un", "iv) deux"]),
    ],
)
def test_lines_stay_but_where_a_paragraph_was_wrapped(markdown: str, lines: list[str]) -> None:
    (block,) = parse(markdown)
    assert isinstance(block, Paragraph)
    assert "".join(span.text for span in block.spans).split("\n") == lines


@given(st.text(alphabet="ab *_`~[]()<>#-|>$\\\n1.!:/&", max_size=200))
@settings(deadline=None)
def test_any_markdown_parses(markdown: str) -> None:
    parse(markdown)


@pytest.mark.parametrize("depth", [30, 300])
def test_very_deep_nesting_is_flattened(depth: int) -> None:
    assert parse(">" * depth + " x")
    assert parse("".join(f"{'  ' * level}- a\n" for level in range(depth)))


@given(st.text(alphabet="abcdefé -/_\u00a0\n", min_size=1, max_size=300), st.floats(40, 400))
@settings(deadline=None)
def test_no_line_is_wider_than_its_room_and_no_letter_is_lost(fonts: FontBook, text: str, width: float) -> None:
    lines = Typesetter(fonts).lines((Span(text), Span("gras", BOLD), Span("c d", CODE)), 10.5, width)
    assert all(measure(line) <= width + 0.01 for line in lines)
    drawn = "".join(piece.text for line in lines for piece in line)
    assert "".join(drawn.split(" ")) == "".join((text + "grasc d").replace("\n", "").split(" "))


def test_punctuation_stays_with_the_bold_word_before_it(fonts: FontBook) -> None:
    setter = Typesetter(fonts)
    spans = (Span("aaa "), Span("mot", BOLD), Span(", bbb"))
    narrow = measure(setter.lines((Span("aaa "), Span("mot", BOLD)), 10, 1e6)[0]) + 0.1
    lines = ["".join(piece.text for piece in line) for line in setter.lines(spans, 10, narrow)]
    assert lines == ["aaa", "mot,", "bbb"]


def test_a_link_of_several_words_is_one_piece(fonts: FontBook) -> None:
    (line,) = Typesetter(fonts).lines((Span("voir "), Span("ce beau lien", LINKED)), 10, 1e6)
    assert [piece.text for piece in line if piece.style.link] == ["ce beau lien"]


def test_a_long_address_is_cut_at_its_joints(fonts: FontBook) -> None:
    lines = Typesetter(fonts).lines((Span("https://example.org/premier/second/troisieme"),), 10, 120)
    assert [line[0].text for line in lines] == ["https://example.org/", "premier/second/", "troisieme"]


@pytest.mark.parametrize(
    ("text", "style", "runs"),
    [
        ("œ « ça » — ’ € ½ ² ₂ π α ɛ ɔ ŋ ɓ \u202f", Style(), {"text"}),
        ("gras", BOLD, {"textB"}),
        ("les deux", Style(bold=True, italic=True), {"textBI"}),
        ("≤≥√≠≈∞→⇒∈∀∑∫ℝ", BOLD, {"symbols", "textB"}),
        ("x = 1", CODE, {"code"}),
        ("السلام،؟ـ٣", Style(), {"arabic"}),
        ("(«.»)", Style(), {"text"}),
        ("ߒߞߏ שלום", Style(), {"symbols", "text"}),
        ("🎉✅🇨🇮", Style(), {"emoji"}),
    ],
)
def test_every_character_finds_its_font(fonts: FontBook, text: str, style: Style, runs: set[str]) -> None:
    assert {run.font for run in fonts.runs(text, style)} == runs
    assert "".join(run.text for run in fonts.runs(text, style)) == text


def test_joiners_variants_and_skin_tones_are_not_drawn(fonts: FontBook) -> None:
    assert "".join(run.text for run in fonts.runs("👩🏿‍🏫❤️\u200b", Style())) == "👩🏫❤"


def test_keycaps_and_letters_that_are_pictures_of_letters_are_plain_ones(fonts: FontBook) -> None:
    for written, drawn in (("1️⃣ Lire", "1 Lire"), ("𝐕𝐞𝐧𝐝𝐬 𝓜𝑥", "Vends Mx"), ("½ ② ⅓", "½ ② ⅓")):
        assert "".join(run.text for run in fonts.runs(written, Style())) == drawn
    fonts.check()


def test_a_few_missing_letters_are_squares_and_many_are_an_error() -> None:
    book = FontBook(FPDF(unit="pt"))
    assert "".join(run.text for run in book.runs("Pékin s’écrit 北京 en chinois." * 2, Style())).count("□") == 4
    with pytest.raises(DocumentError, match="北"):
        book.check()
    book.runs("a" * 1_000, Style())
    book.check()
    assert "京" in book.remarks()[0]


def test_arabic_is_put_in_reading_order(fonts: FontBook) -> None:
    setter = Typesetter(fonts)
    (inside,) = setter.lines((Span("le mot السلام عليكم veut dire"),), 10, 1e6)
    assert [piece.text.strip() for piece in inside] == ["le mot", "السلام عليكم", "veut dire"]
    (whole,) = setter.lines((Span("السلام PDF عليكم"),), 10, 1e6)
    assert [piece.text.strip() for piece in whole if piece.text.strip()] == ["عليكم", "PDF", "السلام"]


def test_arabic_is_as_wide_as_its_joined_letters(fonts: FontBook) -> None:
    letters = sum(fonts.width(letter, "arabic", 10) for letter in "السلام")
    assert 0 < fonts.width("السلام", "arabic", 10) < letters


@given(st.lists(st.tuples(st.floats(1, 900), st.floats(1, 20)), min_size=1, max_size=12))
def test_columns_fill_their_room_and_keep_their_least(columns: list[tuple[float, float]]) -> None:
    wished = [max(pair) for pair in columns]
    least = [min(pair) for pair in columns]
    widths = share(wished, least, 450)
    assert sum(widths) == pytest.approx(450)
    assert all(width >= low - 1e-6 for width, low in zip(widths, least, strict=True))


def test_dates_and_labels_are_in_the_documents_language() -> None:
    assert long_date(datetime(2026, 8, 1, tzinfo=UTC), Language.FR) == "1er août 2026"
    assert long_date(datetime(2026, 8, 2, tzinfo=UTC), Language.FR) == "2 août 2026"
    assert long_date(datetime(2026, 8, 1, tzinfo=UTC), Language.EN) == "1 August 2026"
    assert set(LABELS) == set(Language)


@pytest.mark.parametrize(
    "follower", ["| a | b |\n|---|---|\n| 1 | 2 |", "Suite " * 40, "```\na\nb\nc\n```", "- a\n- b"]
)
def test_a_heading_is_never_the_last_thing_on_a_page(fonts: FontBook, follower: str) -> None:
    for lines in range(24, 40):
        document = Document(
            title="T",
            content="Ligne.\n\n" * lines + f"## TITRE\n\n{follower}",
            language=Language.FR,
            service_name="Palabre",
            created_at=datetime(2026, 1, 1, tzinfo=UTC),
        )
        for sheet in compose(document, fonts):
            heights = {text.line[0].text: text.y for text in sheet.texts}
            assert "TITRE" not in heights or max(heights.values()) > heights["TITRE"]


def test_every_list_item_has_its_marker_on_its_own_line(fonts: FontBook) -> None:
    items = "".join(f"{number}. point {number}\n" for number in range(1, 90))
    document = Document(
        title="T", content=items, language=Language.FR, service_name="P", created_at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    found = []
    for sheet in compose(document, fonts):
        for marker in (text for text in sheet.texts if text.line[0].text.rstrip(".").isdigit()):
            number = marker.line[0].text.rstrip(".")
            beside = [text.line[0].text for text in sheet.texts if text.y == marker.y and text is not marker]
            assert beside == [f"point {number}"]
            found.append(int(number))
    assert found == list(range(1, 90))


def test_a_box_stands_where_a_bullet_would(fonts: FontBook) -> None:
    """There were both, « • ☐ payer »."""
    tasks = "- [ ] payer\n- [x] signer\n- lire"
    made = paper({"title": "T", "content": tasks})
    (sheet,) = compose(made, fonts)
    lines = [
        [text.line[0].text for text in sheet.texts if text.y == y] for y in sorted({text.y for text in sheet.texts})
    ]
    assert [sorted(line) for line in lines[1:]] == [["payer", "☐"], ["signer", "☑"], ["lire", "•"]]
    word = docx.Document(io.BytesIO(render("docx", made)))
    items = [(each.text, each._p.pPr.numPr is not None) for each in word.paragraphs[-3:]]
    assert items == [("☐\tpayer", False), ("☑\tsigner", False), ("lire", True)]
    assert '<li class="box">☐ payer</li>' in render("html", made).decode()
    (numbered,) = parse("1. [ ] payer")
    assert isinstance(numbered, Listing)
    assert marked(numbered, "•")[0][0] == "1."


def test_a_column_to_be_filled_in_stands_on_the_left() -> None:
    (table,) = parse("|Nom|Note|Signature|\n|-|-|-|\n|Awa|12,5||\n|Koffi|–||")
    assert isinstance(table, Table)
    assert alignments_of(table) == ["left", "right", "left"]


def test_the_first_column_says_what_a_row_is_of_and_stands_on_the_left() -> None:
    """Years stood on its right, against the words of the next."""
    (table,) = parse("|Année|Ville|Prix|\n|-|-|-|\n|2025|Man|12|\n|2026|Bouaké|15|")
    (said,) = parse("|Année|Ville|\n|-:|-|\n|2025|Man|")
    assert isinstance(table, Table)
    assert isinstance(said, Table)
    assert (alignments_of(table), alignments_of(said)) == (["left", "left", "right"], ["right", "left"])


def test_losses_in_brackets_are_numbers() -> None:
    (table,) = parse("|Poste|An 1|Note|\n|-|-|-|\n|Ventes|12 500 000|(a)|\n|Charges|(9 800 000)|(b)|")
    assert isinstance(table, Table)
    assert alignments_of(table) == ["left", "right", "left"]
