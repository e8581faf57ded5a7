"""The files of the user of a run, as its tools see them: nobody else's, and after an account grew only what was made
since (bot.services.privacy.holding)."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.dao import users
from bot.dao.database import Database
from bot.dao.library import shelves
from bot.dao.library.shelves import Shelf
from bot.errors import FileUnreadable
from bot.isolation.file_text import FileText, described, read_file
from bot.models import StoredFile
from bot.refusals import Unreadable
from bot.services.library.search import Answer, LibrarySearch
from bot.services.privacy import holding
from bot.text.folding import folded
from bot.text.search_words import words_of

_PLURAL: Final = re.compile(r"(?<=\w{3})[sx]$")
MOST_LOOKED_AT = 500  # for a name
MAX_PICTURE_BYTES = 16_000_000
"""Of all pictures of one document."""


@dataclass(frozen=True, slots=True)
class Where:
    """What of a file is read: from a page, slide or part on, of one sheet; a column that is added up."""

    place: int = 1
    sheet: str = ""
    column: str = ""


@dataclass(frozen=True, slots=True)
class RunLibrary:
    """One run's. A guest has no files here."""

    database: Database
    store: FileStore
    searching: LibrarySearch
    clock: Clock
    user_id: int | None

    def newest(self, limit: int) -> Sequence[StoredFile]:
        """The newest files, newest first."""
        shelf = self._shelf()
        if shelf is None:
            return []
        with self.database.read() as session:
            return shelves.newest(session, shelf, limit)

    def named(self, wanted: str) -> Sequence[StoredFile]:
        """The files that a number, a name or a title may mean: by number or whole name the newest one alone.
        « factures » means « Facture août » where nothing is called by that very word."""
        files = self.newest(MOST_LOOKED_AT)
        number = wanted.strip().lstrip("#")
        if number.isascii() and number.isdigit() and (exact := [file for file in files if str(file.id) == number]):
            return exact
        whole = folded(wanted).strip()
        if exact := [file for file in files if whole in _names(file)]:
            return exact[:1]
        words = set(words_of(wanted))
        called = [(file, set(words_of(f"{file.title} {file.name}"))) for file in files if words]
        by_words = [file for file, theirs in called if words <= theirs]
        return by_words or [file for file, theirs in called if _of_any_number(words) <= _of_any_number(theirs)]

    def read(self, file: StoredFile, where: Where, *, chars: int, timeout_s: float) -> FileText:
        """The text of one of these files, of a photo what is known to be on it. Raises FileUnreadable, StorageError."""
        if file.description:
            if where != Where():
                raise FileUnreadable(Unreadable.NO_SUCH_PLACE)
            return described(file.description)
        body = self.store.read(file.sha256)
        return read_file(
            body, place=where.place, sheet=where.sheet, column=where.column, chars=chars, timeout_s=timeout_s
        )

    def search(self, question: str, *, limit: int, timeout_s: float) -> Answer:
        """The files that answer a question best."""
        shelf = self._shelf()
        if shelf is None:
            return Answer((), 0)
        return self.searching.search(shelf, question, limit=limit, timeout_s=timeout_s)

    def pictures(self, names: Collection[str]) -> dict[str, bytes]:
        """The newest picture of each whole name, as far as there is one and all together are not too large. Raises
        StorageError."""
        shelf = self._shelf() if names else None
        if shelf is None:
            return {}
        with self.database.read() as session:
            found = {file.name: file for file in shelves.pictures_named(session, shelf, names)}
        kept, room = {}, MAX_PICTURE_BYTES
        for file in found.values():
            if file.size <= room:
                kept[file.name] = self.store.read(file.sha256)
                room -= file.size
        return kept

    def _shelf(self) -> Shelf | None:
        if self.user_id is None:
            return None
        with self.database.read() as session:
            phone = users.phone_of(session, self.user_id)
            return Shelf(self.user_id, holding.since(session, phone, self.clock.now()))


def _of_any_number(words: Iterable[str]) -> set[str]:
    """Words of which singular and plural are one."""
    return {_PLURAL.sub("", word) for word in words}


def _names(file: StoredFile) -> set[str]:
    return {folded(name).strip() for name in (file.name, PurePath(file.name).stem, file.title)}
