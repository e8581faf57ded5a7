"""The administrators' page, composed: its sections, its guard, its armour."""

from flask import Blueprint, Flask

from bot.clock import Clock
from bot.config import Settings
from bot.dao.database import Database
from bot.queue.wake import WakeQueue
from bot.services.admin.codes import CodePost
from bot.services.admin.sessions import AdminSessions
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.sign_in.otp import OtpVerifier
from bot.services.watching.hub import Hub
from bot.web import guards
from bot.web.admin import armour, cookies, login, mishaps
from bot.web.admin.access import Access
from bot.web.admin.desk import Desk
from bot.web.admin.lists import RowNumber
from bot.web.admin.sections import SECTIONS
from bot.web.vitals import Vitals

DESK = "palabre.admin"


def join(
    app: Flask, settings: Settings, database: Database, wake: WakeQueue, vitals: Vitals, clock: Clock, hub: Hub
) -> None:
    """Register `/admin` with the application, behind its guard."""
    cookies.install(app, settings)
    app.url_map.converters["int"] = RowNumber
    blueprint = Blueprint("admin", __name__, url_prefix=cookies.PATH, static_folder="static", static_url_path="/static")
    csrf = armour.put_on(app, blueprint, settings)
    verifier = OtpVerifier(settings, OneTimeCodes(settings))
    sessions = AdminSessions(settings, verifier)
    access = Access(settings, database, clock, sessions, csrf)
    desk = Desk(
        settings, database, wake, vitals, clock, access, sessions,
        CodePost(database, verifier, wake, clock), hub,
        tuple((section.endpoint, section.title) for section in SECTIONS),
    )  # fmt: skip
    login.add(blueprint, desk)
    for section in SECTIONS:
        section.add(blueprint, desk)
    mishaps.add(blueprint, desk)
    app.extensions[DESK] = desk
    guards.register(app, blueprint, access.guard)
