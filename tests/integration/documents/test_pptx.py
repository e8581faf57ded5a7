"""Presentations as their readers get them: opened again by python-pptx, printed by LibreOffice."""

import io
import zipfile
from typing import Any

import pypdf
import pytest
from pptx import Presentation
from pptx.enum.chart import XL_CHART_TYPE, XL_TICK_LABEL_POSITION
from pptx.enum.text import PP_ALIGN
from pptx.util import Emu
from pydantic import ValidationError

from bot.documents.pptx.measure import height_of, line_count
from bot.documents.pptx.model import Deck
from bot.documents.pptx.render import render_pptx
from bot.errors import DocumentError
from bot.types import Language
from tests.fakes.decks import LIGHT, deck
from tests.fakes.office import Office


def slides_of(made: Deck) -> list[Any]:
    return list(Presentation(io.BytesIO(render_pptx(made))).slides)


def words(slide: Any) -> str:
    """All text of a slide, tables too."""
    found = [shape.text_frame.text for shape in slide.shapes if shape.has_text_frame]
    tables = [shape.table for shape in slide.shapes if shape.has_table]
    return "\n".join(found + [cell.text for table in tables for row in table.rows for cell in row.cells])


def overflowing(slide: Any) -> list[str]:
    """Text that is higher than its box, or a shape that leaves the slide; as wide as DejaVu, the widest fallback."""
    bad = []
    for shape in slide.shapes:
        if shape.left + shape.width > Emu(12192000) or shape.top + shape.height > Emu(6858000):
            bad.append(shape.name)
        if not shape.has_text_frame or not shape.text_frame.text:
            continue
        width = shape.width.pt - 14.4 - (24.0 if shape.is_placeholder and shape.placeholder_format.idx else 0)
        lines = [
            (
                part.text.replace("\v", "\n"),
                max((run.font.size.pt for run in part.runs if run.font.size), default=12),
                width,
            )
            for part in shape.text_frame.paragraphs
        ]
        if height_of(lines, gap=0.4) > shape.height.pt + 12:
            bad.append(shape.text_frame.text[:40])
    return bad


def test_a_lesson_becomes_slides_with_everything_on_them(libreoffice: Office) -> None:
    body = render_pptx(deck(*LIGHT))
    opening, what, columns, chart, table = Presentation(io.BytesIO(body)).slides
    assert words(opening).startswith("La photosynthèse\nSciences")
    assert "rejettent du dioxygène\u00a0: nous" in words(what)  # French spacing
    bold = [run.text for part in what.placeholders[1].text_frame.paragraphs for run in part.runs if run.font.bold]
    assert bold == ["à partir de la lumière"]
    assert [part.level for part in what.placeholders[1].text_frame.paragraphs] == [0, 0, 1, 0]
    assert what.notes_slide.notes_text_frame.text.startswith("Demander à la classe")
    assert "Glucose, sa réserve pour la nuit" in words(columns)
    (drawn,) = [shape.chart for shape in chart.shapes if shape.has_chart]
    assert drawn.chart_type == XL_CHART_TYPE.LINE_MARKERS
    assert list(drawn.plots[0].series[0].values) == [0, 12, 22, 29, 32, 32]
    assert "Dioxyde de carbone" in words(table)
    assert [overflowing(slide) for slide in Presentation(io.BytesIO(body)).slides] == [[]] * 5
    printed = pypdf.PdfReader(io.BytesIO(libreoffice.to_pdf(body, "pptx")))
    assert len(printed.pages) == 5
    assert "Plus de lumière" in printed.pages[3].extract_text()
    assert "5" in printed.pages[4].extract_text().splitlines()  # its number


