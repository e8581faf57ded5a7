"""What is done for a payment that is due: its link is asked for, then how it stands. Webhooks and time only make
somebody look; the provider is asked before anything is credited. Any number of calls is harmless, wherever one died."""

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from bot.clients.payments import UNKNOWN_PAYMENT, Order, PaymentProvider, Report, Standing
from bot.clock import Clock
from bot.dao.database import Database
from bot.dao.money import payments
from bot.errors import DatabaseAway, PermanentError, ProviderError, StopWork, TransientError
from bot.models import Payment
from bot.services.money.books import Books
from bot.services.money.checking import is_over
from bot.signing.keys import Keys

HELD_FOR: Final = timedelta(seconds=20)  # as long as a provider is mostly given: another who looks too does no harm
PAUSES_S: Final = (1.0, 2.0, 4.0)  # for a database that restarts: who asks anew can do so only when the claim is over
AT_ONCE: Final = 6  # payments that one process asks about
STILL_PAYABLE: Final = (Standing.OPEN, Standing.FAILED)  # one that was refused may be tried again
PAYER_USE: Final = "payers"  # of the keys that stand for people at providers

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Cashier:
    """The one of a process. `back_url`: where a provider's page sends people when they are done there."""

    database: Database
    providers: Mapping[str, PaymentProvider]
    books: Books
    payers: Keys
    back_url: str
    clock: Clock
    places: threading.BoundedSemaphore = field(default_factory=lambda: threading.BoundedSemaphore(AT_ONCE))

    def advance(self, payment_id: int) -> None:
        """Do what is due for a payment, unless somebody is at it. No transaction is open while a provider is asked.
        While many wait for a provider it is left to the sweeper: these threads deliver messages too."""
        if not self.places.acquire(blocking=False):
            return
        try:
            self._advance(payment_id)
        finally:
            self.places.release()

    def _advance(self, payment_id: int) -> None:
        now = self.clock.now()
        with self.database.write() as session:
            payment = payments.claim(session, payment_id, now, now + HELD_FOR)
        if payment is None:
            return
        try:
            self._do(payment)
        except StopWork:
            raise
        except Exception:  # else it would be looked at every few seconds for ever, and nobody told
            log.exception("payment %s: our own code fails", payment.reference)
            self._unanswered(payment, TransientError("our own code fails over an answer"))

    def _do(self, payment: Payment) -> None:
        provider = self.providers.get(payment.provider)
        if provider is None:
            gone = PermanentError("its settings are gone, and payments are open there")
            self._unanswered(payment, gone)
        elif not payment.session_id:
            self._open(payment, provider)
        else:
            self._look(payment, provider)

    def _open(self, payment: Payment, provider: PaymentProvider) -> None:
        order = Order(
            payment.reference,
            payment.amount,
            payment.currency,
            self.payers.mac(str(payment.user_id)).hex()[:24],
            self.back_url,
            attempt=payment.tries,
        )
        try:
            checkout = provider.create(order)
        except ProviderError as error:
            self._unanswered(payment, error)
        else:
            self._note(lambda: self.books.linked(payment, checkout, self.clock.now()))

    def _look(self, payment: Payment, provider: PaymentProvider) -> None:
        try:
            report = provider.query(payment.reference, payment.session_id)
        except ProviderError as error:
            if error.code == UNKNOWN_PAYMENT and is_over(payment, self.clock.now()):
                self.books.reported(payment, _ended(payment), self.clock.now())
            else:
                self._unanswered(payment, error)
        else:
            if report.standing in STILL_PAYABLE and self.books.is_nobodys(payment):
                self._close(payment, provider)
            self._note(lambda: self.books.reported(payment, report, self.clock.now()))

    def _note(self, write: Callable[[], None]) -> None:
        """Write down what a provider has said, for which somebody waits. Raises DatabaseAway."""
        for pause in PAUSES_S:
            try:
                return write()
            except DatabaseAway:
                self.clock.wait(pause)
        return write()

    def _close(self, payment: Payment, provider: PaymentProvider) -> None:
        """Nobody is to pay for whom no credits can be given to any more. Should it fail, the next look tries again."""
        try:
            provider.close(payment.session_id)
        except ProviderError as error:
            log.warning("payment %s of somebody erased: %s", payment.reference, error)

    def _unanswered(self, payment: Payment, error: ProviderError) -> None:
        log.warning("payment %s: %s", payment.reference, error)
        now = self.clock.now()
        if payment.session_id:
            self.books.silent(payment, error, now)
        else:
            self.books.not_linked(payment, error, now, for_good=not isinstance(error, TransientError))


def _ended(payment: Payment) -> Report:
    """A session that nobody knows any more when its time is over."""
    return Report(Standing.EXPIRED, payment.reference, payment.amount, payment.currency)
