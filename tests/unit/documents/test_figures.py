"""Charts and curves: which numbers are read, which functions understood, what is refused, and that they are drawn."""

import io
import math
from dataclasses import replace
from functools import partial

import pytest
from PIL import Image, ImageChops

from bot.documents.blocks import Chart, Curve, Series
from bot.documents.figures.draw import SMALLEST_VALUE, VALUE, picture_of, value_size
from bot.documents.figures.functions import function_of
from bot.documents.figures.names import LINE, in_lines, width_of
from bot.documents.figures.numbers import number_in, written
from bot.documents.figures.reading import MOST_BARS, chart_of, curve_of
from bot.documents.figures.samples import sampled
from bot.errors import DocumentError
from bot.types import Language

SALES = [["Mois", "Awa", "Koffi"], ["Janvier", "12", 10], ["Février", "14,5", "–"], ["Mars", 9, "16"]]


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        *(("1 500,5", 1500.5), ("12.5 %", 12.5), ("45 000 FCFA", 45_000), ("1,234.5", 1234.5), ("1.234,5", 1234.5)),
        *(("1.234.567", 1_234_567), ("−3,2", -3.2), ("12 km", 12), ("abc", None), ("NaN", None), ("inf", None)),
        *(("(1 500 000)", -1_500_000), ("$ 1,250.50", 1250.5), ("1 500 ₦", 1_500), ("($300)", -300), ("(5 %)", None)),
        *(("", None), ("1,2,3", None), ("1e99", None), ("12/20", None), ("٣", 3)),
    ],
)
def test_numbers_are_read_as_people_write_them(cell: str, value: float | None) -> None:
    assert number_in(cell) == value


@pytest.mark.parametrize(
    ("cell", "french", "english"),
    [
        *(("1,500", 1.5, 1_500), ("12,500 USD", 12.5, 12_500), ("1.500", 1.5, 1.5), ("0,125", 0.125, 0.125)),
        *(("45.000 FCFA", 45_000, 45_000), ("45,000 F", 45_000, 45_000), ("1.500 XOF", 1_500, 1_500)),
        *(("1,25", 1.25, 1.25), ("12,5 F", 12.5, 12.5), ("655,957 FCFA", 655.957, 655.957)),
    ],
)
def test_one_mark_before_three_digits_parts_thousands_or_is_decimal(cell: str, french: float, english: float) -> None:
    assert (number_in(cell, Language.FR), number_in(cell, Language.EN)) == (french, english)


@pytest.mark.parametrize(
    ("title", "head", "value"),
    [
        *(("Ventes (FCFA)", "2025", 1_250), ("", "Montant en F CFA", 1_250)),
        ("En millions de FCFA", "2025", None),
    ],
)
def test_francs_that_a_title_names_have_no_decimals(title: str, head: str, value: float | None) -> None:
    """Of other numbers nobody knows whether their point parts thousands."""
    rows = [["Mois", head], ["Juin", "1.250"]]
    if value is None:
        with pytest.raises(DocumentError, match=r"may be 1250 or 1\.25"):
            chart_of("bar", title, rows)
        rows, value = [["Month", head], ["June", "1.250 km"]], 1.25
    assert chart_of("bar", title, rows).series[0].values == (value,)
    assert chart_of("bar", "", [["Month", "x"], ["June", "1.250"]], Language.EN).series[0].values == (1.25,)


@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        *((1234.567, "1\u202f234,57", "1,234.57"), (12.0, "12", "12"), (-0.001, "−0,001", "−0.001"), (0, "0", "0")),
        (1e13, "1 × 10¹³", "1 × 10¹³"),
    ],
)
def test_numbers_are_written_in_the_language_of_the_document(value: float, french: str, english: str) -> None:
    assert (written(value, Language.FR), written(value, Language.EN)) == (french, english)