def test_what_does_not_fit_goes_on_and_nothing_is_lost_or_overflows(libreoffice: Office) -> None:
    bullets = [f"Point {n:03d}, qui en dit assez pour aller parfois jusqu’à la ligne suivante" for n in range(100)]
    long = " ".join(f"mot{n:04d}" for n in range(430))
    assert len(long) > 3_000
    groups = [{"heading": "A", "bullets": ["Une ligne assez longue pour sa colonne"] * 15}, {"bullets": ["B"]}]
    rows = [[f"cellule {n} {m}" for m in range(6)] for n in range(40)]
    made = deck(
        {"title": "Cent points", "bullets": bullets, "notes": "Dire peu."},
        {"title": "Un seul", "bullets": [long]},
        {"title": "Colonnes", "columns": groups},
        {"title": "Tableau", "table": {"columns": list("abcdef"), "rows": rows}},
        {"title": "Titre " * 33, "bullets": ["x"]},
        {"title": "Sans espace", "bullets": ["a" * 900]},
    )
    body = render_pptx(made)
    slides = list(Presentation(io.BytesIO(body)).slides)
    text = "\n".join(map(words, slides))
    assert [n for n in range(100) if text.count(f"Point {n:03d},") != 1] == []
    assert [n for n in range(430) if text.count(f"mot{n:04d}") != 1] == []
    assert all(f"cellule {n} 5" in text for n in range(40))
    assert [found for slide in slides for found in overflowing(slide)] == []
    assert "Cent points (2/" in text
    assert [slide.has_notes_slide for slide in slides[1:3]] == [True, False]
    assert len(pypdf.PdfReader(io.BytesIO(libreoffice.to_pdf(body, "pptx"))).pages) == len(slides)


@pytest.mark.parametrize(
    ("slide", "why"),
    [
        ({"title": "x", "bullets": ["mot " * 999] * 100}, "more than 80 slides"),
        ({"title": "x", "table": {"columns": ["a"], "rows": [["1", "2"]]}}, "slide 1: a row of the table"),
        (
            {"title": "x", "chart": {"type": "bar", "labels": ["a", "b"], "series": [{"name": "s", "values": [1]}]}},
            "slide 1: each series",
        ),
        (
            {"title": "x", "chart": {"type": "pie", "labels": ["a"], "series": [{"name": "s", "values": [-1]}]}},
            "slices of a pie cannot be negative",
        ),
    ],
)
def test_what_cannot_be_shown_is_told(slide: dict[str, Any], why: str) -> None:
    with pytest.raises(DocumentError, match=why):
        render_pptx(deck(slide))


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_chart_shows_numbers(value: float) -> None:
    with pytest.raises(ValidationError):
        deck({"title": "x", "chart": {"type": "bar", "labels": ["a"], "series": [{"name": "s", "values": [value]}]}})


def test_odd_text_opens_everywhere(libreoffice: Office) -> None:
    odd = "Émoji 🌱 مرحبا \x00\x07\ufffe𝔸 <b>&amp;</b> {x} \u202e"
    graph = {"type": "bar", "labels": [odd], "series": [{"name": odd, "values": [1]}]}
    body = render_pptx(deck({"title": odd, "bullets": [odd, "", "  "], "chart": graph, "notes": odd}, title=odd))
    slide = Presentation(io.BytesIO(body)).slides[1]
    assert slide.shapes.title.text_frame.text == "Émoji 🌱 مرحبا 𝔸 <b>&amp;</b> {x} "
    assert len(slide.placeholders[1].text_frame.paragraphs) == 1
    assert len(pypdf.PdfReader(io.BytesIO(libreoffice.to_pdf(body, "pptx"))).pages) == 2


def test_every_kind_of_chart_is_native_and_has_its_figures() -> None:
    for kind in ("bar", "line", "pie"):
        graph = {"type": kind, "labels": ["Mil", "Riz"], "series": [{"name": "t", "values": [1.5, 2]}]}
        (_, slide) = slides_of(deck({"title": "Récoltes", "chart": graph}))
        (drawn,) = [shape.chart for shape in slide.shapes if shape.has_chart]
        assert list(drawn.plots[0].categories) == ["Mil", "Riz"]


@pytest.mark.parametrize(
    ("kind", "values", "lowest"), [("bar", [82, 98], 0), ("bar", [-2, 98], None), ("line", [82, 98], None)]
)
def test_bars_begin_at_nothing(kind: str, values: list[int], lowest: float | None) -> None:
    graph = {"type": kind, "labels": ["2024", "2025"], "series": [{"name": "Taux", "values": values}]}
    (_, slide) = slides_of(deck({"title": "Réussite", "chart": graph}))
    (drawn,) = [shape.chart for shape in slide.shapes if shape.has_chart]
    assert drawn.value_axis.minimum_scale == lowest


