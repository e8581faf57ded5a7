"""Showing what is hidden, for a reason that is logged; and the log."""

import re
from typing import Final

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as Reply

from bot.dao import users
from bot.dao.admin import actions as admin_actions
from bot.services.admin.actions import LEAST_REASON, MOST_REASON, REVEAL, Act, reason_in
from bot.web.admin.access import fresh_only, safe_next
from bot.web.admin.desk import Desk, Section, tell
from bot.web.admin.reading import BIGGEST, Filters, pager

SUBJECT: Final = re.compile(r"(user|run|part|payment):(-?[0-9]{1,18})")  # made-up users have ids below zero
KINDS: Final = (
    "sign_in", "sign_out", "sign_out_everywhere", "confirm", "reveal", "grant", "adjustment", "block", "unblock",
    "acknowledge", "export", "ask_provider",
)  # fmt: skip
PAGE: Final = 50


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The views."""

    @blueprint.post("/reveal")
    def reveal() -> Reply:
        """`?subject=run:12&next=/admin/runs/12` and a reason."""
        wanted, reason = safe_next(request.args.get("next")), reason_in(request.form.get("reason"))
        subject = SUBJECT.fullmatch(request.args.get("subject", ""))
        if subject is None:
            abort(400)
        first = fresh_only(desk.clock, lambda: wanted)
        if first:
            return first
        if not LEAST_REASON <= len(reason) <= MOST_REASON:
            tell("admin_reason_short", "error")
            return redirect(wanted, 303)
        with desk.database.write() as write:
            known = users.by_id(write, max(-BIGGEST, min(int(subject[2]), BIGGEST))) if subject[1] == "user" else None
            desk.log(write, Act(REVEAL, subject[0], reason, user_id=known.id if known else None))
        return redirect(wanted, 303)

    @blueprint.get("/actions")
    def actions() -> Response:
        filters = Filters(request.args)
        kind, before = filters.choice("kind", KINDS), filters.cursor()
        with desk.database.read() as session:
            found = admin_actions.newest(session, PAGE + 1, kind=kind, before=before)
        pages = pager("actions", filters, [action.id for action in found], PAGE, before)
        return desk.show("actions.html", filters=filters, kinds=KINDS, actions=found[:PAGE], pages=pages)


SECTION = Section("actions", "admin_actions", add)
