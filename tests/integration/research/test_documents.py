"""PDFs as their readers get them: opened with another library, and the tool that makes them."""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pypdf
import pytest
from pydantic import ValidationError

from bot.documents.model import MAX_CONTENT_CHARS, Document, Source
from bot.documents.pdf.render import render_pdf
from bot.errors import DocumentError, ErrorType, StorageError, ToolFailed
from bot.services.library.files import RunFiles
from bot.services.library.run_library import RunLibrary
from bot.services.research.run_sources import ReadSource, RunSources
from bot.tools.context import ToolContext
from bot.tools.pdf import GeneratePdf, generate_pdf
from bot.types import Language
from tests.fakes.tool_runs import tool_context

LESSON = """Le carré de l’hypoténuse : « c’est **égal** », œuvre, Noël, 1 000 F CFA.

## Formules

AB² ≤ √(x₁) × π → ∞ ; $\\frac{1}{2} \\geq 0$. Voir [la preuve](https://example.org/preuve) et https://example.org/nu.

1. premier
   - dedans
2. second

> Une citation.

| Nom | Note |
|---|---|
| Awa | 17,5 |

```
def f(x):
    return x
```

Bravo 🎉 ✅ ! مرحبا بكم
"""


def document(**changes: Any) -> Document:
    values: dict[str, Any] = {
        "title": "Le théorème de Pythagore",
        "content": LESSON,
        "language": Language.FR,
        "service_name": "Palabre",
        "created_at": datetime(2026, 11, 21, tzinfo=UTC),
    }
    return Document(**(values | changes))


def outline_of(reader: pypdf.PdfReader) -> list[tuple[int, str, int]]:
    """Depth, words and page of each entry."""

    def of(items: Sequence[Any], depth: int) -> Iterator[tuple[int, str, int]]:
        for item in items:
            if isinstance(item, list):
                yield from of(item, depth + 1)
            else:
                yield depth, item.title, reader.get_destination_page_number(item)

    return list(of(reader.outline, 0))


def test_a_pdf_of_several_pages_has_a_list_of_its_headings() -> None:
    filling = "Un paragraphe de quelques mots. " * 90 + "\n\n"
    headings = ("## Première **partie**", "#### Détail : $x^2$", "## العربية", "### Suite", "# Fin")
    reader = opened(render_pdf(document(content="".join(f"{heading}\n\n{filling}" for heading in headings))))
    entries = outline_of(reader)
    assert [(depth, words) for depth, words, _page in entries] == [
        (0, "Première partie"), (1, "Détail : x²"), (0, "العربية"), (1, "Suite"), (0, "Fin")
    ]  # fmt: skip
    for _depth, words, page in entries:
        assert words.split()[0][:3] in reader.pages[page].extract_text() or not words.isascii()
    assert len({page for *_, page in entries}) > 1
    root: Any = reader.trailer["/Root"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert root["/Lang"] == "fr"


def test_a_page_alone_needs_no_list_of_its_headings() -> None:
    assert not outline_of(opened(render_pdf(document())))


def opened(body: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(body), strict=True)


def text_of(reader: pypdf.PdfReader) -> str:
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader.pages))


def links_of(reader: pypdf.PdfReader) -> set[str]:
    annotations = [item.get_object() for page in reader.pages for item in page.get("/Annots", [])]
    return {annotation["/A"]["/URI"] for annotation in annotations if annotation["/Subtype"] == "/Link"}


@pytest.fixture(scope="module")
def lesson() -> pypdf.PdfReader:
    sources = (
        Source(title="Encyclopédie", url="https://example.org/encyclopedie?a=1&b=é"),
        Source(title="Un livre", url="ftp://example.org/livre"),
    )
    return opened(render_pdf(document(subtitle="Classe de 3ᵉ", sources=sources)))


def test_the_text_can_be_copied_out_again(lesson: pypdf.PdfReader) -> None:
    text = text_of(lesson)
    for part in (
        *(
            "Le théorème de Pythagore",
            "Classe de 3ᵉ",
            "Le carré de l’hypoténuse",
            "œuvre, Noël",
            "1. premier",
            "dedans",
        ),
        *("AB² ≤ √(x₁) × π → ∞", "1/2 ≥ 0", "Une citation.", "Awa", "17,5", "def f(x):", "return x", "🎉"),
        *("Sources", "1. Encyclopédie", "2. Un livre", "Palabre · 21 novembre 2026", "Page 1 / 1"),
    ):
        assert part in text, part


