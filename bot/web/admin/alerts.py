"""Alerts: the open ones by kind, to be seen to; then all of them."""

import re
from typing import Final

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Reply

from bot.dao.admin import alerts as admin_alerts
from bot.dao.admin.alerts import Shown
from bot.services.admin.actions import Act
from bot.types import mask
from bot.web.admin.access import administrator
from bot.web.admin.desk import Desk, Section, tell
from bot.web.admin.reading import Filters, pager

PAGE: Final = 50
_CONVERSATION: Final = re.compile(r"conversation (\w+)")


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The views."""

    @blueprint.get("/alerts")
    def alerts() -> Response:
        filters = Filters(request.args)
        with desk.database.read() as session:
            kinds = admin_alerts.kinds(session)
            kind, before = filters.choice("kind", kinds), filters.cursor()
            groups = admin_alerts.open_groups(session) if before is None else []
            found = admin_alerts.page(session, PAGE + 1, kind=kind, before=before)
        groups = [group for group in groups if not kind or group.kind == kind]
        pages = pager("alerts", filters, [alert.id for alert in found], PAGE, before)
        given = {"filters": filters, "kinds": kinds, "groups": groups, "alerts": found[:PAGE], "pages": pages}
        return desk.show("alerts.html", 200, whose=whose, **given)

    @blueprint.post("/alerts/seen")
    def alerts_seen() -> Reply:
        """Of a kind, those that were shown: one that came meanwhile stays open."""
        filters = Filters(request.form)
        kind, upto, count = request.form.get("kind", "")[:64], filters.cursor("upto"), filters.whole("shown")
        number, is_other = 0, False
        if upto is not None:
            shown = Shown(kind, upto, count or 0)
            with desk.database.write() as write:
                known = administrator()
                number = admin_alerts.acknowledge(write, shown, mask(known.address), desk.now())
                if number:
                    desk.log(write, Act("acknowledge", f"alert:{upto}", detail=f"{kind} × {number}"))
                else:
                    is_other = admin_alerts.is_any_open(write, shown)
        if is_other:
            tell("admin_alert_seen_other", "warning")
        else:
            tell("admin_alert_seen_done" if number else "admin_alert_seen_before")
        return redirect(url_for("admin.alerts"), 303)


def whose(detail: str) -> str:
    """The conversation that an alert begins with, which says who it is about to nobody but the page; or nothing."""
    found = _CONVERSATION.match(detail)
    return found[1] if found else ""


SECTION = Section("alerts", "admin_alerts", add)
