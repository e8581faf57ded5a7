"""The whole text of a web page in the order in which it stands there, as Markdown: headings, lists, tables, links.
Nothing that a reader sees is left to a guess at what is the article: a tariff beside it is often what is wanted. Only
ever run in child processes."""

import re
from string import printable
from urllib.parse import quote, urldefrag, urljoin

import lxml.html

from bot.isolation.page_tables import CELLS, in_one_line, rows_of

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
LISTS = ("ul", "ol", "menu", "dl")
ITEMS = ("li", "dt", "dd")
BLOCKS = frozenset(
    (
        *HEADINGS, *LISTS, *ITEMS, *CELLS, "p", "div", "tr", "br", "section", "article", "pre", "table",
        "caption", "main", "header", "blockquote", "figure", "figcaption", "address", "form", "fieldset", "legend",
        "details", "summary", "hr", "body", "center", "hgroup", "option",
    )
)  # fmt: skip
LONGEST_LINK = 2_048
LONGEST_CELL = 1_000  # a longer one is a part of the page
LONGEST_SIGN = 60
DAY = re.compile(r"\d{4}-\d\d-\d\d")
LETTERS = ("a", "A")


def page_text(tree: lxml.html.HtmlElement, url: str) -> str:
    """The text. The tree is another one afterwards."""
    _write_links(tree, based(tree, url), url)
    for time in tree.iter("time"):  # « il y a 3 jours »
        if (day := DAY.match(time.get("datetime") or "")) and day[0][:4] not in time.text_content():
            _append(time, f" ({day[0]})")
    for code in list(tree.iter("pre")):
        _become_lines(code, f"```\n{code.text_content().strip(chr(10))}\n```")
    for code in tree.xpath("//code[not(ancestor::pre)]"):
        if words := " ".join(code.text_content().split()):
            _become_lines(code, f"`{words}`", "span")
    for table in tree.xpath("//table[not(.//table)]"):
        if (lines := _data(table)) is not None:
            _become_lines(table, "\n".join(lines))
    return _Writer().written(tree)


def based(tree: lxml.html.HtmlElement, url: str) -> str:
    """What the page's relative addresses are relative to."""
    said = tree.xpath("//base/@href")
    return address(url, said[0], url) or url if said else url


def address(base: str, href: str, url: str) -> str:
    """An absolute address as browsers ask for it: without line ends, its spaces escaped. Nothing of what leads nowhere
    else, or is none."""
    href = re.sub(r"[\t\r\n]", "", href.strip())
    try:
        found = urljoin(base, href.replace("\\", "/"))
    except ValueError:
        return ""
    found = quote(found, safe=printable.replace(" ", "")) if " " in found else found
    scheme = found.partition(":")[0].lower()
    is_here = not href or (urldefrag(found)[0] == urldefrag(url)[0] and "#" in href)
    is_fit = len(found) <= LONGEST_LINK and not is_here
    return found if is_fit and scheme in ("http", "https", "mailto", "tel") else ""


def _write_links(tree: lxml.html.HtmlElement, base: str, url: str) -> None:
    for link in tree.iter("a"):
        target = address(base, link.get("href") or "", url)
        if not target:
            continue
        if not link.text_content().strip():
            words = [*link.xpath(".//img/@alt"), link.get("title"), link.get("aria-label")]
            link.text = next((word.strip() for word in words if word and word.strip()), "")
            if not link.text:
                continue
        shown = f"<{target}>" if "(" in target or ")" in target else target
        if any(part.tag in BLOCKS for part in link.iterdescendants()):  # a card: its parts have lines of their own
            _append(link, f" <{target}>")
        else:
            link.text = f"[{(link.text or '').lstrip()}"
            _append(link, f"]({shown})")


def _append(element: lxml.html.HtmlElement, text: str) -> None:
    if len(element):
        element[-1].tail = (element[-1].tail or "").rstrip() + text
    else:
        element.text = (element.text or "").rstrip() + text


def _become_lines(element: lxml.html.HtmlElement, text: str, tag: str = "pre") -> None:
    for child in list(element):
        element.remove(child)
    element.tag, element.text = tag, text


