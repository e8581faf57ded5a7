"""The child's side of render_xlsx. Only ever run by bot.isolation.children."""

import json
from datetime import UTC, date

from openpyxl import Workbook
from openpyxl.utils import absolute_coordinate, get_column_letter, quote_sheetname
from openpyxl.workbook.defined_name import DefinedName

from bot.documents.xlsx.charts import add_charts, rows_of
from bot.documents.xlsx.compute import Circular, Computer, Place, TooMuch, said
from bot.documents.xlsx.draw import Drawer
from bot.documents.xlsx.formulas import Table
from bot.documents.xlsx.guessing import understood
from bot.documents.xlsx.kinds import show_kinds
from bot.documents.xlsx.looks import Looks
from bot.documents.xlsx.model import MAX_CELLS, Book
from bot.documents.xlsx.names import as_called, sheet_names
from bot.documents.xlsx.plan import Plan, Planner, table_of
from bot.documents.xlsx.reckoned import trees_in
from bot.documents.xlsx.reckoning import Value
from bot.documents.xlsx.results import count_times, show_units
from bot.documents.xlsx.saving import saved
from bot.documents.xlsx.syntax import Call, Constant, Node
from bot.documents.xlsx.totals import check_counted_once, count_once, round_sums
from bot.errors import DocumentError
from bot.text.safe import safe_text
from bot.types import Language

BESIDE = 25  # rows up to which charts stand below their table …
ONE_PAGE = 70  # … if no more than so many come together
CHARTS = {Language.FR: "Graphiques", Language.EN: "Charts"}
DUST = 1e-6  # of an amount
SHOWN = 5  # cells that are named to the model; more would only be read past


def answer(payload: bytes) -> bytes:
    """A Book as JSON in; out a line of JSON (the remarks), then the workbook."""
    book = Book.model_validate_json(payload)
    if sum(len(sheet.rows) * len(sheet.columns) for sheet in book.sheets) > MAX_CELLS:
        raise DocumentError(f"more than {MAX_CELLS:,} cells: make several files or fewer rows")
    plans, planner = _planned(book)
    results = _computed(plans, planner, book.created_at.date())
    drawn = _drawn(book, plans, planner, results)
    return json.dumps(_first(planner.remarks)).encode() + b"\n" + saved(drawn, results.values)


def _planned(book: Book) -> tuple[list[Plan], Planner]:
    trees = [tree for sheet in book.sheets for tree in trees_in(sheet)] if len(book.sheets) > 1 else []
    sheets = [understood(sheet, book.language, trees) for sheet in book.sheets]
    names = sheet_names([sheet.name for sheet in sheets], book.language)
    known: dict[str, Table] = {}
    for name, sheet in zip(names, sheets, strict=True):
        for called in (name, sheet.name):
            known.setdefault(as_called(called), table_of(name, sheet))
    planner = Planner(known, book.language)
    plans = [planner.plan(name, sheet) for name, sheet in zip(names, sheets, strict=True)]
    planner.check_names(plans)
    show_units(plans, planner.named)
    show_kinds(plans, planner.named)
    count_once(plans)
    return plans, planner


def _reckoned(plans: list[Plan], planner: Planner, today: date) -> Computer:
    """Raises DocumentError for what never ends."""
    cells: dict[Place, object] = {
        (plan.name, cell.row, cell.column): cell.content
        for plan in plans
        for cell in plan.cells
        if cell.content is not None
    }
    computer = Computer(cells, planner.named, today, "," if planner.language is Language.FR else ".")
    try:
        computer.compute()
    except Circular as circle:
        told = _told(circle.place, _heads(plans))
        raise DocumentError(f"the formula in {told} depends on its own result") from None
    except TooMuch:
        raise DocumentError(
            "the formulas read too many cells: use running values instead of ever longer sums"
        ) from None
    return computer


def _computed(plans: list[Plan], planner: Planner, today: date) -> Computer:
    """Raises DocumentError for what would show an error, or never end."""
    computer = _reckoned(plans, planner, today)
    if round_sums(plans, computer):
        computer = _reckoned(plans, planner, today)
    count_times(plans, computer.values)
    heads = _heads(plans)
    _without_dust(plans, computer)
    _without_negative_times(plans, computer)
    if computer.failures:
        failures = [f"{_told(place, heads)} gives {error}" for place, error in computer.failures.items()]
        told = [f"formulas that do not work: {'; '.join(_first(failures))}", *_first(planner.remarks)]
        raise DocumentError(". ".join(told))
    check_counted_once(plans, computer.values)
    return computer


