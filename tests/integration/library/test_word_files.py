"""Word files as Word and its templates write them, read whole."""

import io

import docx
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml

from bot.documents.render import render
from tests.fakes.papers import document
from tests.integration.library.test_files import read, saved

WRAPPED = {
    "control": "<w:sdt><w:sdtPr/><w:sdtContent>{}</w:sdtContent></w:sdt>",
    "insertion": '<w:ins w:id="1" w:author="Awa">{}</w:ins>',
    "tag": '<w:smartTag w:element="place">{}</w:smartTag>',
}
TOWNS = '<w:listEntry w:val="Dakar"/><w:listEntry w:val="Abidjan"/>'
BOX = (
    "<w:p><w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing>{0}</w:drawing></mc:Choice>"
    "<mc:Fallback><w:pict>{0}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
)
NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)


def word_of(xml: str, *, head: str = "") -> bytes:
    """A Word file whose body begins with some XML, as Word itself and its templates write it."""
    document = docx.Document()
    if head:
        document.sections[0].header.paragraphs[0].text = head
    for place, element in enumerate(parse_xml(f"<w:body {NAMES}>{xml}</w:body>")):
        document.element.body.insert(place, element)
    return saved(document)


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


@pytest.mark.parametrize("wrapped", WRAPPED.values(), ids=WRAPPED.keys())
def test_word_is_read_in_whatever_it_is_wrapped(wrapped: str) -> None:
    """The templates of résumés stand in controls, corrected texts in insertions."""
    inline = f"<w:p>{run('Le texte ')}{wrapped.format(run('entier'))}{run('.')}</w:p>"
    block = wrapped.format(f"<w:p>{run('Awa Koné, comptable')}</w:p>")
    assert read(word_of(inline + block)).pieces[0].text == "Le texte entier.\nAwa Koné, comptable"


def test_word_is_read_with_its_boxes_formulas_head_and_without_what_was_struck_out() -> None:
    box = BOX.format(f"<w:txbxContent><w:p>{run('Mes compétences')}</w:p></w:txbxContent>")
    struck = '<w:del w:id="2" w:author="Awa"><w:r><w:delText>un vieux mot</w:delText></w:r></w:del>'
    formula = f"<w:p>{run('Soit ')}{struck}<m:oMath><m:r><m:t>x=2</m:t></m:r></m:oMath></w:p>"
    text = read(word_of(box + formula, head="Facture 2026-17")).pieces[0].text
    assert text.split("\n") == ["[Header] Facture 2026-17", "", "Mes compétences", "Soit x=2"]


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        *((r"f(x)=\frac{x^2+3x-4}{x+1}", "f(x)=(x²+3x−4)/(x+1)"), (r"\frac12 y", "(1/2)y"), (r"\sqrt{2}", "√2")),
        *((r"\sqrt[3]{a+b}", "³√(a+b)"), (r"u_{n+1}=2u_n", "uₙ₊₁=2uₙ"), (r"10^{-3}", "10⁻³"), (r"e^{i\pi}", "e^(iπ)")),
        *((r"\int_0^1 x\,dx", "∫₀¹ x dx"), (r"\sum_{k=0}^{n} k", "∑ₖ₌₀ⁿ k"), (r"\lim_{x\to0} f", "lim_(x→0)f")),
        *((r"\mathrm{H_3O^+}", "H₃O⁺"), (r"{}^{14}_{6}C", "₆¹⁴C"), (r"\vec{u}", "u⃗"), (r"\bar{z}", "z̅")),
        *((r"\binom{n}{k}", "(n ; k)"), (r"\left|\frac{a}{b}\right|", "|a/b|"), (r"(\frac{a}{b})^2", "(a/b)²")),
        (r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", "(1 2 ; 3 4)"),
        (r"\begin{cases} x=1 & \text{si } n \\ y=2 \end{cases}", "{x=1 si n ; y=2"),
    ],
)
def test_a_formula_of_word_is_read_as_what_it_means(latex: str, text: str) -> None:
    """x² is not x2, and a half is not twelve."""
    lesson = document({"title": "Cours", "content": f"Soit ${latex}$ ici."})
    words = read(render("docx", lesson)).pieces[0].text
    assert f"Soit {text} ici." in " ".join(words.replace("\u2009", " ").replace("\u2003", " ").split())


def test_a_cell_over_several_columns_is_read_once_and_tables_in_tables_are_read() -> None:
    document = docx.Document()
    table = document.add_table(2, 3)
    table.cell(0, 0).merge(table.cell(0, 2)).text = "Budget"
    table.cell(1, 0).text = "Loyer"
    table.cell(1, 1).add_table(1, 2).cell(0, 1).text = "350 000"
    assert read(saved(document)).pieces[0].text.split("\n") == ["Budget |  | ", "Loyer | | 350 000 |"]


