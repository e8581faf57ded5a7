"""Runs of the agent: the list, one of them with its steps, live while it works, and one tool call whole."""

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Response, request
from sqlmodel import Session
from werkzeug.exceptions import NotFound

from bot.dao.admin import runs as admin_runs
from bot.dao.admin.runs import STATES, RunFilter, RunRow
from bot.dao.work import runs
from bot.models import Iteration, Run, ToolCallRecord
from bot.queue.progress import key_of
from bot.services.watching.answering import watching
from bot.services.watching.watcher import Watch
from bot.types import Mode, StopReason
from bot.web.admin.access import administrator
from bot.web.admin.desk import Desk, Section
from bot.web.admin.hidden import Words, open_part
from bot.web.admin.lists import pages, read_cursor, read_order
from bot.web.admin.reading import Filters
from bot.web.admin.whom import read_whom

CALLS: Final = 20  # of a run, on one page
MESSAGES: Final = 10
WHOLE: Final = 45_000  # bytes of one call's words, on its own page


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The views."""
    made = RunPages(desk)
    blueprint.get("/runs")(made.runs)
    blueprint.get("/runs/<int:run_id>")(made.run)
    blueprint.get("/runs/<int:run_id>/live")(made.run_live)
    blueprint.get("/runs/<int:run_id>/events")(made.run_events)
    blueprint.get("/runs/<int:run_id>/calls/<int:number>")(made.run_call)


@dataclass(frozen=True, slots=True)
class Step:
    """A completion of the model, if there is a row of it yet, and the calls it asked for."""

    number: int
    iteration: Iteration | None
    calls: list[ToolCallRecord]


class RunPages:
    """Nothing that a person or a tool wrote is shown before a reason was given."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def runs(self) -> Response:
        filters = Filters(request.args)
        with self._desk.database.read() as session:
            tools = admin_runs.tools_used(session)
            wanted = self._wanted(filters, session, tools)
            rows, found = admin_runs.page(session, wanted, read_cursor(filters))
            back_to = admin_runs.moment_of(session, found.stopped_at) if found.stopped_at is not None else None
        return self._desk.show(
            "runs.html", filters=filters, rows=rows, pages=pages("runs", filters, found), back_to=back_to,
            past_end=not rows and found.newer is not None, tools=tools, states=STATES,
            stops=list(StopReason), modes=list(Mode),
        )  # fmt: skip

    def _wanted(self, filters: Filters, session: Session, tools: Any) -> RunFilter:
        read_order(filters)
        return RunFilter(
            filters.choice("state", STATES), filters.choice("stop", list(StopReason)),
            filters.choice("mode", list(Mode)), filters.choice("tool", tools),
            read_whom(filters, self._desk, session), filters.day("since"), filters.day("until"),
            bool(filters.choice("failed", ("1",))),
        )  # fmt: skip

    def run(self, run_id: int) -> Response:
        filters = Filters(request.args)
        subject = f"run:{run_id}"
        readable = self._desk.may_read(subject)
        with self._desk.database.read() as session:
            run, row = self._found(session, run_id)
            shown = self._steps(session, run, readable, filters.cursor())
            around: dict[str, Any] = {
                "asked": admin_runs.asked(session, run_id, MESSAGES),
                "answered": admin_runs.answered(session, run_id, MESSAGES),
                "files": admin_runs.files(session, run_id, MESSAGES),
                "entries": admin_runs.entries(session, run_id, MESSAGES),
                "alerts": admin_runs.alerts(session, run_id, MESSAGES),
            }
        said = Words.of([each.body for name in ("asked", "answered") for each in around[name]] + [run.error], readable)
        return self._desk.show(
            "run.html", section="runs", row=row, subject=subject, said=said, filters=filters,
            **around, **shown,
        )  # fmt: skip

    def run_live(self, run_id: int) -> Response:
        """The steps alone, for who has seen others: 204 when these are still the same. Asking is no sign of a person
        (bot.web.admin.access)."""
        readable = self._desk.may_read(f"run:{run_id}")
        with self._desk.database.read() as session:
            run, _ = self._found(session, run_id)
            shown = self._steps(session, run, readable, None)
        if request.args.get("seen") == shown["version"]:
            return Response(status=204)
        return self._desk.show("run_steps.html", **shown)

    def run_events(self, run_id: int) -> Response:
        """What happens in a run while it works, for a page that then asks for its steps. 204 for one that is over:
        browsers ask no more."""
        with self._desk.database.read() as session:
            run, _ = self._found(session, run_id)
        if run.ended_at is not None:
            return Response(status=204)
        watch = Watch(key_of(run_id), run_id=run_id, session_id=administrator().id)
        return watching(self._desk.hub, watch, from_start=True)

    def run_call(self, run_id: int, number: int) -> Response:
        subject = f"run:{run_id}"
        readable = self._desk.may_read(subject)
        with self._desk.database.read() as session:
            call = admin_runs.call(session, run_id, number)
        if call is None:
            raise NotFound
        words = Words.of([open_part(call.arguments), call.result or ""], readable, WHOLE)
        return self._desk.show(
            "run_call.html", section="runs", call=call, subject=subject, hidden=not readable,
            arguments=words(open_part(call.arguments)), result=words(call.result or ""),
        )  # fmt: skip

    def _found(self, session: Session, run_id: int) -> tuple[Run, RunRow]:
        found = admin_runs.one(session, run_id)
        if found is None:
            raise NotFound
        return found

    def _steps(self, session: Session, run: Run, readable: bool, before: int | None) -> dict[str, Any]:
        """What the template of the steps is given; `version` changes when any of it does."""
        calls = admin_runs.calls(session, run.id, CALLS + 1, before)
        earlier = calls[1].id if len(calls) > CALLS else None
        calls = calls[-CALLS:]
        iterations = runs.iterations(session, run.id)
        words = Words.of([text for call in calls for text in (open_part(call.arguments), call.result or "")], readable)
        told = (run.status, run.stop_reason, run.cancelled_at, readable, before, len(iterations),
                [(call.id, call.state, call.status, call.attempts, call.dispatches) for call in calls])  # fmt: skip
        return {
            "run": run, "steps": _steps(iterations, calls), "words": words, "earlier": earlier, "before": before,
            "opened": open_part, "version": hashlib.sha256(repr(told).encode()).hexdigest()[:16], "readable": readable,
        }  # fmt: skip


def _steps(iterations: Any, calls: Any) -> list[Step]:
    by_number = {each.number: Step(each.number, each, []) for each in iterations}
    for call in calls:
        by_number.setdefault(call.iteration, Step(call.iteration, None, [])).calls.append(call)
    return [by_number[number] for number in sorted(by_number)]


SECTION = Section("runs", "admin_runs", add)