@pytest.mark.parametrize(
    ("expression", "x", "value"),
    [
        *(("x^2 - 3x + 2", 3, 2), ("f(x) = 2sin(x)/x", 1, 2 * math.sin(1)), ("√x", 4, 2), ("|x|", -3, 3)),
        *(("2(x+1)(x-1)", 2, 6), ("e^(-x²)", 1, math.exp(-1)), ("0,5x³", 2, 4), ("3xe^x", 1, 3 * math.e)),
        *((r"\frac{1}{x}", 4, 0.25), ("-x^2", 3, -9), ("x(x-1)", 3, 6), ("2πx", 1, 2 * math.pi), ("y = 2x+1", 1, 3)),
        *(("sin x", 0, 0), ("ln 2x", 0.5, 0), ("log(x)", 100, 2), ("$x^2$", 3, 9), ("1/(x-1)", 3, 0.5)),
    ],
)
def test_functions_are_understood_as_pupils_write_them(expression: str, x: float, value: float) -> None:
    assert function_of(expression)(x) == pytest.approx(value)


@pytest.mark.parametrize(
    "expression",
    [
        *(
            "__import__('os').system('id')",
            "x.real",
            "a*x",
            "lambda: x",
            "x if x else 1",
            "",
            "(" * 150,
            "x and 1",
        ),
        *("'x'*9", "True", "sin(x, 2)", "f(", "x" * 300, "+".join("x" * 90), "print(x)", "x\x00", "10**x if"),
    ],
)
def test_what_is_no_function_is_refused_and_never_run(expression: str) -> None:
    with pytest.raises(DocumentError):
        function_of(expression)


def test_a_power_tower_has_no_value_instead_of_lasting_for_ever() -> None:
    with pytest.raises(ArithmeticError):
        function_of("9^9^9^9")(1.0)


def test_a_chart_is_a_table_with_names_above_and_on_the_left() -> None:
    chart = chart_of("bar", " Notes ", SALES)
    assert chart == Chart(
        "bar", "Notes", ("Janvier", "Février", "Mars"), (Series("Awa", (12, 14.5, 9)), Series("Koffi", (10, None, 16)))
    )
    years = chart_of("line", "", [["Ville", "2024", "2025"], ["Man", 1, 2]])
    assert [line.name for line in years.series] == ["2024", "2025"]
    bare = chart_of("pie", "", [["Loyer", 45], ["Riz", 30]])
    assert bare.labels == ("Loyer", "Riz")


@pytest.mark.parametrize(
    ("kind", "rows", "reason"),
    [
        ("bar", [], "head"),
        ("bar", [["Mois", "Ventes"]], "no number"),
        ("bar", [["Mois", "Ventes"], ["Mars", "beaucoup"]], "'beaucoup' in the row of 'Mars'"),
        ("bar", [["Mois", "Ventes"], ["Mars", float("nan")]], "nan"),
        ("line", [["Mois", "Ventes"], ["Mars", float("inf")]], "inf"),
        ("pie", [["Poste", "F"], ["Riz", -3], ["Huile", 5]], "negative"),
        ("pie", [["Poste", "F"], ["Riz", 0]], "nothing"),
        ("pie", [["Poste", "F", "G"], ["Riz", 1, 2]], "one series"),
        ("pie", [["Poste", "F"], *(["x", 1] for _ in range(40))], "slices"),
        ("bar", [["Poste", "F"], *(["x", 1] for _ in range(MOST_BARS + 1))], "use a line"),
        ("line", [["Jour", "F"], *(["x", 1] for _ in range(5_000))], "at most"),
    ],
)
def test_a_chart_that_cannot_be_drawn_says_why(kind: str, rows: list[list[str | float]], reason: str) -> None:
    with pytest.raises(DocumentError, match=reason):
        chart_of(kind, "", rows)  # type: ignore[arg-type]


@pytest.mark.parametrize(("low", "high"), [(5, -5), (1, 1), (float("nan"), 1), (0, float("inf")), (1e14, 1e14 + 0.01)])
def test_a_curve_needs_a_range(low: float, high: float) -> None:
    with pytest.raises(DocumentError, match="x_m"):
        curve_of("x", low, high)


