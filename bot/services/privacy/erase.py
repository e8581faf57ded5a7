"""Really erasing a person: rows in one transaction, bytes after it; what a crash between leaves is swept."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.clients.storage import FileStore
from bot.dao import erasure, holdings
from bot.dao.database import Database
from bot.models import Address

EXPORTS_LIVE = timedelta(days=1)
BATCH = 500  # digests asked for in one query


def erase(session: Session, address: Address, conversation_id: str, upto: int, now: datetime) -> Sequence[str]:
    """Erase everything the owner of an address left here, up to the message with the id `upto` that confirmed it.

    A user's every conversation, file and result; of a guest, this conversation. Turns that run in other conversations
    of theirs end without a word. Ledger entries stay, anonymised; the address is a new guest's, its opt-out stays.
    Returns the digests of files for `remove_bytes`, to be called once all this is committed."""
    who = holdings.holder(session, address)
    erasure.stop_others(session, who, conversation_id)
    erasure.messages(session, who, upto, now)
    erasure.replies(session, who)
    digests = erasure.files(session, who)
    erasure.questions(session, who)
    erasure.runs(session, who)
    erasure.codes(session, who, now)
    erasure.person(session, who, now)
    return digests


def remove_bytes(database: Database, store: FileStore, digests: Sequence[str], untouched_for_s: float = 0) -> None:
    """Remove the bytes of those digests that no file has and nobody stored during the last `untouched_for_s` seconds.
    Raises StorageError."""
    for start in range(0, len(digests), BATCH):
        with database.read() as session:
            unnamed = erasure.unnamed(session, digests[start : start + BATCH])
        for digest in unnamed:
            store.delete(digest, untouched_for_s)


def sweep_orphans(database: Database, store: FileStore, older_than_s: float, now: datetime) -> None:
    """Remove bytes that no file has, stored more than `older_than_s` seconds ago, and exports whose links are over.

    `older_than_s` must be longer than anything takes from storing bytes to committing their row. Raises StorageError.
    """
    with database.write() as session:
        erasure.old_exports(session, now - EXPORTS_LIVE)
    remove_bytes(database, store, store.older_than(older_than_s), older_than_s)
