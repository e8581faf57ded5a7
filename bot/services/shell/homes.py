"""The private home of a conversation: what one command left is what the next one finds, for an hour.

A command never changes the home that is kept. It works on a copy, and the copy takes its place in the transaction that
stores the command's result: a command that is run again after a crash finds what the first run found."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from sqlmodel import Session

from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.dao import shell_homes
from bot.dao.database import Database
from bot.dao.work import runs
from bot.errors import FileGone, ToolFailed
from bot.models import ShellHome

KEPT_FOR = timedelta(hours=1)  # after the last command
ALL_HOMES_BYTES = 512 * 1024 * 1024
CHANGED_MEANWHILE = "another command changed the home meanwhile, so this one was not kept: look at it and run it again"


@dataclass(frozen=True, slots=True)
class Home:
    """A home as it is now: packed, empty for a new one. `row`: 0 for a new one."""

    body: bytes = b""
    row: int = 0
    digest: str = ""
    tainted: bool = False


@dataclass(frozen=True, slots=True)
class RunHome:
    """The home of one run's conversation. Identity comes from here, never from the model."""

    database: Database
    store: FileStore
    clock: Clock
    conversation_id: str
    user_id: int | None
    run_id: int

    def open(self) -> Home:
        """What the last command left. A home whose bytes are gone is a new one. Raises StorageError while the store is
        away: a new one would take the place of what it holds."""
        with self.database.read() as session:
            row = shell_homes.current(session, self.conversation_id, self.user_id, self.clock.now())
        if row is None:
            return Home()
        try:
            return Home(self.store.read(row.sha256), row.id, row.sha256, row.tainted)
        except FileGone:
            return Home(row=row.id)

    def keep(self, before: Home, body: bytes) -> Callable[[Session], None]:
        """Store a home now; returns the commit that makes it the conversation's. The commit raises ToolFailed when
        another has been kept since `before` was opened. Raises StorageError."""
        digest = self.store.put(body)

        def commit(session: Session) -> None:
            now = self.clock.now()
            found = shell_homes.current(session, self.conversation_id, self.user_id, now)
            if found is not None and found.id != before.row:
                raise ToolFailed(CHANGED_MEANWHILE)
            made = ShellHome(
                conversation_id=self.conversation_id,
                user_id=self.user_id,
                sha256=digest,
                size=len(body),
                tainted=before.tainted or runs.is_tainted(session, self.run_id),
                expires_at=now + KEPT_FOR,
            )
            shell_homes.make_room(session, len(body), ALL_HOMES_BYTES, now)
            shell_homes.replace(session, made)

        return commit
