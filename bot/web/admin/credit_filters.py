"""What an administrator asks of the credit log, read from the address: a filter, an order, a place to go on from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlmodel import Session

from bot.dao import users
from bot.dao.admin import credits, people
from bot.dao.admin.credit_pages import Order, Place, place_of
from bot.dao.admin.credits import CreditFilter
from bot.models import User
from bot.text.folding import folded
from bot.types import EntryKind
from bot.web.admin.reading import Filters, Problem, named_id
from bot.web.admin.whom import LONGEST_ID, number_in

FIELDS: Final = ("user", "kind", "since", "until", "min", "max", "q", "sort")
MOST_REASONS: Final = 1_000  # one text may stand in: databases take some ten thousand values


@dataclass(frozen=True, slots=True)
class CreditQuery:
    """`filters` are the fields as typed, with what is wrong about them; what is wrong is not in `wanted`."""

    filters: Filters
    wanted: CreditFilter
    order: Order
    place: Place | None
    back: bool

    @property
    def chosen(self) -> dict[str, str]:
        """What the address of another page of the same list carries."""
        return {name: value for name, value in self.filters.active.items() if name in FIELDS}


def read(session: Session, args: Mapping[str, str], countries: Sequence[str]) -> CreditQuery:
    """Read the fields by their names, and `after` or `before`: the number of an entry. Numbers are written as in
    `countries`, those without their country's as in the first of them."""
    filters = Filters(args)
    wanted = CreditFilter(
        user_id=_user(session, filters, countries),
        kind=filters.choice("kind", list(EntryKind)) or None,
        since=filters.day("since"),
        until=filters.day("until"),
        low=filters.whole("min"),
        high=filters.whole("max"),
        reasons=_reasons(session, filters),
    )
    if wanted.since and wanted.until and wanted.since > wanted.until:
        filters.problems["until"] = Problem("admin_credits_wrong_span")
        wanted = replace(wanted, until=None)
    if wanted.low is not None and wanted.high is not None and wanted.low > wanted.high:
        filters.problems["max"] = Problem("admin_credits_wrong_range")
        wanted = replace(wanted, high=None)
    order = Order(filters.choice("sort", list(Order)) or Order.NEWEST)
    back = "before" in args
    place = _place(session, filters, "before" if back else "after")
    return CreditQuery(filters, wanted, order, place, back and place is not None)


def _user(session: Session, filters: Filters, countries: Sequence[str]) -> int | None:
    """By an id (`7`, `n° 7`), or by a whole number as people write it, which the page then says by its user's id: it is
    in no field, tag, link or print of what is found."""
    value = filters.text("user")
    if not value:
        return None
    if (named := named_id(value, LONGEST_ID)) is not None:
        return _known(filters, users.by_id(session, named))
    number = number_in(value, countries)
    if number is None:
        filters.problems["user"] = Problem("admin_credits_wrong_user")
        return None
    there = people.at_number(session, number)
    found = _known(filters, users.by_id(session, there.user_id) if there and there.user_id is not None else None)
    if found is not None:
        filters.given["user"] = str(found)
    return found


def _known(filters: Filters, user: User | None) -> int | None:
    if user is None:
        filters.problems["user"] = Problem("admin_credits_unknown_user")
    return user.id if user else None


def _reasons(session: Session, filters: Filters) -> frozenset[str] | None:
    """The reasons that have these letters in them, whatever their case and accents."""
    looked_for = folded(filters.text("q"))
    if not looked_for:
        return None
    found = frozenset(reason for reason in credits.reasons(session) if looked_for in folded(reason))
    if len(found) <= MOST_REASONS:
        return found
    filters.problems["q"] = Problem("admin_credits_wrong_many")
    return None


def _place(session: Session, filters: Filters, name: str) -> Place | None:
    number = filters.cursor(name)
    place = place_of(session, number) if number is not None else None
    if number is not None and place is None:
        filters.problems[name] = Problem("admin_wrong_page")
    return place