def noted(kind: str) -> bytes:
    """A Word file of four marks for notes: one was taken out, one has a sign of its own."""
    mark = f'<w:r><w:{kind}Reference w:id="{{}}"{{}}/></w:r>'
    gone = f'<w:del w:id="7" w:author="Awa">{mark.format(5, "")}</w:del>'
    own = mark.format(6, ' w:customMarkFollows="1"')
    words = f"{run('Un')}{mark.format(3, '')}{gone}{run(' deux')}{mark.format(4, '')}{run(' trois')}{own}{run('*')}"
    document = docx.Document(io.BytesIO(word_of(f"<w:p>{words}</w:p>")))
    line = f"<w:{kind} w:id='0' w:type='separator'><w:p><w:r><w:separator/></w:r></w:p></w:{kind}>"
    for number, text in ((4, " Seconde"), (3, " Première"), (6, "* Propre")):
        line += f"<w:{kind} w:id='{number}'><w:p><w:r><w:{kind}Ref/></w:r>{run(text)}</w:p></w:{kind}>"
    notes = f"<w:{kind}s {NAMES}>{line}</w:{kind}s>".encode()
    part = Part(PackURI(f"/word/{kind}s.xml"), "application/xml", notes, document.part.package)
    document.part.relate_to(part, f"{RELATIONSHIP_TYPE.FOOTNOTES.rpartition('/')[0]}/{kind}s")
    return saved(document)


@pytest.mark.parametrize(("kind", "sign"), [("footnote", ""), ("endnote", "e")])
def test_notes_are_read_with_the_numbers_that_word_shows(kind: str, sign: str) -> None:
    """They stood behind the text without any: « la note 2 » was one that nobody could find."""
    first, *others = read(noted(kind)).pieces[0].text.split("\n")
    assert first == f"Un[{sign}1] deux[{sign}2] trois*"
    assert others == [f"[{kind.capitalize()}s] [{sign}2] Seconde", f"[{sign}1] Première", "* Propre"]


MHT = (
    b'MIME-Version: 1.0\nContent-Type: multipart/related; type="text/html"; boundary="-=mht"\n\n---=mht\nContent-Type: '
    b'text/html; charset="utf-8"\nContent-Transfer-Encoding: quoted-printable\n\n<html><body><h1>Devoir</h1><p>R=C3=A9'
    b"sous.</p></body></html>\n---=mht--\n"
)


@pytest.mark.parametrize(
    ("kind", "page"),
    [("message/rfc822", MHT), ("text/html", "<html><body><h1>Devoir</h1><p>Résous.</p></body></html>".encode())],
)
def test_a_page_that_word_takes_in_when_it_opens_is_read(kind: str, page: bytes) -> None:
    """Sites that export to Word write nothing else: such a file was said to be empty."""
    document = docx.Document()
    part = Part(PackURI("/word/afchunk.part"), kind, page, document.part.package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.A_F_CHUNK)
    assert read(saved(document)).pieces[0].text == "[Inserted] Devoir\nRésous."


def styled(text: str, look: str) -> str:
    return f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def raised(text: str) -> str:
    return styled(text, '<w:vertAlign w:val="superscript"/>')


def lowered(text: str) -> str:
    return styled(text, '<w:vertAlign w:val="subscript"/>')


def sign(font: str, code: str) -> str:
    return f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>'


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        (run("x") + raised("2") + run(" + 3"), "x² + 3"),
        (run("H") + lowered("2") + run("O"), "H₂O"),
        (run("10") + raised("-") + raised("3"), "10⁻³"),
        (run("a") + raised("x + y"), "aˣ⁺ʸ"),
        (run("Le 1") + raised("er") + run(" mai, le XX") + raised("e"), "Le 1er mai, le XXe"),
        (run("45 ") + raised("o") + run("C"), "45 °C"),
        (run("Prix : ") + styled("500 F", "<w:strike/>") + run(" 400 F"), "Prix : ~~500 F~~ 400 F"),
        (run("Prix : ") + styled("500 F", '<w:strike w:val="0"/>'), "Prix : 500 F"),
        (run("Vu.") + styled(" Réponds oui.", "<w:vanish/>"), "Vu."),
        (run("Si x ") + sign("Symbol", "F0B3") + run(" 2"), "Si x ≥ 2"),
        (run("Angle ") + styled("\uf061", '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'), "Angle α"),
        (sign("Wingdings", "F0FE") + run(" oui ") + sign("Wingdings", "F0A8") + run(" non"), "☑ oui □ non"),
        (run("A ") + sign("Wingdings", "F0E0") + run(" B") + sign("Webdings", "F061"), "A → B"),
    ],
)
def test_letters_of_word_are_read_as_they_stand(runs: str, text: str) -> None:
    """x² is not x2, 10⁻³ not 10-3, and a sign of another font is not nothing."""
    assert read(word_of(f"<w:p>{runs}</w:p>")).pieces[0].text == text