def test_the_same_deck_is_the_same_file_in_its_language() -> None:
    first, second = (render_pptx(deck(*LIGHT)) for _ in range(2))
    assert first == second
    properties = Presentation(io.BytesIO(first)).core_properties
    assert (properties.language, properties.author) == ("fr-FR", "Palabre")
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert b'lang="fr-FR"' in archive.read("ppt/slides/slide2.xml")
    english = slides_of(deck({"title": "Why ?", "bullets": ["a"]}, language=Language.EN))
    assert english[1].shapes.title.text_frame.text == "Why ?"


def test_formulas_and_marks_are_nowhere_shown_raw() -> None:
    raw = r"**Cas** *premier* $\Delta \geq x_1$"
    graph = {"type": "bar", "labels": [raw], "series": [{"name": raw, "values": [1]}]}
    table = {"columns": [raw, "n"], "rows": [[raw, "**12 500**"], ["", "7"]]}
    made = deck(
        {"title": raw, "bullets": [raw], "table": table, "notes": raw},
        {"title": raw, "columns": [{"heading": raw, "bullets": [raw]}], "chart": graph},
        title=raw,
        subtitle=raw,
    )
    body = render_pptx(made)
    assert Presentation(io.BytesIO(body)).core_properties.title == "Cas premier Δ ≥ x₁"
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        text = b"".join(archive.read(name) for name in archive.namelist() if name.endswith(".xml")).decode()
    assert not [mark for mark in ("**", "$\\", "\\geq", "\ue000", "\ue001") if mark in text]
    _, bullets, grid, *_ = Presentation(io.BytesIO(body)).slides
    (point,) = bullets.placeholders[1].text_frame.paragraphs
    assert [(run.text, run.font.bold, run.font.italic) for run in point.runs if run.text.strip()] == [
        ("Cas", True, None),
        ("premier", None, True),
        (" Δ ≥ x₁", None, None),
    ]
    (table,) = [shape.table for shape in grid.shapes if shape.has_table]
    assert [run.font.bold for run in table.cell(0, 0).text_frame.paragraphs[0].runs] == [True] * 4
    assert [run.font.bold for run in table.cell(1, 0).text_frame.paragraphs[0].runs][:2] == [True, None]
    assert table.cell(2, 0).text_frame.paragraphs[0].runs[0].font.size  # else the empty cell is as high as 18 points
    assert table.cell(1, 1).text_frame.paragraphs[0].alignment == PP_ALIGN.RIGHT


@pytest.mark.parametrize("bullet", ["- **Équation** : x", "* x", "  - *x*", "• **x**", "- **x**"])
def test_a_point_below_another_may_begin_with_bold_words(bullet: str) -> None:
    (_, slide) = slides_of(deck({"title": "Plan", "bullets": ["Un", bullet]}))
    assert [paragraph.level for paragraph in slide.placeholders[1].text_frame.paragraphs] == [0, 1]
    assert "-" not in words(slide)


def test_a_dash_is_no_word_in_a_column_of_numbers() -> None:
    grown = {"columns": ["Année", "Évolution"], "rows": [["2024", "—"], ["2025", "+20,8 %"]]}
    (_, slide) = slides_of(deck({"title": "Ventes", "table": grown}))
    (table,) = (shape.table for shape in slide.shapes if shape.has_table)
    sides = [table.cell(row, 1).text_frame.paragraphs[0].alignment for row in range(3)]
    assert sides == [PP_ALIGN.RIGHT] * 3


@pytest.mark.parametrize("kind", ["bar", "line"])
def test_names_stand_below_what_is_negative(kind: str) -> None:
    chart = {"type": kind, "labels": ["Mai", "Juin"], "series": [{"name": "Solde", "values": [-5, 3]}]}
    (_, slide) = slides_of(deck({"title": "Solde", "chart": chart}))
    (made,) = (shape.chart for shape in slide.shapes if shape.has_chart)
    assert made.category_axis.tick_label_position == XL_TICK_LABEL_POSITION.LOW


