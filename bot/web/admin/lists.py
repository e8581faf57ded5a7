"""What pages of long lists share: where a page begins, days, and the way on."""

from typing import Any

from flask import url_for
from werkzeug.routing import IntegerConverter

from bot.dao.admin.lists import Cursor, Found
from bot.web.admin.reading import Filters, Pager, Problem


class RowNumber(IntegerConverter):
    """`<int:run_id>` in an address is what can be the id of a row, in either database. With anything else nothing
    answers there."""

    regex = r"\d{1,9}"


def read_cursor(filters: Filters) -> Cursor:
    """From `before` or `after`; the newest when neither is there."""
    before = filters.cursor("before")
    return Cursor(before) if before is not None else Cursor(after=filters.cursor("after"))


def read_order(filters: Filters) -> None:
    """Say so when the days are the wrong way round: nothing lies between them."""
    since, until = filters.day("since"), filters.day("until")
    if since and until and since > until:
        filters.problems["until"] = Problem("admin_wrong_order")


def pages(endpoint: str, filters: Filters, found: Found) -> Pager:
    """The ways on from a page of a list, with its filters."""

    def to(**cursor: int) -> str:
        values: dict[str, Any] = {**filters.active, **cursor}
        return url_for(f"admin.{endpoint}", **values)

    return Pager(
        to(after=found.newer) if found.newer is not None else None,
        to(before=found.older) if found.older is not None else None,
    )
