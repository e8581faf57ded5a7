"""The credit log as a file: typed, harmless in a spreadsheet, streamed, noted, and nobody's hindrance."""

import csv
import io
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from openpyxl import load_workbook
from sqlmodel import select
from werkzeug.test import TestResponse

from bot.dao.admin import credits
from bot.dao.admin.credit_pages import Order
from bot.dao.admin.credits import CreditFilter
from bot.dao.database import Database
from bot.models import AdminAction, LedgerEntry, User
from bot.services.admin import credit_export, sheets
from bot.services.admin.credit_export import CreditExport
from bot.types import Language
from bot.web.admin import credits as credits_page
from tests.fakes import ledger as made
from tests.fakes.admin import Browser, text_of
from tests.fakes.product import Web

END = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "\r=1+1", "\n=1+1", "\uff1d1+1", '=HYPERLINK("http://x";"a")')
HARMLESS = ("Geste « commercial »", "a=1", "_x003D_1+1 et _x00e9_", "1;2,3\"4'", "é\U0001f600", "\x01\x0bbell", "")


def write(database: Database, reasons: tuple[str, ...] = (*FORMULAS, *HARMLESS)) -> None:
    with database.write() as session:
        session.add(User(id=1, mode="student", phone="+2250700000001", credits=0))
        session.flush()
        for place, reason in enumerate(reasons):
            session.add(LedgerEntry(user_id=1, amount=-5 if place == 0 else 1, balance=place + 50, kind="grant",
                                    reason=reason, actor="admin:1", idempotency_key=f"e:{place}",
                                    created_at=datetime(2026, 11, 21, 8, 30, place, tzinfo=UTC)))  # fmt: skip


@pytest.fixture
def log(web: Web, admin: Browser) -> Browser:
    write(web.database)
    return admin


def export(browser: Browser, path: str, **options: Any) -> TestResponse:
    """Read to its end and closed, as a server does."""
    return browser.client.get(path, buffered=True, **options)


def as_csv(data: bytes, separator: str = ";") -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator))


def test_a_csv_is_utf_8_for_excel_with_heads_and_whole_numbers(log: Browser) -> None:
    answer = export(log, "/admin/credits.csv?sort=oldest")
    assert answer.status_code == 200
    assert answer.data.startswith(b"\xef\xbb\xbf")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="credits-')
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    heads, first, *rest = as_csv(answer.data)
    assert heads[:6] == ["Mouvement", "Date (GMT)", "Personne", "Numéro (masqué)", "Genre", "Crédits"]
    assert first[1:8] == ["2026-11-21 08:30:00", "1", "…0001", "Don", "-5", "50", "'=1+1"]
    assert len(rest) == len(FORMULAS) + len(HARMLESS) - 1
    assert b"0700000001" not in answer.data


def test_nothing_in_a_csv_is_a_formula(log: Browser) -> None:
    for row in as_csv(export(log, "/admin/credits.csv").data)[1:]:
        for place, cell in enumerate(row):
            is_number = place == 5 and cell.lstrip("-").isdigit()
            assert is_number or not cell or cell[0] not in "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20", row


@pytest.mark.parametrize("unseen", [" ", "\u00a0", "\u200b", "\ufeff", "\u2060", " \u200b ", "\u200e"])
def test_nor_is_what_begins_behind_something_nobody_sees(web: Web, admin: Browser, unseen: str) -> None:
    write(web.database, tuple(f"{unseen}{formula}" for formula in FORMULAS))
    reasons = [row[7] for row in as_csv(export(admin, "/admin/credits.csv?sort=oldest").data)[1:]]
    assert reasons == [f"'{unseen}{formula}" for formula in FORMULAS]


def test_other_texts_are_as_they_were_written(log: Browser) -> None:
    reasons = [row[7] for row in as_csv(export(log, "/admin/credits.csv?sort=oldest").data)[1:]]
    assert reasons[len(FORMULAS) :] == list(HARMLESS)


def test_in_english_commas_separate(log: Browser) -> None:
    heads = as_csv(export(log, "/admin/credits.csv", headers={"Accept-Language": "en"}).data, ",")[0]
    assert heads[:2] == ["Entry", "Date (GMT)"]


