"""The first page: how today goes, and the thirty days up to it."""

import threading
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from flask import Blueprint, Response

from bot.dao.admin import alerts as admin_alerts
from bot.dao.admin import days as admin_days
from bot.dao.admin.days import Day
from bot.dao.database import Database
from bot.types import Language
from bot.web.admin import figures
from bot.web.admin.charts import Chart, bars
from bot.web.admin.desk import Desk, Section, spoken

DAYS: Final = 30
SETTLED_AFTER: Final = timedelta(hours=2)  # into the next day: longer than any turn takes to end


class Days:
    """The figures of the last days. A day that is over does not change any more: it is counted once a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._settled: dict[date, Day] = {}
        self._latest = datetime.min.replace(tzinfo=UTC)

    def until(self, database: Database, now: datetime) -> list[Day]:
        """The last days up to today, the oldest first. What was settled by a clock that was ahead is not."""
        with self._lock:
            if now < self._latest:
                self._settled.clear()
            self._latest = now
        today = now.astimezone(UTC).date()
        return [self._of(database, today - timedelta(days=ago), now) for ago in reversed(range(DAYS))]

    def _of(self, database: Database, day: date, now: datetime) -> Day:
        with self._lock:
            known = self._settled.get(day)
        if known is not None:
            return known
        with database.read() as session:
            found = admin_days.take(session, day)
        if now >= datetime.combine(day + timedelta(days=1), time(), UTC) + SETTLED_AFTER:
            with self._lock:
                self._settled[day] = found
                for old in sorted(self._settled)[: -2 * DAYS]:
                    del self._settled[old]
        return found


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The view."""
    days = Days()

    @blueprint.get("")
    def home() -> Response:
        now = desk.now()
        found = days.until(desk.database, now)
        with desk.database.read() as session:
            joined = admin_days.joined_since(session, datetime.combine(found[-1].day, time(), UTC))
            alerts = admin_alerts.count_open(session)
        census = desk.vitals.census()
        oldest = (now - census.oldest).total_seconds() if census and census.oldest else None
        return desk.show(
            "home.html", today=found[-1], before=found[-2], joined=joined, alerts=alerts, census=census,
            oldest=oldest, chart=_chart(desk, found, spoken()),
        )  # fmt: skip


def _chart(desk: Desk, days: Sequence[Day], language: Language) -> Chart:
    """Turns day by day, the failed ones on top."""
    answered, failed = desk.say("admin_answered"), desk.say("admin_failed")
    drawn = bars(
        [figures.short_day(each.day, language) for each in days],
        {answered: [each.turns - each.failures for each in days], failed: [each.failures for each in days]},
        stacked=True,
    )
    heads = [desk.say(f"admin_day_{name}") for name in ("day", "people", "turns", "failures", "credits", "dollars")]
    rows = [
        (
            figures.day(each.day, language),
            *(figures.number(n, language) for n in (each.people, each.turns, each.failures, each.credits)),
            figures.dollars(each.dollars, language),
        )
        for each in reversed(days)
    ]
    totals = {
        "turns": figures.number(sum(each.turns for each in days), language),
        "failures": figures.number(sum(each.failures for each in days), language),
        "credits": figures.number(sum(each.credits for each in days), language),
        "dollars": figures.dollars(sum(each.dollars for each in days), language),
    }
    return Chart(drawn, desk.say("admin_days_summary", **totals), heads, rows)


SECTION = Section("home", "admin_home", add)
