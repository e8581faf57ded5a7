"""Who is talking, in which mode and language: read once at the start of a turn."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session

from bot.dao import addresses
from bot.i18n.country import spoken_at
from bot.i18n.detect import language_for
from bot.models import Address, Conversation, User
from bot.reading.commands import Vocabulary
from bot.reading.language_wishes import wished_language
from bot.services.delivery.outbox import Recipient
from bot.types import Language, Level, Mode


@dataclass(frozen=True, slots=True)
class Person:
    """The one a turn is for. `user` is whoever is signed in; the address may be another's who is signed out here, and
    nothing of theirs is read: whoever holds the phone now may be somebody else."""

    address: Address
    user: User | None
    conversation: Conversation
    language: Language

    signed_in: bool

    @property
    def user_id(self) -> int | None:
        """Who is signed in; None for a guest."""
        return self.user.id if self.user else None

    @property
    def mode(self) -> Mode:
        """Guest unless signed in; a user who has not chosen yet is a student."""
        if self.user is None or not self.signed_in:
            return Mode.GUEST
        return Mode(self.user.mode or Mode.STUDENT)

    @property
    def level(self) -> Level | None:
        """Where a student is at school, once said."""
        return Level(self.user.level) if self.user and self.user.level else None

    @property
    def channel(self) -> str:
        return self.address.channel

    @property
    def recipient(self) -> Recipient:
        return Recipient(self.conversation.id, self.address.value, self.channel, self.language)


def person(
    session: Session, conversation_id: str, text: str, default: Language, now: datetime, vocabulary: Vocabulary
) -> Person:
    """The person of a conversation. Language: as this message wishes, else as chosen, else as `_written`, else the
    default."""
    conversation = session.get_one(Conversation, conversation_id)
    address = session.get_one(Address, conversation.address_id)
    until = address.signed_in_until
    user = addresses.owner(session, address) if until is not None and until > now else None
    chosen = user.language if user else None
    language = Language(wished_language(text) or chosen or _written(address, text, vocabulary) or default)
    return Person(address, user, conversation, language, signed_in=user is not None)


def spoken_to(someone: Person, language: Language) -> Person:
    """The same person, from now on in another language."""
    return replace(someone, language=language)


def _written(address: Address, text: str, vocabulary: Vocabulary) -> Language | None:
    """The language a message is in. A command says it only as the first words of a newcomer: later it may just be the
    one that is known."""
    known = Language(address.language) if address.language else None
    if vocabulary.read(text):
        return known or vocabulary.language_of(text) or language_for("", None, spoken_at(address.value))
    return language_for(text, known, spoken_at(address.value))