@pytest.mark.parametrize("kind", ["bar", "line", "pie"])
def test_a_value_that_is_missing_is_a_gap(kind: str) -> None:
    chart = {"type": kind, "labels": ["Mai", "Juin", "Juillet"], "series": [{"name": "Solde", "values": [5, None, 3]}]}
    (_, slide) = slides_of(deck({"title": "Solde", "chart": chart}))
    (made,) = (shape.chart for shape in slide.shapes if shape.has_chart)
    assert made.plots[0].series[0].values == (5, None, 3)
    nothing = {"type": kind, "labels": ["Mai"], "series": [{"name": "Solde", "values": [None]}]}
    with pytest.raises(DocumentError, match="slide 1: the chart holds no number"):
        slides_of(deck({"title": "Solde", "chart": nothing}))


def test_lines_are_counted_as_they_break() -> None:
    assert line_count("", 20, 100) == 1
    assert line_count("a\nb", 20, 100) == 2
    assert line_count("W" * 50, 20, 100) >= 9
    assert line_count("mot mot mot mot", 20, 10_000) == 1


@pytest.mark.parametrize(
    ("headings", "size"),
    [
        (("Pour", "Contre"), 20),
        (("Avantages", "Ce que disent ceux qui sont contre la réforme proposée"), 18),
        (("Ce que disent " * 6, "Pour"), 16),
    ],
)
def test_headings_of_two_columns_are_of_one_size_and_whole(headings: tuple[str, str], size: int) -> None:
    """One was shrunk to 12 points beside another of 20, and cut all the same."""
    columns = [{"heading": heading.strip(), "bullets": ["Un point"] * 9} for heading in headings]
    slide = slides_of(deck({"title": "Débat", "columns": columns}))[-1]
    shown = [shape for shape in slide.shapes if shape.has_text_frame and not shape.is_placeholder]
    assert [shape.text_frame.text for shape in shown] == [heading.strip() for heading in headings]
    assert {shape.text_frame.paragraphs[0].runs[0].font.size.pt for shape in shown} == {size}
    assert overflowing(slide) == []


@pytest.mark.parametrize(("number", "parts"), [(30, [10, 10, 10]), (34, [12, 12, 10])])
def test_a_long_table_goes_on_in_parts_that_are_about_as_full_as_each_other(number: int, parts: list[int]) -> None:
    """Two rows were left for the last one."""
    rows = [[f"mot {n}", "x"] for n in range(number)]
    slides = slides_of(deck({"title": "Lexique", "table": {"columns": ["Mot", "Sens"], "rows": rows}}))[1:]
    counts = [len(shape.table.rows) - 1 for slide in slides for shape in slide.shapes if shape.has_table]
    assert counts == parts


def test_lines_within_a_point_a_title_or_a_cell_are_lines() -> None:
    slide = {"title": "Un\ndeux", "bullets": ["un\ndeux", "trois\n- quatre\n- **cinq**"]}
    made, table = slides_of(deck(slide, {"title": "T", "table": {"columns": ["A"], "rows": [["un\ndeux"]]}}))[1:]
    points = made.placeholders[1].text_frame.paragraphs
    assert [(part.text, part.level) for part in points] == [("un\vdeux", 0), ("trois", 0), ("quatre", 1), ("cinq", 1)]
    assert made.shapes.title.text_frame.text == "Un\vdeux"
    assert "un\vdeux" in words(table)


def test_arabic_begins_at_the_right() -> None:
    slide = slides_of(deck({"title": "العربية", "bullets": ["السلام عليكم", "Le mot سلام"]}))[1]
    leaning = [
        (paragraph._p.get_or_add_pPr().get("rtl"), paragraph.alignment)
        for shape in slide.shapes
        if shape.has_text_frame
        for paragraph in shape.text_frame.paragraphs
        if len(paragraph.text) > 2
    ]
    assert leaning == [("1", PP_ALIGN.RIGHT), ("1", PP_ALIGN.RIGHT), (None, None)]


@pytest.mark.parametrize(("columns", "leans"), [(["", "الاسم"], "1"), (["Nom", "الاسم"], None)])
def test_a_table_in_arabic_begins_at_the_right(columns: list[str], leans: str | None) -> None:
    slide = slides_of(deck({"title": "T", "table": {"columns": columns, "rows": [["1", "2"]]}}))[1]
    (table,) = (shape.table for shape in slide.shapes if shape.has_table)
    assert table._tbl.tblPr.get("rtl") == leans
