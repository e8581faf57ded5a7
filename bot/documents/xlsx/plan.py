"""Where everything of a sheet stands, and what each cell holds: before openpyxl, after the arguments. Formulas are
written by the model as if the sheet held nothing but the table (header in row 1); here they get their real rows."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final, Literal

from bot.documents.arguments import unmarked
from bot.documents.xlsx.formulas import Sheets, Table, formula
from bot.documents.xlsx.guessing import like
from bot.documents.xlsx.model import MAX_CELL_CHARS, Cell, Formula, Kind, Line, Sheet
from bot.documents.xlsx.names import is_value_name
from bot.documents.xlsx.syntax import Area, Call, Name, Node, NotAFormula, Reference, nodes
from bot.documents.xlsx.values import EXACT, WITHOUT_DECIMALS, currency_in, digits_of, moment_in, number_in, time_in
from bot.errors import DocumentError
from bot.text.safe import safe_text
from bot.types import Language

Look = Literal["title", "label", "fact", "head", "body", "total", "total_label", "sum", "sum_label", "due", "note"]
Content = None | bool | int | float | str | date | Node
LABEL_WIDTH: Final = 1.05  # characters of room that a character of a label takes
ELLIPSIS: Final = "…"
_SHAPES: Final[dict[Kind, str]] = {"date": " (YYYY-MM-DD)", "time": " (HH:MM)"}
FORMULA: Final = re.compile(r"\s*=\s*[A-Za-zÀ-ÿ(\d$'+-]")


@dataclass(slots=True)
class Placed:
    """One cell. `unit` and `kind` say how a number is shown."""

    row: int
    column: int
    content: Content
    look: Look
    kind: Kind = "auto"
    unit: str = ""


@dataclass(slots=True)
class Plan:
    """One sheet. `head` is the row of the table's header, `last` that of its last data, `end` the last used row."""

    name: str
    sheet: Sheet
    head: int
    last: int
    end: int = 0
    cells: list[Placed] = field(default_factory=list)

    def is_share(self, cell: Placed) -> bool:
        """Whether a cell of the table is a share among amounts."""
        return cell.kind == "percent" and self.sheet.columns[cell.column - 1].type != "percent"


