"""One exchange with a person that needs no agent: who, in which transaction, and how to answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session

from bot.channels.offers import Offer
from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.config import Settings
from bot.conversation.people import Person
from bot.dao import interactions
from bot.i18n.catalogue import say
from bot.models import InboundMessage, PendingInteraction
from bot.services.approval.questions import Decision
from bot.services.delivery.outbox import Outbox
from bot.services.library.files import Links


@dataclass(frozen=True, slots=True)
class Desk:
    """What every exchange may use. One instance a process."""

    settings: Settings
    clock: Clock
    links: Links
    store: FileStore


@dataclass(slots=True)
class Talk:
    """One exchange, inside one fenced transaction: everything it says and changes is stored together."""

    desk: Desk
    session: Session
    person: Person
    messages: Sequence[InboundMessage]
    now: datetime
    continue_with: str | None = None  # what the agent is told next, free of charge
    decision: Decision | None = None  # what a person's digit has said about a call that was held
    silent: bool = False  # acted upon, without a word: the sender wrote too much
    prepared: Any = None  # what a command needed that was too slow for a transaction
    later: list[Callable[[], None]] = field(default_factory=list)  # done once all is committed
    _said: int = field(default=0)

    @property
    def outbox(self) -> Outbox:
        """Where parts for this person are written."""
        return Outbox(self.session, self.person.recipient, self.desk.links)

    def say(self, key: str, **values: object) -> None:
        """Say one of the bot's sentences, in the person's language."""
        self.tell(say(self.person.language, key, **values))

    def tell(self, text: str, kind: str = "text") -> None:
        """Say something already written (Markdown)."""
        if self.silent:
            return
        self.outbox.text(f"in{self.messages[0].id}:{self._said}", text, kind)
        self._said += 1

    def offer(self, offer: Offer) -> None:
        """Put the question that is open, with its options, however this person can best answer it."""
        if self.silent:
            return
        opened = interactions.current(self.session, self.person.conversation.id, self.now)
        self.outbox.offer(f"in{self.messages[0].id}:{self._said}", offer, opened.id if opened else None)
        self._said += 1

    def ask(self, kind: str, payload: dict[str, Any], ttl_s: float | None = None) -> PendingInteraction:
        """Open a question; it replaces whatever was open. `ttl_s` is INTERACTION_TTL_S unless said."""
        seconds = self.desk.settings.interaction_ttl_s if ttl_s is None else ttl_s
        return interactions.open_interaction(
            self.session, self.person.conversation.id, kind, payload, self.now, seconds
        )
