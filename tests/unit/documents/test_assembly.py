"""From what the model gives to blocks: every type of part, and a reason for each that cannot be."""

import io
from datetime import UTC, datetime
from typing import Any

import pytest
from PIL import Image
from pydantic import ValidationError

from bot.documents.assembly import blocks_of
from bot.documents.blocks import (
    Block,
    Chart,
    Code,
    Curve,
    Equation,
    Heading,
    Listing,
    PageBreak,
    Paragraph,
    Picture,
    Table,
)
from bot.documents.footnotes import with_footnotes
from bot.documents.letters import frame_of, framed
from bot.documents.model import MAX_FIGURES, BlockSpec, Document
from bot.documents.render import render
from bot.errors import DocumentError
from bot.types import Language

LETTER = {"sender": "Awa Koné\nCocody", "recipient": "Le Directeur", "place": "Abidjan", "subject": "stage"}


def document(**changes: Any) -> Document:
    values = {
        "title": "T",
        "language": Language.FR,
        "service_name": "Palabre",
        "created_at": datetime(2026, 3, 1, tzinfo=UTC),
    }
    return Document(**(values | changes))


def only(**part: Any) -> Block:
    (block,) = blocks_of(document(parts=[part]))
    return block


def words(spans: Any) -> str:
    return "".join(span.text for span in spans)


def test_every_part_becomes_its_block() -> None:
    assert isinstance(only(type="heading", text="Titre"), Heading)
    assert only(type="heading", text="### Petit").level == 3  # type: ignore[union-attr]
    assert isinstance(only(type="text", text="Un *mot*"), Paragraph)
    assert isinstance(only(type="numbered", items=["a", "b"]), Listing)
    assert only(type="code", text="a\n  b\n") == Code("a\n  b")
    equation = only(type="formula", text=r"$$\frac{1}{2}$$")
    assert isinstance(equation, Equation)
    assert equation.span.formula is not None
    assert equation.span.formula.source == r"\frac{1}{2}"
    assert only(type="page_break") == PageBreak()
    assert only(type="text", text="\\newpage") == PageBreak()
    assert only(type="function", text="x^2; 2x", x_min=0, x_max=3) == Curve(("x^2", "2x"), 0, 3, "")


def test_a_table_takes_marks_numbers_and_ragged_rows() -> None:
    table = only(type="table", rows=[["Nom", "Prix"], ["**Riz**", 4500], ["Huile"], ["- 3", "a | b", "trop"]])
    assert isinstance(table, Table)
    assert len(table.head) == 3
    assert all(len(row) == 3 for row in table.rows)
    assert table.rows[0][0][0].style.bold
    assert words(table.rows[0][1]) == "4500"
    assert [words(cell) for cell in table.rows[2]] == ["- 3", "a | b", "trop"]


def test_a_value_that_is_missing_may_be_null() -> None:
    chart = only(type="line", text="Ventes", rows=[["An", "F"], ["2024", 3], ["2025", None]])
    assert isinstance(chart, Chart)
    assert chart.series[0].values == (3.0, None)
    table = only(type="table", rows=[["Nom", None], [None, 4500]])
    assert isinstance(table, Table)
    assert words(table.rows[0][0]) == ""


@pytest.mark.parametrize("kind", ["table", "bar"])
def test_true_and_false_are_no_cells(kind: str) -> None:
    """They were printed as 1 and 0: whether it is « oui » or « vrai » that is meant, who writes knows."""
    with pytest.raises(ValidationError, match="write true and false in words"):
        only(type=kind, rows=[["Élève", "Présent"], ["Awa", True]])


def test_a_cell_keeps_every_paragraph() -> None:
    table = only(type="table", rows=[["Avis"], ["Bon trimestre.\n\n**Attention** : 3 absences."]])
    assert isinstance(table, Table)
    assert words(table.rows[0][0]) == "Bon trimestre.\nAttention\u00a0: 3 absences."
    assert any(span.style.bold for span in table.rows[0][0])


@pytest.mark.parametrize("text", ["#MeToo en Afrique", "Cours de C #", "#1 du classement"])
def test_a_heading_keeps_its_hashes(text: str) -> None:
    heading = only(type="heading", text=text)
    assert isinstance(heading, Heading)
    assert (heading.level, words(heading.spans)) == (2, text)


