r"""What slides understand of Markdown: **bold** and *italic* words, headings, links (their words and where they lead),
fences around code, and formulas, which become Unicode. Nothing else: a slide may well be about `<b>` or `__init__`, and
code is as it is typed. In marked text the marks are private-use characters of no width."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.text.markup_source import hide_formulas
from bot.text.stash import Stash, without_private_use

_BOLD, _ITALIC = "\ue000", "\ue001"
_MARK: Final = re.compile(f"([{_BOLD}{_ITALIC}])")
_NO_MARKS: Final = {ord(_BOLD): None, ord(_ITALIC): None}
_CODE: Final = re.compile(r"`[^`\n]+`")
_STRONG: Final = re.compile(r"(?:(?<![\w)])\*\*|\*\*(?![\d(]))(\*[^*\n]+\*|.+?)\*\*")  # x**2 is a power
_FENCED: Final = re.compile(r"^[ \t]*```[\w+#-]*[ \t]*\n(.*?)\n?[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)
_BREAK: Final = re.compile(r"(?<=[^\s<>])<br ?/?>(?=[^\s<>])")
_HEADING: Final = re.compile(r"^[ \t]*#{2,6}[ \t]+(\S.*)$", re.MULTILINE)
_LINK: Final = re.compile(r"(?<![!\w\]])\[([^\[\]\n]+)\]\((https?://[^\s()]+)\)")
_EMPHASIS: Final = re.compile(r"(?<![\w*\\])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])")


class Stretch(NamedTuple):
    """Words of one look."""

    words: str
    bold: bool
    italic: bool


def marked(text: str) -> str:
    """The text with its formulas as Unicode and its Markdown marks as ours."""
    hidden = Stash(15)
    text = _FENCED.sub(lambda code: hidden.hide(code[1]), without_private_use(text))
    text = _CODE.sub(lambda code: hidden.hide(code[0]), text)
    text = _HEADING.sub(lambda line: f"**{line[1].replace('**', '').rstrip()}**", _BREAK.sub("\n", text))
    text = _LINK.sub(lambda link: link[2] if link[1] == link[2] else f"{link[1]} ({hidden.hide(link[2])})", text)
    text = hide_formulas(text, hidden)
    text = _STRONG.sub(rf"{_BOLD}\1{_BOLD}", text)
    return hidden.restore(_EMPHASIS.sub(rf"{_ITALIC}\1{_ITALIC}", text))


def plain(text: str) -> str:
    """A marked text without its marks."""
    return text.translate(_NO_MARKS)


def stretches(text: str) -> Iterator[Stretch]:
    """A marked text cut where its look changes; at least one stretch."""
    bold = italic = False
    for part in _MARK.split(text):
        bold, italic = bold != (part == _BOLD), italic != (part == _ITALIC)
        if part not in (_BOLD, _ITALIC) and (part or not plain(text)):
            yield Stretch(part, bold, italic)
