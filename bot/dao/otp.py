"""One-time codes in the database: what was sent, to which number, for whom, and how often it was tried."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, case, exists, func, literal, text, update
from sqlmodel import Session, col, select

from bot.models import InboundMessage, OtpCode, User

LOCK = 7_262_5224  # any number that is ours alone


@dataclass(frozen=True, slots=True)
class Try:
    """A counted try: what the code must match, and the number of this try, from 1."""

    digest: str
    number: str
    tries: int


def one_at_a_time(session: Session) -> None:
    """Let one transaction after the other count and send codes. They are few, and every limit then holds exactly.
    On SQLite a write transaction is alone anyway."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def add(session: Session, code: OtpCode) -> int:
    """Store a new code and return its id."""
    session.add(code)
    session.flush()
    return code.id


def get(session: Session, otp_id: int) -> OtpCode | None:
    """One code as it stands in the database now."""
    return session.get(OtpCode, otp_id, populate_existing=True)


def sent_to(session: Session, number: str, since: datetime) -> Sequence[datetime]:
    """When codes were sent to a number, the newest first."""
    return _sent(session, col(OtpCode.number) == number, since)


def sent_for(session: Session, asker: str, since: datetime) -> Sequence[datetime]:
    """When codes were sent for one asker, the newest first."""
    return _sent(session, col(OtpCode.asker) == asker, since)


def _sent(session: Session, which: ColumnElement[bool], since: datetime) -> Sequence[datetime]:
    found = select(OtpCode.created_at).where(which, OtpCode.created_at > since)
    return session.exec(found.order_by(col(OtpCode.created_at).desc())).all()


def count_prefix(session: Session, prefix: str, since: datetime) -> int:
    """How many codes went to numbers that begin alike."""
    return session.exec(select(func.count()).where(OtpCode.prefix == prefix, OtpCode.created_at > since)).one()


def count_all(session: Session, since: datetime) -> int:
    """How many codes were sent at all since a moment, that moment included."""
    return session.exec(select(func.count()).where(OtpCode.created_at >= since)).one()


def wrong_tries(session: Session, number: str, since: datetime) -> int:
    """How many wrong codes were typed for a number; the right one that ended a code is none."""
    wrong = col(OtpCode.tries) - case((col(OtpCode.state).in_(("used", "joined")), 1), else_=0)
    return session.exec(
        select(func.coalesce(func.sum(wrong), 0)).where(OtpCode.number == number, OtpCode.created_at > since)
    ).one()


def locked_until(session: Session, number: str) -> datetime | None:
    """When the newest lock of a number ends or ended."""
    return session.exec(
        select(func.max(OtpCode.expires_at)).where(OtpCode.number == number, OtpCode.state == "locked")
    ).one()


def open_code(session: Session, number: str, asker: str, now: datetime) -> int | None:
    """The code an asker may still type for a number."""
    return session.exec(
        select(OtpCode.id).where(
            OtpCode.number == number, OtpCode.asker == asker, OtpCode.state == "open", OtpCode.expires_at > now
        )
    ).first()


def awaited_of(session: Session, asker: str, now: datetime) -> OtpCode | None:
    """The code an asker may still type that went to a number; None when there is none."""
    may_be_typed = (OtpCode.asker == asker, OtpCode.state == "open", OtpCode.expires_at > now)
    to_number = col(OtpCode.number).startswith("+")
    return session.exec(select(OtpCode).where(*may_be_typed, to_number).order_by(col(OtpCode.id).desc())).first()


def newest_of(session: Session, asker: str) -> int | None:
    """The code that was sent last for an asker."""
    return session.exec(select(OtpCode.id).where(OtpCode.asker == asker).order_by(col(OtpCode.id).desc())).first()


def void_open(session: Session, number: str) -> None:
    """A newer code is about to replace what was sent to a number."""
    session.execute(
        update(OtpCode).where(col(OtpCode.number) == number, col(OtpCode.state) == "open").values(state="void")
    )


def close(session: Session, otp_ids: Collection[int], state: str) -> None:
    """Say what became of open codes."""
    session.execute(
        update(OtpCode).where(col(OtpCode.id).in_(otp_ids), col(OtpCode.state) == "open").values(state=state)
    )


