"""Payments as administrators ask for them. One that was paid stands on the day on which that was confirmed, as its
credits do in the ledger; any other on the day on which it was begun."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlmodel import Session, col
from sqlmodel import select as rows_of

from bot.dao.admin.lists import Asked, Cursor, Found, Listed, Source, find, of_days, values_of
from bot.dao.admin.people import Whom
from bot.models import Payment, PaymentEvent, User

STATES: Final = ("created", "pending", "paid", "failed", "expired", "refused")
SUMMED: Final = 100_000  # payments added up for one page, the newest
MOST_EVENTS: Final = 50
LATE: Final = timedelta(days=92)  # behind its beginning, for a payment to be confirmed: days are looked for by that

PAYMENTS: Final = Listed(
    Payment,
    col(Payment.created_at),
    (col(Payment.status), col(Payment.provider), col(Payment.user_id), col(Payment.paid_at)),
)


@dataclass(frozen=True, slots=True)
class PaymentFilter:
    """What is looked for; empty: anything. `reference` is ours, whole."""

    status: str = ""
    provider: str = ""
    reference: str = ""
    whom: Whom | None = None
    since: date | None = None
    until: date | None = None


class PaymentRow(NamedTuple):
    """A payment, and the number of its user as far as there is one."""

    id: int
    created_at: datetime
    paid_at: datetime | None
    provider: str
    reference: str
    pack: str
    credits: int
    amount: int
    currency: str
    status: str
    detail: str
    user_id: int
    phone: str | None


@dataclass(frozen=True, slots=True)
class Sum:
    """What payments of one state and currency come to, in whole units of it."""

    status: str
    currency: str
    payments: int
    amount: int
    credits: int


@dataclass(frozen=True, slots=True)
class Sums:
    """`partial`: only of the newest SUMMED."""

    each: Sequence[Sum]
    partial: bool


def page(session: Session, wanted: PaymentFilter, cursor: Cursor) -> tuple[Sequence[PaymentRow], Found]:
    """A page of them."""
    found = find(session, PAYMENTS, _asked(wanted), cursor)
    return _rows(session, found.ids), found


def sums(session: Session, wanted: PaymentFilter) -> Sums:
    """What all that is looked for comes to, by state."""
    asked = _asked(wanted)
    here = [*asked.sources[0].conditions, *asked.others(Payment), *asked.conditions(col(Payment.created_at))]
    here += of_days(session, PAYMENTS, asked)  # there is no index of moments
    columns = (col(Payment.status), col(Payment.currency), col(Payment.amount), col(Payment.credits))
    newest = select(*columns).where(*here).order_by(col(Payment.id).desc()).limit(SUMMED).subquery()
    found = session.execute(
        select(newest.c.status, newest.c.currency, func.count(), func.sum(newest.c.amount), func.sum(newest.c.credits))
        .group_by(newest.c.status, newest.c.currency)
        .order_by(newest.c.status, newest.c.currency)
    )
    each = [Sum(status, currency, count, int(amount), int(given)) for status, currency, count, amount, given in found]
    return Sums(each, sum(one.payments for one in each) >= SUMMED)


def moment_of(session: Session, payment_id: int) -> datetime | None:
    """When a payment was begun."""
    return session.scalars(select(col(Payment.created_at)).where(col(Payment.id) == payment_id)).first()


def one(session: Session, payment_id: int) -> tuple[Payment, PaymentRow] | None:
    """A payment as it stands now, and whose it is."""
    payment = session.get(Payment, payment_id, populate_existing=True)
    return (payment, _rows(session, [payment_id])[0]) if payment is not None else None


def events(session: Session, payment: Payment) -> Sequence[PaymentEvent]:
    """What the provider told of it, oldest first."""
    told = rows_of(PaymentEvent).where(
        PaymentEvent.provider == payment.provider, PaymentEvent.reference == payment.reference
    )
    return session.exec(told.order_by(col(PaymentEvent.id)).limit(MOST_EVENTS)).all()


def providers_used(session: Session) -> Sequence[str]:
    """Every provider that payments were made with."""
    return values_of(session, col(Payment.provider))


def _asked(wanted: PaymentFilter) -> Asked:
    since = wanted.since
    begun = since - LATE if since is not None and since - date.min > LATE else None
    return Asked([_source(wanted)], partial(_others, wanted), begun, wanted.until)


def _source(wanted: PaymentFilter) -> Source:
    """The narrowest index there is for what is asked."""
    if wanted.reference:
        return Source((col(Payment.reference) == wanted.reference,))
    if wanted.whom is not None:
        return Source((col(Payment.user_id) == (wanted.whom.user_id or 0),))
    if wanted.status:
        return Source((col(Payment.status) == wanted.status,))
    return Source((col(Payment.provider) == wanted.provider,) if wanted.provider else ())


def _others(wanted: PaymentFilter, payment: Any) -> Sequence[ColumnElement[bool]]:
    """What is left to be asked of a row."""
    asked = ((payment.status, wanted.status), (payment.provider, wanted.provider))
    found: list[ColumnElement[bool]] = [column == value for column, value in asked if value]
    if wanted.whom is not None:
        found.append(payment.user_id == (wanted.whom.user_id or 0))
    days = Asked((), lambda _payment: (), wanted.since, wanted.until)
    return [*found, *days.conditions(func.coalesce(payment.paid_at, payment.created_at))]


def _rows(session: Session, ids: Sequence[int]) -> list[PaymentRow]:
    columns: Any = [getattr(Payment, name) for name in PaymentRow._fields[:-1]]
    found = session.execute(
        select(*columns, col(User.phone))
        .outerjoin(User, col(User.id) == col(Payment.user_id))
        .where(col(Payment.id).in_(ids))
    )
    by_id = {row.id: PaymentRow(*row) for row in found}
    return [by_id[number] for number in ids]