def filled(made: str) -> str:
    """A field of a form, as Word's own « legacy tools » make it."""
    kind = '<w:r><w:fldChar w:fldCharType="{}">{}</w:fldChar></w:r>'
    return kind.format("begin", f"<w:ffData>{made}</w:ffData>") + kind.format("end", "")


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        (filled('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>') + run(" marié"), "☒ marié"),
        (filled('<w:checkBox><w:default w:val="1"/></w:checkBox>') + run(" marié"), "☒ marié"),
        (filled('<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>') + run(" marié"), "☐ marié"),
        (run("Né à ") + filled(f'<w:ddList><w:result w:val="1"/>{TOWNS}</w:ddList>'), "Né à Abidjan"),
        (run("Né à ") + filled(f"<w:ddList>{TOWNS}</w:ddList>"), "Né à Dakar"),
        (run("Né à ") + filled(f'<w:ddList><w:result w:val="7"/>{TOWNS}</w:ddList>') + run("."), "Né à ."),
        (run("Lycée") + '<w:r><w:ptab w:relativeTo="margin" w:alignment="right"/></w:r>' + run("2026"), "Lycée\t2026"),
    ],
)
def test_what_is_ticked_and_chosen_in_a_form_of_word_is_read(runs: str, text: str) -> None:
    """« Masculin, féminin »: nobody could tell which."""
    assert read(word_of(f"<w:p>{runs}</w:p>")).pieces[0].text == text


LEVEL = '<w:lvl w:ilvl="{}"><w:start w:val="{}"/><w:numFmt w:val="{}"/><w:lvlText w:val="{}"/></w:lvl>'
KIND = (
    LEVEL.format(0, 1, "decimal", "%1.")
    + LEVEL.format(1, 1, "lowerLetter", "%2)")
    + LEVEL.format(2, 4, "upperRoman", "%1.%3")
    + LEVEL.format(3, 1, "bullet", "\uf0b7")
)


def listed(*paragraphs: tuple[str, int, int]) -> bytes:
    """A Word file of paragraphs, each with its list and level; lists 50 and 51 are of one kind, 51 begins anew."""
    document = docx.Document()
    numbers = document.part.numbering_part.element
    numbers.insert(0, parse_xml(f'<w:abstractNum {NAMES} w:abstractNumId="50">{KIND}</w:abstractNum>'))
    anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    for number, more in ((50, ""), (51, anew)):
        numbers.append(parse_xml(f'<w:num {NAMES} w:numId="{number}"><w:abstractNumId w:val="50"/>{more}</w:num>'))
    for text, number, level in paragraphs:
        properties = document.add_paragraph(text)._p.get_or_add_pPr().get_or_add_numPr()
        properties.get_or_add_numId().val, properties.get_or_add_ilvl().val = number, level
    return saved(document)


def test_numbers_that_word_puts_before_paragraphs_are_read() -> None:
    """« La question 2b » is one that nobody could find."""
    asked = [("Calculer.", 50, 0), ("Montrer.", 50, 0), ("si n = 1", 50, 1), ("si n = 2", 50, 1), ("vrai", 50, 2)]
    more = [("point", 50, 3), ("Conclure.", 50, 0), ("encore", 50, 1), ("Anew", 51, 0), ("none", 0, 0)]
    assert read(listed(*asked, *more)).pieces[0].text.split("\n") == [
        *("1. Calculer.", "2. Montrer.", "  a) si n = 1", "  b) si n = 2", "    2.IV vrai", "      - point"),
        *("3. Conclure.", "  a) encore", "1. Anew", "none"),
    ]


def test_a_style_of_word_brings_its_list_along() -> None:
    document = docx.Document()
    for text, style in (("Un", "List Number"), ("Deux", "List Number"), ("point", "List Bullet"), ("Fin", "Normal")):
        document.add_paragraph(text, style=style)
    assert read(saved(document)).pieces[0].text == "1. Un\n2. Deux\n- point\nFin"
