"""Blocks into a Word document."""

import io
from copy import deepcopy

from docx.document import Document as Word
from docx.enum.section import WD_ORIENT, WD_SECTION
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.section import Section
from docx.shared import Emu, Pt, Twips
from docx.text.paragraph import Paragraph as WordParagraph

from bot.documents.blocks import (
    BOXES,
    Block,
    Code,
    Equation,
    Heading,
    Listing,
    PageBreak,
    Paragraph,
    Picture,
    Quote,
    Rule,
    Side,
    Span,
    Spans,
    Style,
    Table,
    announces,
    marked,
)
from bot.documents.direction import runs_leftward
from bot.documents.docx.inline import write
from bot.documents.docx.styles import LEVELS, new_list
from bot.documents.docx.tables import is_wide, put_table
from bot.documents.formulas import Formulas
from bot.documents.model import Source
from bot.documents.theme import ACCENT, HAIRLINE, MUTED, Colour, hexadecimal
from bot.text.safe import safe_text

STEP = 400  # twentieths of a point, of an indent
HANGING = 320  # of a list's marks
WIDTH = Emu(5_832_000)  # of the text: 162 mm
TALLEST = Emu(5_040_000)
EMU_A_TWIP = 635
EMU_A_PIXEL = 7_620  # 120 dots an inch: a small picture is not blown up
EQUATIONS = "bot.documents.docx.equations"


