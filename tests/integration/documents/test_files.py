"""Documents of each kind as their readers get them: opened again with their libraries, and what is no document."""

import io
import re
import zipfile
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any

import docx
import pypdf
import pytest
from docx.oxml.ns import qn
from lxml import etree

from bot.documents.blocks import PLAIN, Paragraph, Span, Table
from bot.documents.labels import reading_note
from bot.documents.markdown import parse
from bot.documents.md.writer import Writer
from bot.documents.model import Kind
from bot.documents.render import render, rendered
from bot.errors import DocumentError
from bot.types import Language
from tests.fakes.papers import LETTER, REPORT, document, pages_of_text

KINDS: tuple[Kind, ...] = ("pdf", "docx", "html", "md")


def made(kind: Kind, given: dict[str, Any], **changes: Any) -> bytes:
    return render(kind, document(given, **changes), timeout_s=60)


@pytest.fixture(scope="module")
def word() -> Any:
    return docx.Document(io.BytesIO(made("docx", REPORT)))


def test_word_has_real_styles_lists_links_and_page_fields(word: Any) -> None:
    styles = {paragraph.text: paragraph.style.name for paragraph in word.paragraphs if paragraph.text}
    assert styles["Bilan du premier trimestre"] == "Title"
    assert styles["Les notes"] == "Heading 2"
    assert styles["def f(x):\n    return x"] == "Code"
    numbered = [paragraph for paragraph in word.paragraphs if paragraph.style.name == "List Paragraph"]
    assert [paragraph.text for paragraph in numbered][:3] == ["d’abord", "dedans", "ensuite"]
    assert [paragraph._p.pPr.numPr.ilvl.val for paragraph in numbered][:3] == [0, 1, 0]
    targets = {relation.target_ref for relation in word.part.rels.values() if relation.is_external}
    assert targets == {"https://example.org/lien", "https://example.org/encyclopedie"}
    footer = word.sections[0].footer._element
    assert [field.get(qn("w:instr")).strip() for field in footer.iter(qn("w:fldSimple"))] == ["PAGE", "NUMPAGES"]
    assert word.sections[0].header.paragraphs[0].text == "Bilan du premier trimestre"


def test_word_has_real_equations_and_table_heads(word: Any) -> None:
    body = word.element.body
    assert len(list(body.iter(qn("m:oMath")))) == 3
    assert len(list(body.iter(qn("m:f")))) == 2
    assert list(body.iter(qn("m:rad")))
    (table,) = word.tables
    assert table._tbl.tr_lst[0].trPr.find(qn("w:tblHeader")) is not None
    assert all(row.trPr is None or row.trPr.find(qn("w:tblHeader")) is None for row in table._tbl.tr_lst[1:])
    assert [cell.text for cell in table.rows[1].cells] == ["Cahier 200 p.", "1\u00a0500\u00a0FCFA", "2"]
    pictures = [shape._inline.docPr.get("descr") for shape in word.inline_shapes]
    assert len(pictures) == 3
    assert "Octobre 12" in pictures[0]


def test_word_takes_a_table_with_empty_columns() -> None:
    rows = docx.Document(
        io.BytesIO(made("docx", {"title": "T", "content": "| Nom | | |\n|-|-|-|\n| Awa | | |"}))
    ).tables[0]
    assert [cell.text for cell in rows.rows[1].cells] == ["Awa", "", ""]


def test_word_says_its_language_title_and_day(word: Any) -> None:
    properties = word.core_properties
    assert (properties.title, properties.author, properties.language) == (
        "Bilan du premier trimestre",
        "Palabre",
        "fr-FR",
    )
    assert properties.created.date().isoformat() == "2026-03-03"
    assert {element.get(qn("w:val")) for element in word.styles.element.iter(qn("w:lang"))} == {"fr-FR"}


def test_a_letter_in_word_stands_as_french_offices_expect() -> None:
    letter = docx.Document(io.BytesIO(made("docx", LETTER)))
    texts = [paragraph.text for paragraph in letter.paragraphs if paragraph.text]
    assert texts[0] == "Awa Koné"
    assert (
        texts.index("Monsieur le Directeur")
        < texts.index("Abidjan, le 3 mars 2026")
        < texts.index("Objet : demande de stage")
    )
    assert texts[-2:] == [
        "Je vous prie d’agréer, Madame, Monsieur, l’expression de mes salutations distinguées.",
        "Awa Koné",
    ]
    assert "Palabre" not in "".join(paragraph.text for paragraph in letter.sections[0].footer.paragraphs)


