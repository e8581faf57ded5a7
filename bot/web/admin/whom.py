"""Reads whom a filter means: a user's number in our books (« 12 »), a telephone number as people write it, or
the conversation that an alert names."""

import re
from collections.abc import Sequence
from typing import Final

from sqlmodel import Session

from bot.dao.admin import people
from bot.dao.admin.people import Whom
from bot.services.sign_in.phone_numbers import MobileNumber, parse_mobile
from bot.web.admin.desk import Desk
from bot.web.admin.reading import Filters, Problem, named_id

LONGEST_ID: Final = 7  # digits; numbers of telephones have more
NOBODY: Final = Whom(None, ())
_NUMBER: Final = re.compile(r"\+[0-9]{6,15}")
_BETWEEN: Final = re.compile(r"[\s().\-/]")


def read_whom(filters: Filters, desk: Desk, session: Session, name: str = "user") -> Whom | None:
    """None when nobody is named; NOBODY, and a problem, for somebody we do not know. A user who is found is said by
    their id from then on, so that no whole number stands on the page and in its links."""
    typed = filters.text(name)
    if not typed:
        return None
    found = _known(typed, desk, session)
    if found is None:
        filters.problems[name] = Problem("admin_wrong_user")
    elif found.user_id is not None:
        filters.given[name] = str(found.user_id)
    return found or NOBODY


def number_in(typed: str, countries: Sequence[str]) -> str | None:
    """The number (E.164) in what was typed, without its country's as in the first of `countries`; also one that no code
    can go to: WhatsApp is on landlines and in other countries too. None where no number is."""
    read = parse_mobile(typed, countries[0], countries)
    if isinstance(read, MobileNumber):
        return read.e164
    number = "+" + _BETWEEN.sub("", typed).removeprefix("+").removeprefix("00")
    return number if _NUMBER.fullmatch(number) else None


def _known(typed: str, desk: Desk, session: Session) -> Whom | None:
    if (named := named_id(typed, LONGEST_ID)) is not None:
        return people.user(session, named)
    there = people.at_number(session, number_in(typed, desk.settings.otp_countries) or typed)
    return there or people.in_conversation(session, typed)