@pytest.mark.parametrize(
    ("kind", "items", "start", "first"),
    [
        ("numbered", ["1. Lire", "2. Poser"], 1, "Lire"),
        ("numbered", ["3) Lire", "4) Poser"], 3, "Lire"),
        ("list", ["1. Lire", "2. Poser"], 1, "Lire"),
        ("list", ["- Lire", "• Poser"], None, "Lire"),
        ("numbered", ["Lire", "Poser"], 1, "Lire"),
        ("list", ["12 kg de riz", "3 kg de sel"], None, "12 kg de riz"),
    ],
)
def test_items_that_are_numbered_already_are_numbered_once(
    kind: str, items: list[str], start: int | None, first: str
) -> None:
    listing = only(type=kind, items=items)
    assert isinstance(listing, Listing)
    assert listing.start == start
    (paragraph,) = listing.items[0]
    assert isinstance(paragraph, Paragraph)
    assert words(paragraph.spans) == first


def picture(size: tuple[int, int], mode: str = "RGB", form: str = "PNG") -> bytes:
    body = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert(mode).save(body, form)
    return body.getvalue()


def test_an_image_is_made_as_small_as_a_phone_shows_it() -> None:
    (block,) = blocks_of(
        document(
            parts=[{"type": "image", "text": "photo.jpg"}], images={"photo.jpg": picture((4000, 3000), form="JPEG")}
        )
    )
    assert isinstance(block, Picture)
    assert max(block.width, block.height) <= 1280
    assert len(block.body) < 200_000


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "no image"),
        (b"%PDF-1.7", "no image"),
        (picture((8000, 8000), "1"), "too many pixels"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 99, "no image"),
        (picture((50, 50))[:-40], "no image"),
    ],
)
def test_what_is_no_image_says_so(body: bytes, reason: str) -> None:
    with pytest.raises(DocumentError, match=reason):
        blocks_of(document(parts=[{"type": "image", "text": "photo.jpg"}], images={"photo.jpg": body}))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, "nothing in it"),
        ({"content": "  \n "}, "nothing in it"),
        ({"parts": [{"type": "text", "text": " "}]}, r"block 1 \(text\): text is empty"),
        ({"content": "x", "parts": [{"type": "list"}]}, r"block 1 \(list\): items"),
        ({"content": "x", "parts": [{"type": "table"}]}, "rows is empty"),
        ({"parts": [{"type": "table", "rows": [[], []]}]}, r"block 1 \(table\): rows is empty"),
        ({"parts": [{"type": "image", "text": "../../etc/passwd"}]}, "no image '../../etc/passwd'"),
        ({"parts": [{"type": "table", "rows": [["c"] * 300] * 2}]}, "300 columns"),
        ({"content": "|" + "c|" * 300 + "\n|" + "-|" * 300 + "\n|" + "v|" * 300}, "300 columns"),
        ({"content": "- a\n\n  |a|\n  |-|\n" + "  |b|\n" * 5_000}, "5000 rows"),
        ({"parts": [{"type": "function", "text": "x"}] * (MAX_FIGURES + 1)}, "charts and images"),
        ({"parts": [{"type": "pie", "text": "Budget", "rows": [["Riz", -1]]}]}, r"block 1 \(pie\): .*negative"),
    ],
)
def test_what_cannot_be_a_document_says_where_and_why(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(DocumentError, match=reason):
        blocks_of(document(**changes))


@pytest.mark.parametrize(
    "part",
    [{"type": "video"}, {"type": "text", "colour": "red"}, {"text": "x"}, {"type": "table", "rows": [["a"]] * 5_000}],
)
def test_unknown_parts_and_fields_are_refused(part: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        BlockSpec(**part)


def test_lists_fifty_deep_are_flattened() -> None:
    content = "".join(f"{'  ' * depth}- niveau {depth}\n" for depth in range(50))
    assert "niveau 0" in str(blocks_of(document(content=content)))


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        (
            "Un[^b] et deux[^1].\n\n[^1]: mot\n[^b]: Voltaire,\n    *Candide*.",
            "Un¹ et deux².\n\n---\n\n1. Voltaire, *Candide*.\n2. mot",
        ),
        ("Un[^1].\n[^1]: https://example.org", "Un¹.\n\n---\n\n1. https://example.org"),
        ("```\n[^1]: code\n```\n`[^1]` et [^1]\n\n[^1]: note", "```\n[^1]: code\n```\n`[^1]` et ¹\n\n---\n\n1. note"),
        ("Les mots [^a-z] et [^2]", "Les mots [^a-z] et [^2]"),
        ("> Cité[^note]\n\n[^Note]: ici\n\nSuite.", "> Cité¹\n\n\nSuite.\n\n---\n\n1. ici"),
    ],
)
def test_footnotes_are_raised_numbers_and_a_list_at_the_end(content: str, shown: str) -> None:
    """« Calculer.[^1] » was printed as it is; a note of one word was taken for a link's address, and lost."""
    assert with_footnotes(content) == shown
    assert blocks_of(document(content=content)) == blocks_of(document(content=shown))


