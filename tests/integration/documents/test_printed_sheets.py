"""Sheets on paper: as wide as the page, with all of their text, none of it over another."""

from collections.abc import Iterator
from typing import Any

import pypdfium2
import pytest

from bot.documents.xlsx.render import render_xlsx
from bot.types import Language
from tests.fakes.office import Office
from tests.fakes.workbooks import INVOICE, book, table

pytestmark = pytest.mark.timeout(240)
CLAUSE = (
    "Paiement à réception par Orange Money, Wave ou virement ; passé trente jours, des pénalités de retard de 10 % "
    "l’an sont dues, ainsi qu’une indemnité forfaitaire de 25 000 FCFA, conformément aux conditions générales de vente."
)
TITLE = "FACTURE PRO FORMA N° 2026-014 POUR LA FOURNITURE DE MATÉRIEL INFORMATIQUE AU LYCÉE MODERNE DE BOUAKÉ"


def places(page: Any, words: str) -> Iterator[tuple[float, ...]]:
    """Left, bottom, right and top of each occurrence, in points from the page's lower left corner."""
    text = page.get_textpage()
    searcher = text.search(words)
    while found := searcher.get_next():
        boxes = [text.get_charbox(index) for index in range(found[0], sum(found))]
        yield tuple(edge(side) for edge, side in zip((min, min, max, max), zip(*boxes, strict=True), strict=True))


@pytest.mark.parametrize(
    ("more", "end"),
    [
        ({"notes": [CLAUSE]}, "de vente."),
        ({"title": TITLE}, "BOUAKÉ"),
        ({"facts": [{"label": "Conditions", "value": CLAUSE}]}, "de vente."),
        ({"facts": [{"label": CLAUSE[:190], "value": 1}]}, "forfaitaire de 2"),
    ],
)
def test_a_long_sentence_does_not_shrink_the_table(libreoffice: Office, more: dict[str, Any], end: str) -> None:
    body = libreoffice.to_pdf(render_xlsx(book(INVOICE | more)).body, "xlsx")
    with pypdfium2.PdfDocument(body) as paper:
        (page,) = paper
        ((left, *_),) = places(page, "Désignation")
        ((*_, right, _),) = places(page, "Montant HT")
        assert right - left > 0.75 * page.get_width()
        assert [place[2] < page.get_width() for place in places(page, end)] == [True]


@pytest.mark.parametrize(("language", "loss"), [(Language.FR, "-12 500 FCFA"), (Language.EN, "-12,500 FCFA")])
def test_what_is_owed_has_one_minus_and_nothing_but_its_digits(
    libreoffice: Office, language: Language, loss: str
) -> None:
    sheet = table(["Awa", -12_500], ["Koffi", 900], columns=[{"title": "Nom"}, {"title": "Solde", "type": "money"}])
    with pypdfium2.PdfDocument(libreoffice.to_pdf(render_xlsx(book(sheet, language=language)).body, "xlsx")) as paper:
        shown = paper[0].get_textpage().get_text_range()
    assert loss in shown.replace("\u00a0", " ").replace("\u202f", " ")


def test_remarks_of_several_lines_stand_below_each_other(libreoffice: Office) -> None:
    columns = [{"title": "Élève"}, {"title": "Appréciation"}]
    marks = table(["Awa", CLAUSE], ["Koffi", CLAUSE], ["Adjoua", "Bien"], columns=columns)
    with pypdfium2.PdfDocument(libreoffice.to_pdf(render_xlsx(book(marks)).body, "xlsx")) as paper:
        ends = [bottom for _, bottom, *_ in places(paper[0], "de vente")]
        tops = [top for name in ("Koffi", "Adjoua") for *_, top in places(paper[0], name)]
        assert len(ends) == 2
        assert [end > top for end, top in zip(ends, tops, strict=True)] == [True, True]


def test_every_bar_and_slice_has_its_long_name(libreoffice: Office) -> None:
    """Where there is no room for all, LibreOffice leaves out every second one."""
    rows = [[f"Lycée moderne d’excellence Félix Houphouët-Boigny de Yamoussoukro {n}", 300 + n] for n in range(11, 23)]
    columns = [{"title": "École"}, {"title": "Élèves"}]
    charts = [{"type": kind, "values": ["Élèves"]} for kind in ("bar", "pie")]
    body = render_xlsx(book(table(*rows, columns=columns, charts=charts))).body
    with pypdfium2.PdfDocument(libreoffice.to_pdf(body, "xlsx")) as paper:
        shown = [sum(1 for page in paper for _ in places(page, f"Yamoussoukro {n}")) for n in range(11, 23)]
    assert shown == [3] * 12
