"""Parts that carry one-time codes: written empty, filled in the moment they leave, waiting behind nothing. What goes
wrong with one is told to whoever asked for the code; it marks no address."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.channels.compose import compose
from bot.channels.emails import Email
from bot.dao import addresses, interactions, otp
from bot.dao.delivery import parts
from bot.i18n.catalogue import say
from bot.i18n.country import region_at
from bot.models import Address, Conversation, OutboundPart
from bot.services.delivery.stand_ins import in_place
from bot.services.delivery.writing import ADDRESS_CHARS, Draft, Recipient, write
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.sign_in.phone_numbers import number_of, shown
from bot.types import EMAIL, Channel, Language, known

KIND = "otp"
CARRIER = Channel.SMS  # whatever channel somebody asks on: only there the round trip proves a number theirs
MOST_TOLD = 3  # parts of one such line
_OF_MAIL = {"otp_not_delivered": "otp_mail_not_delivered", "otp_maybe_lost": "otp_mail_maybe_lost"}


def post(session: Session, conversation_id: str, number: str, otp_id: int) -> None:
    """Write the part of a new code, in the conversation of whoever asked for it."""
    to = Recipient(conversation_id, number, CARRIER, Language.FR)
    write(session, to, Draft(key=f"otp{otp_id}", kind=KIND, otp_id=otp_id))


def post_mail(session: Session, conversation_id: str, address: str, otp_id: int, subject: str) -> None:
    """`post` for a code that goes to an e-mail address."""
    to = Recipient(conversation_id, address[:ADDRESS_CHARS], EMAIL, Language.FR)
    write(session, to, Draft(key=f"otp{otp_id}", kind=KIND, otp_id=otp_id, email=Email((address,), subject)))


def lines_of(waiting: Sequence[OutboundPart]) -> list[list[OutboundPart]]:
    """The lines in which parts leave: one for all that is said, and one for each code."""
    said = in_place([part for part in waiting if part.kind != KIND])
    return [said, *([part] for part in waiting if part.kind == KIND)]


def text_of(session: Session, codes: OneTimeCodes, part: OutboundPart, now: datetime) -> str | None:
    """What a part says if it leaves now; None when its code is no longer good or its number wants no messages."""
    row = otp.get(session, part.otp_id or 0)
    number = addresses.by_value(session, part.address)
    if row is None or row.state != "open" or row.expires_at <= now or (number is not None and number.opted_out_at):
        return None
    text = codes.mail_text if part.channel == EMAIL else codes.text
    return text(row, _language(_asker(session, part)))


def texts_of(session: Session, codes: OneTimeCodes, part: OutboundPart) -> frozenset[str]:
    """Everything a part may have said: by these it is recognised in the provider's log."""
    row = otp.get(session, part.otp_id or 0)
    return frozenset(codes.text(row, language) for language in Language) if row else frozenset()


def tell(session: Session, part: OutboundPart, key: str, now: datetime, *, stopped: bool = False) -> None:
    """Tell whoever waits for a code that its message did not (or may not) arrive; nothing if nobody waits any more.
    `stopped`: its provider says that the number wants none. That is said to who writes by that very number alone."""
    row = otp.get(session, part.otp_id or 0)
    asker = _asker(session, part)
    if row is None or row.state != "open" or row.expires_at <= now or asker.opted_out_at is not None:
        return
    language = _language(asker)
    if part.channel == EMAIL:
        line = say(language, _OF_MAIL[key], address=_named(session, part, now))
    else:
        if number_of(asker.value) == part.address and (stopped or addresses.is_silent(session, part.address)):
            key = "otp_stopped"
        line = say(language, key, number=shown(part.address, region_at(asker.value)))
    to = Recipient(part.conversation_id, asker.value, asker.channel, language)
    for number, body in enumerate(compose(line, to.channel, language).parts):
        write(session, to, Draft(key=_told_key(part, number), body=body))


def pause_in_time(session: Session, part: OutboundPart, pause: float | None, now: datetime) -> float | None:
    """How long a part waits for its next try; None for a mailed code that would be over by then: whoever waits for it
    is better told now. What an SMS waits for holds up that line too."""
    row = otp.get(session, part.otp_id) if part.otp_id and part.channel == EMAIL else None
    is_late = row is not None and pause is not None and now + timedelta(seconds=pause) >= row.expires_at
    return None if is_late else pause


def has_failed(session: Session, conversation_id: str, otp_id: int) -> bool:
    """Whether it is known that a code will not arrive."""
    return any(part.state == "failed" for part in parts.of_keys(session, conversation_id, [f"otp{otp_id}"]))


def _named(session: Session, part: OutboundPart, now: datetime) -> str | None:
    """The address an e-mail went to, for whoever has named it themselves; None for one who is to prove an account by
    it, and may be a stranger."""
    asked, email = interactions.current(session, part.conversation_id, now), Email.read(part.email or {})
    return email.shown_recipients if asked and asked.payload.get("address") in email.recipients else None


def told_keys(part: OutboundPart) -> list[str]:
    """The keys of the parts that `tell` writes."""
    return [_told_key(part, number) for number in range(MOST_TOLD)]


def _told_key(part: OutboundPart, number: int) -> str:
    return f"otp{part.otp_id}:lost{number}"


def _asker(session: Session, part: OutboundPart) -> Address:
    return session.get_one(Address, session.get_one(Conversation, part.conversation_id).address_id)


def _language(address: Address) -> Language:
    return known(Language, address.language, Language.FR)
