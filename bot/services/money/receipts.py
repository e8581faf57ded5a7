"""What a person is told of a payment: each thing once, where they are signed in, nothing where they have said STOP."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from bot.dao import addresses, conversations, interactions
from bot.i18n.catalogue import say
from bot.models import Payment
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.delivery.reaching import recipient_among, recipient_of
from bot.services.library.files import Links
from bot.services.money.packs import money
from bot.services.money.shop import KIND, paid_by
from bot.types import Language


@dataclass(frozen=True, slots=True)
class Receipts:
    """Writes the messages, in the transaction of what they tell."""

    links: Links
    contact: str
    default_language: Language

    def recipient(self, session: Session, payment: Payment, now: datetime) -> Recipient | None:
        """Where they are told; None: nowhere."""
        return recipient_of(session, payment.user_id, payment.conversation_id, now, self.default_language)

    def others(self, session: Session, payment: Payment, to: Recipient, now: datetime) -> Sequence[Recipient]:
        """Who awaits its link beside them: two phones of one account may choose the same in the same moment."""
        put = interactions.put_to(session, payment.user_id, KIND, payment.created_at)
        chosen = {asked.conversation_id for asked in put if asked.payload.get("payment") == payment.id}
        reachable = addresses.reachable_of(session, payment.user_id, now) if chosen - {to.conversation_id} else ()
        found = (
            recipient_among(session, payment.user_id, [each], each.value, now, self.default_language)
            for each in reachable
            if conversations.conversation_id(session, each.value) in chosen
        )
        return [each for each in found if each is not None and each.conversation_id != to.conversation_id]

    def link(self, session: Session, payment: Payment, to: Recipient | None, now: datetime) -> None:
        """Where to pay, and until when."""
        if to is not None:
            self._write(session, payment, to, "link", link_line(payment, to.language, now))

    def late(self, session: Session, payment: Payment, to: Recipient | None) -> None:
        """The provider does not answer; the link follows."""
        self._say(session, payment, to, "late")

    def refused(self, session: Session, payment: Payment, to: Recipient | None) -> None:
        """There will be no link."""
        self._say(session, payment, to, "refused", contact=self.contact)

    def paid(self, session: Session, payment: Payment, to: Recipient | None, balance: int) -> None:
        """The receipt, with the balance behind the credit."""
        self._say(session, payment, to, "paid", credits=payment.credits, balance=balance, number=payment.reference)

    def failed(self, session: Session, payment: Payment, to: Recipient | None) -> None:
        """Tell that a payment was refused or broken off at the provider."""
        self._say(session, payment, to, "failed")

    def expired(self, session: Session, payment: Payment, to: Recipient | None) -> None:
        """Tell that a payment's link has ended; nothing was paid so far, and they have no other one."""
        self._say(session, payment, to, "expired")

    def mismatch(self, session: Session, payment: Payment, to: Recipient | None) -> None:
        """Something else was paid than asked for: people look at it."""
        self._say(session, payment, to, "mismatch", contact=self.contact, number=payment.reference)

    def _say(self, session: Session, payment: Payment, to: Recipient | None, what: str, **values: object) -> None:
        if to is not None:
            price = money(payment.amount, payment.currency, to.language)
            self._write(session, payment, to, what, say(to.language, f"purchase_{what}", price=price, **values))

    def _write(self, session: Session, payment: Payment, to: Recipient, what: str, text: str) -> None:
        Outbox(session, to, self.links).text(f"payment{payment.id}:{what}", text)


def link_line(payment: Payment, language: Language, now: datetime) -> str:
    """Where to pay and by what means, as it is told when the link is new and when it is asked for again."""
    minutes = max(1, round((payment.expires_at - now).total_seconds() / 60))
    price, by = money(payment.amount, payment.currency, language), paid_by(payment.provider, language)
    told = {"price": price, "credits": payment.credits, "by": by, "link": payment.link, "minutes": minutes}
    return say(language, "purchase_link", **told)
