"""Workbooks of before 2007 and as XML, Word as XML, books, archives of one document: read as the usual kinds are."""

import base64
import contextlib
import io
import random
import zipfile
from collections.abc import Callable, Mapping

import pytest
from lxml import etree

from bot.errors import FileUnreadable
from bot.isolation.readers.child import read as read_here
from bot.isolation.readers.containers import parts_of
from bot.isolation.readers.outline import Wanted
from bot.refusals import Unreadable
from tests.fakes.old_texts import BOLD, DELETED, HIDDEN, RED, ROW_ENDS, Letters, old_text
from tests.fakes.other_files import archive_of, book, compound, old_workbook
from tests.fakes.outlook import container
from tests.fakes.strangers_files import made
from tests.integration.library.test_files import PNG, pages, read, word

SHEETS = "urn:schemas-microsoft-com:office:spreadsheet"
EXPORT = f"""<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="{SHEETS}" xmlns:ss="{SHEETS}" xmlns:x="urn:schemas-microsoft-com:office:excel">
<Styles><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style></Styles>
<Worksheet ss:Name="Élèves"><Table><Column ss:Index="2" ss:Hidden="1"/>
<Row><Cell><Data ss:Type="String">Nom</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">Note</Data>
<Comment><Data>Vu</Data></Comment></Cell></Row>
<Row ss:Index="3" ss:Hidden="1"><Cell ss:MergeAcross="1"><Data ss:Type="String">Awa</Data></Cell>
<Cell><Data ss:Type="Number">12.50</Data></Cell><Cell ss:StyleID="p"><Data ss:Type="Number">0.18</Data></Cell>
<Cell><Data ss:Type="DateTime">2026-05-03T00:00:00.000</Data></Cell></Row></Table>
<x:WorksheetOptions><x:PageSetup><x:Header/></x:PageSetup></x:WorksheetOptions></Worksheet>
<Worksheet ss:Name="C"><Table/><x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions></Worksheet>
</Workbook>"""
W_2003 = "http://schemas.microsoft.com/office/word/2003/wordml"
LETTER_2003 = (
    f'<w:wordDocument xmlns:w="{W_2003}" xmlns:aml="http://schemas.microsoft.com/aml/2001/core"><w:styles>'
    '<w:style w:styleId="T"><w:name w:val="heading 1"/></w:style></w:styles><w:body><w:p><w:pPr><w:pStyle w:val="T"/>'
    '</w:pPr><w:r><w:t>Titre</w:t></w:r></w:p><w:p><w:r><aml:annotation w:type="Word.Comment"><aml:content><w:p><w:r>'
    "<w:t>Accord !</w:t></w:r></w:p></aml:content></aml:annotation></w:r><w:r><w:t>x</w:t></w:r><w:r><w:rPr>"
    '<w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r></w:p></w:body></w:wordDocument>'
).encode()


def packed(body: bytes) -> bytes:
    """A Word file saved as one file of XML."""
    name = "{http://schemas.microsoft.com/office/2006/xmlPackage}"
    root = etree.Element(f"{name}package", nsmap={"pkg": name.strip("{}")})
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        types = etree.fromstring(archive.read("[Content_Types].xml"))
        said = {each.get("PartName"): each.get("ContentType") for each in types if each.get("PartName")}
        for each in archive.namelist():
            if each.startswith("["):
                continue
            kind = said.get(f"/{each}", "application/vnd.openxmlformats-package.relationships+xml")
            part = etree.SubElement(root, f"{name}part", {f"{name}name": f"/{each}", f"{name}contentType": kind})
            if each.endswith((".xml", ".rels")):
                etree.SubElement(part, f"{name}xmlData").append(etree.fromstring(archive.read(each)))
            else:
                etree.SubElement(part, f"{name}binaryData").text = base64.b64encode(archive.read(each)).decode()
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def locked() -> bytes:
    body = old_workbook({"Mai": [["secret"]]})
    at = body.index(b"\x42\0\x02\0")  # its code page, in place of which a password may be asked for
    return body[:at] + b"\x2f\0" + body[at + 2 :]