def test_a_footnote_stands_right_behind_words_in_italics() -> None:
    """Its raised number is a digit, before which a star was taken for a sign: « le *mobile money*¹ »."""
    (paragraph, *_) = blocks_of(document(content="Le *mobile money*[^1] et **Wave**[^1] : 2*3*4.\n\n[^1]: note"))
    assert isinstance(paragraph, Paragraph)
    spans = [(span.text, span.style.italic or span.style.bold) for span in paragraph.spans]
    assert {("mobile money", True), ("Wave", True)} <= set(spans)
    assert "".join(text for text, _ in spans) == "Le mobile money¹ et Wave¹\u00a0: 2*3*4."


@pytest.mark.parametrize(
    ("given", "dateline", "subject"),
    [
        ({"place": "Dakar, le 5 mars 2026", "subject": "Objet : congé"}, "Dakar, le 5 mars 2026", "congé"),
        ({"place": "Goma, BP 1960", "subject": "**Objet:** congé"}, "Goma, BP 1960, le 1er mars 2026", "congé"),
        ({"place": "", "subject": "Objets trouvés : clés"}, "Le 1er mars 2026", "Objets trouvés\u00a0: clés"),
        ({"place": "Lomé, le 2 mai 2026", "subject": "avis n° 45"}, "Lomé, le 2 mai 2026", "avis n°\u00a045"),
    ],
)
def test_a_letter_says_its_day_and_that_it_has_a_subject_once(
    given: dict[str, str], dateline: str, subject: str
) -> None:
    frame = frame_of(document(content="Madame,", letter=LETTER | given))
    assert frame is not None
    assert (frame.dateline, frame.subject) == (dateline, subject)


def test_a_letter_is_framed_as_french_offices_expect() -> None:
    frame = frame_of(document(content="Madame,\n\nBonjour.", letter=LETTER))
    assert frame is not None
    assert frame.dateline == "Abidjan, le 1er mars 2026"
    assert (frame.subject_label, frame.subject, frame.signature) == ("Objet : ", "stage", "Awa Koné")
    assert "agréer" in frame.closing
    assert frame_of(document(content="x")) is None


def test_a_letter_that_ends_by_itself_gets_no_second_ending() -> None:
    frame = frame_of(document(content="Bonjour.\n\nVeuillez agréer mes salutations.\n\n**Awa Koné**", letter=LETTER))
    assert frame is not None
    assert (frame.closing, frame.signature) == ("", "")
    english = frame_of(document(content="Hello.", letter=LETTER, language=Language.EN))
    assert english is not None
    assert (english.closing, english.dateline) == ("Yours faithfully,", "Abidjan, 1 March 2026")


@pytest.mark.parametrize(("language", "shown"), [(Language.FR, "14,5"), (Language.EN, "14.5")])
def test_numbers_of_a_table_are_written_as_the_language_writes_them(language: Language, shown: str) -> None:
    (table,) = blocks_of(
        document(parts=[{"type": "table", "rows": [["Note", "Année"], [14.5, 2026]]}], language=language)
    )
    assert isinstance(table, Table)
    assert [words(cell) for cell in table.rows[0]] == [shown, "2026"]


@pytest.mark.parametrize("heading", ["# Plan d'action", "## **Plan d’action :**"])
def test_the_title_is_said_once(heading: str) -> None:
    (paragraph,) = blocks_of(document(title="Plan d’action", content=f"{heading}\n\nTexte."))
    assert isinstance(paragraph, Paragraph)
    first, _second = blocks_of(document(title="Plan", content=f"{heading}\n\nTexte."))
    assert isinstance(first, Heading)


