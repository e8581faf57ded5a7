"""Whose an address is: confirming a number, joining and merging people, signing out. No messages are read here."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.capabilities import capabilities_of
from bot.config import Settings
from bot.dao import addresses, alerts, contexts, conversations, lock_order, shell_homes, tasks, unclaimed, users
from bot.dao.delivery import held_parts
from bot.dao.money import ledger
from bot.dao.work import background_runs, run_leases
from bot.i18n.catalogue import say
from bot.i18n.country import region_at
from bot.models import Address, User
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.library.files import Links
from bot.services.limits import refusals
from bot.services.money import credits
from bot.services.sign_in.lasting import longest
from bot.services.sign_in.phone_numbers import masked, own_number_of
from bot.services.work.chores import has_surely_come
from bot.signing.keys import keys_of
from bot.types import EntryKind, Language, known, mask

JOINED = "joined"  # how the keys begin of what tells that somebody has signed in elsewhere
SILENCE = timedelta(days=365)  # after so long a number may have got another owner


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Somebody proved a number. `joined`: a user known before is now spoken to somewhere new, or by a new number
    (`renumbered`)."""

    user: User
    is_new: bool
    joined: bool
    renumbered: bool


def doubted(session: Session, address: Address, number: str, now: datetime, settings: Settings) -> User | None:
    """Whose account a number (E.164) would open there that was silent for so long that somebody else may have it now:
    that the number is proved says nothing then. None: nobody's, or beyond doubt either way."""
    lock_order.enter_by_number(session, number)
    theirs = users.locked_with_number(session, number)
    user = theirs or _own(session, address, number, now, settings.otp_countries)
    if user is None or user.deleted_at is not None or not _is_silent(user, now, settings):
        return None
    return None if theirs is not None and _is_gone(session, user, now) else user


def confirm(
    session: Session, address: Address, number: str, now: datetime, settings: Settings, *, is_new_owner: bool = False
) -> Confirmed:
    """Sign an address in as the user of a number (E.164) that it has just proved to hold. `is_new_owner`: they say
    that a number in doubt (`doubted`) was another's; they start clean."""
    former = address.user_id
    if is_new_owner:
        _begin_clean(session, address, number, now, settings)
    theirs = _user_of(session, number, now)
    session.refresh(address)
    ours = _own(session, address, number, now, settings.otp_countries)
    is_new, merged = theirs is None and ours is None, False
    if theirs is None:
        user = ours or User()
        joined = user.phone is not None
        user.phone = number
        renumbered = joined
    else:
        renumbered = False
        user, merged = theirs, ours is not None and ours.id != theirs.id
        joined = merged or (theirs.id != former and not _was_here(session, address, theirs, now, settings))
        if ours is not None and merged:
            merge(session, ours, theirs, now, here=conversations.conversation_id(session, address.value))
    user.last_seen_at = now
    session.add(user)
    session.flush()
    if is_new:
        credits.welcome(session, user.id, settings.welcome_credits, _gift_tokens(number, now, settings))
    _move_in(session, address, user, now, took_over=former not in (None, user.id) and not merged)
    if former != user.id:
        refusals.begin_anew(address)
    user.language, address.chosen_language = user.language or address.chosen_language, None  # chosen as a guest
    address.user_id, address.signed_in_until = user.id, now + longest(settings)
    session.add(address)
    session.flush()
    session.refresh(user)
    return Confirmed(user, is_new, joined, renumbered)


def _move_in(session: Session, address: Address, user: User, now: datetime, *, took_over: bool) -> None:
    """Make the conversation of an address a user's: what was said there as a guest is theirs, what was another's is
    not."""
    key = conversations.ensure(session, address.value).id
    unclaimed.claim(session, key, user.id)
    if took_over:
        conversations.take_over(session, key, now)
        run_leases.take_in(session, key)  # what works for the former one here: its next life finds somebody else
    contexts.adopt(session, key, user.id)


def merge(session: Session, source: User, target: User, now: datetime, here: str = "") -> None:
    """Make two users one: everything of `source` is `target`'s from now on; what `target` has not chosen is taken over.
    The ledger says where the credits went. A turn of `source` that runs in another conversation than `here` begins
    another life and ends as `target`'s: what it pays, gets back and makes is theirs."""
    conversations.take_leases(session, source.id, here)  # first: a turn locks its conversation before its user
    session.refresh(source, with_for_update=True)
    amount, key = source.credits, f"merge:{source.id}:{target.id}"
    if amount:
        ledger.post(session, source.id, -amount, EntryKind.MERGE, f"{key}:out")
        ledger.post(session, target.id, amount, EntryKind.MERGE, f"{key}:in")
    tasks.put_behind(session, source.id, target.id)
    users.move_rows(session, source.id, target.id)
    users.unite(session, source.id, target.id)
    contexts.merge(session, source.id, target.id)
    background_runs.number_apart(session, target.id)
    session.refresh(source)
    target.blocked_at = target.blocked_at or source.blocked_at
    target.mode = target.mode or source.mode
    target.level = target.level or source.level
    target.language = target.language or source.language
    target.email = target.email or source.email
    # As if erased: who they are is `target`'s.
    source.email = source.phone = source.mode = source.level = source.language = None
    source.deleted_at = now
    session.flush()


