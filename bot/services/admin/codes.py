"""Sends administrators their codes, behind the answer the browser has got already: neither what it reads nor how long
that took tells whether a number is an administrator's. One thread a process; a code that a dying process did not send
is asked for again."""

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from bot.clock import Clock
from bot.dao import addresses, conversations
from bot.dao.admin import administrators
from bot.dao.database import Database
from bot.queue.wake import WakeQueue
from bot.services.delivery import codes
from bot.services.sign_in.otp import OtpVerifier, Sending, Sent
from bot.services.sign_in.phone_numbers import MobileNumber

MOST_WAITING = 100

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OptedOut:
    """The number wants no messages, until it sends START."""


class CodePost:
    """One instance a process; its thread begins with the first code."""

    def __init__(self, database: Database, verifier: OtpVerifier, wake: WakeQueue, clock: Clock) -> None:
        self._database, self._verifier, self._wake, self._clock = database, verifier, wake, clock
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="admin codes")
        self._waiting: set[Future[None]] = set()

    def send_later(self, number: MobileNumber, asker: str) -> None:
        """Send a code to a number if it is an administrator's and every limit allows it."""
        if len(self._waiting) >= MOST_WAITING:
            log.warning("too many codes are waiting to be sent: one was not")
            return
        job = self._thread.submit(self._send, number, asker)
        self._waiting.add(job)
        job.add_done_callback(self._waiting.discard)

    def send(self, number: MobileNumber, asker: str) -> Sending | OptedOut | None:
        """Send a code to the number of who is signed in and may know what came of it. None: no administrator's."""
        outcome, key = self._written(number, asker)
        if key is not None:
            self._wake.wake("deliver", key)
        return outcome

    def settle(self) -> None:
        """Wait until all that was asked for is done."""
        for job in list(self._waiting):
            job.result()

    def _send(self, number: MobileNumber, asker: str) -> None:
        try:
            self.send(number, asker)
        except Exception:
            log.exception("an administrator's code was not sent")

    def _written(self, number: MobileNumber, asker: str) -> tuple[Sending | OptedOut | None, str | None]:
        """What came of it, and the conversation in which the code leaves, if one does."""
        with self._database.write() as session:
            if administrators.with_number(session, number.e164) is None:
                return None, None
            if addresses.is_silent(session, number.e164):
                log.warning("no code for an administrator: the number has opted out")
                return OptedOut(), None
            outcome = self._verifier.send(session, number, asker, self._clock.now())
            if not isinstance(outcome, Sent):
                log.warning("no code for an administrator: %s", type(outcome).__name__)
                return outcome, None
            key = conversations.ensure(session, number.e164).id
            codes.post(session, key, number.e164, outcome.otp_id)
            return outcome, key