@pytest.mark.parametrize(
    ("before", "enclosed", "signature"),
    [
        ("Je postule.", "P.-J. : mon CV", "Awa Koné"),
        ("Je postule.", "**Pièces jointes (2) :**\n\n- CV\n- diplôme", "Awa Koné"),
        ("Veuillez agréer mes salutations.\n\nAwa Koné", "PJ : mon CV", "Awa Koné"),
        ("I apply.", "Encl.: my CV", "Awa Koné"),
    ],
)
def test_what_a_letter_encloses_stands_below_its_signature(before: str, enclosed: str, signature: str) -> None:
    """It stood above the closing formula; and a name above it was written once more below."""
    made = framed(document(content=f"{before}\n\n{enclosed}\n", letter=LETTER))
    frame = frame_of(made)
    assert frame is not None
    assert (made.enclosures, frame.signature) == (enclosed, signature)
    assert "Koné" not in made.content
    assert before.startswith(made.content.strip())
    said = render("md", made).decode()
    assert said.index("Awa Koné", said.index(before[:8])) < said.rindex(enclosed[-2:])


@pytest.mark.parametrize(
    "content",
    [
        "P.-J. : mon CV",
        "PJ : mon CV\n\nJe reste à votre disposition.",
        "Vu.\n\nPJ : CV\nVeuillez agréer mes salutations.",
    ],
)
def test_what_is_said_below_enclosures_stays_where_it_is(content: str) -> None:
    assert framed(document(content=content, letter=LETTER)).content == content


@pytest.mark.parametrize("name", ["**Awa Koné**", "Awa Koné", "*Awa  Koné*."])
def test_a_name_below_a_letter_leaves_room_for_the_hand(name: str) -> None:
    made = framed(document(content=f"Veuillez agréer mes salutations.\n\n{name}\n", letter=LETTER))
    frame = frame_of(made)
    assert frame is not None
    assert (made.content.strip(), frame.signature) == ("Veuillez agréer mes salutations.", "Awa Koné")
    kept = document(content=f"Je soussignée {name}", letter=LETTER)
    assert framed(kept) == kept


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        ("Objet : stage\n\nMadame,\n\nJe suis libre.", "Madame,\n\nJe suis libre."),
        ("**Objet : Stage.**\nMadame,", "Madame,"),
        ("Objet : tout autre chose\n\nMadame,", "Objet : tout autre chose\n\nMadame,"),
        ("Stage\n\nMadame,", "Stage\n\nMadame,"),
    ],
)
def test_a_subject_is_said_once(content: str, kept: str) -> None:
    assert framed(document(content=content, letter=LETTER)).content == kept


def test_stars_around_the_names_of_a_letter_are_not_printed() -> None:
    letter = LETTER | {"sender": "**Awa Koné**  \nCocody", "subject": "**Objet : stage**", "closing": "**Merci**"}
    frame = frame_of(document(letter=letter, content="Bonjour."))
    assert frame
    assert (frame.sender, frame.subject, frame.closing) == (("Awa Koné", "Cocody"), "stage", "Merci")
    assert frame.signature == "Awa Koné"


@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_a_fence_around_a_block_of_code_is_not_printed(fence: str) -> None:
    assert only(type="code", text=f"{fence}py\nx = 1\n{fence}") == Code("x = 1")
    assert only(type="code", text=f"x = 1\n{fence}") == Code(f"x = 1\n{fence}")


@pytest.mark.parametrize(
    "body",
    [
        "Awa Koné\nCocody\n\nÀ Monsieur le Directeur\nCIE\n\n**Objet :** stage\n\nMonsieur,",
        "À\nMonsieur le Directeur\n\nObjet : stage\n\nMonsieur,",
        "Monsieur,",
    ],
)
@pytest.mark.parametrize("parts", [[], [{"type": "page_break"}]])
def test_the_two_addresses_stand_in_the_frame_alone(body: str, parts: list[dict[str, Any]]) -> None:
    """« À Monsieur le Directeur » in both, or a table behind the letter: its body said all of the frame once more."""
    letter = LETTER | {"recipient": "À Monsieur le Directeur\nCIE"}
    made = framed(document(content=f"{body}\n\nVoici.", letter=letter, parts=parts))
    assert made.content == "Monsieur,\n\nVoici."