def sign_out(session: Session, address: Address) -> None:
    """End the sign-in of one address. It stays its user's: signing in again needs a code. What works for them in the
    background there stops: its next life finds nobody signed in."""
    run_leases.take_in(session, conversations.conversation_id(session, address.value))
    addresses.sign_out(session, address.id)
    shell_homes.forget_address(session, address.id)


def sign_out_everywhere(session: Session, user: User, here: str = "") -> None:
    """End the sign-in of every address of a user. A turn that runs for them in another conversation than `here` stops:
    its next life finds nobody signed in; what has yet to leave there waits for them."""
    _stop_elsewhere(session, user, here)
    addresses.sign_out_all_of(session, user.id)


def sign_out_elsewhere(session: Session, user: User, address: Address) -> None:
    """`sign_out_everywhere`, but for one address."""
    _stop_elsewhere(session, user, conversations.conversation_id(session, address.value))
    addresses.sign_out_beside(session, user.id, address.id)


def _stop_elsewhere(session: Session, user: User, here: str) -> None:
    conversations.take_leases(session, user.id, here)
    held_parts.hold_back(session, user.id, here)
    shell_homes.forget_user(session, user.id)


def tell_others(
    session: Session,
    user: User,
    address: Address,
    links: Links,
    contact: str,
    now: datetime,
    *,
    renumbered: bool = False,
) -> None:
    """Warn a user's other signed-in addresses that somebody signed in from `address`, or gave the account another
    number there."""
    sentence = "renumbered_elsewhere" if renumbered else "signed_in_elsewhere"
    for other in addresses.signed_in_beside(session, user.id, address.id, now):
        conversation = conversations.ensure(session, other.value)
        language = known(Language, user.language) or known(Language, other.language, Language.FR)
        name = capabilities_of(address.channel).name
        place = say(language, "place_of_sign_in", channel=name, address=mask(address.value).rpartition(":")[2])
        number = masked(user.phone, region_at(other.value)) if user.phone else ""
        text = say(language, sentence, place=place, number=number, contact=contact)
        to = Recipient(conversation.id, other.value, other.channel, language, user.id)
        Outbox(session, to, links).text(f"{JOINED}{address.id}:{int(now.timestamp())}", text)


def _gift_tokens(number: str, now: datetime, settings: Settings) -> list[str]:
    """Stand for a number in the ledger, which is kept when a person is erased, without saying which number it is.
    The year is part of them: after a year of silence a number has a new owner, who is welcome too. The first is for a
    new gift; the others are those of gifts given before SECRET_KEY changed."""
    return [mac.hex()[:32] for mac in keys_of(settings, "welcome gift").macs(f"{number} {now.year}")]


def _user_of(session: Session, number: str, now: datetime) -> User | None:
    """The user of a number. One who was silent for too long keeps nothing of it: whoever has the number now may be
    somebody else, and starts clean. Their phones may be told of it: before they are locked, their conversations are."""
    lock_order.enter_by_number(session, number)
    user = users.locked_with_number(session, number)
    if user is None or (user.deleted_at is None and not _is_gone(session, user, now)):
        return user
    _let_go(session, user, now)
    return None


def _begin_clean(session: Session, address: Address, number: str, now: datetime, settings: Settings) -> None:
    gone = doubted(session, address, number, now, settings)
    if gone is not None:
        alerts.add(session, "number_changed_hands", f"user {gone.id}: {gone.credits} credits")
        _let_go(session, gone, now)


def _let_go(session: Session, user: User, now: datetime) -> None:
    """A user's number and phones are somebody else's: nothing of theirs goes along, nor what guests said there long
    ago. Credits and files stay the user's, for an operator to give back."""
    user.phone = None
    contexts.leave(session, user.id, now - contexts.GUESTS_KEPT)
    conversations.take_all_over(session, user.id, now)
    addresses.detach_all_of(session, user.id)
    session.flush()


def _is_silent(user: User, now: datetime, settings: Settings) -> bool:
    """One who was seen last by a clock months ahead may have been silent for as long."""
    return abs(now - user.last_seen_at) > timedelta(days=settings.number_silence_days)


def _is_gone(session: Session, user: User, now: datetime) -> bool:
    """Whether they were silent for so long that nothing need be asked. A clock that may be years ahead does not say so:
    whom it let go by mistake an operator would have to find."""
    return now - user.last_seen_at > SILENCE and has_surely_come(session, user.last_seen_at + SILENCE)


def _was_here(session: Session, address: Address, user: User, now: datetime, settings: Settings) -> bool:
    """Whether a user comes back to where they asked something lately, before another of the house signed in there."""
    key, lately = conversations.conversation_id(session, address.value), now - timedelta(days=settings.sign_in_days)
    return contexts.has_spoken(session, key, user.id, lately)


def _own(session: Session, address: Address, number: str, now: datetime, countries: Collection[str]) -> User | None:
    """The user an address still stands for when a number was proved there: the one it is signed in as. After signing
    out the number is the proof: on a shared phone the next person must not inherit what the last one left. Whom an
    operator made has confirmed none: theirs is the address's own; where it has none that gets a code, whoever never
    signed out stays who they were when their sign-in has run out."""
    user = session.get(User, address.user_id) if address.user_id else None
    if user is None or user.deleted_at is not None:
        return None
    if addresses.signed_in_at(address, now) is not None:
        return user
    own = own_number_of(address.value, countries)
    is_proved = own.e164 == number if own is not None else address.signed_in_until is not None
    return user if user.phone is None and is_proved else None