class Page(HTMLParser):
    """What stands in a page: tags with their attributes, and the text."""

    def __init__(self, body: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(body.decode())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def of(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


def test_a_web_page_is_one_file_that_reads_well_and_prints() -> None:
    page = Page(made("html", REPORT))
    assert page.of("html") == [{"lang": "fr"}]
    assert all(cell["scope"] == "col" for cell in page.of("th"))
    assert len(page.of("math")) == 3
    images = page.of("img")
    assert len(images) == 3
    assert all((image["src"] or "").startswith("data:image/png;base64,") and image["alt"] for image in images)
    assert not page.of("script")
    assert not page.of("link")
    assert "prefers-color-scheme: dark" in page.text
    assert "@media print" in page.text
    assert {link["href"] for link in page.of("a")} == {"https://example.org/lien", "https://example.org/encyclopedie"}


HOSTILE = """<script>alert(1)</script><img src=x onerror=alert(2)> [x](javascript:alert(3)) "><svg onload=alert(4)>

| <iframe src=//evil> | b |
|---|---|
| <b onclick=x>c</b> | ![i](https://evil/x.png) |

`</code><script>alert(5)</script>` $\\text{<script>alert(6)</script>}$
"""


def test_html_and_scripts_in_a_text_are_text() -> None:
    given = REPORT | {
        "title": "<script>alert(0)</script>",
        "content": HOSTILE,
        "blocks": [
            {"type": "code", "text": "</code></pre><script>alert(7)</script>"},
            {"type": "bar", "text": '"><script>', "rows": [["", "</td><script>"], ["<img src=x onerror=1>", 3]]},
            {"type": "table", "rows": [["<style>*{}</style>", "a"], ["<a href='javascript:1'>x</a>", "b"]]},
        ],
        "sources": [{"title": "<script>", "url": "javascript:alert(8)"}],
    }
    page = Page(made("html", given))
    names = {tag for tag, _ in page.tags}
    assert names.isdisjoint({"script", "iframe", "svg", "object", "form", "link"})
    assert len(page.of("style")) == 1
    handlers = [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert handlers == []
    assert all((link.get("href") or "https://").startswith("https://") for link in page.of("a"))
    assert "alert(7)" in page.text


def test_markdown_means_the_same_when_it_is_read_again() -> None:
    text = made("md", REPORT).decode()
    assert text.startswith("# Bilan du premier trimestre\n\n*Awa Koné, classe de 3e*\n")
    assert "| Novembre | 14,5 | 11 |" in text
    again = made("md", {"title": "Bilan du premier trimestre", "content": text.split("\n\n", 1)[1]}).decode()
    assert again.split("\n\n", 1)[1].replace("\u00a0", " ") == text.split("\n\n", 1)[1].replace("\u00a0", " ")


@pytest.mark.parametrize(
    "text",
    ["2 * 3 * 4 = 24", "a_b_c et *", "# pas un titre", "1. pas une liste", "- ni ceci", "> ni cela", "[x](y) <z> `c`",
     "a | b", "5 $ et 6 $", "\\newline ~~x~~", "+ 3", "=== ==="],
)  # fmt: skip
def test_markdown_never_makes_marks_of_plain_text(text: str) -> None:
    for block in (Paragraph((Span(text),)), Table(((Span("a"),),), (((Span(text),),),), (None,))):
        (again,) = parse(Writer(Language.FR).blocks((block,)))
        spans = again.spans if isinstance(again, Paragraph) else again.rows[0][0]  # type: ignore[union-attr]
        assert "".join(span.text for span in spans).replace("\u00a0", " ") == text
        assert all(span.style == PLAIN and span.formula is None for span in spans)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_document_has_the_same_bytes(kind: Kind) -> None:
    assert made(kind, REPORT) == made(kind, REPORT)


def test_ten_pages_of_text_stay_small_in_every_kind() -> None:
    text = pages_of_text(11)
    pdf = made("pdf", {"title": "Cours", "content": text})
    assert len(pypdf.PdfReader(io.BytesIO(pdf)).pages) >= 10
    for body in (
        pdf,
        made("docx", {"title": "Cours", "content": text}),
        made("html", {"title": "Cours", "content": text}),
    ):
        assert len(body) < 80_000


ODD: dict[str, dict[str, Any]] = {
    "right to left": {"content": "مرحبا بكم في هذا الدرس **مهم**\n\n| اسم | عدد |\n|---|---|\n| علي | 3 |"},
    "emoji and other scripts": {"content": "🎉 ✅ 👩🏽‍🏫 ⲁⲃ Ωμέγα Привет"},
    "control characters": {"content": "a\x00b\x0bc\u0007d\ufffee\u202ef"},
    "lists fifty deep": {"content": "".join(f"{'  ' * depth}- niveau {depth}\n" for depth in range(50))},
    "quotations fifty deep": {"content": ">" * 50 + " fond"},
    "a formula that does not parse": {
        "content": "Voici $\\frac{1}{$ et $$\\inconnu{x}^{^{_$$ fin",
        "blocks": [{"type": "formula", "text": "\\begin{x"}],
    },
    "formulas without measure": {
        "content": "$" + "{" * 5_000 + "$ $$" + "\\begin{cases}" * 9 + "x" + "\\end{cases}" * 9 + "$$"
    },
    "an endless word": {"content": "x" * 20_000},
    "a thousand rows": {"blocks": [{"type": "table", "rows": [["n", "n²"], *([str(n), n * n] for n in range(1_000))]}]},
    "thirty columns": {"blocks": [{"type": "table", "rows": [[f"c{n}" for n in range(30)]] * 3}]},
    "three hundred blocks": {"blocks": [{"type": "quote", "text": f"bloc {n}"} for n in range(300)]},
    "a path for a name": {"title": "../../etc/passwd\x00.exe", "content": "x"},
    "unbalanced marks": {"content": "**a *b ~~c `d [e](f ![g\n\n|a|\n|-|\n|"},
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ODD)
def test_odd_input_still_ends_as_a_document(name: str, kind: Kind) -> None:
    body = made(kind, {"title": "Essai"} | ODD[name])
    assert opened(kind, body)


def opened(kind: Kind, body: bytes) -> bool:
    """Whether the kind's own library opens the body."""
    if kind == "pdf":
        return bool(pypdf.PdfReader(io.BytesIO(body)).pages)
    if kind == "docx":
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            for name in archive.namelist():
                if name.endswith(".xml"):
                    etree.fromstring(archive.read(name))
        return bool(docx.Document(io.BytesIO(body)).paragraphs)
    return bool(Page(body).tags) if kind == "html" else bool(body.decode().strip())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"content": " "}, "nothing in it"),
        ({"content": "a" * 60_001}, "60,000"),
        ({"blocks": [{"type": "text", "text": "a" * 40_000}] * 2}, "60,000"),
        ({"blocks": [{"type": "table", "rows": [["c"] * 300] * 2}]}, "300 columns"),
        ({"content": "|a|\n|-|\n" + "|b|\n" * 5_000}, "5000 rows"),
        ({"blocks": [{"type": "pie", "rows": [["Riz", -1], ["Huile", 2]]}]}, r"block 1 \(pie\).*negative"),
        ({"blocks": [{"type": "bar", "rows": [["x", "y"], ["a", "NaN"]]}]}, "'NaN' in the row of 'a'"),
        ({"blocks": [{"type": "function", "text": "__import__('os')"}]}, "no function of x"),
        ({"blocks": [{"type": "image", "text": "/etc/passwd"}]}, "no image"),
    ],
)
def test_what_cannot_be_a_document_says_why(given: dict[str, Any], reason: str, kind: Kind) -> None:
    with pytest.raises(DocumentError, match=reason):
        made(kind, {"title": "Essai"} | given)


