"""Writes a parsed Markdown tree as text: `PlainRenderer` for SMS, `WhatsAppRenderer` with WhatsApp's marks.

Marks are private-use markers here (`whatsapp_marks` sets them); code and links go to the stash as they are.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from markdown_it.tree import SyntaxTreeNode

from bot.channels.whatsapp_marks import BOLD, ITALIC, STRIKE
from bot.text.markup_source import BREAK
from bot.text.stash import Stash

_FENCE: Final = "```"
_SCHEME: Final = re.compile(r"^(?:https?://(?:www\.)?|mailto:|tel:)")

# An anchor, a path, a scheme of some program's own; not a command (/aide), a host with its port, sms:+225…
_NOWHERE: Final = re.compile(r"#|/[^/]+/|(?!(?:https?|mailto|tel):)[a-z][a-z0-9+-]*:(?![+\d])", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"\(?https?://", re.IGNORECASE)
_WRITTEN_OUT: Final = re.compile(r"data:[^,\s]*,", re.IGNORECASE)
_TASK: Final = re.compile(r"(?m)^- \[([ xX])\] ")

Row = list[str]


class PlainRenderer:
    """Text without any mark. `source` is the Markdown the tree was parsed from: its blank lines are kept."""

    def __init__(self, source: str, formulas: Stash, verbatim: Stash) -> None:
        self.lines = source.split("\n")
        self.formulas = formulas
        self.verbatim = verbatim
        self.writers: dict[str, Callable[[SyntaxTreeNode], str]] = {
            "paragraph": self.inline,
            "inline": self.inline,
            "heading": self.heading,
            "bullet_list": self.bullets,
            "ordered_list": self.numbers,
            "blockquote": self.quote,
            "fence": self.fence,
            "hr": self.rule,
            "table": self.table_and_rest,
            "text": self.text,
            "softbreak": lambda _node: "\n",
            "hardbreak": lambda _node: "\n",
            "code_inline": self.code,
            "strong": self.strong,
            "em": self.emphasis,
            "s": self.strike,
            "link": self.link,
            "image": self.image,
        }

    def write(self, node: SyntaxTreeNode) -> str:
        """The text of a node of any kind."""
        return self.writers.get(node.type, self.inline)(node)

    def blocks(self, nodes: Sequence[SyntaxTreeNode], written: Sequence[str] | None = None) -> str:
        """Blocks under each other, with a blank line where the source has one."""
        text = ""
        for node, block in zip(nodes, written or [self.write(node) for node in nodes], strict=True):
            first = node.map[0] if node.map else 0
            gap = "\n\n" if 0 < first <= len(self.lines) and not self.lines[first - 1].strip(" >\t") else "\n"
            text += f"{gap if text else ''}{block}"
        return text

    def inline(self, node: SyntaxTreeNode) -> str:
        """A line of text and what is in it."""
        return "".join(self.write(child) for child in node.children)

    def text(self, node: SyntaxTreeNode) -> str:
        return self.formulas.restore(node.content).replace(BREAK, "\n")

    def heading(self, node: SyntaxTreeNode) -> str:
        return self.inline(node)

    def strong(self, node: SyntaxTreeNode) -> str:
        return self.inline(node)

    def emphasis(self, node: SyntaxTreeNode) -> str:
        return self.inline(node)

    def strike(self, node: SyntaxTreeNode) -> str:
        return self.inline(node)

    def code(self, node: SyntaxTreeNode) -> str:
        return self.verbatim.hide(node.content)

    def fence(self, node: SyntaxTreeNode) -> str:
        return self.verbatim.hide(node.content.rstrip("\n"))

    def rule(self, _node: SyntaxTreeNode) -> str:
        return ""

    def quote(self, node: SyntaxTreeNode) -> str:
        return re.sub(r"(?m)^(?=.*\S)", "> ", self.blocks(node.children))

    def bullets(self, node: SyntaxTreeNode) -> str:
        """A `+` stays: at the beginning of a line it may be a sum."""
        return self._items(node, ["+" if node.markup == "+" else "-"] * len(node.children))

    def numbers(self, node: SyntaxTreeNode) -> str:
        """The numbers as typed (a menu may skip to 0), counted only when all are the same."""
        typed = [item.info for item in node.children]
        if len(typed) > 1 and len(set(typed)) == 1:
            typed = [str(int(typed[0]) + index) for index in range(len(typed))]
        return self._items(node, [number + node.children[0].markup for number in typed])

    def _items(self, node: SyntaxTreeNode, labels: Sequence[str]) -> str:
        written = []
        for item, label in zip(node.children, labels, strict=True):
            indented = re.sub(r"\n(?=.)", "\n  ", self.blocks(item.children))
            written.append(f"{label} {indented}".rstrip())
        return self.blocks(node.children, written)

    def link(self, node: SyntaxTreeNode) -> str:
        return self._target(self.inline(node), str(node.attrs.get("href", "")))

    def image(self, node: SyntaxTreeNode) -> str:
        return self._target(self.inline(node), str(node.attrs.get("src", "")))

    def _target(self, text: str, address: str) -> str:
        """`text (address)`; one of the two when the other adds nothing, and no address that nobody can open: a model
        that has made a file links to where it thinks that it lies (`sandbox:/mnt/data/…`), or writes it out."""
        address = self.formulas.restore(self.verbatim.restore(address))
        if not address or _WRITTEN_OUT.match(address) or (text.strip() and _NOWHERE.match(address)):
            return text
        shown = self.verbatim.restore(text).strip()
        same = not shown or _SCHEME.sub("", shown).rstrip("/") == _SCHEME.sub("", address).rstrip("/")
        hidden = self.verbatim.hide(re.sub(r"^(?:mailto|tel):", "", address))
        return hidden if same else f"{text} ({hidden})"

    def table_and_rest(self, node: SyntaxTreeNode) -> str:
        """A table and what stands right below it: to Markdown a row with one cell."""
        rest = [self.inline(row) for part in node.children for row in part.children if not self._is_row(row)]
        return "\n".join(filter(None, [self.table(node), *rest]))

    def _is_row(self, node: SyntaxTreeNode) -> bool:
        return not node.map or "|" in self.lines[node.map[0]]

    def table(self, node: SyntaxTreeNode) -> str:
        """Each cell as a line `title: value`, a blank line between rows."""
        titles, rows = self._cells(node)
        if not rows:
            return ", ".join(filter(None, titles))
        return "\n\n".join("\n".join(_pairs(titles, row, ": ")) for row in rows)

    def _cells(self, node: SyntaxTreeNode) -> tuple[Row, list[Row]]:
        rows = [
            [re.sub(r"\s*\n\s*", ", ", self.inline(cell)).strip() for cell in row.children]
            for part in node.children
            for row in part.children
            if self._is_row(row)
        ]
        return rows[0], [row for row in rows[1:] if any(row)]


class WhatsAppRenderer(PlainRenderer):
    """Text with WhatsApp's marks; a mark inside itself is left out, since it would end it. `space`: what stands before
    a colon or semicolon of ours."""

    def __init__(self, source: str, formulas: Stash, verbatim: Stash, space: str = " ") -> None:
        super().__init__(source, formulas, verbatim)
        self.open: list[tuple[str, str]] = []
        self.space = space

    def heading(self, node: SyntaxTreeNode) -> str:
        return self._marked(BOLD, node)

    def strong(self, node: SyntaxTreeNode) -> str:
        return self._marked(BOLD, node)

    def emphasis(self, node: SyntaxTreeNode) -> str:
        return self._marked(ITALIC, node)

    def strike(self, node: SyntaxTreeNode) -> str:
        return self._marked(STRIKE, node)

    def _marked(self, kind: tuple[str, str], node: SyntaxTreeNode) -> str:
        if kind in self.open:
            return self.inline(node)
        self.open.append(kind)
        text = self.inline(node)
        self.open.pop()
        text, address = self._before_address(text)
        return f"{kind[0]}{text}{kind[1]}{address}" if text else address

    def _before_address(self, text: str) -> tuple[str, str]:
        """The text and the address at its end, which a telephone would take to go on with the mark behind it."""
        before, space, last = text.rpartition(" ")
        if _ADDRESS.match(self.verbatim.restore(last)) is None:
            return text, ""
        return before, space + last

    def _items(self, node: SyntaxTreeNode, labels: Sequence[str]) -> str:
        """What is to be ticked off has a box for its dash; a plain telephone shows the brackets."""
        return _TASK.sub(lambda box: "☐ " if box[1] == " " else "☑ ", super()._items(node, labels))

    def code(self, node: SyntaxTreeNode) -> str:
        quoted = node.content if "`" in node.content else f"`{node.content}`"
        return self.verbatim.hide(quoted)

    def fence(self, node: SyntaxTreeNode) -> str:
        content = node.content.rstrip("\n").replace(_FENCE, "'''")
        return self.verbatim.hide(f"{_FENCE}\n{content}\n{_FENCE}")

    def rule(self, _node: SyntaxTreeNode) -> str:
        return "───"

    def table(self, node: SyntaxTreeNode) -> str:
        """One line per row: `- Ghana : Accra` under the titles, or `- Pays : Ghana ; Capitale : Accra ; …`."""
        titles, rows = self._cells(node)
        colon, semicolon = f"{self.space}: ", f"{self.space}; "
        if len(titles) > 2:
            return "\n".join("- " + semicolon.join(_pairs(titles, row, colon)) for row in rows)
        head = colon.join(filter(None, titles))
        lines = ["- " + colon.join(filter(None, row)) for row in rows]
        return "\n".join([f"{BOLD[0]}{head}{BOLD[1]}"] * bool(head) + lines)


def _pairs(titles: Row, row: Row, colon: str) -> list[str]:
    pairs = zip(titles, row, strict=False)
    return [f"{title}{colon}{value}" if title else value for title, value in pairs if value]