def _heads(plans: list[Plan]) -> dict[str, int]:
    """By how many rows each table begins lower than the model counts."""
    return {plan.name: plan.head - 1 for plan in plans}


def _without_dust(plans: list[Plan], computer: Computer) -> None:
    """An amount that is nothing but what reckoning left over is none: what a loan comes to in the end was « -0 FCFA »,
    in red. Rounded in the sheet too, which readers reckon anew."""
    for plan in plans:
        for cell in plan.cells:
            place = (plan.name, cell.row, cell.column)
            left = computer.values.get(place) if cell.kind in ("money", "time") else None
            if isinstance(cell.content, Node) and isinstance(left, float) and 0 < abs(left) < DUST:
                places = 4.0 if cell.kind == "money" else 6.0  # of a day: a tenth of a second
                cell.content, computer.values[place] = Call("ROUND", (cell.content, Constant(places))), 0.0


def _without_negative_times(plans: list[Plan], computer: Computer) -> None:
    """Excel shows one as ########: who works over midnight would see no hours."""
    for plan in plans:
        for cell in plan.cells:
            place = (plan.name, cell.row, cell.column)
            value = computer.values.get(place)
            if cell.kind == "time" and isinstance(value, float) and value < 0:
                computer.failures[place] = "a time below zero (over midnight: MOD(C2-B2,1); else (C2-B2)*24 as hours)"


def _told(place: Place, heads: dict[str, int]) -> str:
    """A place as the model counts: the table's header is row 1."""
    return (
        said((place[0], place[1] - heads[place[0]], place[2])) if place[1] > heads[place[0]] else f"{place[0]}, facts"
    )


def _first(words: list[str]) -> list[str]:
    return words if len(words) <= SHOWN else [*words[:SHOWN], f"and {len(words) - SHOWN} more"]


def _is_below(plan: Plan) -> bool:
    """Whether a sheet's charts stand below its table, on one page with it."""
    if not plan.sheet.charts or len(plan.sheet.rows) > BESIDE:
        return False
    return plan.end + sum(rows_of(plan, chart) for chart in plan.sheet.charts) <= ONE_PAGE


def _chart_pages(made: Workbook, plans: list[Plan], book: Book, results: dict[Place, Value]) -> None:
    """Charts of long tables get a sheet of their own: below they would be found by nobody, and cut by a page's end."""
    for plan in plans:
        if plan.sheet.charts and not _is_below(plan):
            wished = [*made.sheetnames, CHARTS[book.language]]
            page = made.create_sheet(sheet_names(wished, book.language)[-1])
            page.sheet_view.showGridLines = False
            page.page_setup.paperSize, page.sheet_properties.pageSetUpPr.fitToPage = page.PAPERSIZE_A4, True
            add_charts(made[plan.name], plan, page, 2, book.language, results)


def _absolute(place: Place) -> str:
    sheet, row, column = place
    return f"{quote_sheetname(sheet)}!{absolute_coordinate(f'{get_column_letter(column)}{row}')}"


def _drawn(book: Book, plans: list[Plan], planner: Planner, computer: Computer) -> Workbook:
    made = Workbook()
    made.remove(made.active)
    looks = Looks(made)
    for plan in plans:
        page = made.create_sheet(plan.name)
        Drawer(page, plan, computer.values, looks, book.language).draw(charted=_is_below(plan))
        if _is_below(plan):
            add_charts(page, plan, page, plan.end + 2, book.language, computer.values)
    _chart_pages(made, plans, book, computer.values)
    for name, place in planner.named.items():
        made.defined_names.add(DefinedName(name, attr_text=_absolute(place)))
    looks.remove(made)
    made.active = 0
    properties = made.properties
    properties.title, properties.creator = safe_text(book.title), book.service_name
    properties.language = "fr-FR" if book.language == "fr" else "en-GB"
    properties.created = properties.modified = book.created_at.astimezone(UTC).replace(tzinfo=None)
    return made
