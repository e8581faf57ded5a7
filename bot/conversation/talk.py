"""One exchange with a person that needs no agent: who, in which transaction, how to answer and how to ask."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, ClassVar, Final

from sqlmodel import Session

from bot.channels.compose import Composition
from bot.channels.offers import Offer
from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.config import Settings
from bot.conversation.outcomes import Replied
from bot.conversation.people import Person, address_of, user_of
from bot.dao import conversations, interactions, quotations
from bot.dao.addresses import signed_in_at
from bot.dao.quotations import Quoted
from bot.dao.standings import OfMessages
from bot.i18n.catalogue import say
from bot.models import Address, InboundMessage, PendingInteraction, User
from bot.services.delivery.outbox import Outbox
from bot.services.library.files import Links
from bot.services.sign_in.otp import OtpVerifier

COPIES_AT_ONCE: Final = 2


class Dialogue(ABC):
    """One kind of question, and who reads the answers to it. Stateless: what is asked stands in the interaction."""

    kind: ClassVar[str]  # of its interactions
    gives_way: ClassVar[bool] = False  # to a list of the agent that came since: a number is a line of that one
    comes_back: ClassVar[bool] = False  # once what a command has asked in its place is answered or left …
    is_ours: ClassVar[bool] = False  # … or behind a menu: in words of our own, it can be put again, in another language

    @abstractmethod
    def answer(self, talk: "Talk", interaction: PendingInteraction, reply: str) -> Replied:
        """Go on by a reply. NotAnswered leaves it to whoever reads any other text."""

    def labels(self, talk: "Talk", interaction: PendingInteraction) -> Sequence[str]:  # noqa: ARG002
        """The options as they were offered to be tapped; none where an answer must be typed."""
        return ()

    def chosen(self, index: int) -> str:
        """What says without doubt that the option at this place, from 0, was tapped or written out: its number."""
        return str(index + 1)

    def names_option(self, interaction: PendingInteraction, said: str) -> bool:  # noqa: ARG002
        """Whether words say what can be chosen: there they are an answer, whatever command they are elsewhere."""
        return False

    def awaited(self, interaction: PendingInteraction) -> int:  # noqa: ARG002
        """How many answers one reply may give."""
        return 1

    def put_again(self, talk: "Talk", interaction: PendingInteraction) -> None:  # noqa: B027
        """Put it once more, to who has just asked for another language; nothing unless `is_ours`."""

    def chooses(self, interaction: PendingInteraction, said: str) -> bool:  # noqa: ARG002
        """Whether some words choose an option in whatever way: « 60 secondes » for 60."""
        return False

    def say_left(self, talk: "Talk", interaction: PendingInteraction) -> None:  # noqa: ARG002
        """Say of one that was left by a command, and is closed, that it is."""
        talk.say("menu_cancelled")

    def note_left(self, talk: "Talk", interaction: PendingInteraction) -> None:  # noqa: B027
        """Let later turns know of one that was left by a command; nothing where they need not."""

    def close(self, talk: "Talk", interaction: PendingInteraction) -> bool:
        """Close it unanswered, without a word: it was left, or something else is to be done. False: it was closed."""
        return interactions.claim(talk.session, interaction.id, "cancelled", talk.now)


@dataclass(frozen=True, slots=True)
class Desk:
    """What every exchange may use. One instance a process. `dialogues` are the kinds of question, by name; `copies` the
    places for copies of people's data that are being made: each takes disk, bandwidth and a thread."""

    settings: Settings
    clock: Clock
    links: Links
    store: FileStore
    otp: OtpVerifier
    dialogues: Mapping[str, Dialogue]
    copies: threading.BoundedSemaphore = field(default_factory=lambda: threading.BoundedSemaphore(COPIES_AT_ONCE))


