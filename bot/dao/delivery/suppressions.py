"""Who wants no more e-mails from the agent: addresses by a keyed digest, never as they are written."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete
from sqlmodel import Session, col, select

from bot.dao.conversation_key import ConversationKey
from bot.dao.database import CONVERSATION_KEY
from bot.dao.inserts import insert_into
from bot.models import MailSuppression

USE = b"mail suppression"  # what the database's key is used for here; 16 bytes at most


def digest_of(session: Session, address: str) -> str:
    """What stands for an e-mail address: 32 hexadecimal characters; capitals make no other one."""
    key: ConversationKey = session.info[CONVERSATION_KEY]
    return key.digest_of(USE, address.lower())


def add(session: Session, digest: str, now: datetime) -> None:
    """End the agent's e-mails to an address. Called again it changes nothing."""
    fresh = insert_into(session, MailSuppression).values(digest=digest, created_at=now)
    session.execute(fresh.on_conflict_do_nothing(index_elements=["digest"]))


def lift(session: Session, address: str) -> None:
    """Let the agent's e-mails go to an address again, since its reader wants them."""
    session.execute(delete(MailSuppression).where(col(MailSuppression.digest) == digest_of(session, address)))


def among(session: Session, addresses: Sequence[str]) -> list[str]:
    """Those of some addresses to which the agent's e-mails have been ended."""
    digests = {address: digest_of(session, address) for address in addresses}
    found = select(MailSuppression.digest).where(col(MailSuppression.digest).in_(list(digests.values())))
    stopped = set(session.exec(found))
    return [address for address, digest in digests.items() if digest in stopped]
