"""Tables that fit on one page stand on one page."""

from datetime import UTC, datetime

import pytest
from fpdf import FPDF

from bot.documents.model import Document
from bot.documents.pdf.child import compose
from bot.documents.pdf.fontbook import FontBook
from bot.types import Language


@pytest.fixture(scope="module")
def fonts() -> FontBook:
    return FontBook(FPDF(unit="pt"))


@pytest.mark.parametrize("heading", ["", "## Variations\n\n"])
def test_a_small_table_is_on_one_page(fonts: FontBook, heading: str) -> None:
    table = "| x | −∞ | 1 | +∞ |\n|---|---|---|---|\n| f′ | + | 0 | − |\n| f | ↗ | 2 | ↘ |\n| g | ↘ | 0 | ↗ |\n"
    for lines in range(20, 44):
        document = Document(
            title="T",
            content="\n\n".join(["ligne"] * lines) + f"\n\n{heading}{table}",
            language=Language.FR,
            service_name="P",
            created_at=datetime(2026, 1, 1, tzinfo=UTC),
        )
        signs = [{text.line[0].text for text in sheet.texts} for sheet in compose(document, fonts)]
        parts = [found & {"x", "f′", "f", "g", *(["Variations"] if heading else [])} for found in signs]
        assert sum(map(bool, parts)) == 1
