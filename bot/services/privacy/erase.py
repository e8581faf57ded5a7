"""Really erasing a person: rows in one transaction, bytes after it; what a crash between leaves is swept."""

import time
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.clients.storage import FileStore
from bot.dao import alerts
from bot.dao.database import Database
from bot.dao.privacy import erasure, owned_rows
from bot.dao.privacy.owned_rows import Holder
from bot.models import Address
from bot.services.work.chores import Turn

BATCH = 500  # digests asked for in one query
NAMES = 1000  # in one listing: a bucket's server gives as many at once
FEW = 20  # so many of a listing may be nobody's, and nineteen of twenty: crashes, and who deletes a library …
STRANGE = "store_unknown"  # … but no more than that, which is left alone and told to operators
TOLD_AGAIN = timedelta(days=1)


def erase(session: Session, address: Address, conversation_id: str, upto: int, now: datetime) -> Sequence[str]:
    """Erase everything the owner of an address left here, up to the message with the id `upto` that confirmed it.

    A user's every conversation, file and result; of a guest, this conversation. Turns that run in other conversations
    of theirs end without a word. Ledger entries stay, anonymised; the address is a new guest's, its opt-out stays.
    Returns the digests of files for `remove_bytes`, to be called once all this is committed."""
    return erase_held(session, owned_rows.holder(session, address, with_guests=True), conversation_id, upto, now)


def erase_held(session: Session, who: Holder, here: str, upto: int | None, now: datetime) -> Sequence[str]:
    """`erase`, of whoever it is. Where no turn does it, `here` is empty and no message confirmed it."""
    erasure.stop_others(session, who, here)
    erasure.empty_messages(session, who, upto, now)
    erasure.delete_replies(session, who)
    digests = erasure.delete_files(session, who)
    erasure.delete_questions(session, who)
    erasure.delete_memories(session, who)
    erasure.delete_runs(session, who)
    erasure.delete_codes(session, who, now)
    erasure.empty_person(session, who, now)
    return digests


def accounts(session: Session, address: Address) -> Sequence[int]:
    """The ids of all users who are erased with the owner of an address: themselves, and who became one with them. Until
    the transaction ends nobody else does; none for a guest."""
    who = owned_rows.holder(session, address)
    erasure.wait_for_others(session, who)
    return owned_rows.all_accounts(session, who)


def remove_bytes(database: Database, store: FileStore, digests: Sequence[str], untouched_for_s: float = 0) -> None:
    """Remove the bytes of those digests that no file has and nobody stored during the last `untouched_for_s` seconds,
    nor since they were found to be no file's: hundreds take a while. What is left of them the sweep finds. Raises
    StorageError."""
    for start in range(0, len(digests), BATCH):
        asked_at = time.monotonic()
        with database.read() as session:
            unnamed = erasure.unnamed(session, digests[start : start + BATCH])
        for digest in unnamed:
            store.delete(digest, max(untouched_for_s, time.monotonic() - asked_at))


class OrphanSweep:
    """Removes bytes that no file has: what a crash between storing them and committing their row left. It looks at
    some names each time and goes on from there: a store of a million files is listed once in a few days.

    Where next to nothing of what is listed is known, the database is not the one whose files these are (a new one, a
    developer's): nothing is removed, which nobody could bring back. It takes little for that to be over: what people
    have deleted must not stay."""

    def __init__(self, store: FileStore, older_than_s: float) -> None:
        """`older_than_s` must be longer than anything takes from storing bytes to committing their row."""
        self._store, self._older_than_s = store, older_than_s

    def act(self, turn: Turn) -> None:
        """One chore's turn. Raises StorageError."""
        found, position = self._store.older_than(self._older_than_s, turn.position, NAMES)
        unnamed: list[str] = []
        for start in range(0, len(found), BATCH):
            with turn.step() as session:
                unnamed += erasure.unnamed(session, found[start : start + BATCH])
        named = len(found) - len(unnamed)
        if len(unnamed) > max(FEW, 19 * named):
            _tell_strange(turn, len(unnamed), len(found))
        else:
            for digest in unnamed:
                self._store.delete(digest, self._older_than_s)
            turn.count("orphans", len(unnamed))
        turn.position = position


def _tell_strange(turn: Turn, unnamed: int, found: int) -> None:
    with turn.step() as session:
        if not alerts.is_recent(session, STRANGE, None, turn.now - TOLD_AGAIN):
            alerts.add(session, STRANGE, f"{unnamed} of {found} files in the store are unknown to the database")