def test_no_markdown_mark_is_left(lesson: pypdf.PdfReader) -> None:
    text = text_of(lesson)
    assert not [mark for mark in ("**", "##", "](", "|---", "```", "$", "\\") if mark in text]


def test_links_work_and_only_to_the_web(lesson: pypdf.PdfReader) -> None:
    links = links_of(lesson)
    assert {"https://example.org/preuve", "https://example.org/nu"} <= links
    assert any(link.startswith("https://example.org/encyclopedie?a=1&b=") for link in links)
    assert all(link.startswith(("http://", "https://")) for link in links)


def test_title_language_author_and_date_are_in_the_file(lesson: pypdf.PdfReader) -> None:
    assert lesson.metadata is not None
    assert lesson.metadata.title == "Le théorème de Pythagore"
    assert lesson.metadata.author == lesson.metadata.producer == "Palabre"
    assert lesson.metadata.creation_date == datetime(2026, 11, 21, tzinfo=UTC)
    assert lesson.trailer["/Root"]["/Lang"] == "fr"


def test_every_font_is_embedded(lesson: pypdf.PdfReader) -> None:
    fonts = lesson.pages[0]["/Resources"]["/Font"]
    descendants = [font.get_object()["/DescendantFonts"][0].get_object() for font in fonts.values()]
    assert len(descendants) >= 6
    assert all(
        "/FontFile2" in font["/FontDescriptor"] or "/FontFile3" in font["/FontDescriptor"] for font in descendants
    )


def test_the_page_is_a4(lesson: pypdf.PdfReader) -> None:
    assert [round(float(side)) for side in lesson.pages[0].mediabox[2:]] == [595, 842]


def test_the_same_document_has_the_same_bytes() -> None:
    assert render_pdf(document()) == render_pdf(document())


def test_english_documents_speak_english() -> None:
    reader = opened(render_pdf(document(language=Language.EN, content="Text.")))
    assert "21 November 2026" in text_of(reader)
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_pages_are_numbered_and_bear_the_title() -> None:
    reader = opened(render_pdf(document(content="Un paragraphe de quelques mots. " * 60 + "\n\n" + "Ligne.\n\n" * 80)))
    texts = [page.extract_text() for page in reader.pages]
    count = len(texts)
    assert count >= 3
    for number, text in enumerate(texts, 1):
        assert f"Page {number} / {count}" in text
        assert "Le théorème de Pythagore" in text


def test_a_long_table_repeats_its_head_on_every_page() -> None:
    rows = "".join(f"| élève {number} | {number} |\n" for number in range(120))
    reader = opened(render_pdf(document(content=f"| Nom de famille | Note |\n|---|---|\n{rows}")))
    texts = [page.extract_text() for page in reader.pages]
    assert len(texts) >= 3
    assert all("Nom de famille" in text for text in texts)
    whole = text_of(reader)
    assert all(f"élève {number} " in whole for number in range(120))


SHEET = r"""Une moitié, $\frac{1}{2}$, et $$x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}.$$

- $\begin{cases} x+y=1 \\ x-y=3 \end{cases}$
- un inconnu : $\inconnu{x} + \frac{1}{2}$

| Matrice | Somme |
|---|---|
| $\begin{pmatrix}1&2\\3&4\end{pmatrix}$ | $\sum_{k=1}^{n} k = \frac{n(n+1)}{2}$ |
"""


def test_formulas_are_drawn_and_can_be_copied_as_text() -> None:
    body = render_pdf(document(content=SHEET))
    reader = opened(body)
    text = text_of(reader)
    assert len(reader.pages) == 1
    for part in (
        "1/2",
        "x = (-b ± √(b²-4ac))/(2a).",
        "x+y=1 ; x-y=3",
        "un inconnu : x + 1/2",
        "(1 2 ; 3 4)",
        "n(n+1)/2",
    ):
        assert part in text, part
    drawing = reader.pages[0]["/Contents"].get_data()
    assert drawing.count(b" c ") > 100, "outlines, not pictures"
    assert "/XObject" not in reader.pages[0]["/Resources"] or not reader.pages[0]["/Resources"]["/XObject"]
    assert drawing.count(b"3 Tr") >= 5, "the text below a formula is not seen"
    assert body == render_pdf(document(content=SHEET))


