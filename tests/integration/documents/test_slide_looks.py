"""What a slide shows of titles, numbered points, tables, charts."""

import io
import zipfile
from typing import Any

import pytest
from pptx import Presentation
from pptx.enum.chart import XL_AXIS_CROSSES, XL_CHART_TYPE

from bot.documents.pptx.model import Deck, Table
from bot.documents.pptx.pages import grids_of
from bot.documents.pptx.render import render_pptx
from bot.documents.theme import SLICES
from bot.documents.xlsx.render import render_xlsx
from tests.fakes.decks import deck
from tests.fakes.workbooks import book, table

THESIS = (
    "Contribution à l'étude de la qualité physico-chimique et bactériologique des eaux de puits consommées dans les "
    "quartiers périphériques de Ouagadougou (Burkina Faso)"
)


def slides_of(made: Deck) -> list[Any]:
    return list(Presentation(io.BytesIO(render_pptx(made))).slides)


def graph(kind: str, labels: list[str], *names: str) -> dict[str, Any]:
    return {
        "type": kind,
        "labels": labels,
        "series": [{"name": name, "values": list(range(1, len(labels) + 1))} for name in names],
    }


def test_a_long_title_is_whole() -> None:
    first, second = slides_of(deck({"title": THESIS, "bullets": ["a"]}, title=THESIS))
    assert first.shapes.title.text_frame.text == second.shapes.title.text_frame.text == THESIS


def test_a_title_alone_stands_as_the_first_one_does() -> None:
    first, bare, full = slides_of(deck({"title": "## Merci", "notes": "Saluer."}, {"title": "Plan", "bullets": ["a"]}))
    assert bare.slide_layout == first.slide_layout != full.slide_layout
    assert bare.shapes.title.text_frame.text == "Merci"
    assert bare.notes_slide.notes_text_frame.text == "Saluer."
    assert [shape.name for shape in bare.shapes] == [bare.shapes.title.name]


@pytest.mark.parametrize(
    ("bullet", "has_bullet"),
    [("1. Introduction", False), ("12) Fin", False), ("b) Oui", False), ("M. Diop", True), ("2026 : bilan", True)],
)
def test_a_point_has_one_mark(bullet: str, has_bullet: bool) -> None:
    (_, slide) = slides_of(deck({"title": "Plan", "bullets": [bullet]}))
    (paragraph,) = slide.placeholders[1].text_frame.paragraphs
    assert paragraph.text == bullet.replace(" :", "\u00a0:")
    assert (paragraph._p.find(".//{*}buNone") is None) == has_bullet


def test_a_table_is_smaller_where_words_would_be_broken_or_missing() -> None:
    def size(columns: list[str], row: list[str]) -> float:
        (grid,) = grids_of(1, Table(columns=columns, rows=[row]), str)
        return grid.size

    assert size(["Zone", "Eau"], ["A", "bleu"]) == 20.0
    assert size([f"Colonne {number}" for number in range(10)], ["1"] * 10) < 20.0
    assert size(["Terme", "Sens"], ["Lot", "mot " * 150]) < 20.0
    assert size(["Terme", "Sens"], ["Lot", "https://exemple.org/" + "a" * 90]) == 20.0


@pytest.mark.parametrize(
    ("label", "count", "kind"),
    [
        ("2024", 2, XL_CHART_TYPE.COLUMN_CLUSTERED),
        ("Fournitures de bureau", 2, XL_CHART_TYPE.BAR_CLUSTERED),
        ("Fournitures de bureau", 40, XL_CHART_TYPE.COLUMN_CLUSTERED),
    ],
)
def test_bars_with_long_names_lie_with_the_first_on_top(label: str, count: int, kind: XL_CHART_TYPE) -> None:
    slide = slides_of(deck({"title": "Dépenses", "chart": graph("bar", [label] * count, "a")}))[1]
    chart = next(shape.chart for shape in slide.shapes if shape.has_chart)
    lies = kind == XL_CHART_TYPE.BAR_CLUSTERED
    assert (chart.chart_type, chart.category_axis.reverse_order) == (kind, lies)
    numbers = chart.value_axis._element.crosses.val
    assert numbers == (XL_AXIS_CROSSES.MAXIMUM if lies else XL_AXIS_CROSSES.AUTOMATIC)


def test_a_chart_says_what_its_only_series_is() -> None:
    charts = [
        next(shape.chart for shape in slide.shapes if shape.has_chart)
        for slide in slides_of(
            deck(
                {"title": "Marché", "chart": graph("bar", ["2024", "2025"], "Ventes (millions FCFA)")},
                {"title": "Ventes", "chart": graph("bar", ["2024", "2025"], "Ventes")},
                {"title": "Marché", "chart": graph("bar", ["2024", "2025"], "a", "b")},
                {"title": "Marché", "chart": graph("pie", [str(number) for number in range(12)], "a")},
            )
        )[1:]
    ]
    assert [chart.has_title and chart.chart_title.text_frame.text for chart in charts] == [
        "Ventes (millions FCFA)", False, False, False,
    ]  # fmt: skip
    points = charts[3].plots[0].series[0].points
    assert len({str(points[index].format.fill.fore_color.rgb) for index in range(12)}) == 12 <= len(SLICES)


@pytest.mark.parametrize(
    ("column", "values", "code"),
    [
        ({"type": "percent"}, [0.18, 0.2], r"[$-40C]0\ %"),
        ({"type": "percent"}, [0.002, 0.01], r"[$-40C]0.00\ %"),
        ({}, [0.012, 0.5], "General"),
        ({}, [1_200, 9_000], "[$-40C]#,##0"),
    ],
)
def test_an_axis_tells_its_steps_apart(column: dict[str, Any], values: list[float], code: str) -> None:
    rows = [[name, value] for name, value in zip("ab", values, strict=True)]
    sheet = table(*rows, columns=[{"title": "Nom"}, {"title": "Part"} | column])
    made = render_xlsx(book(sheet | {"charts": [{"type": "bar", "values": ["Part"]}]}))
    with zipfile.ZipFile(io.BytesIO(made.body)) as archive:
        chart = archive.read("xl/charts/chart1.xml").decode()
    assert f'formatCode="{code}"' in chart.rpartition("<valAx>")[2]
