"""Who is talking, in which mode and language: read once at the start of a turn."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session

from bot.conversation.commands import command_in, language_of
from bot.dao import addresses
from bot.i18n.country import spoken_at
from bot.i18n.detect import detect
from bot.models import Address, Conversation, User
from bot.services.outbox import Recipient
from bot.types import Channel, Language, Level, Mode


@dataclass(frozen=True, slots=True)
class Person:
    """The one a turn is for."""

    address: Address
    user: User | None
    conversation: Conversation
    language: Language

    signed_in: bool

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
    def channel(self) -> Channel:
        return Channel(self.address.channel)

    @property
    def recipient(self) -> Recipient:
        return Recipient(self.conversation.id, self.address.value, self.channel, self.language)


def person(session: Session, conversation_id: str, text: str, default: Language, now: datetime) -> Person:
    """The person of a conversation. Language: as chosen, else as written now, else as before, else as is spoken where
    the number is from, else the default. A command says a language only when it is the first word of a newcomer: later
    it may just be the one that is known."""
    conversation = session.get_one(Conversation, conversation_id)
    address = session.get_one(Address, conversation.address_id)
    user = addresses.owner(session, address)
    chosen = user.language if user else None
    written = (address.language or language_of(text)) if command_in(text) else (detect(text) or address.language)
    language = Language(chosen or written or spoken_at(address.value) or default)
    until = address.signed_in_until
    return Person(address, user, conversation, language, signed_in=until is not None and until > now)


def spoken_to(someone: Person, language: Language) -> Person:
    """The same person, from now on in another language."""
    return replace(someone, language=language)