def words_of(kind: Kind, body: bytes) -> str:
    """The text of a document as its reader sees it."""
    if kind == "pdf":
        text = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(body)).pages)
    elif kind == "docx":
        text = "\n".join(paragraph.text for paragraph in docx.Document(io.BytesIO(body)).paragraphs)
    else:
        text = Page(body).text if kind == "html" else body.decode().replace("<", "").replace(">", "")
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("kind", KINDS)
def test_a_source_says_when_it_was_read(kind: Kind) -> None:
    note = reading_note(datetime(2026, 11, 22, 23, 59, tzinfo=UTC), Language.FR)
    read = {"title": "Les parts", "url": "https://example.org/parts", "note": note}
    own = {"title": "Un livre", "url": "https://example.org/livre", "note": reading_note(None, Language.FR)}
    text = words_of(kind, made(kind, {"title": "Cours", "content": "Texte.", "sources": [read, own]}))
    assert re.search(r"Les parts ?https://example\.org/parts · consulté le 22/11/2026", text)
    assert re.search(r"Un livre ?https://example\.org/livre · non consultée", text)


@pytest.mark.parametrize("kind", KINDS)
def test_a_strangers_title_is_text_in_every_kind(kind: Kind) -> None:
    title = "<script>alert(1)</script> [x](javascript:1) **b** | # c"
    body = made(kind, {"title": "Cours", "content": "Texte.", "sources": [{"title": title, "url": "https://a.org/"}]})
    if kind == "md":
        html = made("html", {"title": "Cours", "content": body.decode()})
        assert not {"script", "strong"} & {tag for tag, _ in Page(html).tags}
        assert {link["href"] for link in Page(html).of("a")} == {"https://a.org/"}
    else:
        assert title in words_of(kind, body)


def test_english_documents_speak_english() -> None:
    page = Page(made("html", LETTER, language=Language.EN))
    assert page.of("html") == [{"lang": "en"}]
    assert re.search(r"Subject:\s*demande de stage", page.text)
    assert "Abidjan, 3 March 2026" in page.text


def test_letters_that_no_font_has_are_told_to_whoever_wrote_them() -> None:
    """The squares of « 张伟 » in a list of names were seen by the person alone."""
    names = {"title": "Liste", "content": "M. 张伟 est venu. " + "Le texte continue en français. " * 40}
    (told,) = rendered("pdf", document(names)).remarks
    assert "张 伟" in told
    assert rendered("docx", document(names)).remarks == rendered("pdf", document(REPORT)).remarks == ()
