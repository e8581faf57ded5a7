"""The credit log: what was given and taken, searched, summed, drawn, paged, and taken along as a file."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Response, current_app, request, url_for

from bot.dao.admin import credit_pages
from bot.dao.admin import credits as admin_credits
from bot.dao.admin.credit_pages import CreditPage, Order
from bot.services.admin import sheets
from bot.services.admin.actions import Act
from bot.services.admin.credit_export import WIDTHS, CreditExport
from bot.types import EntryKind
from bot.web.admin import credit_filters, figures
from bot.web.admin.credit_charts import chart
from bot.web.admin.credit_filters import CreditQuery
from bot.web.admin.desk import Desk, Section, spoken

SIZE: Final = 40  # entries on a page
RETRY_AFTER_S: Final = 60
TYPES: Final = {"csv": sheets.CSV_TYPE, "xlsx": sheets.XLSX_TYPE}


@dataclass(frozen=True, slots=True)
class Sums:
    """What is filtered comes to, in credits: given, taken (not negative), and the difference."""

    entries: int
    credits_in: int
    credits_out: int

    @property
    def net(self) -> int:
        return self.credits_in - self.credits_out


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The views."""
    place = threading.BoundedSemaphore(1)  # exports of a process at once: threads and the processor stay free

    @blueprint.get("/credits")
    def credits() -> Response:
        with desk.database.read() as session:
            query = credit_filters.read(session, request.args, desk.settings.otp_countries)
            days = admin_credits.by_day(session, query.wanted)
            page = credit_pages.page(
                session, query.wanted, query.order, days, SIZE, query.place, back=query.back
            )  # fmt: skip
        sums = Sums(*(sum(getattr(day, name) for day in days) for name in ("entries", "credits_in", "credits_out")))
        return desk.show(
            "credits.html", filters=query.filters, chips=_chips(desk, query), chosen=query.chosen, rows=page.rows,
            sums=sums, drawn=chart(days, spoken(), desk.say), kinds=_kinds(desk), orders=_orders(desk),
            newer=_link(query, page, back=True), older=_link(query, page, back=False), order=query.order,
            most_rows=sheets.MOST_ROWS, leads_to=_leads_to(),
        )  # fmt: skip

    @blueprint.get("/credits.csv")
    def credits_csv() -> Response:
        return _export(desk, place, "csv")

    @blueprint.get("/credits.xlsx")
    def credits_xlsx() -> Response:
        return _export(desk, place, "xlsx")


def _export(desk: Desk, place: threading.BoundedSemaphore, ending: str) -> Response:
    """A file as an attachment, sent while it is made. Filters that cannot be read are no reason to give out more."""
    with desk.database.read() as session:
        given = {name: request.args.get(name, "") for name in credit_filters.FIELDS}
        query = credit_filters.read(session, given, desk.settings.otp_countries)
        last, days = admin_credits.newest(session), admin_credits.by_day(session, query.wanted)
    if query.filters.problems:
        return desk.show("error.html", 400, code=400, sentence="admin_credits_export_wrong")
    export = CreditExport(desk.database, query.wanted, query.order, days, last, spoken())
    if ending == "xlsx" and export.entries > sheets.MOST_ROWS:
        return desk.show("error.html", 400, code=400, sentence="admin_credits_export_large")
    if not place.acquire(blocking=False):
        busy = desk.show("error.html", 503, code=503, sentence="admin_credits_export_busy")
        busy.headers["Retry-After"] = str(RETRY_AFTER_S)
        return busy
    try:
        with desk.database.write() as write:
            desk.log(write, Act("export", "credits", detail=_told(ending, export, query), user_id=query.wanted.user_id))
        response = Response(_pieces(ending, export), content_type=TYPES[ending])
    except BaseException:
        place.release()
        raise
    response.call_on_close(place.release)
    name = f"{desk.say('admin_credits_export_name')}-{desk.now():%Y-%m-%d}.{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _pieces(ending: str, export: CreditExport) -> Iterator[bytes]:
    if ending == "csv":
        return sheets.csv_pieces(export.heads(), export.rows(), export.language)
    return sheets.xlsx_pieces(export.heads(), WIDTHS, export.rows(), export.title())


def _told(ending: str, export: CreditExport, query: CreditQuery) -> str:
    """For the log of acts: how much, and by what; a person by their id, a text not at all, for it may name somebody."""
    by = {name: value for name, value in query.chosen.items() if name not in ("user", "q")}
    if query.wanted.user_id is not None:
        by["user"] = str(query.wanted.user_id)
    if "q" in query.chosen:
        by["q"] = "…"
    return " ".join([ending, str(export.entries), *(f"{name}={value}" for name, value in by.items())])


def _link(query: CreditQuery, page: CreditPage, *, back: bool) -> str | None:
    """The page before or behind; None where there is none."""
    if not (page.has_before if back else page.has_after) or not page.rows:
        return None
    at = {"before": page.rows[0].id} if back else {"after": page.rows[-1].id}
    return _address({**query.chosen, **at})


def _address(values: dict[str, Any]) -> str:
    return url_for("admin.credits", **values)


def _chips(desk: Desk, query: CreditQuery) -> list[tuple[str, str]]:
    """Each filter that is set, in words, and the address without it."""
    said = query.chosen | _said(desk, query)
    return [
        (
            desk.say("admin_credits_chip", name=desk.say(f"admin_credits_{name}"), value=said[name]),
            _address({other: value for other, value in query.chosen.items() if other != name}),
        )
        for name in query.chosen
    ]


def _said(desk: Desk, query: CreditQuery) -> dict[str, str]:
    """What filters are called, where that is not what was typed."""
    wanted, language = query.wanted, spoken()
    days = {"since": wanted.since, "until": wanted.until}
    said = {name: figures.day(day, language) for name, day in days.items() if day is not None}
    if wanted.user_id is not None:
        said["user"] = desk.say("admin_user_number", id=wanted.user_id)
    if wanted.kind is not None:
        said["kind"] = dict(_kinds(desk))[wanted.kind]
    return said | {"sort": dict(_orders(desk))[query.order]}


def _kinds(desk: Desk) -> list[tuple[str, str]]:
    return [(kind.value, desk.say(f"admin_credits_kind_{kind}")) for kind in EntryKind]


def _orders(desk: Desk) -> list[tuple[str, str]]:
    return [(order.value, desk.say(f"admin_credits_sort_{order}")) for order in Order]


def _leads_to() -> frozenset[str]:
    """Which of the pages that entries lead to this installation has."""
    return frozenset(name for name in ("user", "run") if f"admin.{name}" in current_app.view_functions)


SECTION = Section("credits", "admin_credits", add)