def test_a_workbook_has_typed_cells_and_no_formulas(log: Browser) -> None:
    answer = export(log, "/admin/credits.xlsx?sort=oldest")
    assert answer.status_code == 200
    sheet = load_workbook(io.BytesIO(answer.data)).active
    rows = list(sheet.iter_rows(min_row=2))
    assert sheet.title == "Crédits"
    assert sheet.freeze_panes == "A2"
    assert rows[0][1].value == datetime(2026, 11, 21, 8, 30)
    assert rows[0][1].is_date
    assert (rows[0][5].value, rows[0][5].data_type) == (-5, "n")
    assert [row[7].data_type for row in rows if row[7].value is not None] == ["s"] * (len(rows) - 1)
    for row, reason in zip(rows, (*FORMULAS, *HARMLESS), strict=True):
        expected = "".join(letter for letter in reason if letter >= " " or letter in "\t\r\n")
        shown = (row[7].value or "").replace("_x000D_", "\r").replace("_x005F_", "_")  # as Excel reads it
        assert shown in (expected, expected.replace("\r", "\n"))
        assert row[7].quotePrefix == (reason in FORMULAS), reason


def test_the_last_instant_of_a_month_is_of_that_month_in_both(web: Web, admin: Browser) -> None:
    write(web.database, ("x",))
    last = datetime(2026, 11, 30, 23, 59, 59, 999_999, tzinfo=UTC)
    with web.database.write() as session:
        session.add(LedgerEntry(user_id=1, amount=1, balance=51, kind="grant", idempotency_key="e", created_at=last))
    sheet = load_workbook(io.BytesIO(export(admin, "/admin/credits.xlsx").data)).active
    assert list(sheet.rows)[1][1].value == datetime(2026, 11, 30, 23, 59, 59)
    assert as_csv(export(admin, "/admin/credits.csv").data)[1][1] == "2026-11-30 23:59:59"


def test_both_are_what_the_filters_say(web: Web, admin: Browser) -> None:
    made.fill(web.database, 600, users=5, days=20, end=END)
    query = "?kind=tool&max=-2&sort=least&since=2026-11-05"
    with web.database.read() as session:
        wanted = CreditFilter(kind="tool", high=-2, since=datetime(2026, 11, 5).date())
        number = sum(day.entries for day in credits.by_day(session, wanted))
    lines = as_csv(export(admin, f"/admin/credits.csv{query}").data)[1:]
    assert len(lines) == number > 10
    assert {line[4] for line in lines} == {"Outil"}
    assert [int(line[5]) for line in lines] == sorted(int(line[5]) for line in lines)
    sheet = load_workbook(io.BytesIO(export(admin, f"/admin/credits.xlsx{query}").data), read_only=True).active
    assert [row[0] for row in sheet.iter_rows(min_row=2, values_only=True)] == [int(line[0]) for line in lines]


