"""What is written down about a payment once its provider has answered, or has not: one transaction each, with what the
person is told of it. Locks are taken in one order: conversation, user, payment."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from prometheus_client import Counter
from sqlmodel import Session

from bot.clients.payments import Checkout, Report, Standing
from bot.dao import alerts, conversations, users
from bot.dao.database import Database
from bot.dao.money import ledger, payments
from bot.errors import AuthError, ProviderError
from bot.models import Payment
from bot.queue.wake import WakeQueue
from bot.services.delivery.outbox import Recipient
from bot.services.money.checking import SOON, is_over, next_look, retry_at
from bot.services.money.receipts import Receipts
from bot.services.money.shop import GOOD_FOR
from bot.text.storable import storable
from bot.types import EntryKind

GIVE_UP: Final = timedelta(minutes=30)  # without a link
FORGET: Final = timedelta(days=7)  # behind the end of a link, a provider that never answers
AWAY_TRIES: Final = 6  # without an answer, before operators are told
ALERT_AGAIN: Final = timedelta(hours=1)
JUST_TOLD: Final = timedelta(minutes=10)  # a webhook so young may be ahead of what the provider answers
LONGEST: Final = timedelta(days=1)  # that a link may be good for
WAITING: Final = ("created", "pending")


@dataclass(frozen=True, slots=True)
class Entry:
    """A payment, locked with its user, and where they are told of it; `others`: where its link is awaited too."""

    session: Session
    payment: Payment
    to: Recipient | None
    others: Sequence[Recipient] = ()

    @property
    def awaiting(self) -> Sequence[Recipient | None]:
        """Whoever is told what has become of the link."""
        return self.to, *self.others


@dataclass(frozen=True, slots=True)
class Books:
    """The one of a process. `claimed` is what `due_at` was set to by whoever is at a payment: another value says that
    somebody else, or a webhook, was there since."""

    database: Database
    receipts: Receipts
    wake: WakeQueue
    counter: Counter

    def linked(self, claimed: Payment, checkout: Checkout, now: datetime) -> None:
        """There is a link. One that comes after somebody else has taken the payment is told to nobody."""
        with self._entry(claimed, now, is_awaited=True) as entry:
            payment = entry.payment
            if payment.due_at != claimed.due_at or payment.session_id:
                return
            payment.session_id, payment.link = checkout.session_id, checkout.link
            payment.expires_at = _end_of(checkout, now)
            payment.checked_at, payment.tries = now, 0
            payment.due_at = next_look(payment, now)
            self._become(payment, "pending")
            for to in entry.awaiting:
                self.receipts.link(entry.session, payment, to, now)

    def not_linked(self, claimed: Payment, error: ProviderError, now: datetime, *, for_good: bool) -> None:
        """There is none: yet, or at all."""
        with self._entry(claimed, now, is_awaited=True) as entry:
            payment = entry.payment
            if payment.due_at != claimed.due_at or payment.session_id:
                return
            tried = payment.tries > AWAY_TRIES  # a clock ahead makes no one failure of half an hour's
            if for_good or (tried and now - payment.created_at >= GIVE_UP):
                self._alert(entry.session, payment, error, now)
                payment.detail, payment.due_at, payment.closed_at = str(error)[:256], None, now
                self._become(payment, "refused")
                for to in entry.awaiting:
                    self.receipts.refused(entry.session, payment, to)
            else:
                payment.due_at = retry_at(payment.tries, now)
                for to in entry.awaiting:
                    self.receipts.late(entry.session, payment, to)

    def reported(self, claimed: Payment, report: Report, now: datetime) -> None:
        """The provider has said how it stands."""
        with self._entry(claimed, now) as entry:
            payment = entry.payment
            if payment.status == "paid":
                payment.due_at = None
                return
            payment.checked_at, payment.tries = now, 0
            if report.standing is Standing.PAID:
                self._came(entry, report, now)
                return
            self._not_paid(entry, report.standing, now)
            if payment.due_at == claimed.due_at:
                soon = report.standing is not Standing.FAILED and self._was_just_told(entry, now)
                payment.due_at = now + SOON if soon else next_look(payment, now)
                payment.closed_at = now if payment.due_at is None else None

    def silent(self, claimed: Payment, error: ProviderError, now: datetime) -> None:
        """The provider has not said how it stands. It is asked again, for days if need be."""
        with self._entry(claimed, now) as entry:
            payment = entry.payment
            if payment.due_at != claimed.due_at or payment.status == "paid":
                return
            if isinstance(error, AuthError) or payment.tries >= AWAY_TRIES:
                self._alert(entry.session, payment, error, now)
            over = now - payment.expires_at > FORGET
            payment.due_at = None if over else retry_at(payment.tries, now)
            payment.closed_at = now if over else None

    def is_nobodys(self, payment: Payment) -> bool:
        """Whether whoever opened a payment has had everything erased since."""
        with self.database.read() as session:
            fresh = payments.get(session, payment.id)  # a merge may have given it to another user since
            user = users.by_id(session, fresh.user_id) if fresh is not None else None
            return user is None or user.deleted_at is not None

    def _came(self, entry: Entry, report: Report, now: datetime) -> None:
        """Money came in: credited once, to whoever the account is now."""
        session, payment = entry.session, entry.payment
        payment.due_at, payment.closed_at = None, now
        if (report.reference, report.amount, report.currency) != (payment.reference, payment.amount, payment.currency):
            self._differs(entry)
            return
        payment.paid_at, payment.detail = now, storable(report.transaction)[:256]
        self._become(payment, "paid")
        user = users.by_id(session, payment.user_id)
        if user is not None:
            session.refresh(user)
        if user is None or user.deleted_at is not None:
            alerts.add(session, "payment_of_erased", f"payment {payment.reference}")
            return
        reason, buyer = f"{payment.amount} {payment.currency} {payment.reference}", f"user:{user.id}"
        key = f"payment:{payment.id}"
        ledger.post(session, user.id, payment.credits, EntryKind.PURCHASE, key, reason=reason, actor=buyer)
        self.receipts.paid(session, payment, entry.to, user.credits)

    def _differs(self, entry: Entry) -> None:
        """Something else was paid than asked for: people decide. Told once, however often it is found."""
        session, payment = entry.session, entry.payment
        if payment.detail == payments.MISMATCH:
            return
        payment.detail = payments.MISMATCH
        alerts.add(session, "payment_mismatch", f"payment {payment.reference}")
        self.counter.labels(payment.provider, payments.MISMATCH).inc()
        self.receipts.mismatch(session, payment, entry.to)

    def _not_paid(self, entry: Entry, standing: Standing, now: datetime) -> None:
        session, payment = entry.session, entry.payment
        if payment.status not in WAITING:
            return
        if standing is Standing.FAILED:
            self._become(payment, "failed")
            self.receipts.failed(session, payment, entry.to)
        elif standing is Standing.EXPIRED or is_over(payment, now):
            self._become(payment, "expired")
            if not payments.is_overtaken(session, payment):
                self.receipts.expired(session, payment, entry.to)

    def _was_just_told(self, entry: Entry, now: datetime) -> bool:
        return payments.told_lately(entry.session, entry.payment, now - JUST_TOLD)

    def _alert(self, session: Session, payment: Payment, error: ProviderError, now: datetime) -> None:
        detail = f"{payment.provider}: {error}"
        if not alerts.is_recent(session, "payment_provider", detail, now - ALERT_AGAIN):
            alerts.add(session, "payment_provider", detail)

    def _become(self, payment: Payment, status: str) -> None:
        payment.status = status
        self.counter.labels(payment.provider, status).inc()

    @contextmanager
    def _entry(self, claimed: Payment, now: datetime, *, is_awaited: bool = False) -> Iterator[Entry]:
        with self.database.write() as session:
            fresh = payments.get(session, claimed.id)  # a merge may have given it to another user since it was claimed
            to = self.receipts.recipient(session, fresh, now) if fresh is not None else None
            others = self.receipts.others(session, fresh, to, now) if fresh and to and is_awaited else ()
            told = sorted(each.conversation_id for each in (to, *others) if each is not None)
            for key in told:
                conversations.lock(session, key)
            yield Entry(session, payments.locked(session, claimed.id), to, others)
        for key in told:
            self.wake.wake("deliver", key)


def _end_of(checkout: Checkout, now: datetime) -> datetime:
    """When a link ends: as the provider says, unless that makes no sense."""
    told = checkout.expires_at
    return told if told is not None and now < told <= now + LONGEST else now + GOOD_FOR