def test_a_workbook_of_before_2007_is_read_as_it_shows() -> None:
    rows = [["Poste", "Taux", "Prix"], ["Élève", (0.18, "0%"), (1500, '0" F"')], ["Eau", 2, 3]]
    book_97 = old_workbook({"Mai": rows, "Caché": [["secret"]]}, hidden=["Caché"], hidden_rows=[3])
    found = read(book_97, column="Prix")
    assert (found.kind, found.unread, found.pieces[0].sheet) == ("xls", ("1 hidden sheet",), "Mai")
    assert [piece.text for piece in found.pieces] == [
        "Poste | Taux | Prix\nÉlève | 18 % | 1500 F\n[Hidden] Eau | 2 | 3"
    ]
    assert (found.sums[0]["sum"], found.sums[0]["hidden_rows_are_in_it"]) == (1503, True)


@pytest.mark.parametrize(
    ("body", "text", "unread"),
    [
        (EXPORT.encode(),
         "Nom |  | Note\n[Hidden] Awa |  | 12.5 | 18 % | 2026-05-03\n[Comment C1] Vu\n[Hidden columns] B",
         ("1 hidden sheet",)),
        (EXPORT.replace('ss:Index="3" ss:Hidden', 'ss:Index="99999999" ss:Hidden').encode("utf-8-sig"),
         "Nom |  | Note\n[Comment C1] Vu\n[Hidden columns] B", ("1 hidden sheet",)),
        (LETTER_2003, "## Titre\nx²\n[Comments] Accord !", ()),
        (packed(word()), "## La lumière\nElle va tout droit.\nvitesse | 300 000 km/s\nFin.", ()),
    ],
    ids=["Excel", "Excel with a row far below", "Word 2003", "Word"],
)  # fmt: skip
def test_office_as_one_file_of_xml_is_no_source(body: bytes, text: str, unread: tuple[str, ...]) -> None:
    found = read(body)
    assert (found.kind, found.pieces[0].text, found.unread) == ("xml", text, unread)
    assert found.is_cut is (b"99999999" in body)


@pytest.mark.parametrize("text", ["<Workbook>\n<a/></Workbook>", f'Voir <Workbook xmlns="{SHEETS}"> ici'])
def test_other_xml_stays_as_it_is_written(text: str) -> None:
    found = read(text.encode())
    assert (found.kind, found.pieces[0].text) == ("text", text)


def test_a_book_is_read_in_its_order() -> None:
    found = read(book("Fin", "Début <b>de l’histoire</b>"))
    assert (found.kind, found.pieces[0].text) == ("epub", "Début de l’histoire\nFin")


def with_locks(*places: str) -> bytes:
    """A book of which something is encrypted."""
    locks = "".join(f'<x:CipherReference URI="{place}"/>' for place in places)
    body = io.BytesIO(book("Début"))
    with zipfile.ZipFile(body, "a") as archive:
        archive.writestr("META-INF/encryption.xml", f'<a xmlns:x="http://www.w3.org/2001/04/xmlenc#">{locks}</a>')
    return body.getvalue()


def test_a_book_whose_fonts_alone_are_encrypted_is_read() -> None:
    assert read(with_locks("OPS/fonts/a.otf")).pieces[0].text == "Début"


@pytest.mark.parametrize(
    ("files", "text", "unread"),
    [
        ({"_chat.txt": "Awa : oui", "IMG-1.jpg": "x", "PTT-2.opus": "x"}, "Awa : oui", ("2 other files",)),
        (
            {"cours/": "", "cours/a.txt": "Bonjour", "__MACOSX/cours/._a.txt": "x", "cours/.DS_Store": "x"},
            "Bonjour",
            (),
        ),
        ({"a.docx": made("docx", "Bonjour")[1]}, "Un contrat ordinaire.\nBonjour", ()),
    ],
)
def test_an_archive_of_one_document_is_that_document(
    files: Mapping[str, str | bytes], text: str, unread: tuple[str, ...]
) -> None:
    found = read(archive_of(files))
    assert (found.kind, found.pieces[0].text, found.unread) == ("zip", text, unread)