def test_formulas_cost_little_of_a_metered_connection() -> None:
    words = "Une phrase de quelques mots, comme il y en a dans une leçon. "
    thirty = "\n\n".join(rf"{words}$\frac{{{n}}}{{12}} + x^{n} = \sqrt{{{n}}}$" for n in range(2, 32))
    assert len(render_pdf(document(content=thirty))) - len(render_pdf(document(content=words * 30))) < 45_000
    ten_pages = render_pdf(document(content=(words * 9 + "\n\n") * 56))
    assert len(opened(ten_pages).pages) >= 10
    assert len(ten_pages) < 80_000


@pytest.mark.parametrize(
    "content",
    [
        *("$" + "{" * 10_000 + "$", "$" + r"\sqrt{" * 160 + "$", "$" + "x^" * 5_000 + "$", r"$\hspace{9999999em}x$"),
        " ".join(rf"$\frac{{{number}}}{{\sqrt{{x}}}}$" for number in range(1_800)),
        " ".join(f"${{{{{{{{{{x{number}}}}}}}}}}}$" for number in range(900)),
        "$$" + r"\begin{cases}" * 9 + "x" + r"\end{cases}" * 9 + "$$",
    ],
)  # fmt: skip
def test_formulas_without_measure_end_as_a_document(content: str) -> None:
    assert opened(render_pdf(document(content=content), timeout_s=90)).pages


WITHIN: dict[str, Callable[[], str]] = {
    "one endless word": lambda: "x" * 3_000,
    "an endless address": lambda: "https://example.org/" + "a/" * 1_500,
    "endless code": lambda: "```\n" + "y = 1; " * 500 + "\n```",
    "a wide table": lambda: "|" + "titre|" * 14 + "\n|" + "-|" * 14 + "\n|" + "valeur 12345|" * 14,
    "a table of endless words": lambda: "|a|b|\n|-|-|\n|" + "z" * 400 + "|" + "w" * 400 + "|",
    "deep lists": lambda: "".join(f"{'  ' * level}- niveau {level}\n" for level in range(30)),
    "Arabic": lambda: "مرحبا بكم في هذا الدرس " * 60,
}


@pytest.mark.parametrize("name", WITHIN)
def test_nothing_leaves_the_page(name: str) -> None:
    reader = opened(render_pdf(document(content=WITHIN[name]())))
    places: list[float] = []
    for page in reader.pages:
        page.extract_text(
            visitor_text=lambda text, _cm, tm, _font, _size: places.append(tm[4]) if text.strip() else None
        )
    assert places
    assert min(places) > 60
    assert max(places) < 595 - 66


def test_a_row_taller_than_a_page_is_cut_over_pages() -> None:
    words = " ".join(f"mot{number}" for number in range(2_000))
    reader = opened(render_pdf(document(content=f"|a|\n|-|\n|{words}|\n|fin|")))
    whole = text_of(reader)
    assert len(reader.pages) >= 3
    assert all(f"mot{number}" in whole for number in (0, 500, 1_000, 1_999))
    assert "fin" in whole


