"""Teaching and cost: what pupils got right, what a useful turn costs, which tools and models that goes to, who runs out
of credits and comes back. Figures of groups: fewer than five people are not shown as a number."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from flask import Blueprint, Response, request

from bot.dao.admin import teaching as admin_teaching
from bot.dao.admin.teaching import Emptied
from bot.types import Level, Mode
from bot.web.admin.desk import Desk, Section
from bot.web.admin.reading import Filters

PERIODS: Final = ("7", "30")  # days
FEW: Final = 5  # people: fewer could be recognised


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The view."""

    @blueprint.get("/teaching")
    def teaching() -> Response:
        filters = Filters(request.args)
        days = int(filters.choice("days", PERIODS) or PERIODS[-1])
        since = desk.now() - timedelta(days=days)
        with desk.database.read() as session:
            learnt = admin_teaching.learnt(session, since)
            by_mode = admin_teaching.spent_by_mode(session, since)
            by_model = admin_teaching.spent_by_model(session, since)
            tools = admin_teaching.tools(session, since)
            emptied = admin_teaching.emptied(session, since)
        levels = {level.value: desk.say(f"menu_level_{level}") for level in Level}
        modes = {mode.value: desk.say(f"admin_teaching_mode_{mode}") for mode in Mode}
        return desk.show(
            "teaching.html", filters=filters, days=days, periods=PERIODS,
            learnt=[each for each in learnt if each.pupils >= FEW],
            rare=sum(each.pupils < FEW for each in learnt),
            by_mode=by_mode, by_model=by_model, tools=tools, levels=levels, modes=modes, most=admin_teaching.MOST,
            emptied=shown(emptied), useful=sum(each.useful for each in by_mode),
            turns=sum(each.turns for each in by_mode), dollars=sum(each.dollars for each in by_mode),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shown:
    """Numbers of people as they may be shown: None is « fewer than five », or would tell that by what remains."""

    people: int | None
    returned: int | None
    stayed_away: int | None
    bought: int | None


def shown(emptied: Emptied) -> Shown:
    """A part that is too small is hidden, and with it the rest that would give it away."""
    away = emptied.people - emptied.returned
    parts_are_large = all(number == 0 or number >= FEW for number in (emptied.returned, away))
    return Shown(
        _people(emptied.people),
        emptied.returned if parts_are_large else None,
        away if parts_are_large else None,
        _people(emptied.bought) if _people(emptied.people) is not None else None,
    )


def _people(number: int) -> int | None:
    return number if number == 0 or number >= FEW else None


SECTION = Section("teaching", "admin_teaching", add)