@dataclass(slots=True)
class Talk:
    """One exchange, inside one fenced transaction: everything it says and changes is stored together."""

    desk: Desk
    session: Session
    person: Person
    messages: Sequence[InboundMessage]
    now: datetime
    silent: bool = False  # acted upon, without a word: the sender wrote too much
    stands: OfMessages | None = None  # how they stood when they were taken up, in this transaction
    _said: int = field(default=0)
    _let_go: int | None = field(default=None)
    _quoted: Sequence[Quoted] | None = field(default=None)

    @property
    def address(self) -> Address:
        """The row of the person's address, in this transaction."""
        return address_of(self.session, self.person)

    @property
    def user(self) -> User | None:
        """The row of whoever is signed in, in this transaction; None for a guest."""
        return user_of(self.session, self.person)

    @property
    def writer_id(self) -> int | None:
        """The user whose these messages are, in this transaction; None for a guest, and for whoever has just been
        erased."""
        owner_id = self.address.user_id
        return owner_id if owner_id == self.person.user_id else None

    def close(self, outcome: str) -> None:
        """Say what became of messages that no run answers."""
        conversations.close_answered(self.session, self.messages, outcome, self.now, self.writer_id)

    @property
    def outbox(self) -> Outbox:
        """Where parts for this person are written; who has signed out in this exchange, or was erased, is told goodbye
        as anybody is."""
        user_id = signed_in_at(self.address, self.now)
        to = replace(self.person.recipient, user_id=user_id if user_id == self.person.user_id else None)
        return Outbox(self.session, to, self.desk.links)

    @property
    def written_at(self) -> datetime:
        """When the last of these was written: what was answered in time is answered, however late that is read. A clock
        ahead may have noted a time to come."""
        return min(self.now, self.messages[-1].received_at) if self.messages else self.now

    @property
    def question(self) -> PendingInteraction | None:
        """The question that is open for whoever is here; none, where only a newer release knows what it asks."""
        if self.stands is not None and not (self.stands.is_asked or interactions.was_opened(self.session)):
            return None
        opened = interactions.current(self.session, self.person.conversation_id, self.written_at)
        return opened if opened is not None and opened.kind in self.desk.dialogues else None

    @property
    def quoted(self) -> Sequence[Quoted]:
        """The messages that these quote, whoever's they are, each once; looked up once. What of them may be shown, and
        what they prove, says bot.conversation.quoting."""
        if self._quoted is None:
            named = dict.fromkeys(str(message.details.get("replied_to_sid") or "") for message in self.messages)
            sids = list(filter(None, named))
            self._quoted = quotations.find(self.session, self.person.conversation_id, sids) if sids else ()
        return self._quoted

    def say(self, key: str, **values: object) -> None:
        """Say one of the bot's sentences, in the person's language."""
        self.tell(say(self.person.language, key, **values))

    def tell(self, text: str, kind: str = "text") -> None:
        """Say something already written (Markdown)."""
        if self.silent:
            return
        self.outbox.text(f"in{self.messages[0].id}:{self._said}", text, kind)
        self._said += 1

    def send(self, composition: Composition) -> None:
        """Say something long, which was cut into parts before the transaction began."""
        if self.silent:
            return
        self.outbox.composed(f"in{self.messages[0].id}:{self._said}", composition)
        self._said += 1

    def offer(self, offer: Offer) -> None:
        """Put the question that is open, with its options, however this person can best answer it."""
        if self.silent:
            return
        opened = self.question
        self.outbox.offer(f"in{self.messages[0].id}:{self._said}", offer, opened.id if opened else None)
        self._said += 1

    def ask(
        self, kind: str, payload: dict[str, Any], ttl_s: float | None = None, *, in_passing: bool = False
    ) -> PendingInteraction:
        """Open a question; it takes the place of whatever was open, which may be open again behind it, most often where
        it is asked `in_passing`. `ttl_s` is INTERACTION_TTL_S unless said."""
        seconds = self.desk.settings.interaction_ttl_s if ttl_s is None else ttl_s
        waits = self._waits_behind(kind, in_passing=in_passing)
        asked = payload if waits is None else {**payload, interactions.ASIDE: waits}
        return interactions.open_interaction(self.session, self.person.conversation_id, kind, asked, self.now, seconds)

    def _waits_behind(self, kind: str, *, in_passing: bool) -> int | None:
        """The question that is to be open again behind one that is asked now: the open one, or what waits behind it; no
        other of its kind, which would have to be left twice."""
        opened = self.question
        if opened is None:
            return None
        dialogue = self.desk.dialogues[opened.kind]
        comes_back = dialogue.comes_back or (in_passing and dialogue.is_ours)
        waits = opened if comes_back else self._behind(opened)
        while waits is not None and waits.kind == kind:
            waits = self._behind(waits)
        return waits.id if waits is not None else None

    def _behind(self, question: PendingInteraction) -> PendingInteraction | None:
        number: int | None = question.payload.get(interactions.ASIDE)
        return self.session.get(PendingInteraction, number) if number is not None else None

    def let_go(self, opened: PendingInteraction) -> None:
        """Close a question, since something else is asked of the agent."""
        if self.desk.dialogues[opened.kind].close(self, opened):
            self._let_go = opened.id

    def keep_question(self) -> None:
        """The agent is not asked after all: what was let go of is open as before."""
        if self._let_go is not None:
            interactions.reopen(self.session, self._let_go, self.now)

    def leave_to(self, run_id: int) -> None:
        """A run begins with these messages: what was let go of for it is open again should it have no answer."""
        if self._let_go is not None:
            interactions.leave_to(self.session, self._let_go, run_id)

    def leave_question(self) -> bool:
        """Close the question that is open, the way its dialogue does, and let later turns know. False: there was
        none."""
        opened = self.question
        if opened is None or not self.desk.dialogues[opened.kind].close(self, opened):
            return False
        self.desk.dialogues[opened.kind].note_left(self, opened)
        return True

    def leave_all(self) -> None:
        """The same of those too that wait behind it."""
        while self.leave_question():
            pass