class Composer:
    """Puts one block after the other at the end of a document. `depth`: how many lists and quotations surround it."""

    def __init__(self, word: Word) -> None:
        self.formulas = Formulas(EQUATIONS)
        self._word = word
        self._is_wide = False

    def blocks(self, blocks: tuple[Block, ...], depth: int = 0, colour: Colour | None = None) -> None:
        """Blocks one below the other; a table too wide for a page that stands has one that lies, with its heading."""
        for place, block in enumerate(blocks):
            if not depth:
                following = blocks[place + isinstance(block, PageBreak) :]
                if self._turn(wide=_lies(following), is_first=not place) and isinstance(block, PageBreak):
                    continue
            self._block(block, depth, colour)
            if _is_bare(blocks[place : place + 2]):
                self._word.paragraphs[-1].paragraph_format.keep_with_next = False

    def upright(self) -> None:
        """What follows stands, whatever came before."""
        self._turn(wide=False, is_first=False)

    def paragraph(
        self, spans: Spans, style: str = "Normal", depth: int = 0, colour: Colour | None = None
    ) -> WordParagraph:
        """A paragraph of a style."""
        made = self._word.add_paragraph(style=style)
        if depth:
            made.paragraph_format.left_indent = Twips(STEP * depth)
        write(made, spans, self.formulas, colour)
        return made

    def sources(self, sources: tuple[Source, ...], label: str) -> None:
        """The numbered list at the end: title, and the address as a link."""
        self.paragraph((Span(label),), "Heading 2")
        number = new_list(self._word, start=1)
        for source in sources:
            address = Span(source.url, Style(link=source.link))
            spans = (Span(source.title, Style(bold=True)), Span("\n"), address, Span(source.noted))
            _numbered(self.paragraph(spans), number, 0)

    def _block(self, block: Block, depth: int, colour: Colour | None) -> None:
        match block:
            case Heading(level, spans, side):
                _lean(self.paragraph(spans, f"Heading {min(level, 4)}"), spans, side)
            case Paragraph(spans, side):
                made = self.paragraph(spans, depth=depth, colour=colour)
                made.paragraph_format.keep_with_next = announces(spans) or None
                _lean(made, spans, side)
            case Listing():
                self._listing(block, depth, colour)
            case Quote(blocks):
                since = len(self._word.element.body)
                self.blocks(blocks, depth + 1, MUTED)
                self._bar(since)
            case Code(text):
                self._code(text, depth)
            case Table():
                put_table(self._word, block, self.formulas, wide=self._is_wide)
            case Picture():
                self._picture(block)
            case _:
                self._line(block)

    def _turn(self, *, wide: bool, is_first: bool) -> bool:
        """Begin a page that lies, or stands again, where that is another than this one; at the very beginning the first
        one is turned."""
        if wide == self._is_wide:
            return False
        self._is_wide = wide
        section = self._word.sections[-1] if is_first else self._word.add_section(WD_SECTION.NEW_PAGE)
        if not is_first:
            section.different_first_page_header_footer = False
        section.orientation = WD_ORIENT.LANDSCAPE if wide else WD_ORIENT.PORTRAIT
        section.page_width, section.page_height = section.page_height, section.page_width
        _reach(section, self._word.sections[-2] if not is_first else None)
        return True

    def _line(self, block: Block) -> None:
        match block:
            case Equation(span):
                self._equation(span)
            case PageBreak():
                self._word.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
            case Rule():
                _border(self._word.add_paragraph(), "bottom", HAIRLINE)

    def _listing(self, listing: Listing, depth: int, colour: Colour | None) -> None:
        number = new_list(self._word, start=listing.start)
        level = min(depth, LEVELS - 1)
        for mark, item in marked(listing, ""):
            first = item[0] if item and isinstance(item[0], Paragraph) else Paragraph(())
            box = (Span(f"{mark}\t"),) if mark in BOXES else ()
            made = self.paragraph((*box, *first.spans), "List Paragraph", colour=colour)
            if box:
                made.paragraph_format.left_indent = Twips(STEP * (level + 1))
                made.paragraph_format.first_line_indent = Twips(-HANGING)
            else:
                _numbered(made, number, level)
            if listing.tight:
                made.paragraph_format.space_after = Pt(2)
            self.blocks(item[1:] if item and first is item[0] else item, depth + 1, colour)
        last = self._word.element.body[-2]  # before what says how large the page is
        if not depth and last.tag == qn("w:p"):
            WordParagraph(last, self._word._body).paragraph_format.space_after = None

    def _bar(self, since: int) -> None:
        """A coloured bar beside everything of a quotation."""
        for element in list(self._word.element.body)[since - 1 :]:
            if element.tag == qn("w:p"):
                begins = "left" if element.pPr is None or element.pPr.find(qn("w:bidi")) is None else "right"
                _border(WordParagraph(element, self._word._body), begins, ACCENT)

    def _code(self, text: str, depth: int) -> None:
        made = self._word.add_paragraph(safe_text(text.expandtabs(4)), style="Code")
        made.paragraph_format.left_indent = Twips(STEP * depth)

    def _equation(self, span: Span) -> None:
        """Word centres what stands in m:oMathPara."""
        equation = self.formulas.equation(span.formula) if span.formula else None
        made = self._word.add_paragraph()
        if equation is None:
            made.alignment = WD_ALIGN_PARAGRAPH.CENTER
            made.add_run(safe_text(span.text))
        else:
            alone = OxmlElement("m:oMathPara")
            alone.append(equation)
            made._p.append(alone)

    def _picture(self, picture: Picture) -> None:
        room = min(WIDTH, picture.width * EMU_A_PIXEL, TALLEST * picture.width // picture.height)
        made = self._word.add_paragraph()
        made.alignment = WD_ALIGN_PARAGRAPH.CENTER
        made.paragraph_format.keep_with_next = bool(picture.caption)
        shape = made.add_run().add_picture(io.BytesIO(picture.body), width=Emu(int(room)))
        shape._inline.docPr.set("descr", safe_text(picture.text))
        if picture.caption:
            caption = self._word.add_paragraph(safe_text(picture.caption), style="Caption")
            caption.alignment = WD_ALIGN_PARAGRAPH.CENTER


def _reach(section: Section, before: Section | None) -> None:
    """Have the number of the page stand at the right margin of a section that was turned."""
    if before is not None:
        lines = [deepcopy(line) for line in before.footer._element]
        section.footer.is_linked_to_previous = False
        section.footer._element[:] = lines
    width = (section.page_width or 0) - (section.left_margin or 0) - (section.right_margin or 0)
    for footer in (section.footer, section.first_page_footer) if before is None else (section.footer,):
        for stop in footer._element.iter(qn("w:tab")):
            if stop.get(qn("w:pos")) is not None:
                stop.set(qn("w:pos"), str(width // EMU_A_TWIP))


def _is_bare(blocks: tuple[Block, ...]) -> bool:
    """Whether the first of two is a heading below which nothing stands: a plan of headings alone, each of which stays
    with the next, would begin on a page of its own."""
    match blocks:
        case (Heading(level), Heading(following)):
            return following <= level
    return False


def _lies(blocks: tuple[Block, ...]) -> bool:
    """Whether the first of some blocks is a wide table, or the heading of one."""
    after = next((block for block in blocks if not isinstance(block, Heading)), None)
    return isinstance(after, Table) and is_wide(after)


def _lean(paragraph: WordParagraph, spans: Spans, side: Side | None) -> None:
    """Word's right is the left in what is read from the right, which begins at the right anyway."""
    if side == "center":
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    elif side and not runs_leftward(spans):
        paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT


def _numbered(paragraph: WordParagraph, number: int, level: int) -> None:
    properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
    properties.get_or_add_ilvl().val = level
    properties.get_or_add_numId().val = number


def _border(paragraph: WordParagraph, side: str, colour: Colour) -> None:
    """A line beside a paragraph, or below it: below each of several, which without `between` have one for all."""
    size = 6 if side == "bottom" else 18
    sides = (side, "between") if side == "bottom" else (side,)
    line = "".join(
        f'<w:{each} w:val="single" w:sz="{size}" w:space="8" w:color="{hexadecimal(colour)}"/>' for each in sides
    )
    properties = paragraph._p.get_or_add_pPr()
    properties.insert_element_before(
        parse_xml(f"<w:pBdr {nsdecls('w')}>{line}</w:pBdr>"),
        *("w:shd", "w:tabs", "w:spacing", "w:ind", "w:jc", "w:rPr", "w:sectPr"),
    )
