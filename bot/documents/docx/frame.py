"""What surrounds the text of a Word document: title, header and footer with page fields, the frame of a letter."""

from docx.document import Document as Word
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_TAB_ALIGNMENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.section import _Footer, _Header
from docx.shared import Mm, Pt
from docx.text.paragraph import Paragraph

from bot.documents.blocks import Span, Style
from bot.documents.docx.composer import Composer
from bot.documents.labels import LABELS, long_date
from bot.documents.letters import Frame
from bot.documents.model import Document
from bot.documents.spacing import tied
from bot.text.safe import safe_text

RECIPIENT = Mm(90)  # from the left margin: the window of an envelope
RIGHT_TAB = Mm(162)


def put_title(composer: Composer, document: Document) -> None:
    """Title and subtitle of a document that is no letter."""
    composer.paragraph((Span(tied(document.title)),), "Title")
    if document.subtitle:
        composer.paragraph((Span(tied(document.subtitle)),), "Subtitle")


def put_running(word: Word, document: Document, frame: Frame | None) -> None:
    """Header and footer. The first page has no header, and a letter's first page neither."""
    section = word.sections[0]
    section.different_first_page_header_footer = True
    if frame:
        _pages(_line(section.footer), document)
        return
    _line(section.header).add_run(safe_text(document.title))
    for footer in (section.first_page_footer, section.footer):
        line = _line(footer)
        line.add_run(f"{safe_text(document.service_name)} · {long_date(document.created_at, document.language)}\t")
        _pages(line, document)


def open_letter(composer: Composer, frame: Frame) -> None:
    """Sender, recipient, place and date, object."""
    for number, text in enumerate(frame.sender):
        _close(composer.paragraph((Span(text, Style(bold=number == 0)),)))
    for number, text in enumerate((*frame.recipient, frame.dateline)):
        line = composer.paragraph((Span(text),))
        line.paragraph_format.left_indent = RECIPIENT
        _close(line)
        if number in (0, len(frame.recipient)):
            line.paragraph_format.space_before = Pt(16)
    if frame.subject:
        subject = composer.paragraph((Span(frame.subject_label, Style(bold=True)), Span(frame.subject)))
        subject.paragraph_format.space_before, subject.paragraph_format.space_after = Pt(22), Pt(16)


def close_letter(composer: Composer, frame: Frame) -> None:
    """The closing formula, and room for the hand above the name."""
    if frame.closing:
        closing = composer.paragraph((Span(frame.closing),))
        closing.paragraph_format.space_before = Pt(10)
        closing.paragraph_format.keep_with_next = True
    if frame.signature:
        name = composer.paragraph((Span(frame.signature),))
        name.paragraph_format.left_indent, name.paragraph_format.space_before = RECIPIENT, Pt(44)


def _close(paragraph: Paragraph) -> None:
    paragraph.paragraph_format.space_after = Pt(0)


def _line(place: _Header | _Footer) -> Paragraph:
    """The one line of a header or footer, small, with a stop at the right margin."""
    line: Paragraph = place.paragraphs[0]
    line.paragraph_format.tab_stops.add_tab_stop(RIGHT_TAB, WD_TAB_ALIGNMENT.RIGHT)
    return line


def _pages(line: Paragraph, document: Document) -> None:
    """`Page 2 / 5` in fields that Word counts itself."""
    before, between, after = LABELS[document.language].page.split("{}")
    if not line.text:
        line.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    line.add_run(before)
    _field(line, "PAGE")
    line.add_run(between)
    _field(line, "NUMPAGES")
    line.add_run(after)


def _field(line: Paragraph, name: str) -> None:
    field = OxmlElement("w:fldSimple", attrs={qn("w:instr"): f" {name} "})
    shown = line.add_run("1")
    field.append(shown._r)
    line._p.append(field)
