"""Running text of a Word paragraph: marks, links, formulas, the direction of writing."""

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from bot.documents.blocks import Span, Spans, Style
from bot.documents.direction import runs_leftward
from bot.documents.docx.styles import MONOSPACED
from bot.documents.formulas import Formulas
from bot.documents.theme import LINK, Colour
from bot.text.safe import safe_text


def write(paragraph: Paragraph, spans: Spans, formulas: Formulas, colour: Colour | None = None) -> None:
    """Append the spans to a paragraph."""
    leftward = runs_leftward(spans)
    if leftward:
        paragraph._p.get_or_add_pPr().insert_element_before(
            OxmlElement("w:bidi"), "w:spacing", "w:ind", "w:jc", "w:rPr"
        )
    for span in spans:
        equation = formulas.equation(span.formula) if span.formula else None
        if equation is not None:
            paragraph._p.append(equation)
            continue
        run = _run(paragraph, span)
        _look(run, span.style, colour)
        if leftward:
            run._r.get_or_add_rPr().append(OxmlElement("w:rtl"))


def _run(paragraph: Paragraph, span: Span) -> Run:
    """A run with the text; inside a link where the span has one. A newline is a line break."""
    run = paragraph.add_run(safe_text(span.text))
    if span.style.link:
        target = paragraph.part.relate_to(span.style.link, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        link = OxmlElement("w:hyperlink", attrs={qn("r:id"): target, qn("w:history"): "1"})
        paragraph._p.append(link)
        link.append(run._r)
    return run


def _look(run: Run, style: Style, colour: Colour | None) -> None:
    font = run.font
    font.bold, font.italic, font.strike = style.bold or None, style.italic or None, style.struck or None
    if style.code:
        font.name, font.size = MONOSPACED, Pt(9.5)
    shown = LINK if style.link else style.colour or colour
    if shown:
        font.color.rgb = RGBColor(*shown)
    if style.link:
        font.underline = True