def test_an_asymptote_is_a_gap_and_the_middle_is_seen() -> None:
    (points,) = sampled([function_of("1/x")], -5, 5, ["1/x"])
    heights = [y for _x, y in points if y is not None]
    assert max(heights) < 10
    around = [y for x, y in points if abs(x) < 0.05]
    assert None in around
    with pytest.raises(DocumentError, match="no values"):
        sampled([function_of("ln(x)")], -5, -1, ["ln(x)"])


FIGURES = [
    chart_of("bar", "Notes", SALES),
    chart_of("line", "Notes", SALES),
    chart_of("pie", "Budget", [["Loyer", 45_000], ["Riz", 30_000], ["مدرسة", 12_000]]),
    chart_of("bar", "Un", [["Seul", "x"], ["a" * 500, 1]]),
    chart_of("line", "Un seul point", [["Seul", "x"], ["a", 0]]),
    chart_of("bar", "<script>&", [["<b>", "<i>&amp;"], ["</svg>", -1]]),
    chart_of("line", "Grands", [["x", "y"], ["a", 1e14], ["b", -1e14], ["c", 1e-9]]),
    Curve(("x^2-3x+2", "2x-1"), -2, 5, ""),
    Curve(("tan(x)",), -6, 6, ""),
    Curve(("5",), -1, 1, ""),
    Curve(("√x",), -1e6, 1e6, ""),
]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.title or figure.expressions[0])
def test_every_figure_is_a_small_picture_with_its_words(figure: Chart | Curve) -> None:
    picture = picture_of(figure, Language.FR)
    image = Image.open(io.BytesIO(picture.body))
    assert image.format == "PNG"
    assert image.size == (picture.width, picture.height) == (1280, 768)
    assert len(picture.body) < 45_000
    assert len(set(image.convert("RGB").resize((128, 77)).get_flattened_data())) > 2, "something is drawn"
    assert picture.text


def test_twelve_slices_have_twelve_colours_and_a_line_each_below() -> None:
    names = tuple(f"Fournitures et mobilier du bâtiment {place}" for place in range(12))
    drawn = picture_of(Chart("pie", "", names, (Series("", (1.0,) * 12),)), Language.FR)
    few = picture_of(Chart("pie", "", names[:2], (Series("", (1.0,) * 2),)), Language.FR)
    assert drawn.height > few.height + 10 * 30
    picture = Image.open(io.BytesIO(drawn.body)).convert("RGB")
    counted = sorted(picture.getcolors(1_000) or (), reverse=True)[:13]  # the slices and the paper, then letters
    assert counted[-1][0] > 8_000
    assert min(sum(colour) for _count, colour in counted if isinstance(colour, tuple)) > 60


def drawn(kind: str, labels: list[str]) -> Image.Image:
    rows: list[list[str | float]] = [["", "Recettes"], *([label, 9 - place] for place, label in enumerate(labels))]
    picture = picture_of(chart_of(kind, "", rows), Language.FR)  # type: ignore[arg-type]
    return Image.open(io.BytesIO(picture.body)).convert("L")


@pytest.mark.parametrize("kind", ["bar", "line"])
@pytest.mark.parametrize("labels", [["T1", "T2", "T3", "T4"], [f"Département {number}" for number in range(1, 9)]])
def test_the_names_below_one_series_are_whole(kind: str, labels: list[str]) -> None:
    image = drawn(kind, labels)
    assert image.crop((0, image.height - 8, *image.size)).getextrema() == (255, 255)


