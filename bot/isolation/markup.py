"""Bytes of strangers as text: their charset, and what of HTML a reader sees. Only ever run in child processes."""

import codecs
import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from email.message import Message

import lxml.html

from bot.isolation.page_formulas import write_mathml, write_pictures
from bot.isolation.page_tables import CELLS, COPY, in_one_line, spread_cells
from bot.isolation.readers.scripts import marked
from bot.isolation.signs import charset_of_wide

META_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
# What is no part of what a reader sees: furniture, code, and elements hidden by the page itself.
STYLE = "translate(@style,'ABCDEFGHIJKLMNOPQRSTUVWXYZ ','abcdefghijklmnopqrstuvwxyz')"  # without its spaces
DROPPED = (
    "//script|//style|//noscript|//template|//nav|//footer|//aside|//iframe|//frameset|//noframes|//object|//svg"
    "|//form//select|//*[@hidden]|//*[@aria-hidden='true']|//comment()"
    f"|//*[contains({STYLE},'display:none') or contains({STYLE},'visibility:hidden')]"
)
# What browsers read where a page declares these (encoding.spec.whatwg.org): the ranges that are control characters in
# the declared one hold œ, €, ’ and – in what old sites mean.
MEANT = {"iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030"}
MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
# Of bytes that are no text a tenth are such, however they are decoded; of text none, or a stray one.
CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
LOOKED_AT, STRAY = 2_048, 3
# A letter that was cut in two, or a line of another charset, makes no other text of the rest: of what is not UTF-8
# hardly a letter beyond ASCII fits it by chance.
BROKEN, BEYOND_ASCII, LEAST_WHOLE = "\ufffd", re.compile("[^\x00-\x7f\ufffd]"), 3
# Bytes that hardly mean anything in the usual charset (‚ ƒ ‡ ˆ ‰ Š Ž), and are É, é, è, ê and ç in those of old
# programs and « CSV (MS-DOS) », and of « CSV (Macintosh) ».
ODD = re.compile(rb"[\x81-\x83\x86-\x8b\x8d-\x90\x9b\x9d-\x9f]")
# What French is written with beyond ASCII, and how much each sign speaks for the charset in which it stands there.
SIGNS = {3: "àâçéèêëîïôùûüœ", 2: "ÀÂÇÉÈÊËÎÏÔÙÛÜŒ", 1: "‘’“”–—…€°«»\u00a0"}
OF_ONE_BYTE = ("cp1252", "cp850", "mac_roman")
ARABIC, ALIF_LAM, FIRST_BEYOND = "cp1256", b"\xc7\xe1", 0x80
LEAST_OF_EACH = 40  # of so many letters one at least is an alif, and one a lam
SAMPLE = 200_000  # bytes
BLOCKS = frozenset(
    ("p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "br", "section", "article", "ul", "ol", "pre")
)

MARKS_OF = {"sup": "^", "sub": "_"}  # other elements are struck out


def parsed(source: str) -> lxml.html.HtmlElement:
    """A page; an empty one where there is a comment alone, or nothing."""
    try:  # as bytes, since lxml refuses a str that declares a charset
        return lxml.html.document_fromstring(source.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    except lxml.etree.ParserError:
        return lxml.html.Element("html")


def make_readable(tree: lxml.html.HtmlElement) -> None:
    """Leave what a reader sees, in words: formulas and what is raised on the line, merged cells where they stand."""
    write_pictures(tree)
    for element in tree.xpath(DROPPED):
        if element.getparent() is not None:
            element.drop_tree()
    write_mathml(tree)
    _write_scripts(tree)
    spread_cells(tree)


def _write_scripts(tree: lxml.html.HtmlElement) -> None:
    """Put what is raised or lowered on the line, as characters: x², not x2, and mark what is struck out. What is a
    link, a note's mark, stays."""
    found = [element for kinds in ("//sup|//sub", "//del|//s|//strike") for element in reversed(tree.xpath(kinds))]
    for element in found:
        if element.getparent() is None or element.find(".//a") is not None:  # it stood in what was struck out
            continue
        before = element.getprevious()
        text = (before.tail if before is not None else element.getparent().text) or ""
        if not text and before is not None:
            text = before.text_content()
        words = " ".join(element.text_content().split())
        for child in list(element):
            element.remove(child)
        element.text = marked(words, MARKS_OF.get(element.tag, "~"), text)
        element.drop_tag()


def readable(source: str) -> lxml.html.HtmlElement:
    """A page without what no reader sees."""
    tree = parsed(source)
    make_readable(tree)
    return tree


def plain_text(tree: lxml.html.HtmlElement) -> str:
    """All text of the page, one line per block."""
    parts = []
    for event, element in lxml.etree.iterwalk(tree, events=("start", "end")):
        if element.tag in BLOCKS:
            parts.append("\n")
        if event == "start" and element.tag in CELLS and _is_beside_another(element):
            parts.append(" | ")
        text = element.text if event == "start" else element.tail
        if text and element.tag != "title":
            parts.append(re.sub(r"\s+", " ", text))
    text = re.sub(r" {2,}\| ", " | ", "".join(parts))  # there is often a space between cells
    return re.sub(r" ?\n[ \n]*", "\n", text).strip()


def visible_of(source: str) -> str:
    """What a reader sees of a page."""
    return plain_text(readable(source))


def rows_in(tree: lxml.html.HtmlElement) -> Iterator[list[str]]:
    """What a reader sees in each row of its tables, cell by cell: of a merged one in the first place that it stands in,
    so that nothing is added twice, and nothing of what only lays out other tables. The tree is another one
    afterwards."""
    for row in tree.iter("tr"):
        yield [_in_cell(cell) for cell in row if cell.tag in CELLS]


def _in_cell(cell: lxml.html.HtmlElement) -> str:
    if COPY in cell.attrib or cell.find(".//tr") is not None:
        return ""
    cell.tag, cell.tail = "div", None
    return in_one_line(plain_text(cell))


def _is_beside_another(cell: lxml.html.HtmlElement) -> bool:
    """Whether two cells stand on one line: what lays out a whole page as a table has blocks in them."""
    before = cell.getprevious()
    if before is None or before.tag not in CELLS:
        return False
    return not any(element.tag in BLOCKS for each in (before, cell) for element in each.iter())


def decoded(body: bytes, content_type: str) -> str:
    """The charset is the one that a mark at the very beginning or every other byte shows, else the one the server
    names, else the one the page names (but where that is West European and UTF-8 fits), else UTF-8 where it fits but
    for a few places, else the West European one in which it is most like French. Names that stand for none are not
    heard, nor UTF-8 where more is broken than whole; a page that can name UTF-16 in its own text is not written in
    it."""
    for sign, meant in MARKS.items():
        if body.startswith(sign):
            return body.removeprefix(sign).decode(meant, "replace")
    if wide := charset_of_wide(body[:LOOKED_AT]):
        return body.decode(wide, "replace")
    header = Message()
    header["Content-Type"] = content_type
    named = META_CHARSET.search(body[:2_048])
    of_page = named[1].decode().lower() if named else ""
    for charset in (header.get_content_charset(), "utf-8" if of_page.startswith("utf-16") else of_page):
        with contextlib.suppress(LookupError, UnicodeError):
            if charset:
                name = codecs.lookup(charset).name
                text = body.decode(MEANT.get(name, name), "replace")
                if MEANT.get(name, name) == OF_ONE_BYTE[0] and (as_meant := _as_utf_8(body)):
                    return as_meant
                if name != "utf-8" or _fits(text, 1):
                    return text
    text = body.decode("utf-8", "replace")
    return text if _fits(text, LEAST_WHOLE) else body.decode(_of_one_byte(body[:SAMPLE]), "replace")


def _as_utf_8(body: bytes) -> str:
    """The text where a server names its own charset for all that it sends, and the page is in UTF-8; else nothing."""
    text = body.decode("utf-8", "replace")
    return text if BEYOND_ASCII.search(text) and _fits(text, LEAST_WHOLE) else ""


def _fits(text: str, least: int) -> bool:
    """Whether so many letters beyond ASCII are whole for each that is broken."""
    broken = text.count(BROKEN)
    return not broken or len(BEYOND_ASCII.findall(text)) >= least * broken


def _of_one_byte(body: bytes) -> str:
    """The charset of a text in which each letter is one byte: the usual one, unless it makes nonsense of some and
    another is more like French."""
    counted = Counter(body)
    if _is_arabic(counted):
        return ARABIC
    if not ODD.search(body):
        return OF_ONE_BYTE[0]

    def likeness(charset: str) -> int:
        signs = ((sign.encode(charset, "ignore"), weight) for weight, some in SIGNS.items() for sign in some)
        return sum(weight * counted[byte[0]] for byte, weight in signs if byte)

    return max(OF_ONE_BYTE, key=likeness)


def _is_arabic(counted: Counter[int]) -> bool:
    """Whether most letters stand beyond ASCII, as they do in no French, and alif and lam are as many as in Arabic."""
    latin = sum(number for byte, number in counted.items() if chr(byte).isalpha() and byte < FIRST_BEYOND)
    beyond = sum(number for byte, number in counted.items() if byte >= FIRST_BEYOND)
    return beyond > latin and min(counted[byte] for byte in ALIF_LAM) * LEAST_OF_EACH > beyond


def is_text(text: str) -> bool:
    """Whether what was decoded is text: a server may say so of a picture, an archive, or of what it compressed in a way
    that nobody asked for."""
    head = text[:LOOKED_AT]
    return len(CONTROL.findall(head)) <= max(STRAY, len(head) // 50)