def _data(table: lxml.html.HtmlElement) -> list[str] | None:
    """A line for its caption and each row; None of a table that only says where parts of the page stand."""
    if table.xpath(".//h1|.//h2|.//h3|.//pre"):
        return None
    rows = [[_in_one_line(cell) for cell in cells] for cells in rows_of(table)]
    if max(map(len, rows), default=0) < 2 or any(len(text) > LONGEST_CELL for row in rows for text in row):
        return None
    caption = table.find("caption")
    lines = [_in_one_line(caption)] if caption is not None else []
    heads = next(rows_of(table))
    for number, row in enumerate(rows):
        if any(row):
            lines.append(f"| {' | '.join(row)} |")
        if number == 0 and len(row) > 1 and all(cell.tag == "th" for cell in heads):
            lines.append("|" + "---|" * len(row))
    return lines


def _in_one_line(cell: lxml.html.HtmlElement) -> str:
    """Its lines beside each other, or what its sign stands for (a tick, a cross)."""
    text = _Writer().written(cell) or " ".join(cell.xpath(".//@alt|.//@aria-label|.//@title"))[:LONGEST_SIGN]
    text = re.sub(r"\n *(?:- |\d+\. )", "; ", re.sub(r"^(?:- |\d+\. )", "", text))
    return in_one_line(text).replace("|", "\\|")


class _Writer:
    """Lines of text, one a block."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []
        self._prefix = ""
        self._is_apart = False  # an element began right behind another
        self._lists: list[tuple[lxml.html.HtmlElement, int]] = []  # that are open, with the number of the next item

    def written(self, tree: lxml.html.HtmlElement) -> str:
        for event, element in lxml.etree.iterwalk(tree, events=("start", "end")):
            self._end_of(element, tree) if event == "end" else self._begin(element)
        self._break()
        return "\n".join(self._lines).strip()

    def _begin(self, element: lxml.html.HtmlElement) -> None:
        tag = element.tag
        if tag in BLOCKS:
            self._break()
        if tag in LISTS:
            self._lists.append((element, _first_of(element)))
        elif tag in ITEMS:
            self._prefix = self._marker(element)
        elif tag in HEADINGS:
            self._lines.append("")
            self._prefix = "#" * int(tag[1]) + " "
        if tag == "pre":
            self._lines += ["", *(element.text or "").split("\n"), ""]
        elif tag not in ("title", "head"):
            self._is_apart = self._is_apart or _touches(element)
            self._say(element.text or "")

    def _end_of(self, element: lxml.html.HtmlElement, tree: lxml.html.HtmlElement) -> None:
        if element.tag in BLOCKS:
            self._break()
            self._prefix = ""
        if element.tag in LISTS and self._lists:
            self._lists.pop()
        if element is not tree:
            self._say(element.tail or "")

    def _say(self, text: str) -> None:
        """Figures in elements of their own, which only a style sheet sets apart, make no other figure."""
        if self._is_apart and text[:1].isdigit() and "".join(self._line[-1:])[-1:].isdigit():
            self._line.append(" ")
        if text:
            self._is_apart = False
            self._line.append(text)

    def _break(self) -> None:
        if text := " ".join("".join(self._line).split()):
            self._lines.append(self._prefix + text)
            self._prefix = ""
        self._line = []

    def _marker(self, item: lxml.html.HtmlElement) -> str:
        if not self._lists:
            return "- "
        within, number = self._lists[-1]
        indent = "  " * (len(self._lists) - 1)
        if within.tag == "dl":
            return indent + ("  " if item.tag == "dd" else "- ")
        if within.tag != "ol":
            return f"{indent}- "
        number = _number(item.get("value"), number)
        self._lists[-1] = (within, number + 1)
        kind = within.get("type")
        is_letter = kind in LETTERS and 0 < number <= 26
        return f"{indent}{chr(ord(kind) + number - 1) if is_letter else number}. "


def _touches(element: lxml.html.HtmlElement) -> bool:
    before = element.getprevious()
    return before is not None and not before.tail


def _first_of(element: lxml.html.HtmlElement) -> int:
    return _number(element.get("start"), 1)


def _number(said: str | None, usual: int) -> int:
    return int(said) if said and re.fullmatch(r"-?\d{1,6}", said.strip()) else usual
