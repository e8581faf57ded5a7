"""Gives conversations of old their keyed ids. `migrate` does it once; workers look for what a process of the release
before has written since, so that nothing waits under an id nobody computes any more."""

from functools import partial

from sqlmodel import Session

from bot.dao import addresses, conversations, rekeying
from bot.dao.database import Database
from bot.services.sign_in.one_time_codes import OneTimeCodes

BATCH = 200


def rekey(database: Database, codes: OneTimeCodes) -> int:
    """Move every conversation that has an id of old, and return how many there were. Any number of processes may call
    it at any time, and it may be killed at any point: a conversation is moved whole, in a transaction of its own."""
    with database.read() as session:
        found = rekeying.plain(session, BATCH)
    if found:
        _rename_in_alerts(database)
    moved = 0
    while found:
        for old, address in found:
            with database.write() as session:
                _move(session, codes, old, conversations.conversation_id(session, address))
        moved += len(found)
        with database.read() as session:
            found = rekeying.plain(session, BATCH)
    return moved


def _move(session: Session, codes: OneTimeCodes, old: str, new: str) -> None:
    """A code's digest fits one asker: it is made anew, so that a code that is open goes on being good."""
    for row in rekeying.codes_of(session, old):
        row.digest, row.asker = codes.digest(new, codes.code_of(row)), new
    session.flush()
    rekeying.move(session, old, new)


def _rename_in_alerts(database: Database) -> None:
    """Alerts outlive what they tell of: they must not keep an id that tells a number."""
    last = 0
    while True:
        with database.write() as session:
            last = rekeying.rename_in_alerts(session, partial(_renamed, session), last, BATCH)
        if not last:
            return


def _renamed(session: Session, old: str) -> str | None:
    address = addresses.of_conversation(session, old)
    return conversations.conversation_id(session, address) if address else None
