"""Indexing of files in the background: their text is cut into passages, with words and vectors to be found by.

A chore of one worker at a time. Each file is taken, read and written in transactions of its own with nothing held in
between; whatever dies in between is taken again later. Doing it twice changes nothing."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import islice

from bot.clients.embeddings import Embedder, Vector
from bot.clients.storage import FileStore
from bot.dao.database import Database
from bot.dao.library import file_index, files, passages
from bot.errors import FileUnreadable, ProviderError, StorageError
from bot.isolation.file_text import FileText, described, read_file
from bot.models import FilePassage, StoredFile
from bot.refusals import Unreadable
from bot.services.library.describing import Describer
from bot.services.library.eyes import Seen
from bot.services.work.chores import Turn
from bot.text.passages import passages_of

MOST_OF_FILE = 120  # passages: some forty pages
MOST_OF_USER = 5_000  # of what comes later only the beginning is indexed
READ_S, EMBED_S = 30.0, 20.0
AT_ONCE = 4  # passages asked for in one request: the lease of the chore is kept between two
CHARS = 150_000

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Indexing:
    """One instance a process. Without an embedder files are found by their words alone."""

    database: Database
    store: FileStore
    embedder: Embedder | None
    describer: Describer

    def act(self, turn: Turn) -> None:
        """One chore's turn: everything that is due."""
        with turn.step() as session:
            turn.count("reindexed", file_index.redo_other_models(session, self._model, turn.now))
        while True:
            with turn.step() as session:
                file = file_index.take(session, turn.now)
            if file is None:
                return
            if turn.alone(f"file {file.id}", partial(self._index, turn, file)):  # else it is due again later
                turn.count("indexed", 1)

    @property
    def _model(self) -> str:
        return self.embedder.name if self.embedder is not None else ""

    def _index(self, turn: Turn, file: StoredFile) -> None:
        with self.database.read() as session:
            others = passages.number_of(session, file.user_id, beside=file.id) if file.user_id is not None else 0
        try:
            body = self.store.read(file.sha256)
        except StorageError as error:  # the store may be back when the file is due again
            log.warning("a file is indexed later: %s", error)
            return
        if file_index.is_picture(file):
            text, outcome, is_known = self._seen(turn, file, body)
        else:
            (text, outcome), is_known = _read(body), True
        made = passages_in(file, text, max(1, min(MOST_OF_FILE, MOST_OF_USER - others)))
        is_whole = self._add_vectors(turn, made) and is_known
        with turn.step() as session:
            if file_index.note_outcome(session, file.id, outcome, self._model if is_whole else "", is_whole=is_whole):
                passages.replace(session, file.id, made)

    def _seen(self, turn: Turn, file: StoredFile, body: bytes) -> tuple[FileText | None, str, bool]:
        """What is on a photo, how that went, and whether nothing is left to be tried. It is described once."""
        if file.description:
            return described(file.description), "indexed", True
        found = self.describer.describe(file, body, turn.now)
        if found is None:
            return None, Unreadable.PICTURE, False
        text = found if isinstance(found, str) else found.text
        with turn.step() as session:
            if isinstance(found, Seen):
                found.count(session, file.id)
            files.describe(session, file.id, text)
        return (described(text), "indexed", True) if text else (None, Unreadable.PICTURE, True)

    def _add_vectors(self, turn: Turn, made: Sequence[FilePassage]) -> bool:
        """Whether all have one; without a model none is missed."""
        if self.embedder is None:
            return True
        vectors: list[Vector] = []
        try:
            for start in range(0, len(made), AT_ONCE):
                texts = [passage.body for passage in made[start : start + AT_ONCE]]
                vectors += self.embedder.embed(texts, "passage", timeout_s=EMBED_S)
                with turn.step():
                    pass  # says that we are alive
        except ProviderError as error:
            log.warning("a file is found by its words alone for now: %s", error)
            return False
        for passage, vector in zip(made, vectors, strict=True):
            passage.vector = vector
        return True


def _read(body: bytes) -> tuple[FileText | None, str]:
    """The text of a file, and how that went."""
    try:
        return read_file(body, chars=CHARS, timeout_s=READ_S), "indexed"
    except FileUnreadable as error:
        return None, error.reason.value


def passages_in(file: StoredFile, text: FileText | None, most: int) -> list[FilePassage]:
    """The passages of a file, each behind its title: what is looked for is often named there alone. A file without
    text is found by its title."""
    title = " ".join((file.title or file.name).split())
    if text is None:
        return [FilePassage(file_id=file.id, body=title)]
    pieces = (
        FilePassage(file_id=file.id, place=piece.place, sheet=piece.sheet, body=f"{title}\n{body}")
        for piece in text.pieces
        for body in passages_of(piece.text)
    )
    return list(islice(pieces, most)) or [FilePassage(file_id=file.id, body=title)]


def when_due(database: Database, act: Callable[[], None], now: Callable[[], datetime]) -> Callable[[], None]:
    """`act`, called only when a file waits: nobody asks for the chore, which is a write, every few seconds."""

    def tick() -> None:
        with database.read() as session:
            is_due = file_index.is_any_due(session, now())
        if is_due:
            act()

    return tick
