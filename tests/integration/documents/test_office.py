"""The helper that opens documents with LibreOffice does open them, and says so when it cannot."""

import io
import zipfile

import openpyxl
import pypdf
import pytest

from tests.fakes.office import Office

pytestmark = pytest.mark.timeout(240)


def workbook() -> bytes:
    book, body = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["Élève", 6, "=B1*7"])
    book.save(body)
    return body.getvalue()


def test_it_opens_prints_and_recalculates(libreoffice: Office) -> None:
    printed = pypdf.PdfReader(io.BytesIO(libreoffice.to_pdf(workbook(), "xlsx")))
    assert "Élève" in printed.pages[0].extract_text()
    saved = openpyxl.load_workbook(io.BytesIO(libreoffice.converted(workbook(), "xlsx", "xlsx")), data_only=True)
    assert saved.active["C1"].value == 42


def test_what_it_cannot_open_fails_the_test(libreoffice: Office) -> None:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        archive.writestr("[Content_Types].xml", "<nonsense")
    with pytest.raises(AssertionError, match="could not open the xlsx"):
        libreoffice.to_pdf(body.getvalue(), "xlsx")
