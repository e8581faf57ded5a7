"""Payments and what providers told of them. Their order of locks is conversation, user, payment."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import and_, func, or_, update
from sqlmodel import Session, col, select

from bot.dao import periodic_statements
from bot.dao.changes import changed
from bot.dao.inserts import insert_into
from bot.dao.privacy import owned_rows
from bot.models import Payment, PaymentEvent

MISMATCH = "mismatch"  # the detail of one for which something else came than was asked for
UNPAID = ("created", "pending", "failed", "expired", "refused")


def add(session: Session, payment: Payment) -> Payment:
    """Store a new payment; it has its number then."""
    session.add(payment)
    session.flush()
    return payment


def get(session: Session, payment_id: int) -> Payment | None:
    """One payment as it stands in the database now."""
    return session.get(Payment, payment_id, populate_existing=True)


def open_one(session: Session, like: Payment, since: datetime, until: datetime) -> Payment | None:
    """The newest payment of the same user for the same that may still be paid: made since then, good until then at
    least, and nothing has come for it, be it something else than asked for."""
    found = select(Payment).where(
        *(
            getattr(Payment, name) == getattr(like, name)
            for name in ("user_id", "pack", "credits", "amount", "currency")
        ),
        col(Payment.status).in_(("created", "pending")),
        col(Payment.created_at) >= since,
        col(Payment.expires_at) > until,
        col(Payment.closed_at).is_(None),
    )
    return session.exec(found.order_by(col(Payment.id).desc()).limit(1)).first()


def paid_one(session: Session, user_id: int, pack: str | None, since: datetime) -> Payment | None:
    """The newest payment of a user for a pack, or for any (None), that was found to be paid since then."""
    found = select(Payment).where(Payment.user_id == user_id, col(Payment.paid_at) >= since)
    found = found if pack is None else found.where(Payment.pack == pack)
    return session.exec(found.order_by(col(Payment.id).desc()).limit(1)).first()


def is_overtaken(session: Session, payment: Payment) -> bool:
    """Whether its user has opened another one by which they can pay since, or has paid any: nobody waits for this."""
    another = or_(
        and_(col(Payment.id) > payment.id, col(Payment.link) != ""), col(Payment.paid_at) >= payment.created_at
    )
    others = select(Payment.id).where(Payment.user_id == payment.user_id, another)
    return session.exec(others.limit(1)).first() is not None


def count_since(session: Session, user_id: int, since: datetime) -> int:
    """How many payments a user has opened since then and not paid."""
    opened = select(func.count()).where(
        Payment.user_id == user_id, col(Payment.created_at) >= since, col(Payment.status).in_(UNPAID)
    )
    return session.exec(opened).one()


def of_user(session: Session, user_id: int, since: datetime) -> Sequence[Payment]:
    """What a user has opened since then, the newest first."""
    found = select(Payment).where(Payment.user_id == user_id, col(Payment.created_at) >= since)
    return session.exec(found.order_by(col(Payment.id).desc())).all()


def is_any_payable(session: Session, user_id: int, now: datetime) -> bool:
    """Whether a user has a link by which something may still be paid."""
    open_ones = select(Payment.id).where(
        Payment.user_id == user_id,
        col(Payment.status) != "paid",
        col(Payment.link) != "",
        col(Payment.expires_at) > now,
        col(Payment.closed_at).is_(None),
    )
    return session.exec(open_ones.limit(1)).first() is not None


def due(session: Session, now: datetime, most: int = 200) -> Sequence[int]:
    """Payments something is to be done for, the longest due first."""
    return [key for (key,) in periodic_statements.payments_due().rows(session, {"now": now, "most": most})]


def claim(session: Session, payment_id: int, now: datetime, until: datetime) -> Payment | None:
    """Take a payment that is due; nobody else does before `until`. None: nothing is to be done, or another is at it."""
    mine = update(Payment).where(col(Payment.id) == payment_id, col(Payment.due_at) <= now)
    if not changed(session, mine.values(due_at=until, tries=col(Payment.tries) + 1)):
        return None
    return get(session, payment_id)


def locked(session: Session, payment_id: int) -> Payment:
    """A payment and whoever it belongs to now: neither changes before the transaction ends."""
    fresh = select(Payment).where(Payment.id == payment_id).execution_options(populate_existing=True)
    holder: int | None = None
    found = session.exec(fresh).one()
    while found.user_id != holder:  # a merge may have given it to another user before we had the lock
        holder = found.user_id
        owned_rows.lock(session, holder)
        found = session.exec(fresh.with_for_update()).one()
    return found


def take_notice(session: Session, event: PaymentEvent) -> bool:
    """Store an event. False: it was stored before."""
    values = {name: getattr(event, name) for name in ("provider", "event_id", "kind", "reference", "created_at")}
    made = insert_into(session, PaymentEvent).values(**values).on_conflict_do_nothing()
    return session.scalar(made.returning(col(PaymentEvent.id))) is not None


def make_due(session: Session, provider: str, reference: str, now: datetime) -> int | None:
    """Have the payment of a reference looked at now, unless it is paid. Its number; None when there is no such one, and
    for one that was given up without a link: to look at it would make one, that nobody waits for any more."""
    never = and_(col(Payment.status) == "refused", col(Payment.session_id) == "")
    of_it = (col(Payment.provider) == provider, col(Payment.reference) == reference, ~never)
    session.execute(update(Payment).where(*of_it, col(Payment.status) != "paid").values(due_at=now))
    return session.exec(select(Payment.id).where(*of_it)).first()


def told_lately(session: Session, payment: Payment, since: datetime) -> bool:
    """Whether the provider has told something of it since then."""
    told = select(PaymentEvent.id).where(
        PaymentEvent.provider == payment.provider,
        PaymentEvent.reference == payment.reference,
        col(PaymentEvent.created_at) > since,
    )
    return session.exec(told.limit(1)).first() is not None
