"""The pictures among the files of the user of a run, for documents: nobody else's, and after an account grew
only what was made since (bot.services.privacy.holding)."""

from collections.abc import Collection
from dataclasses import dataclass

from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.dao import files
from bot.dao.database import Database
from bot.models import User
from bot.services.privacy import holding

MAX_BYTES = 16_000_000
"""Of all pictures of one document."""


@dataclass(frozen=True, slots=True)
class RunPictures:
    """One run's. A guest has none."""

    database: Database
    store: FileStore
    clock: Clock
    user_id: int | None

    def named(self, names: Collection[str]) -> dict[str, bytes]:
        """The newest picture of each name, as far as there is one and all together are not too large. Raises
        StorageError."""
        if self.user_id is None or not names:
            return {}
        with self.database.read() as session:
            user, now = session.get(User, self.user_id), self.clock.now()
            mine = files.pictures_named(session, self.user_id, names)
            found = {file.name: file for file in mine if holding.may_leave(session, user, file, now)}
        kept, room = {}, MAX_BYTES
        for file in found.values():
            if file.size <= room:
                kept[file.name] = self.store.read(file.sha256)
                room -= file.size
        return kept
