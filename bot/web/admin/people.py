"""One user, and what is done to them: credits given or taken, blocked or not. What they write is nowhere here."""

import hashlib
import re
import secrets
from typing import Any, Final

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_wtf import FlaskForm
from itsdangerous import BadData, URLSafeTimedSerializer
from werkzeug.wrappers import Response as Reply
from wtforms import IntegerField, StringField
from wtforms.validators import InputRequired, Length, NumberRange

from bot.dao import users
from bot.dao.admin import users as admin_users
from bot.models import User
from bot.services.admin.actions import LEAST_REASON, MOST_REASON, reason_in
from bot.services.admin.people import MOST_GRANT, Grant, Granted, block, grant, unblock
from bot.signing.keys import keys_of
from bot.web.admin import figures
from bot.web.admin.access import administrator, fresh_only
from bot.web.admin.desk import Desk, tell
from bot.web.admin.payments import price
from bot.web.admin.reading import BIGGEST

SHOWN: Final = 10  # of each list
CONFIRM_WITHIN_S: Final = 600
KEY_BYTES: Final = 8
ONCE: Final = re.compile(rf"[0-9a-f]{{{2 * KEY_BYTES}}}")


class WholeField(IntegerField):  # type: ignore[misc]
    """A whole number as our pages write it: « 1 000 », « −5 »."""

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = figures.whole(valuelist[0])
            if self.data is None:
                raise ValueError("not a whole number")


