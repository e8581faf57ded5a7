"""The list of users: found by number, by its last digits or by their own number here."""

import re
from typing import Final

from flask import Blueprint, Response, request

from bot.config import Settings
from bot.dao.admin import users as admin_users
from bot.dao.admin.users import STATES, Wanted
from bot.types import Mode
from bot.web.admin import people
from bot.web.admin.desk import Desk, Section
from bot.web.admin.reading import Filters, Problem, named_id, pager
from bot.web.admin.whom import number_in

PAGE: Final = 50


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The views."""
    people.add(blueprint, desk)

    @blueprint.get("/users")
    def users() -> Response:
        filters = Filters(request.args)
        wanted = read(filters, desk.settings)
        before = filters.cursor()
        with desk.database.read() as session:
            found = admin_users.page(session, wanted, PAGE + 1, before)
            if wanted.number and len(found) == 1:  # no whole number stands on the page
                filters.given["q"] = desk.say("admin_user_number", id=found[0].id)
            numbers = admin_users.numbers(session, [user.id for user in found])
        pages = pager("users", filters, [user.id for user in found], PAGE, before)
        return desk.show("users.html", filters=filters, users=found[:PAGE], numbers=numbers, pages=pages)


def read(filters: Filters, settings: Settings) -> Wanted:
    """Whom the filters ask for. A search that is neither a number, nor digits, nor « n° 12 » is said to be none."""
    mode = filters.choice("mode", [Mode.STUDENT, Mode.PRO])
    state = filters.choice("state", STATES)
    typed = filters.text("q", 40)
    if not typed:
        return Wanted(mode=mode, state=state)
    if (named := named_id(typed)) is not None:
        return Wanted(user_id=named, mode=mode, state=state)
    number = number_in(typed, settings.otp_countries) or ""
    digits = re.sub(r"[\s.…-]", "", typed)
    # « 47123456 » may be a number of before they grew, and is the end of one
    ending = digits if digits.isascii() and digits.isdigit() and 4 <= len(digits) <= 15 else ""
    if not (number or ending):
        filters.problems["q"] = Problem("admin_users_search_wrong")
    return Wanted(number=number, ending=ending, mode=mode, state=state)


SECTION = Section("users", "admin_users", add)
