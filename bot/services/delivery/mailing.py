"""E-mails on their way: handed to the mail server once, as far as anybody can know, and never again after a doubt.

A mail server keeps no log we could ask. When it gave no answer the part ends as `unknown`, and the person is told."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlmodel import Session

from bot.clients.mail import Mailer
from bot.clock import Clock
from bot.dao import alerts, parts
from bot.dao.database import Database
from bot.errors import DatabaseAway, PermanentError, ProviderError, ProviderTimeout, TransientError
from bot.i18n.catalogue import say
from bot.models import Address, Conversation, OutboundPart
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.delivery.unwritten import Unwritten
from bot.services.library.files import Links
from bot.types import Channel, Language

LOST_AFTER_S = 150.0  # longer than any SMTP dialogue lasts: who claimed the part is dead
BACKOFF_S = (10, 60, 300, 900, 3600)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mailing:
    """Everything mailing needs; no mailer when SMTP_URL is unset. `deliver` may be called at any time, by anybody."""

    database: Database
    mailer: Mailer | None
    links: Links
    clock: Clock
    worker_id: str
    default_language: Language
    unwritten: Unwritten

    def deliver(self, conversation_id: str) -> None:
        """Send the e-mails of a conversation that are due."""
        while (part := self._claimed(conversation_id)) is not None:
            try:
                self._send(part)
            except ProviderError as error:
                self._failed(part, error)
            else:
                self.unwritten.write(partial(self._close, part=part, state="sent"))

    def _claimed(self, conversation_id: str) -> OutboundPart | None:
        """An e-mail to send, marked as ours. One whose worker died is given up on the way."""
        now = self.clock.now()
        claimed_id = 0
        try:
            with self.database.write() as session:
                claimed = self._claim(session, conversation_id, now)
                claimed_id = claimed.id if claimed else 0
        except DatabaseAway:
            if claimed_id:  # perhaps it is ours, and the answer was lost; surely it was not sent
                self.unwritten.later(partial(self._unclaim, part_id=claimed_id, claimed_at=now))
            raise
        return claimed

    def _claim(self, session: Session, conversation_id: str, now: datetime) -> OutboundPart | None:
        for part in parts.mails_due(session, conversation_id, now):
            if part.state == "dispatching":
                self._give_up(session, part, "unknown", None)
            elif parts.change(
                session,
                part,
                expected=("pending",),
                state="dispatching",
                attempts=part.attempts + 1,
                claimed_by=self.worker_id,
                dispatched_at=now,
                first_dispatched_at=part.first_dispatched_at or now,
                due_at=now + timedelta(seconds=LOST_AFTER_S),
            ):
                session.refresh(part)
                return part
        return None

    def _unclaim(self, session: Session, part_id: int, claimed_at: datetime) -> None:
        parts.undo_claim(session, part_id, self.worker_id, claimed_at, self.clock.now())

    def _send(self, part: OutboundPart) -> None:
        if self.mailer is None:
            raise PermanentError("no mail server is configured")
        subject, _, text = part.body.partition("\n\n")
        self.mailer.send(part.address, subject, text)

    def _failed(self, part: OutboundPart, error: ProviderError) -> None:
        log.warning("an e-mail was not sent", extra={"part": part.id, "error": str(error), "code": error.code})
        self.unwritten.write(partial(self._judge, part=part, error=error))

    def _judge(self, session: Session, part: OutboundPart, error: ProviderError) -> None:
        """Unknown, to be tried again, or failed."""
        if isinstance(error, ProviderTimeout):
            self._give_up(session, part, "unknown", error.code)
        elif isinstance(error, TransientError) and part.attempts <= len(BACKOFF_S):
            due_at = self.clock.now() + timedelta(seconds=BACKOFF_S[part.attempts - 1])
            parts.change(session, part, expected=("dispatching",), state="pending", due_at=due_at)
        else:
            self._give_up(session, part, "failed", error.code)

    def _give_up(self, session: Session, part: OutboundPart, state: str, code: int | None) -> None:
        """The last word on an e-mail: operators are alerted, the person knows what to do."""
        if not self._close(session, part, state, code):
            return
        alerts.add(session, f"mail_{state}", f"part {part.id}", part.run_id)
        address = session.get_one(Address, session.get_one(Conversation, part.conversation_id).address_id)
        language = Language(address.language or self.default_language)
        to = Recipient(part.conversation_id, address.value, Channel(address.channel), language)
        text = say(language, f"mail_{state}", address=part.address)
        Outbox(session, to, self.links).text(f"mail{part.id}", text)

    def _close(self, session: Session, part: OutboundPart, state: str, code: int | None = None) -> bool:
        now = self.clock.now()
        return parts.change(session, part, expected=("dispatching",), state=state, error_code=code, closed_at=now)