@pytest.mark.parametrize("kind", ["bar", "line"])
def test_slanted_names_stand_below_the_axis_not_over_what_is_drawn(kind: str) -> None:
    names = [f"Département {number}" for number in range(1, 9)]
    one, other = (drawn(kind, labels) for labels in (names, [name[::-1] for name in names]))
    upper, lower = (
        ImageChops.difference(one.crop(part), other.crop(part)).getextrema()[1]
        for part in ((0, 0, one.width, one.height // 2), (0, one.height // 2, *one.size))
    )
    assert upper < 48 < lower  # each picture has a palette of its own


LYCEE = "Lycée moderne d’excellence de la sous-préfecture, annexe"  # 55 characters


@pytest.mark.parametrize("count", [2, 9])
@pytest.mark.parametrize("kind", ["bar", "line", "pie"])
def test_long_names_that_begin_alike_are_told_apart(kind: str, count: int) -> None:
    one, other = (drawn(kind, [f"{LYCEE} {mark}{place:02d}" for place in range(count)]) for mark in "AB")
    assert ImageChops.difference(one, other).getbbox()


@pytest.mark.parametrize("kind", ["bar", "line", "pie"])
@pytest.mark.parametrize("count", [1, 12])
def test_nothing_of_long_names_lies_outside_the_picture(kind: str, count: int) -> None:
    """Capitals are a third wider, and the values of what is negative stand on the names' side."""
    sign = -1 if kind == "bar" else 1
    rows = [["", f"{LYCEE} 2025"], *([f"{LYCEE.upper()} {place}", sign * 12_500_000] for place in range(count))]
    if kind != "pie":
        rows = [[*row, row[-1].upper() if isinstance(row[-1], str) else 9_500_000] for row in rows]
    picture = Image.open(io.BytesIO(picture_of(chart_of(kind, "", rows), Language.FR).body)).convert("L")  # type: ignore[arg-type]
    inner = (8, 4, picture.width - 8, picture.height - 4)
    picture.paste(255, inner)
    assert picture.getextrema() == (255, 255)


def test_bars_with_names_of_their_own_all_have_them_and_days_every_second() -> None:
    fruits, days = ([f"{word} {chr(97 + place)}" for place in range(17)] for word in ("Lot", "Jour 1"))
    assert drawn("bar", fruits).height > drawn("bar", days).height


def test_what_lines_do_not_hold_is_left_out_in_the_middle() -> None:
    assert in_lines("T1", 2) == ["T1"]
    lines = in_lines(" ".join([LYCEE] * 4), 2)
    assert len(lines) == 2
    assert "…" in lines[1]
    assert lines[1].endswith("annexe")
    assert all(width_of(line) <= LINE for line in [*lines, *in_lines("M" * 120, 9)])


@pytest.mark.parametrize(
    ("values", "smallest", "largest"),
    [((15.0, 9.0), VALUE, VALUE), ((12_500_000.0,) * 9, SMALLEST_VALUE, VALUE - 1), ((1_234_567.0,) * 24, 0, 4)],
)
def test_values_on_bars_are_as_small_as_their_bars_are_narrow(
    values: tuple[float, ...], smallest: int, largest: int
) -> None:
    chart = Chart("bar", "", ("",) * len(values), (Series("", values),))
    size = value_size(chart, partial(written, language=Language.FR))
    assert smallest <= size <= largest


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (("98,5 %", "40%"), "CM1 98,5\u00a0%, CM2 40\u00a0%"),
        (("98,5 %", "–"), "CM1 98,5\u00a0%"),
        (("98,5 %", 40), "CM1 98,5, CM2 40"),
    ],
)
def test_what_is_written_in_percent_is_shown_so(cells: tuple[str | float, ...], said: str) -> None:
    """On the bars and the axis too, as on the picture's text."""
    rows: list[list[str | float]] = [["", ""], *([f"CM{number}", cell] for number, cell in enumerate(cells, 1))]
    figure = chart_of("bar", "", rows)
    assert picture_of(figure, Language.FR).text == said
    bare = replace(figure, is_percent=False)
    assert (picture_of(figure, Language.FR).body != picture_of(bare, Language.FR).body) is ("%" in said)


def test_the_same_figure_has_the_same_bytes_and_speaks_its_language() -> None:
    chart = FIGURES[0]
    assert picture_of(chart, Language.FR).body == picture_of(chart, Language.FR).body
    assert "Awa: Janvier 12, Février 14,5, Mars 9" in picture_of(chart, Language.FR).text
    assert "14.5" in picture_of(chart, Language.EN).text
    assert picture_of(FIGURES[7], Language.FR).text == "Courbe de x²−3x+2 ; 2x−1 pour x de −2 à 5"
