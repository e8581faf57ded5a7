"""Signing in and out, and showing again who one is: a code by SMS."""

from typing import assert_never

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response

from bot.dao.admin import sessions
from bot.dao.database import Database
from bot.reading.replies.sign_in_answers import Code, read_code
from bot.services.admin.actions import Act
from bot.services.admin.codes import OptedOut
from bot.services.admin.sessions import Confirmed, Lost, Opened, Refused, Waits, asker_of, is_fresh, number_at
from bot.services.sign_in.otp import Cooldown, Locked, Sent, TooMany
from bot.services.sign_in.phone_numbers import MobileNumber, parse_mobile
from bot.web.admin.access import TOKEN, administrator, renew, safe_next, visitor
from bot.web.admin.buckets import Buckets
from bot.web.admin.desk import Desk, tell

ASKS, TYPES, WINDOW_S = 10, 30, 600.0  # of one client
ALL_ASK, ALL_TYPE = 200, 1_000  # of everybody, in one process


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The views."""
    pages = LoginPages(desk)
    blueprint.get("/login")(pages.login)
    blueprint.post("/login")(pages.login_ask)
    blueprint.get("/login/code")(pages.login_code)
    blueprint.post("/login/code")(pages.login_check)
    blueprint.get("/confirm")(pages.confirm)
    blueprint.post("/confirm/send")(pages.confirm_send)
    blueprint.post("/confirm")(pages.confirm_check)
    blueprint.post("/logout")(pages.logout)
    blueprint.post("/logout/everywhere")(pages.logout_everywhere)


class LoginPages:
    """The views of the door. Nothing they answer depends on whose number was typed."""

    def __init__(self, desk: Desk) -> None:
        header = desk.settings.client_address_header
        self._desk = desk
        self._asks = Buckets(desk.clock, ASKS, WINDOW_S, ALL_ASK, header)
        self._types = Buckets(desk.clock, TYPES, WINDOW_S, ALL_TYPE, header)
        self._confirms = Buckets(desk.clock, TYPES, WINDOW_S, ALL_TYPE, header)  # strangers fill the one before

    @property
    def _database(self) -> Database:
        return self._desk.database

    def login(self) -> Response:
        if visitor() is not None:
            return redirect(safe_next(request.args.get("next")), 303)
        return self._ask_number(request.args.get("number", "")[:40])

    def login_ask(self) -> Response:
        """Whatever the number, the same answer, before anything is looked up."""
        self._count(self._asks)
        typed = request.form.get("number", "")
        countries = self._desk.settings.otp_countries
        number = parse_mobile(typed, countries[0], countries)
        if not isinstance(number, MobileNumber):
            return self._ask_number(typed[:40], "admin_login_number_wrong", 400)
        token, waits = self._asked(number)
        if waits is None:
            self._desk.codes.send_later(number, asker_of(token))
        wanted = safe_next(request.args.get("next"))
        session.update({TOKEN: token, "number": number.e164, "next": wanted})
        if waits is not None:
            return self._ask_code(wait=waits.seconds)
        return redirect(url_for("admin.login_code"), 303)

    def _asked(self, number: MobileNumber) -> tuple[str, Waits | None]:
        """The browser's token, and how long it waits for another code, if it has one for this number already."""
        token, now = session.get(TOKEN) or "", self._desk.now()
        with self._database.write() as write:
            again = self._desk.sessions.again(write, token, now) if session.get("number") == number.e164 else Lost()
            if isinstance(again, Lost):
                return self._desk.sessions.begin(write, now), None
            return token, again

    def login_code(self) -> Response:
        return self._ask_code() if session.get("number") else redirect(url_for("admin.login"), 303)

    def login_check(self) -> Response:
        self._count(self._types)
        wanted, digits = session.get("next"), self._typed()
        if digits is None:
            return self._ask_code(problem="admin_code_malformed")
        with self._database.write() as write:
            checked = self._desk.sessions.check(write, session.get(TOKEN) or "", digits, self._desk.now())
            if isinstance(checked, Opened):
                self._desk.log(write, Act("sign_in"), checked.known)
        match checked:
            case Opened(token=token):
                renew(**{TOKEN: token, "signed_in": True})
                return redirect(safe_next(wanted), 303)
            case Refused(left=left):
                return self._ask_code(left=left)
            case Confirmed() | Lost():  # perhaps a twin of the post that has just opened it: that one's cookie stays
                return redirect(url_for("admin.login", over=1, next=wanted), 303)
            case _:
                assert_never(checked)

    def confirm(self) -> Response:
        """Show again who one is, before an act that needs it."""
        wanted = safe_next(request.args.get("next"))
        if is_fresh(administrator(), self._desk.now()):
            return redirect(wanted, 303)
        return self._confirm(wanted, sent=False)

    def confirm_send(self) -> Response:
        """Who is signed in is told whether a code leaves."""
        wanted = safe_next(request.form.get("next"))
        token = session.get(TOKEN) or ""
        with self._database.write() as write:
            waits = self._desk.sessions.again(write, token, self._desk.now())
        if isinstance(waits, Waits):
            return self._confirm(wanted, wait=waits.seconds)
        countries = self._desk.settings.otp_countries
        number = parse_mobile(number_at(administrator()) or "", countries[0], countries)
        sent = self._desk.codes.send(number, asker_of(token)) if isinstance(number, MobileNumber) else None
        match sent:
            case Sent():
                return self._confirm(wanted)
            case Cooldown(seconds, otp_id) | TooMany(seconds, otp_id):
                return self._confirm(wanted, sent=otp_id is not None, refused=seconds)
            case Locked(seconds):
                return self._confirm(wanted, sent=False, refused=seconds)
            case OptedOut():
                return self._confirm(wanted, sent=False, stopped=1)
        return self._confirm(wanted, sent=False, refused=0)

    def confirm_check(self) -> Response:
        self._count(self._confirms)
        wanted, digits = safe_next(request.form.get("next")), self._typed()
        if digits is None:
            return self._confirm(wanted, problem="admin_code_malformed")
        with self._database.write() as write:
            checked = self._desk.sessions.check(write, session.get(TOKEN) or "", digits, self._desk.now())
            if isinstance(checked, Confirmed):
                self._desk.log(write, Act("confirm"))
        if isinstance(checked, Confirmed):
            return redirect(wanted, 303)
        return self._confirm(wanted, left=checked.left if isinstance(checked, Refused) else 0)

    def logout(self) -> Response:
        with self._database.write() as write:
            sessions.end(write, administrator().id)
            self._desk.log(write, Act("sign_out"))
        return self._gone("admin_signed_out")

    def logout_everywhere(self) -> Response:
        with self._database.write() as write:
            sessions.end_all_of(write, administrator().administrator_id)
            self._desk.log(write, Act("sign_out_everywhere"))
        return self._gone("admin_signed_out_everywhere")

    def _gone(self, sentence: str) -> Response:
        renew()
        tell(sentence)
        return redirect(url_for("admin.login"), 303)

    def _typed(self) -> str | None:
        """The digits of the code; None for what cannot be one, which costs no try."""
        read = read_code(request.form.get("code", "")[:40])
        return read.digits if isinstance(read, Code) else None

    def _count(self, buckets: Buckets) -> None:
        if not buckets.takes(request):
            raise TooManyRequests

    def _ask_number(self, number: str, problem: str = "", status: int = 200) -> Response:
        wanted = request.args.get("next", "")
        told = {"told": [("warning", "admin_session_over")]} if "over" in request.args else {}
        return self._desk.show("login.html", status, number=number, problem=problem, wanted=wanted, **told)

    def _ask_code(self, *, left: int | None = None, wait: int | None = None, problem: str = "") -> Response:
        status = 400 if problem or left is not None else 200
        number, wanted = str(session.get("number", "")), session.get("next")
        return self._desk.show("code.html", status, number=number, wanted=wanted, left=left, wait=wait, problem=problem)

    def _confirm(
        self, wanted: str, *, sent: bool = True, left: int | None = None, problem: str = "", **told: int
    ) -> Response:
        """`wait`: in so many seconds another code may leave; `refused`: in so many one may, and none has; 0: nobody
        knows when. `stopped`: none ever does, for the number has opted out."""
        status = 400 if problem or left is not None else 200
        shown = {name: told.get(name) for name in ("wait", "refused", "stopped")}
        return self._desk.show("confirm.html", status, wanted=wanted, sent=sent, left=left, problem=problem, **shown)
