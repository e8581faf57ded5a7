"""HTML and LaTeX that models write between their Markdown: lists, tables and headings keep their shape."""

import pytest

from bot.text.markup_source import BREAK, protect
from bot.text.stash import Stash


def markdown_of(text: str) -> str:
    """What is parsed, without the empty lines around it."""
    formulas, verbatim = Stash(15), Stash(16)
    made = verbatim.restore(protect(text, formulas, verbatim)).replace(BREAK, "⏎")
    return "\n".join(line for line in formulas.restore(made).strip().split("\n") if line.strip())


@pytest.mark.parametrize(
    ("source", "markdown"),
    [
        ("<ul><li>Un</li><li>Deux</li></ul>", "- Un\n- Deux"),
        ("<ol><li>Un<ul><li>sous</li></ul></li><li>Deux</li></ol>", "1. Un\n    - sous\n2. Deux"),
        ("<h2>Titre</h2><p>Un.</p><p>Deux.</p>", "## Titre\nUn.\nDeux."),
        (
            "<table><tr><th>Nom</th><th>Note</th></tr><tr><td>Awa</td><td>15</td></tr></table>",
            "| Nom | Note |\n|---|---|\n| Awa | 15 |",
        ),
        (
            "<table><caption>Prix</caption><tr><td colspan='2'>a|b</td></tr><tr><td>1<td>2</table>",
            "Prix\n| a\\|b |  |\n|---|---|\n| 1 | 2 |",
        ),
        ("| <ul><li>un</li><li>deux</li></ul> | <p>x</p> |", "|• un⏎• deux | x |"),
        ("- un <p>mot</p>", "- un ⏎mot"),
        ("\\begin{itemize}\n\\item Un $x^2$\n\\item[b)] Deux\n\\end{itemize}", "- Un x²\n- b) Deux"),
        ("\\begin{enumerate}\\item Un \\item Deux\\end{enumerate}", "1. Un\n2. Deux"),
        (r"\section{Titre} \textbf{gras} \emph{penché} \underline{mot}", "## Titre\n **gras** *penché* mot"),
    ],
)
def test_blocks_of_other_languages_are_blocks(source: str, markdown: str) -> None:
    assert markdown_of(source) == markdown


@pytest.mark.parametrize(
    "text",
    ["`<ul><li>`", "```html\n<ul><li>a</li></ul>\n<table><tr><td>x</td></tr></table>\n```", r"`\textbf{x}`", "1 < 2"],
)
def test_code_stays_as_it_is(text: str) -> None:
    assert markdown_of(text) == text


def test_elements_that_are_only_spoken_of_break_no_line() -> None:
    assert markdown_of("Les balises <p> et <li> vont par deux.").split() == "Les balises et vont par deux.".split()


@pytest.mark.parametrize(
    "hostile",
    [
        "<table>" * 9_000,
        r"\begin{itemize}" * 4_000,
        "<ul>" * 9_000 + "<li>" * 9_000,
        "<table>" + "<tr><td>" * 2_000 + "</table>",
    ],
    ids=["tables", "lists", "depth", "rows"],
)
def test_text_without_end_is_read_all_the_same(hostile: str) -> None:
    assert len(markdown_of(hostile)) < 400_000