class GrantForm(FlaskForm):  # type: ignore[misc]
    """Whole credits with a sign, and why."""

    amount = WholeField(validators=[InputRequired(), NumberRange(-MOST_GRANT, MOST_GRANT)])
    reason = StringField(filters=[reason_in], validators=[Length(LEAST_REASON, MOST_REASON)])


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The views."""
    pages = PersonPages(desk)
    blueprint.get("/users/<int(signed=True):user_id>")(pages.user)
    blueprint.get("/users/<int(signed=True):user_id>/grant")(pages.grant_form)
    blueprint.post("/users/<int(signed=True):user_id>/grant")(pages.grant_confirm)
    blueprint.post("/users/<int(signed=True):user_id>/grant/do")(pages.grant_do)
    blueprint.post("/users/<int(signed=True):user_id>/block")(pages.block)
    blueprint.post("/users/<int(signed=True):user_id>/unblock")(pages.unblock)


class PersonPages:
    """The views of one user."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        key = keys_of(desk.settings, "admin grants").current
        self._tickets = URLSafeTimedSerializer(key, salt="grant")

    def user(self, user_id: int) -> Response:
        return self._page(user_id)

    def grant_form(self, user_id: int) -> Reply:
        first = fresh_only(self._desk.clock, lambda: url_for("admin.grant_form", user_id=user_id))
        return first or self._form(self._found(user_id))

    def grant_confirm(self, user_id: int) -> Reply:
        """What is about to be done, in words; the ticket below it does exactly this, once."""
        user, form = self._found(user_id), GrantForm()
        if not form.validate() or not form.amount.data:
            return self._form(user, form, 400)
        amount, reason = form.amount.data, form.reason.data
        if user.credits + amount < 0:
            return self._form(user, form, 400, "admin_grant_too_few")
        wanted = {"user": user.id, "amount": amount, "reason": reason, "key": _key(user.id, amount, reason)}
        ticket = self._tickets.dumps(wanted | {"session": administrator().id})
        return self._desk.show(
            "grant_confirm.html", section="users", user=user, number=self._number(user), amount=amount, reason=reason,
            ticket=ticket,
        )  # fmt: skip

    def grant_do(self, user_id: int) -> Reply:
        back = redirect(url_for("admin.user", user_id=user_id), 303)
        first = fresh_only(self._desk.clock, lambda: url_for("admin.grant_form", user_id=user_id))
        if first:
            return first
        wanted = self._ticket(user_id)
        if wanted is None:
            tell("admin_grant_stale", "error")
            return back
        with self._desk.database.write() as write:
            done = grant(write, administrator(), wanted, self._desk.now())
        if done is Granted.NOBODY:
            abort(404)
        tell(f"admin_grant_{done}", "error" if done is Granted.TOO_FEW else "success")
        return back

    def block(self, user_id: int) -> Reply:
        return self._judged(user_id, blocks=True)

    def unblock(self, user_id: int) -> Reply:
        return self._judged(user_id, blocks=False)

    def _judged(self, user_id: int, *, blocks: bool) -> Reply:
        reason = reason_in(request.form.get("reason"))
        if not LEAST_REASON <= len(reason) <= MOST_REASON:
            return self._page(user_id, "admin_reason_short", 400)
        act = block if blocks else unblock
        with self._desk.database.write() as write:
            found = act(write, administrator(), _checked(user_id), reason, self._desk.now())
        if not found:
            abort(404)
        tell("admin_block_done" if blocks else "admin_unblock_done")
        return redirect(url_for("admin.user", user_id=user_id), 303)

    def _ticket(self, user_id: int) -> Grant | None:
        """What was confirmed; None for what is none, of long ago, of another session or another user."""
        try:
            told: dict[str, Any] = self._tickets.loads(request.form.get("ticket", ""), max_age=CONFIRM_WITHIN_S)
        except BadData:
            return None
        if told["session"] != administrator().id or told["user"] != user_id:
            return None
        return Grant(told["user"], told["amount"], told["reason"], told["key"])

    def _form(self, user: User, form: GrantForm | None = None, status: int = 200, problem: str = "") -> Response:
        wrong = dict(form.errors) if form is not None else {}
        problems = {
            "amount": problem or ("admin_grant_amount_wrong" if form is not None and not _is_amount(form) else ""),
            "reason": "admin_reason_short" if "reason" in wrong else "",
        }
        given = {name: request.form.get(name, "")[:MOST_REASON] for name in ("amount", "reason")} | {"once": _once()}
        return self._desk.show(
            "grant.html", status, section="users", user=user, number=self._number(user), given=given,
            problems=problems, most=MOST_GRANT,
        )  # fmt: skip

    def _number(self, user: User) -> str:
        """By whose end whoever gives sees that it is the right person; "" for nobody's."""
        with self._desk.database.read() as session:
            return admin_users.numbers(session, [user.id]).get(user.id, "")

    def _page(self, user_id: int, problem: str = "", status: int = 200) -> Response:
        user = self._found(user_id)
        with self._desk.database.read() as session:
            found = {
                name: rows(session, user.id, SHOWN)
                for name, rows in (
                    ("entries", admin_users.entries), ("runs", admin_users.runs), ("files", admin_users.files),
                    ("deliveries", admin_users.deliveries),
                    ("payments", admin_users.payments), ("actions", admin_users.actions),
                )
            }  # fmt: skip
            addresses = admin_users.addresses(session, user.id)
        return self._desk.show(
            "user.html", status, section="users", user=user, addresses=addresses, problem=problem,
            shows_numbers=self._desk.may_read(f"user:{user.id}"), price=price, **found,
        )  # fmt: skip

    def _found(self, user_id: int) -> User:
        with self._desk.database.read() as session:
            user = users.by_id(session, _checked(user_id))
        if user is None:
            abort(404)
        return user


def _checked(user_id: int) -> int:
    """A number a database can hold; no row has another one."""
    return user_id if user_id <= BIGGEST else 0


def _once() -> str:
    """The name of a form that was opened, which it keeps when it is sent; a new one for a form that has none."""
    given = request.form.get("once", "")
    return given if ONCE.fullmatch(given) else secrets.token_hex(KEY_BYTES)


def _key(user_id: int, amount: int, reason: str) -> str:
    """The same whenever one form is sent with the same in it: a browser that loads the question again asks for no
    second gift. Whoever changes something in it wants something else."""
    told = f"{_once()}:{user_id}:{amount}:{reason}"
    return hashlib.sha256(told.encode()).hexdigest()[: 2 * KEY_BYTES]


def _is_amount(form: GrantForm) -> bool:
    return bool(form.amount.data) and "amount" not in form.errors
