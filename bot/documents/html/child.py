"""The child's side of rendering a web page. Only ever run by bot.isolation.children."""

from html import escape
from pathlib import Path
from typing import Final

import nh3

from bot.documents.assembly import blocks_of, enclosures_of
from bot.documents.blocks import Span
from bot.documents.direction import runs_leftward
from bot.documents.figures.ready import with_pictures
from bot.documents.html.writer import Writer
from bot.documents.labels import LABELS, long_date
from bot.documents.letters import Frame, frame_of
from bot.documents.model import Document, Source
from bot.text.safe import safe_text

STYLE: Final = Path(__file__).with_name("page.css")
POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
MATHS: Final = frozenset(
    "math mrow mi mn mo mtext mspace mfrac msqrt mroot msup msub msubsup munder mover munderover mtable mtr mtd mstyle "
    "mpadded mphantom menclose".split()
)
TAGS: Final = MATHS | frozenset(
    "h1 h2 h3 h4 p br hr ul ol li blockquote pre code strong em s a table thead tbody tr th td figure figcaption img "
    "div section footer".split()
)
_LOOKS: Final = {"class", "dir"}
ATTRIBUTES: Final = {
    **{name: set(_LOOKS) for name in "p h1 h2 h3 h4 section table td li ul blockquote".split()},
    **{
        name: {"columnalign", "columnspacing", "rowspacing", "displaystyle"}
        for name in ("mtable", "mtd", "mtr", "mstyle")
    },
    "th": {*_LOOKS, "scope"},
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "div": {*_LOOKS, "tabindex"},
    "ol": {*_LOOKS, "start"},
    "hr": {"class"},
    "math": {"display"},
    "mo": {"stretchy", "fence", "form", "accent", "lspace", "rspace", "minsize", "maxsize"},
    "mi": {"mathvariant"},
    "mfrac": {"linethickness"},
    "mspace": {"width"},
    "menclose": {"notation"},
}
PICTURES: Final = ("data:image/png;base64,", "data:image/jpeg;base64,")


def answer(payload: bytes) -> bytes:
    """A Document as JSON in, one HTML file out."""
    document = Document.model_validate_json(payload)
    frame, writer = frame_of(document), Writer()
    text = writer.blocks(with_pictures(blocks_of(document), document.language))
    body = _letter(frame, text, writer.blocks(enclosures_of(document))) if frame else _title(document) + text
    body += _sources(document.sources, LABELS[document.language].sources) if document.sources else ""
    body += "" if frame else f"<footer>{_signed(document)}</footer>"
    return _page(document, sanitised(body)).encode()


def sanitised(body: str) -> str:
    """What may stand in a page of ours: no script, no style of its own, links to the web, pictures inside the file."""
    return nh3.clean(
        body,
        tags=set(TAGS),
        attributes={name: set(names) for name, names in ATTRIBUTES.items()},
        attribute_filter=_allowed,
        url_schemes={"http", "https", "data"},
        link_rel="noopener noreferrer",
    )


def _allowed(tag: str, attribute: str, value: str) -> str | None:
    if (tag, attribute) == ("img", "src"):
        return value if value.startswith(PICTURES) else None
    if attribute == "href":
        return value if value.startswith(("http://", "https://")) else None
    return value


def _page(document: Document, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="{document.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_escaped(document.title)}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n"
        f"</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _title(document: Document) -> str:
    subtitle = f'<p class="subtitle">{_escaped(document.subtitle)}</p>\n' if document.subtitle else ""
    title = f'<h1>{_escaped(document.title)}</h1>\n{subtitle}<hr class="rule">\n'
    return f'<section dir="rtl">\n{title}</section>\n' if runs_leftward((Span(document.title),)) else title


def _letter(frame: Frame, text: str, enclosed: str) -> str:
    sender = "<br>".join(map(_escaped, frame.sender))
    aside = "<br>".join(map(_escaped, frame.recipient))
    subject = f"<strong>{_escaped(frame.subject_label)}</strong>{_escaped(frame.subject)}"
    closing = f"<p>{_escaped(frame.closing)}</p>\n" if frame.closing else ""
    signature = f'<p class="signature">{_escaped(frame.signature)}</p>\n' if frame.signature else ""
    return (
        f'<section class="letter">\n<p>{sender}</p>\n<p class="aside">{aside}</p>\n'
        f'<p class="aside">{_escaped(frame.dateline)}</p>\n<p class="object">{subject}</p>\n'
        f"{text}{closing}{signature}{enclosed}</section>\n"
    )


def _sources(sources: tuple[Source, ...], label: str) -> str:
    lines = "".join(
        f"<li><strong>{_escaped(source.title)}</strong><br>{_address(source)}{_escaped(source.noted)}</li>\n"
        for source in sources
    )
    return f'<section class="sources">\n<h2>{_escaped(label)}</h2>\n<ol>\n{lines}</ol>\n</section>\n'


def _address(source: Source) -> str:
    url = _escaped(source.url)
    return f'<a href="{_escaped(source.link)}">{url}</a>' if source.link else url


def _signed(document: Document) -> str:
    return f"{_escaped(document.service_name)} · {long_date(document.created_at, document.language)}"


def _escaped(text: str) -> str:
    return escape(safe_text(text))