def test_more_than_one_page_of_entries_is_exported_whole_and_once(
    web: Web, admin: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.fill(web.database, 500, users=5, days=20, end=END)
    monkeypatch.setattr(credit_export, "PAGE", 60)
    for query in ("", "?kind=turn", "?sort=most"):
        ids = [line[0] for line in as_csv(export(admin, f"/admin/credits.csv{query}").data)[1:]]
        assert len(ids) == len(set(ids)) > 300


def test_an_export_is_an_act_that_is_noted(web: Web, log: Browser) -> None:
    export(log, "/admin/credits.csv?user=1&q=panne&min=-7")
    with web.database.read() as session:
        act = session.exec(select(AdminAction).where(AdminAction.kind == "export")).one()
    assert (act.subject, act.user_id, act.detail) == ("credits", 1, "csv 0 min=-7 user=1 q=…")


@pytest.mark.parametrize("query", ["?since=hier", "?user=nobody", "?user=99", "?min=5&max=1", "?kind=theft"])
def test_filters_that_cannot_be_read_export_nothing(web: Web, log: Browser, query: str) -> None:
    for ending in ("csv", "xlsx"):
        answer = export(log, f"/admin/credits.{ending}{query}")
        assert answer.status_code == 400
        assert "ne se lisent pas" in text_of(answer)
    with web.database.read() as session:
        assert session.exec(select(AdminAction).where(AdminAction.kind == "export")).all() == []


def test_what_a_workbook_cannot_hold_is_said(log: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_ROWS", 3)
    answer = export(log, "/admin/credits.xlsx")
    assert answer.status_code == 400
    assert "prenez le CSV" in text_of(answer)
    page = log.get("/admin/credits").get_data(as_text=True)
    assert "credits.xlsx" not in page
    assert "credits.csv" in page
    assert export(log, "/admin/credits.csv").status_code == 200


def test_one_export_at_a_time_and_the_next_is_told_when(log: Browser) -> None:
    first = log.client.get("/admin/credits.csv")  # not read to its end
    second = export(log, "/admin/credits.xlsx")
    assert second.status_code == 503
    assert second.headers["Retry-After"]
    assert "Un autre export est en cours" in text_of(second)
    first.close()
    assert export(log, "/admin/credits.xlsx").status_code == 200


def test_a_reader_who_goes_away_ends_the_reading(web: Web, admin: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    made.fill(web.database, 3_000, users=5, days=20, end=END)
    monkeypatch.setattr(credit_export, "PAGE", 50)
    monkeypatch.setattr(sheets, "PIECE", 1_000)
    asked: list[int] = []
    page = credit_export.credit_pages.page

    def counted(*arguments: object, **options: object) -> object:
        asked.append(1)
        return page(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(credit_export.credit_pages, "page", counted)
    answer = admin.client.get("/admin/credits.csv", buffered=False)
    pieces: Iterator[bytes] = answer.iter_encoded()
    next(pieces)
    answer.close()
    begun = len(asked)
    assert begun < 10
    assert export(admin, "/admin/credits.xlsx").status_code == 200, "its place is free again"


def test_a_storm_of_entries_does_not_lengthen_an_export(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest come first: entries written meanwhile would be at its end."""
    made.fill(database, 300, users=3, days=20, end=END)
    monkeypatch.setattr(credit_export, "PAGE", 50)
    rows = _begun(database).rows()
    read = []
    for place, row in enumerate(rows):
        read.append(row[0])
        with database.write() as session:
            for number in range(2):
                session.add(LedgerEntry(user_id=1, amount=1, balance=1, kind="bonus",
                                        idempotency_key=f"late:{place}:{number}"))  # fmt: skip
    assert read == list(range(1, 301))


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("wanted", [CreditFilter(), CreditFilter(high=100), CreditFilter(user_id=1)])
def test_what_is_written_meanwhile_takes_nobodys_place(database: Database, order: Order, wanted: CreditFilter) -> None:
    """A turn ends between the count and the first page."""
    made.fill(database, 30, users=3, days=20, end=END)
    before = [row[0] for row in _begun(database, order, wanted).rows()]
    export = _begun(database, order, wanted)
    with database.write() as session:
        for place, amount in enumerate((-9, -1, 1, 50)):
            session.add(LedgerEntry(user_id=1, amount=amount, balance=1, kind="turn", idempotency_key=f"m:{place}"))
    assert [row[0] for row in export.rows()] == before
    assert len(before) == export.entries > 0


def test_memory_is_that_of_a_piece(database: Database) -> None:
    """What is held at a time does not grow with the ledger: pieces come as rows do."""
    made.fill(database, 5_000, users=5, days=20, end=END)
    for pieces in (
        sheets.csv_pieces(credit_export.HEADS, _begun(database, Order.NEWEST).rows(), Language.FR),
        sheets.xlsx_pieces(credit_export.HEADS, credit_export.WIDTHS, _begun(database, Order.NEWEST).rows(), "x"),
    ):
        assert max(map(len, pieces)) < 4 * sheets.PIECE


def _begun(
    database: Database,
    order: Order = Order.OLDEST,
    wanted: CreditFilter = CreditFilter(),  # noqa: B008 - frozen
) -> CreditExport:
    """An export as it is when somebody asks for it."""
    with database.read() as session:
        last, days = credits.newest(session), credits.by_day(session, wanted)
    return CreditExport(database, wanted, order, days, last, Language.FR)


def test_other_pages_answer_while_an_export_is_under_way(web: Web, admin: Browser) -> None:
    """An export holds nothing that others wait for: no transaction is open between two of its pieces."""
    made.fill(web.database, 2_000, users=5, days=20, end=END)
    answer = admin.client.get("/admin/credits.csv", buffered=False)
    next(answer.iter_encoded())
    done = threading.Event()

    def writes() -> None:
        with web.database.write() as session:
            session.add(LedgerEntry(user_id=1, amount=1, balance=1, kind="bonus", idempotency_key="meanwhile"))
        done.set()

    threading.Thread(target=writes, daemon=True).start()
    assert done.wait(5)
    assert web.database.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    answer.close()


def test_the_types_are_those_of_both_files() -> None:
    assert set(credits_page.TYPES) == {"csv", "xlsx"}