@dataclass(slots=True)
class Planner:
    """Plans the sheets of one workbook. `remarks` is what the model is told of cells that are not what was asked."""

    sheets: Sheets
    language: Language
    named: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def plan(self, name: str, sheet: Sheet) -> Plan:
        """Everything of a sheet in its place. Raises DocumentError for formulas and rows that make no sense."""
        head = head_row(sheet)
        plan = Plan(name, sheet, head, head + len(sheet.rows))
        if sheet.title:
            plan.cells.append(Placed(1, 1, self._text(sheet.title, f"{name}!A1"), "title"))
        top = 3 if sheet.title else 1
        for row, fact in enumerate(sheet.facts, top):
            self._line(plan, row, fact, (1, fact_column(sheet)), ("label", "fact"))
        for index, column in enumerate(sheet.columns, 1):
            plan.cells.append(Placed(head, index, self._text(column.title, f"{name}, header {index}"), "head"))
        for number, row_values in enumerate(sheet.rows, 1):
            self._row(plan, number, row_values)
        row = self._totals(plan, plan.last + 1)
        row = self._summary(plan, row)
        for note in sheet.notes:
            row += 1
            plan.cells.append(Placed(row + 1, 1, self._text(note, f"{name}, notes"), "note"))
        plan.end = max((cell.row for cell in plan.cells), default=1)
        return plan

    def check_names(self, plans: list[Plan]) -> None:
        """Raises DocumentError for a name that no value has."""
        for plan in plans:
            for cell in plan.cells:
                for node in nodes(cell.content) if isinstance(cell.content, Node) else ():
                    if isinstance(node, Name) and node.name.lower() not in self.named:
                        known = ", ".join(self.named) or "none"
                        raise DocumentError(
                            f"a formula of {plan.name} uses {node.name}, which names no value ({known})"
                        )

    def _row(self, plan: Plan, number: int, values: list[Cell]) -> None:
        columns, row = plan.sheet.columns, plan.head + number
        if len(values) > len(columns):
            raise DocumentError(f"{plan.name}: row {number} has {len(values)} values for {len(columns)} columns")
        for index, column in enumerate(columns):
            value = values[index] if index < len(values) else None
            where = f"{plan.name}, row {number}, {column.title}"
            if value is None and column.formula:
                content: Content = self._formula(plan, column.formula, where, down=number - 1)
            else:
                content = self._content(plan, value, column.type, column.unit, where)
            is_share = isinstance(value, str) and value.rstrip().endswith("%") and not isinstance(content, str)
            kind = "percent" if is_share and column.type in ("number", "money") else column.type
            plan.cells.append(Placed(row, index + 1, content, "body", kind, column.unit))

    def _totals(self, plan: Plan, row: int) -> int:
        """The row of sums, if there is one; the next free row."""
        columns = plan.sheet.columns
        if not any(column.total for column in columns):
            return row
        for index, column in enumerate(columns, 1):
            if not column.total:
                label = "Total" if index == 1 else None
                plan.cells.append(Placed(row, index, label, "total_label"))
                continue
            first, last = (Reference(None, at, index, False, False) for at in (plan.head + 1, plan.last))
            total: Content = Call("SUM", (Area(first, last),)) if plan.sheet.rows else 0
            plan.cells.append(Placed(row, index, total, "total", column.type, column.unit))
        return row + 1

    def _summary(self, plan: Plan, row: int) -> int:
        """Below the last total, even beside a column of remarks; the next free row."""
        columns = plan.sheet.columns
        summed = (index for index, column in enumerate(columns[1:], 2) if column.total)
        place = max(summed, default=len(columns))
        for line in plan.sheet.summary:
            shown = line if line.type != "auto" else line.model_copy(update=like(columns[place - 1], line))
            looks: tuple[Look, Look] = ("sum_label", "due" if line is plan.sheet.summary[-1] else "sum")
            self._line(plan, row, shown, (place - 1, place), looks)
            row += 1
        return row

    def _line(self, plan: Plan, row: int, line: Line, columns: tuple[int, int], looks: tuple[Look, Look]) -> None:
        where = f"{plan.name}, {line.label}"
        if line.name:
            if not is_value_name(line.name):
                raise DocumentError(f"{where}: “{line.name}” cannot name a value: 2 to 30 letters, unlike A1")
            if line.name.lower() in self.named:
                raise DocumentError(f"{where}: the name {line.name} is used twice")
            self.named[line.name.lower()] = (plan.name, row, columns[1])
        content = self._content(plan, line.value, line.type, line.unit, where)
        plan.cells.append(Placed(row, columns[0], self._text(line.label, where), looks[0]))
        plan.cells.append(Placed(row, columns[1], content, looks[1], line.type, line.unit))

    def _content(self, plan: Plan, value: Cell, kind: Kind, unit: str, where: str) -> Content:
        """What a value means in a column of some kind; what does not fit stays text and is remarked upon."""
        if isinstance(value, Formula):
            return self._formula(plan, value.formula, where)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str) and not value.strip():  # no text of no letters: a sum of cells would fail on it
            return None
        if kind == "text":
            return self._text(digits_of(value), where)
        if isinstance(value, str) and FORMULA.match(value):
            return self._kept(value, where, 'is text; {"formula": "=…"} is a formula', stays="")
        if isinstance(value, str):
            return self._meaning(unmarked(value), kind, unit, where)
        if kind in _SHAPES:
            return self._kept(digits_of(value), where, f"is no {kind}{_SHAPES[kind]}")
        if kind == "percent":
            self._hundredfold(value, where)
        is_held = isinstance(value, float) or abs(value) < EXACT
        return value if is_held else self._kept(str(value), where, "has too many digits for a number")

    def _meaning(self, value: str, kind: Kind, unit: str, where: str) -> Content:
        if kind in ("number", "money", "percent"):
            whole = kind == "money" and (unit or "FCFA").upper() in WITHOUT_DECIMALS
            number = number_in(value, self.language, whole=whole)
            if number is not None and kind == "percent" and "%" not in value:
                self._hundredfold(number, where)
            if number is not None and kind == "money":
                self._converted(value, unit or "FCFA", where)
            return self._kept(value, where, "is no number") if number is None else number
        if kind in _SHAPES:
            meant = moment_in(value) if kind == "date" else time_in(value)
            return self._kept(value, where, f"is no {kind}{_SHAPES[kind]}") if meant is None else meant
        return self._text(value, where)

    def _hundredfold(self, value: float, where: str) -> None:
        if abs(value) > 1:
            self.remarks.append(
                f"{where}: {value:g} is shown as {value * 100:g} %; {value:g} % would be {value / 100:g}"
            )

    def _converted(self, value: str, unit: str, where: str) -> None:
        named, shown = currency_in(value), currency_in(unit)
        if named and shown and named != shown:
            self.remarks.append(f"{where}: “{value[:40]}” is shown as so many {unit}, unconverted")

    def _kept(self, value: str, where: str, why: str, *, stays: str = " and stays text") -> str:
        self.remarks.append(f"{where}: “{value[:40]}” {why}{stays}")
        return self._text(value, where)

    def _text(self, value: str, where: str) -> str:
        value = unmarked(safe_text(value))
        units = value.encode("utf-16-le")
        if len(units) // 2 <= MAX_CELL_CHARS:
            return value
        self.remarks.append(f"{where}: cut after {MAX_CELL_CHARS} characters, which is all a cell holds")
        return units[: 2 * (MAX_CELL_CHARS - 1)].decode("utf-16-le", "ignore") + ELLIPSIS

    def _formula(self, plan: Plan, source: str, where: str, *, down: int = 0) -> Node:
        """Raises DocumentError where the model has to write it anew."""
        try:
            return formula(source, self.sheets, table_of(plan.name, plan.sheet), down=down)
        except NotAFormula as error:
            raise DocumentError(f"{where}: the formula {source[:60]} cannot be used: {error}") from None