def test_a_text_of_word_before_2007_is_read_as_it_stands_on_its_pages() -> None:
    runs = [
        Letters("Évaluation n°2\r", BOLD),
        Letters("Le loyer est de "), Letters("90 000", DELETED), Letters("50 000 F, ", RED + BOLD),
        Letters("€ cœur ≠ العربية "), Letters("à taire ", RED + HIDDEN),
        Letters("\x13 HYPERLINK \"http://x\" \x14le \x13 PAGE \x14site\x15\x15.\x01\x0bFin\r"),
        Letters("Nom\x07Note\x07"), Letters("\x07", paragraph=ROW_ENDS),
        Letters("Awa\x07\x07"), Letters("\x07", paragraph=ROW_ENDS + RED),
        Letters("\x0713\x07"), Letters("\x07", paragraph=ROW_ENDS),
        Letters("\x02 Une note\r"), Letters("Lycée\r"), Letters("Revoir\r"),
    ]  # fmt: skip
    found = read(old_text(runs, (11, 6, 0, 7)))
    assert (found.kind, found.unread) == ("doc", ("1 picture",))
    assert found.pieces[0].text.splitlines() == [
        "[Header] Lycée", "Évaluation n°2", "Le loyer est de 50 000 F, € cœur ≠ العربية le site.", "Fin",
        "Nom | Note", "Awa | ", " | 13", "[Footnotes] Une note", "[Comments] Revoir",
    ]  # fmt: skip


def test_a_text_with_hundreds_of_things_in_it_is_read() -> None:
    """And whatever these are: a workbook that stands in it is none of its own."""
    parts = zip(
        ("WordDocument", "0Table"), parts_of(old_text([Letters("Bonjour")]), "WordDocument", "0Table"), strict=True
    )
    within = {f"_{place}": {"Workbook": b"x", "EncryptedPackage": b"x"} for place in range(300)}
    found = read(container({**within, **dict(parts)}))
    assert (found.kind, found.pieces[0].text) == ("doc", "Bonjour")


def test_a_workbook_with_a_text_in_it_is_a_workbook() -> None:
    body = old_workbook({"Mai": [["Awa"]]}) + "WordDocument".encode("utf-16-le").ljust(64, b"\0")
    assert read(body).kind == "xls"


def mangled(seed: int) -> bytes:
    """A text whose tables say anything."""
    chance = random.Random(seed)
    body = bytearray(old_text([Letters("abc", BOLD), Letters("é≠", HIDDEN, ROW_ENDS)] * 9))
    for _ in range(20):
        body[chance.randrange(512, len(body))] = chance.choice((0, 1, 0x7F, 0xFF))
    return bytes(body)


def test_a_broken_text_is_told_or_read_as_far_as_it_goes() -> None:
    for seed in range(300):
        with contextlib.suppress(FileUnreadable):
            read_here(mangled(seed), Wanted(1, "", 6_000, 5))


def sealed() -> bytes:
    body = bytearray(archive_of({"a.txt": "secret"}))
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        body[body.index(sign) + place] |= 1
    return bytes(body)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (locked, Unreadable.PASSWORD),
        (lambda: compound("Workbook", b"\x09\x08rien"), Unreadable.CORRUPT),
        (lambda: compound("WordDocument", b"rien"), Unreadable.OLD_FORMAT),
        (lambda: compound("WordDocument", b"\xec\xa5\xc1"), Unreadable.CORRUPT),
        (lambda: old_text([Letters("a")], version=0x65), Unreadable.OLD_FORMAT),
        (lambda: old_text([Letters("a")], flags=0x0100), Unreadable.PASSWORD),
        (lambda: old_text([Letters(" \r")]), Unreadable.EMPTY),
        (lambda: old_text([Letters("\x01\r")]), Unreadable.ONLY_PICTURES),
        (sealed, Unreadable.PASSWORD),
        (lambda: with_locks("OPS/fonts/a.otf", "OPS/text/0.xhtml"), Unreadable.PASSWORD),
        (lambda: archive_of({"a.txt": "a", "b.txt": "b"}), Unreadable.ARCHIVE),
        (lambda: archive_of({"a.jpg": "a"}), Unreadable.ARCHIVE),
        (lambda: archive_of({"a.zip": archive_of({"a.txt": "a"})}), Unreadable.ARCHIVE),
        (lambda: archive_of({"a.pdf": pages(1)}), Unreadable.ARCHIVE),
        (lambda: archive_of({"a": PNG}), Unreadable.ARCHIVE),
        (lambda: archive_of({"a.txt": bytes(60_000_000)}), Unreadable.TOO_LARGE),
        (lambda: archive_of({"Index/Document.iwa": "a"}), Unreadable.UNKNOWN),
        (lambda: archive_of({"mimetype": "application/epub+zip"}), Unreadable.CORRUPT),
    ],
)
def test_what_is_not_read_of_them_says_why(make: Callable[[], bytes], reason: Unreadable) -> None:
    with pytest.raises(FileUnreadable) as told:
        read(make())
    assert told.value.reason is reason
