"""What people noted in a file stands where they noted it: « corrige selon les remarques » means those places."""

from typing import Any

import docx
import pptx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from lxml import etree
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI

from tests.fakes.old_texts import DELETED, Letters, old_text
from tests.integration.library.test_files import read, saved
from tests.integration.library.test_open_files import open_document
from tests.integration.library.test_rich_files import rich

SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
PRESENTATION = "http://schemas.openxmlformats.org/presentationml/2006/main"
SINCE_2021 = "http://schemas.microsoft.com/office/powerpoint/2018/8/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
OLD = (
    f'<p:cmLst xmlns:p="{PRESENTATION}"><p:cm authorId="0" idx="1"><p:text>Revoir ce chiffre</p:text></p:cm></p:cmLst>'
)
NEW = (
    f'<x:cmLst xmlns:x="{SINCE_2021}" xmlns:a="{DRAWING}"><x:cm id="a"><x:replyLst><x:reply id="b"><x:txBody><a:p><a:r>'
    "<a:t>Fait</a:t></a:r></a:p></x:txBody></x:reply></x:replyLst><x:txBody><a:p><a:r><a:t>Chiffre </a:t></a:r><a:r>"
    "<a:t>faux ?</a:t></a:r></a:p></x:txBody></x:cm></x:cmLst>"
)


def said(body: bytes) -> list[str]:
    return [line for piece in read(body).pieces for line in piece.text.splitlines()]


def test_a_comment_stands_below_the_paragraph_in_which_it_is_made() -> None:
    document = docx.Document()
    first, second = document.add_paragraph("Les ").add_run("70 %"), document.add_paragraph("La méthode").runs[0]
    first._parent.add_run(" travaillent.")
    document.add_comment(first, text="Quelle source ?", author="Pr Diallo")
    document.add_comment(second, text="À développer", author="Pr Diallo")
    document.add_comment(second._parent.add_run(" est simple"), text="D’accord", author="Awa")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Riz", "5 kg"
    document.add_comment(table.cell(0, 1).paragraphs[0].runs[0], text="Combien ?", author="Pr Diallo")
    assert said(saved(document)) == [
        "Les 70 %[c1] travaillent.", "[Comment c1] Quelle source ?",
        "La méthode[c2] est simple[c3]", "[Comment c2] À développer", "[Comment c3] D’accord",
        "Riz | 5 kg[c4] [Comment c4] Combien ?",
    ]  # fmt: skip


def test_a_comment_of_words_that_were_taken_out_is_said_at_the_end() -> None:
    document = docx.Document()
    run = document.add_paragraph("Fin").runs[0]
    document.add_comment(run, text="Pourquoi ?", author="Pr Diallo")
    mark = next(run._r.getparent().iter("{*}commentReference")).getparent()
    taken = parse_xml(f'<w:del {nsdecls("w")} w:id="9" w:author="Awa"/>')
    mark.addprevious(taken)
    taken.append(mark)
    assert said(saved(document)) == ["Fin", "[Comments] Pourquoi ?"]


def test_a_mark_that_stands_in_a_file_twice_has_one_number() -> None:
    """A box has another form beside it, what was moved stands at both places: the mark said c1, and its comment c2."""
    document = docx.Document()
    boxed, moved = document.add_paragraph("Boîte").runs[0], document.add_paragraph("Méthode").runs[0]
    document.add_comment(boxed, text="Dans la boîte", author="Pr Diallo")
    document.add_comment(moved, text="À sa place", author="Pr Diallo")
    elsewhere = document.add_paragraph("Avant")._p
    for place, around in ((boxed, "AlternateContent"), (moved, "moveTo")):
        paragraph = place._r.getparent()
        mark = next(paragraph.iter("{*}commentReference")).getparent()
        if around == "moveTo":
            elsewhere.append(wrapped(mark, "w:moveFrom"))
            paragraph.append(wrapped(mark, "w:moveTo"))
        else:
            shape = "<w:r %s><mc:AlternateContent><mc:Choice>%s</mc:Choice><mc:Fallback>%s</mc:Fallback>"
            words = f"<w:txbxContent><w:p><w:r><w:t>Mot</w:t></w:r>{written(mark)}</w:p></w:txbxContent>"
            paragraph.append(parse_xml(shape % (SPACES, words, words) + "</mc:AlternateContent></w:r>"))
        paragraph.remove(mark)
    document.element.body.insert(0, elsewhere)
    assert said(saved(document)) == [
        "Avant", "Boîte", "Mot[c1]", "[Comment c1] Dans la boîte", "Méthode[c2]", "[Comment c2] À sa place",
    ]  # fmt: skip


def written(element: Any) -> str:
    return etree.tostring(element, encoding="unicode")


def wrapped(mark: Any, name: str) -> Any:
    return parse_xml(f'<{name} {nsdecls("w")} w:id="9" w:author="Awa">{written(mark)}</{name}>')


def test_the_comments_of_an_open_text_stand_below_their_paragraphs_too() -> None:
    noted = "<office:annotation><text:p>{}</text:p></office:annotation>"
    text = f"<text:p>Un{noted.format('Où ?')} mot</text:p><text:p>Deux{noted.format('Qui ?')}</text:p>"
    assert said(open_document("text", text)) == [
        "Un[c1] mot", "[Comment c1] Où ?", "Deux[c2]", "[Comment c2] Qui ?",
    ]  # fmt: skip


def test_each_comment_of_a_rich_text_has_a_mark_of_its_own() -> None:
    text = r"Un{\*\annotation O\'f9 ?} mot\par Deux{\*\annotation Qui ?}\par"
    assert said(rich(text)) == ["Un[c1] mot", "Deux[c2]", "[Comments] [c1] Où ?", "[c2] Qui ?"]


def test_the_comments_of_an_old_text_have_marks_where_all_of_them_are_there() -> None:
    text = [Letters("Un\x05 mot\r"), Letters("Deux\x05\r"), Letters("\x05Où ?\r\x05Qui ?\r")]
    assert said(old_text(text, (0, 0, 0, 13))) == ["Un[c1] mot", "Deux[c2]", "[Comments] [c1]Où ?", "[c2]Qui ?"]
    taken = [Letters("Un"), Letters("\x05", DELETED), Letters(" mot\r"), *text[1:]]
    assert said(old_text(taken, (0, 0, 0, 13))) == ["Un mot", "Deux", "[Comments] Où ?", "Qui ?"]


@pytest.mark.parametrize(
    ("written", "kind", "lines"),
    [
        (OLD, "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments", ["Revoir ce chiffre"]),
        (NEW, "http://schemas.microsoft.com/office/2018/10/relationships/comments", ["Chiffre faux ?", "Fait"]),
        ("<damaged", "http://schemas.microsoft.com/office/2018/10/relationships/comments", []),
    ],
)
def test_comments_on_slides_are_read(written: str, kind: str, lines: list[str]) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Budget"
    part = Part(PackURI("/ppt/comments/comment1.xml"), "application/xml", slide.part.package, written.encode())
    slide.part.relate_to(part, kind)
    assert said(saved(deck)) == ["Budget", *(f"[Comment] {line}" for line in lines)]


def test_comments_on_open_slides_are_read() -> None:
    noted = "<office:annotation><text:p>Trop long</text:p></office:annotation>"
    box = "<draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
    pages = f"<draw:page>{box.format('Le riz')}{noted}</draw:page><draw:page>{box.format('Fin')}</draw:page>"
    assert said(open_document("presentation", pages)) == ["Le riz", "[Comment c1] Trop long", "Fin"]
