"""The till: a line to a bot that sells, and what its worker does for payments, a step at a time."""

import re
from typing import TYPE_CHECKING

from sqlmodel import col, select

from bot.clients.payments import Notice
from bot.dao.money import payments
from bot.models import Alert, LedgerEntry, Payment
from bot.services.money import notices
from bot.text.french import with_plain_spaces
from tests.fakes.wave import FakeWave

if TYPE_CHECKING:
    from tests.integration.conversation.conftest import Line

PUPIL = "whatsapp:+2250700000001"
LIST = (
    "Combien de crédits voulez-vous acheter par Wave ?\n"
    "1. 50 crédits, 500 FCFA\n2. 120 crédits, 1 000 FCFA\n3. 300 crédits, 2 000 FCFA\n0. Annuler"
)
LINK = re.compile(r"https?://\S+")


class Till:
    """A line to a bot that sells, and what its worker does for payments."""

    def __init__(self, line: "Line") -> None:
        self.line, self.clock, self.database = line, line.clock, line.database

    def works(self) -> int:
        """Do what is due, as the sweeper would have it; how many payments that were."""
        with self.database.read() as session:
            due = payments.due(session, self.clock.now())
        for payment_id in due:
            self.line.runtime.cashier.advance(payment_id)
        return len(due)

    def says(self, *bodies: str, address: str = PUPIL) -> None:
        self.line.says(*bodies, address=address)

    def hears(self, address: str = PUPIL) -> list[str]:
        return [with_plain_spaces(body) for body in self.line.hears(address)]

    def buys(self, digit: str = "2") -> str:
        """From the first word to the link."""
        self.says("/acheter")
        self.says(digit)
        self.works()
        told = "\n".join(self.hears())
        found = LINK.findall(told)
        assert found, told
        return found[-1]

    def told(self, wave: FakeWave, kind: str = "checkout.session.completed", event_id: str = "EV_1") -> str:
        """A genuine webhook about the newest session."""
        notice = Notice(event_id, kind, wave.session.client_reference)
        with self.database.write() as session:
            return notices.take(session, "wave", notice, self.clock.now()).result

    def payment(self) -> Payment:
        """The newest."""
        with self.database.read() as session:
            return session.exec(select(Payment).order_by(col(Payment.id).desc()).limit(1)).one()

    def payments(self) -> list[Payment]:
        with self.database.read() as session:
            return list(session.exec(select(Payment).order_by(col(Payment.id))))

    def alerts(self) -> list[str]:
        with self.database.read() as session:
            return list(session.exec(select(Alert.kind).order_by(col(Alert.id))))

    def purchases(self) -> list[int]:
        """What was credited."""
        with self.database.read() as session:
            return list(session.exec(select(LedgerEntry.amount).where(LedgerEntry.kind == "purchase")))