def head_row(sheet: Sheet) -> int:
    """The row of the table's header: below the title and the facts, an empty row between them."""
    return 1 + (2 if sheet.title else 0) + (len(sheet.facts) + 1 if sheet.facts else 0)


def table_of(name: str, sheet: Sheet) -> Table:
    """Where the table of a sheet stands, for formulas."""
    return Table(name, head_row(sheet) - 1, 1 + len(sheet.rows))


def fact_column(sheet: Sheet) -> int:
    """The column of the facts' values: the first behind their labels, by the widths that columns will about have."""
    needed, column = max((len(fact.label) for fact in sheet.facts), default=0) * LABEL_WIDTH, 0
    while needed > 0 and column < min(3, len(sheet.columns)):
        needed -= _about_wide(sheet, column)
        column += 1
    return max(column, 1) + 1


def _about_wide(sheet: Sheet, index: int) -> float:
    column = sheet.columns[index]
    texts = [row[index] for row in sheet.rows[:50] if index < len(row) and isinstance(row[index], str)]
    longest = max(map(len, map(str, [column.title[:16], *texts])))
    return column.width or min(46.0, longest + 3.0)


def numbers_of(plan: Plan, column: int, values: Mapping[tuple[str, int, int], object]) -> Iterator[float]:
    """The numbers of a table's column, computed ones too; a share among amounts is none of them."""
    for cell in plan.cells:
        if cell.column == column and cell.look in ("body", "total") and not plan.is_share(cell):
            value = values.get((plan.name, cell.row, cell.column), cell.content)
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                yield float(value)
