"""Who is talking, in which mode and language: read once at the start of a turn."""

from dataclasses import dataclass

from sqlmodel import Session

from bot.dao import addresses
from bot.i18n.detect import detect
from bot.models import Address, Conversation, User
from bot.services.outbox import Recipient
from bot.types import Channel, Language, Mode


@dataclass(frozen=True, slots=True)
class Person:
    """The one a turn is for."""

    address: Address
    user: User | None
    conversation: Conversation
    language: Language

    @property
    def mode(self) -> Mode:
        return Mode(self.user.mode) if self.user else Mode.GUEST

    @property
    def channel(self) -> Channel:
        return Channel(self.address.channel)

    @property
    def recipient(self) -> Recipient:
        return Recipient(self.conversation.id, self.address.value, self.channel, self.language)


def person(session: Session, conversation_id: str, text: str, default: Language) -> Person:
    """The person of a conversation. Language: as chosen, else as written now, else as before, else the default."""
    conversation = session.get_one(Conversation, conversation_id)
    address = session.get_one(Address, conversation.address_id)
    user = addresses.owner(session, address)
    chosen = user.language if user else None
    language = Language(chosen or detect(text) or address.language or default)
    return Person(address, user, conversation, language)
