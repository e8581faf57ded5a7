"""What of a command's files is sent, told by content."""

import io
import zipfile

import pytest

from bot.services.shell.harvest import attachment, harmless_csv


def package(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name in names:
            made.writestr(name, "x")
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
    "relations", ["<Relationships>", "<a>" + 2_000_000 * " " + "</a>", b""], ids=["cut", "large", "empty"]
)
def test_an_office_file_of_which_that_cannot_be_told_stays(relations: str | bytes) -> None:
    assert attachment("a.docx", related(relations)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a,b\n1,-2\n", "a,b\n1,-2\n"),
        ("a;b\n-1 234,5;+3%\n", "a;b\n-1 234,5;+3%\n"),
        ("=1+1,b\n", "'=1+1,b\n"),
        ('"=HYPERLINK(""x"")",b\n', '"\'=HYPERLINK(""x"")",b\n'),
        ("a\t@SUM(A1)\n", "a\t'@SUM(A1)\n"),
        (" =cmd,-x\n", "' =cmd,'-x\n"),
    ],
)
def test_no_cell_is_a_formula(text: str, expected: str) -> None:
    assert harmless_csv(text) == expected
