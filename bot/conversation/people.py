"""Who is talking, in which mode and language: read once at the start of a turn."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from bot.dao import addresses, contexts
from bot.dao.work import runs
from bot.i18n.country import spoken_at
from bot.i18n.detect import evidence, language_for
from bot.models import Address, User
from bot.reading.commands.vocabulary import Vocabulary
from bot.reading.wishes.language_wishes import wished_language
from bot.services.delivery.outbox import Recipient
from bot.types import Language, Level, Mode, known

NEWCOMER: Final = 4  # messages
SEEN_EVERY: Final = timedelta(hours=1)  # how exactly it is known when somebody was here: months are asked for


@dataclass(frozen=True, slots=True)
class Person:
    """The one a turn is for, as they were when it was read: a value, good outside any session. Whoever changes a row,
    or must know how it is now, fetches it in their own transaction (`address_of`, `user_of`).

    `user_id` is whoever is signed in, None for a guest; the address may be another's who is signed out here, and
    nothing of theirs is read: whoever holds the phone now may be somebody else. `phone` (E.164) was confirmed by a
    code."""

    conversation_id: str
    address_id: int
    address: str
    channel: str
    profile_name: str
    last_inbound_at: datetime | None
    user_id: int | None
    mode: Mode
    level: Level | None
    phone: str | None
    language: Language

    @property
    def signed_in(self) -> bool:
        return self.user_id is not None

    @property
    def recipient(self) -> Recipient:
        return Recipient(self.conversation_id, self.address, self.channel, self.language, self.user_id)


def person(
    session: Session, conversation_id: str, text: str, default: Language, now: datetime, vocabulary: Vocabulary
) -> Person:
    """The person of a conversation. Language: as this message wishes, else as chosen by whoever is here, else as
    `_written`, else the default."""
    address, owner = addresses.of_conversation_with_owner(session, conversation_id)
    until = address.signed_in_until
    user = owner if until is not None and until > now else None
    chosen = chosen_by(address, user)
    language = (
        wished_language(text) or chosen or _written(session, conversation_id, address, text, vocabulary) or default
    )
    return as_of_now(conversation_id, address, user, language)


def as_of_now(conversation_id: str, address: Address, user: User | None, language: Language) -> Person:
    """The person at an address, where `user` is signed in. One who has not chosen a mode yet is a student."""
    return Person(
        conversation_id=conversation_id,
        address_id=address.id,
        address=address.value,
        channel=address.channel,
        profile_name=address.profile_name,
        last_inbound_at=address.last_inbound_at,
        user_id=user.id if user else None,
        mode=known(Mode, user.mode, Mode.STUDENT) if user else Mode.GUEST,
        level=known(Level, user.level) if user else None,
        phone=user.phone if user else None,
        language=language,
    )


def address_of(session: Session, someone: Person) -> Address:
    """The row of their address, as it is now."""
    return session.get_one(Address, someone.address_id)


def user_of(session: Session, someone: Person) -> User | None:
    """The row of whoever is signed in, as it is now; None for a guest."""
    return session.get(User, someone.user_id) if someone.user_id is not None else None


def heard(session: Session, someone: Person, profile_name: str, now: datetime) -> Person:
    """Note down that they have written just now, and what that says of them."""
    address, user = address_of(session, someone), user_of(session, someone)
    if user is None and address.last_inbound_at and now - address.last_inbound_at > contexts.GUESTS_KEPT:
        # Guests have no name: by now it may be another who has the phone, or the number.
        upto = runs.last_transcript_id(session, someone.conversation_id)
        contexts.forget(session, someone.conversation_id, None, upto)
    address.last_inbound_at, address.bad_at = now, None  # who writes can be reached
    address.language = someone.language
    address.profile_name = (profile_name or address.profile_name)[:256]
    if user is not None and abs(now - user.last_seen_at) >= SEEN_EVERY:
        user.last_seen_at = now
    if chosen_by(address, user):  # a wish in words, as long as it stays the last word
        choose_language(address, user, someone.language)
    return as_of_now(someone.conversation_id, address, user, someone.language)


def chosen_by(address: Address, user: User | None) -> Language | None:
    """The language that whoever is here has chosen: the user who is signed in, else a guest."""
    return known(Language, user.language if user else address.chosen_language)


def choose_language(address: Address, user: User | None, language: Language) -> None:
    """Note their choice: nothing but another choice changes it."""
    address.language = language
    if user is not None:
        user.language = language
    else:
        address.chosen_language = language


def spoken_to(someone: Person, language: Language) -> Person:
    """The same person, from now on in another language."""
    return replace(someone, language=language)


def _written(session: Session, key: str, address: Address, text: str, vocabulary: Vocabulary) -> Language | None:
    """The language a message is in. A command says it only as the first words of a newcomer, or behind others that say
    nothing else, « hi » too: later it may just be the one that is known."""
    last = known(Language, address.language)
    if not vocabulary.read(text):
        return language_for(text, last, spoken_at(address.value))
    named = vocabulary.language_of(text)
    if last and named and named is not last and _says_so_far(session, key, vocabulary) is named:
        return named
    return last or named or language_for("", None, spoken_at(address.value))


def _says_so_far(session: Session, key: str, vocabulary: Vocabulary) -> Language | None:
    """The one language of which there is a word in all that a newcomer has written; None for whoever is none."""
    said = contexts.first_bodies(session, key, NEWCOMER + 1)
    if len(said) > NEWCOMER:
        return None
    found = evidence(" ".join(body for body in said if not vocabulary.read(body)))
    return found.leaning if 0 in (found.french, found.english) else None
