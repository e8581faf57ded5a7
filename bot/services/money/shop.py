"""Where credits are bought: the list of packs and what opens a payment. Nothing here calls a provider: the row says
what is to be done, and the cashier does it (bot.services.money.cashier)."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlmodel import Session

from bot.channels.offers import Offer
from bot.clock import Clock
from bot.config import Settings
from bot.dao import interactions
from bot.dao.money import payments
from bot.dao.privacy import owned_rows
from bot.i18n.catalogue import say
from bot.models import Payment
from bot.services.approval.one_question import asked_already
from bot.services.money.packs import Pack, packs
from bot.types import Language

KIND: Final = "purchase"  # of its interaction
AGAIN: Final = timedelta(minutes=10)  # who chooses the same pack within this gets the same payment
STILL_GOOD: Final = timedelta(minutes=2)  # a link that ends sooner is no use
GOOD_FOR: Final = timedelta(minutes=30)  # a link, where the provider does not say
MOST_A_DAY: Final = 20  # payments opened and not paid
LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that looks like another
PREFIX: Final = "PAL"


@dataclass(frozen=True, slots=True)
class Shop:
    """The one of a process. Without a provider it sends people to the human contact."""

    contact: str
    provider: str | None
    packs: Sequence[Pack]

    @property
    def is_open(self) -> bool:
        """Whether anything can be bought online."""
        return self.provider is not None

    def closed(self, language: Language) -> str:
        """What a person reads who wants to buy while nothing is sold online: how it is done instead."""
        return say(language, "buy", contact=self.contact)

    def payload(self) -> dict[str, Any]:
        """Of the interaction that offers the packs as they are now."""
        return {"packs": [pack.stored() for pack in self.packs], "provider": self.provider, "again": False}

    def open_payment(
        self, session: Session, user_id: int, conversation_id: str, pack: Pack, now: datetime
    ) -> "Opened | None":
        """The payment of whoever chose a pack: a new one, or the one they opened a moment ago. None: there were too
        many today. Locks the user: two phones cannot open two."""
        owned_rows.lock(session, user_id)
        made = Payment(
            user_id=user_id,
            conversation_id=conversation_id,
            provider=self.provider or "",
            reference=new_reference(),
            pack=pack.name,
            credits=pack.credits,
            amount=pack.amount,
            currency=pack.currency,
            created_at=now,
            expires_at=now + GOOD_FOR,
            due_at=now,
        )
        known = payments.open_one(session, made, now - AGAIN, now + STILL_GOOD)
        if known is not None:
            if not known.link:  # it goes to where it was asked for last
                known.conversation_id = conversation_id
            return Opened(known, is_new=False)
        if payments.count_since(session, user_id, now - timedelta(days=1)) >= MOST_A_DAY:
            return None
        return Opened(payments.add(session, made), is_new=True)


@dataclass(frozen=True, slots=True)
class Opened:
    """A payment that can be paid, or will be as soon as the provider has been asked."""

    payment: Payment
    is_new: bool


@dataclass(frozen=True, slots=True)
class RunShop:
    """The shop for one run: its list is put below the run's text."""

    shop: Shop
    clock: Clock
    ttl_s: float
    conversation_id: str
    run_id: int

    @property
    def is_open(self) -> bool:
        """As the shop's."""
        return self.shop.is_open

    def closed(self, language: Language) -> str:
        """As the shop's."""
        return self.shop.closed(language)

    def open_list(self) -> Callable[[Session], None]:
        """What opens the list, called with the transaction that stores the tool's result."""

        def commit(session: Session) -> None:
            now = self.clock.now()
            asked_already(session, self.conversation_id, self.run_id, now, KIND)  # a list of its own is replaced
            payload = self.shop.payload()
            interactions.open_interaction(session, self.conversation_id, KIND, payload, now, self.ttl_s, self.run_id)

        return commit


def shop_of(settings: Settings) -> Shop:
    """The shop of an installation."""
    return Shop(settings.human_contact, settings.payment_provider, packs() if settings.payment_provider else ())


def packs_in(payload: Mapping[str, Any]) -> Sequence[Pack]:
    """The packs that an interaction offers."""
    return [Pack.read(stored) for stored in payload["packs"]]


def paid_by(provider: str | None, language: Language) -> str:
    """« par Wave », with a space before it, for the end of a sentence; empty where nobody can pay by it."""
    return say(language, "purchase_by", provider=provider or "")


def list_of(payload: Mapping[str, Any], language: Language, opening: str = "purchase_which") -> Offer:
    """The list of an interaction as it is put, below a sentence; its last line says how to leave it."""
    leave = "\n" + say(language, "menu_cancel_line")
    labels = tuple(pack.label(language) for pack in packs_in(payload))
    asked = say(language, opening, by=paid_by(payload.get("provider"), language))
    return Offer(asked, labels, ending=leave, tapped_ending=leave)


def asked(session: Session, run_id: int, language: Language) -> tuple[Offer, int] | None:
    """The list that a run has opened and nobody has answered, to stand below its text, and its interaction."""
    opened = interactions.open_of_run(session, run_id, KIND)
    return (list_of(opened.payload, language), opened.id) if opened is not None else None


def new_reference() -> str:
    """Ours at the provider, and the number of the receipt: short enough to be read out, and nobody can guess it."""
    return PREFIX + "".join(secrets.choice(LETTERS) for _ in range(12))
