"""Word reads the properties of paragraphs, letters and tables in the order of its schema, each once (ECMA-376, CT_PPr,
CT_RPr, CT_TblPr); what stands elsewhere it passes over, or calls the file damaged."""

import io

import docx
import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml.ns import qn

from bot.documents.render import render
from tests.fakes.papers import REPORT, document

ORDER = {
    "w:pPr": "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs "
    "suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd "
    "snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment "
    "textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange",
    "w:rPr": "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid "
    "vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em "
    "lang eastAsianLayout specVanish oMath",
    "w:tblPr": "tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing "
    "tblInd tblBorders shd tblLayout tblCellMar tblLook",
}
ARABIC = "السلام عليكم\n\n- أولا\n- ثانيا\n\n| المادة | العلامة |\n|---|--:|\n| العربية | 12,5 |\n\n## العنوان"


@pytest.mark.parametrize("content", [REPORT["content"], ARABIC], ids=["french", "arabic"])
def test_properties_stand_in_the_order_of_the_schema(content: str) -> None:
    word = docx.Document(io.BytesIO(render("docx", document(REPORT | {"content": content}))))
    for root in (word.element, word.styles.element, word.part.numbering_part.element):
        for name, order in ORDER.items():
            places = {qn(f"w:{tag}"): place for place, tag in enumerate(order.split())}
            for properties in root.iter(qn(name)):
                found = [places[child.tag] for child in properties]
                assert found == sorted(set(found)), [child.tag for child in properties]


def test_an_arabic_table_begins_at_the_right() -> None:
    word = docx.Document(io.BytesIO(render("docx", document({"title": "T", "content": ARABIC}))))
    assert word.tables[0]._tbl.tblPr.find(qn("w:bidiVisual")) is not None


def test_titles_of_an_arabic_table_stand_above_their_numbers() -> None:
    content = "| البند | المبلغ |\n|---|---|\n| إيجار | 120 000 |\n\n> اقتباس"
    word = docx.Document(io.BytesIO(render("docx", document({"title": "T", "content": content}))))
    cells = [cell.paragraphs[0] for row in word.tables[0].rows for cell in row.cells]
    assert [paragraph.alignment for paragraph in cells] == [None, None, None, WD_ALIGN_PARAGRAPH.RIGHT]
    assert word.element.xpath("//w:pBdr/w:right")
    assert not word.element.xpath("//w:pBdr/w:left")


def test_the_end_of_a_list_keeps_its_distance_and_a_colon_what_it_announces() -> None:
    word = docx.Document(
        io.BytesIO(render("docx", document({"title": "T", "content": "Voici :\n\n- a\n- b\n\nTexte."})))
    )
    colon, first, last, text = word.paragraphs[-4:]
    assert (colon.paragraph_format.keep_with_next, text.paragraph_format.keep_with_next) == (True, None)
    assert first.paragraph_format.space_after is not None
    assert last.paragraph_format.space_after is None