def lock(session: Session, otp_id: int, until: datetime) -> None:
    """Lock the number of a code: the row keeps the end of the lock as its expiry."""
    session.execute(update(OtpCode).where(col(OtpCode.id) == otp_id).values(state="locked", expires_at=until))


def hold(session: Session, otp_id: int, until: datetime) -> None:
    """A used code changed who may speak for its number: the row keeps until when that is worth some care."""
    session.execute(update(OtpCode).where(col(OtpCode.id) == otp_id).values(state="joined", expires_at=until))


def held_until(session: Session, number: str) -> datetime | None:
    """When the newest hold of a number ends or ended."""
    return session.exec(
        select(func.max(OtpCode.expires_at)).where(OtpCode.number == number, OtpCode.state == "joined")
    ).one()


def joined_until(session: Session, asker: str, user_id: int) -> datetime | None:
    """When the newest hold ends or ended that a user began in a conversation: by a number that is no other user's, be
    it theirs no more."""
    anothers = exists().where(col(User.phone) == col(OtpCode.number), col(User.id) != user_id)
    begun = (OtpCode.asker == asker, OtpCode.state == "joined", ~anothers)
    return session.exec(select(func.max(OtpCode.expires_at)).where(*begun)).one()


def was_used(session: Session, asker: str, names: Collection[str]) -> bool:
    """Whether an asker has typed a code that went to a number, by any of its names."""
    used = (OtpCode.asker == asker, col(OtpCode.number).in_(names), col(OtpCode.state).in_(("used", "joined")))
    return session.exec(select(OtpCode.id).where(*used).limit(1)).first() is not None


def count_try(session: Session, otp_id: int, asker: str, now: datetime, most: int) -> Try | None:
    """Count one try of a code. None: it may not be tried (any more, or by this asker). This is the gate: the row stays
    locked until the transaction ends, so what follows from the try happens before the next one is counted."""
    row = session.execute(
        update(OtpCode)
        .where(
            col(OtpCode.id) == otp_id,
            col(OtpCode.asker) == asker,
            col(OtpCode.state) == "open",
            col(OtpCode.tries) < most,
            col(OtpCode.expires_at) > now,
        )
        .values(tries=col(OtpCode.tries) + 1)
        .returning(col(OtpCode.digest), col(OtpCode.number), col(OtpCode.tries))
    ).one_or_none()
    return Try(*row) if row else None


def by_digest(session: Session, asker: str, digests: Collection[str]) -> Sequence[int]:
    """The codes ever sent for an asker that have one of these digests."""
    found = select(OtpCode.id).where(OtpCode.asker == asker, col(OtpCode.digest).in_(digests))
    return [otp_id for otp_id in session.exec(found) if otp_id is not None]


def nonces_of(session: Session, names: Collection[str]) -> Sequence[str]:
    """What the codes ever sent to a number, by any of its names, were made of."""
    return session.exec(select(OtpCode.nonce).where(col(OtpCode.number).in_(names))).all()


def no_longer_counted(session: Session, before: datetime, now: datetime, limit: int) -> Sequence[tuple[int, str]]:
    """Codes sent before a moment whose lock or hold is over too, as (id, number), unless that is hidden already."""
    counted = col(OtpCode.prefix) != literal("", literal_execute=True)  # as the index says it
    over = (col(OtpCode.created_at) < before, col(OtpCode.expires_at) <= now, counted)
    found = select(OtpCode.id, OtpCode.number).where(*over).limit(limit)
    return [(otp_id, number) for otp_id, number in session.exec(found) if otp_id is not None]


def hide_number(session: Session, otp_id: int, pseudonym: str) -> None:
    """Keep a code by a name of its number that only the keeper of the key can find again."""
    session.execute(update(OtpCode).where(col(OtpCode.id) == otp_id).values(number=pseudonym, prefix=""))


def hide_bodies(session: Session, messages: Sequence[InboundMessage]) -> None:
    """A code was typed in these messages, or a piece of one: keep them without it."""
    session.execute(
        update(InboundMessage)
        .where(col(InboundMessage.id).in_([message.id for message in messages]))
        .values(body="[code]")
    )
