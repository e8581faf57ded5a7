"""Room in a person's library. When it is full, the oldest files that were made for them go first; what they sent never
goes without their word."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from bot.config import Settings
from bot.dao.library import files, room
from bot.dao.library.room import Owner
from bot.dao.privacy import erasure
from bot.errors import LibraryFull

MB = 1_000_000  # as sizes are told to people


@dataclass(frozen=True, slots=True)
class LibraryRoom:
    """How much one person's library may hold: bytes and files."""

    most_bytes: int
    most_files: int

    def make(self, session: Session, owner: Owner, size: int, now: datetime) -> Sequence[str]:
        """Make room for one more file of `size` bytes, in the transaction that will store its row. Nobody else decides
        about this library until that ends. Returns the digests of bytes that no file has any more; whoever does not
        remove them leaves it to the sweep of orphans. Raises LibraryFull, and nothing has gone, when it takes what the
        person sent themselves."""
        return self._make(session, owner, size, now, is_vital=False)

    def make_for_answer(self, session: Session, owner: Owner, size: int, now: datetime) -> Sequence[str]:
        """The same for an answer's own document, which must reach the person: as much room as there can be."""
        return self._make(session, owner, size, now, is_vital=True)

    def _make(self, session: Session, owner: Owner, size: int, now: datetime, *, is_vital: bool) -> Sequence[str]:
        room.lock(session, owner)
        number, held = room.held(session, owner)
        too_many, too_much = number + 1 - self.most_files, held + size - self.most_bytes
        if too_many <= 0 and too_much <= 0:
            return ()
        going, digests = [], set()
        for file in room.made(session, owner, room.named_in_mails(session, owner, now)):
            if too_many <= 0 and too_much <= 0:
                break
            going.append(file.id)
            digests.add(file.sha256)
            too_many, too_much = too_many - 1, too_much - file.size
        if (too_many > 0 or too_much > 0) and not is_vital:
            raise LibraryFull
        files.remove_all(session, going)
        return erasure.unnamed(session, sorted(digests))


def room_of(settings: Settings) -> LibraryRoom:
    """As the settings say."""
    return LibraryRoom(settings.library_mb * MB, settings.library_files)
