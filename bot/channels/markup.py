"""Converts the model's Markdown for the channels: WhatsApp's own marks, or plain text for SMS. Any length."""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from bot.channels.gsm7 import spell_roots
from bot.channels.markup_render import PlainRenderer, WhatsAppRenderer
from bot.channels.whatsapp_marks import set_marks
from bot.text.markup_source import protect
from bot.text.stash import Stash, without_private_use
from bot.text.tables import evened

# What Markdown leaves in a text when its author got it wrong: nobody should see it.
_LEFTOVERS: Final = (
    (re.compile(r"\*{2,}"), ""),
    (re.compile(r"\]\("), "] ("),
    (re.compile(r"(?m)^((?:[^\S\n]|[>\ue010-\ue015-])*)(?:(?:#{2,}|#(?=[^\S\n]))[^\S\n]*)+"), r"\1"),
)

# An answer of such lines has nothing that Markdown, or what looks for formulas and links, makes something of: words,
# and signs that are none of theirs. A line begins with a letter, and has one blank between two words.
_WORD: Final = r"[^\W\d_][^\W_]*+(?>(?:['’-][^\W\d_]++)*)[,;:.!?…]*+"
_NUMBER: Final = r"\d++[,;.!?…]*+"
_PLAIN_LINE: Final = rf"{_WORD}(?>(?:[ \xa0](?:{_WORD}|{_NUMBER}|[:;!?«»]))*)"
_PLAIN: Final = re.compile(rf"{_PLAIN_LINE}(?:\n{{1,2}}{_PLAIN_LINE})*")


def to_whatsapp(markdown: str, *, is_french: bool = True) -> str:
    """Markdown (CommonMark, tables, ~~strike~~, LaTeX) as a WhatsApp text."""
    return _convert(markdown, partial(WhatsAppRenderer, space=" " if is_french else ""), set_marks)


def to_plain(markdown: str) -> str:
    """Markdown as plain text for SMS; root signs are spelt `racine(…)`."""
    return _convert(markdown, PlainRenderer, spell_roots)


def _convert(
    markdown: str, renderer: Callable[[str, Stash, Stash], PlainRenderer], finish: Callable[[str], str]
) -> str:
    if _PLAIN.fullmatch(markdown):
        return finish(markdown)
    formulas, verbatim = Stash(15), Stash(16)
    source = evened(protect(without_private_use(markdown), formulas, verbatim))
    tree = SyntaxTreeNode(_parser().parse(source))
    text = renderer(source, formulas, verbatim).blocks(tree.children)
    for pattern, replacement in _LEFTOVERS:
        text = pattern.sub(replacement, text)
    text = re.sub(r"(?m)(?<![ \t])[ \t]+$", "", finish(text))
    return formulas.restore(verbatim.restore(re.sub(r"\n{3,}", "\n\n", text))).strip()


@cache
def _parser() -> MarkdownIt:
    """CommonMark with tables and ~~strike~~. Indented text is text, not code, and a line under a paragraph does not
    make it a heading: models indent and underline for other reasons."""
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 40})
    parser.validateLink = lambda _address: True  # type: ignore[method-assign,assignment]  # nothing is opened here
    return parser.enable(["table", "strikethrough"]).disable(["code", "lheading", "html_block", "html_inline"])