def test_markup_of_other_kinds_is_text_or_gone() -> None:
    content = "<script>alert(1)</script> [x](javascript:alert(2)) ![i](file:///etc/passwd) <img src=http://127.0.0.1/>"
    reader = opened(render_pdf(document(content=content)))
    assert links_of(reader) == set()
    assert "root:" not in text_of(reader)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"content": "a" * (MAX_CONTENT_CHARS + 1)}, "60,000"),
        ({"content": "a\n\n" * 15_000}, "60 pages"),
        ({"content": "你好世界" * 200}, "letters"),
    ],
)
def test_what_cannot_be_a_document_says_why(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(DocumentError, match=reason):
        render_pdf(document(**changes))


NOTHING: Any = None
NO_LIBRARY = RunLibrary(NOTHING, NOTHING, NOTHING, NOTHING, user_id=None)


class Keeper:
    """Keeps files in memory, as the service does in the store."""

    def __init__(self) -> None:
        self.kept: list[dict[str, Any]] = []

    def keep(self, **file: Any) -> tuple[object, Callable[[Any], None]]:
        self.kept.append(file)
        return {"file": "cours.pdf"}, lambda session: session.append("row")


class Readings:
    """One page was read, behind a redirect."""

    def read(self, urls: Sequence[str]) -> list[ReadSource | None]:
        real = ReadSource("https://example.org/reel", "Le titre", datetime(2026, 11, 2, tzinfo=UTC))
        return [real if url == "https://example.org/court" else None for url in urls]


def context(keeper: Keeper, **changes: Any) -> ToolContext:
    return tool_context({RunFiles: keeper, RunLibrary: NO_LIBRARY, RunSources: Readings()}, **changes)


def test_generate_pdf_keeps_the_file_and_commits_with_the_result() -> None:
    keeper = Keeper()
    arguments = GeneratePdf(title="Cours", content="Bonjour.", sources=[{"title": "S", "url": "https://example.org/"}])
    output = generate_pdf.function(context(keeper), arguments)
    (file,) = keeper.kept
    assert (file["title"], file["ending"], file["content_type"]) == ("Cours", ".pdf", "application/pdf")
    assert links_of(opened(file["body"])) == {"https://example.org/"}
    assert output.data == {"file": "cours.pdf"}
    assert not output.untrusted
    session: list[str] = []
    assert output.commit is not None
    output.commit(session)
    assert session == ["row"]


@pytest.mark.parametrize(("language", "read", "unread"), [
    (Language.FR, "consulté le 02/11/2026", "non consultée"), (Language.EN, "read on 02 Nov 2026", "not read"),
])  # fmt: skip
def test_sources_bear_their_real_address_their_title_and_their_day(language: Language, read: str, unread: str) -> None:
    keeper = Keeper()
    urls = [{"url": "https://example.org/court"}, {"title": "Mon titre", "url": "https://example.org/court"}]
    own = [{"title": "Un livre", "url": "https://example.org/livre"}, {"title": " ", "url": "https://example.org/nu"}]
    arguments = GeneratePdf(title="Cours", content="Bonjour.", sources=urls + own)
    generate_pdf.function(context(keeper, language=language), arguments)
    text = text_of(opened(keeper.kept[0]["body"]))
    for line in (
        f"1. Le titre https://example.org/reel · {read}",
        f"2. Mon titre https://example.org/reel · {read}",
        f"3. Un livre https://example.org/livre · {unread}",
        f"4. https://example.org/nu https://example.org/nu · {unread}",
    ):
        assert line in text


def test_the_same_request_later_that_day_is_the_same_file() -> None:
    keeper = Keeper()
    for hour in (9, 17):
        moment = datetime(2026, 11, 21, hour, tzinfo=UTC)
        generate_pdf.function(context(keeper, started_at=moment), GeneratePdf(title="Cours", content="Bonjour."))
    assert keeper.kept[0]["body"] == keeper.kept[1]["body"]


def test_a_document_that_cannot_be_made_is_told_to_the_model() -> None:
    with pytest.raises(ToolFailed, match="letters"):
        generate_pdf.function(context(Keeper()), GeneratePdf(title="Cours", content="你好世界" * 200))


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "example.org", "https://a b.org/"])
def test_a_source_must_be_a_web_address(url: str) -> None:
    with pytest.raises(ValidationError):
        GeneratePdf(title="Cours", content="Bonjour.", sources=[{"title": "S", "url": url}])


def test_a_store_that_is_away_is_worth_another_try() -> None:
    class Away(Keeper):
        def keep(self, **_file: Any) -> tuple[object, Callable[[Any], None]]:
            raise StorageError("cannot store a file")

    with pytest.raises(ToolFailed) as raised:
        generate_pdf.function(context(Away()), GeneratePdf(title="Cours", content="Bonjour."))
    assert raised.value.error_type is ErrorType.TRANSIENT
