"""A search in a library of 200 files with 1,000 passages: a question embedded by the local model, words and vectors
looked up in SQLite, where vectors are compared in the process, and fused. What is indexed is made up: a search does not
care."""

import random
import statistics
import tempfile
import time
from pathlib import Path

from bot.cli.commands import add_user
from bot.dao import conversations
from bot.dao.database import Database
from bot.dao.library import files, passages
from bot.dao.library.shelves import Shelf
from bot.isolation.local_embeddings import DIMENSIONS, LocalEmbedder
from bot.models import FileIndex, FilePassage, StoredFile
from bot.services.library.search import LibrarySearch
from bot.types import Mode
from tests.bench.report import Finding
from tests.fakes.keys import migrate, open_database

FILES, PASSAGES, WORDS = 200, 5, 130
QUESTIONS = ("comment les plantes font-elles leur énergie", "facture mot17 mot404", "how is a triangle measured")
PATIENCE_S = 60.0


def library(rounds: int) -> list[Finding]:
    """Median of wall time; the first search, which starts the model, apart."""
    with tempfile.TemporaryDirectory(prefix="palabre-bench-", ignore_cleanup_errors=True) as folder:
        database = open_database(f"sqlite:///{folder}/library.db")
        migrate(database)
        shelf, model = _stocked(database), LocalEmbedder(Path(folder), alone_s=1)
        search = LibrarySearch(database, model)
        first = _seconds(search, shelf, QUESTIONS[0])
        times = [_seconds(search, shelf, question) for _ in range(rounds) for question in QUESTIONS]
        model.close()
        database.close()
    return [
        Finding("library: a search over 200 files, 1,000 passages", "ms", statistics.median(times) * 1_000, 250),
        Finding("library: the first one, which starts the model", "ms", first * 1_000, 3_000),
    ]


def _seconds(search: LibrarySearch, shelf: Shelf, question: str) -> float:
    began = time.perf_counter()
    assert search.search(shelf, question, limit=5, timeout_s=PATIENCE_S).found
    return time.perf_counter() - began


def _stocked(database: Database) -> Shelf:
    chance = random.Random(1)
    add_user(database, "+2250700000001", Mode.PRO, 0)
    with database.write() as session:
        key = conversations.conversation_id(session, "+2250700000001")
        for number in range(FILES):
            file = StoredFile(conversation_id=key, user_id=1, name=f"f{number}.md", title=f"Document {number}",
                              content_type="text/markdown", size=1, sha256=f"{number:064}")  # fmt: skip
            files.add(session, file)
            made = [_passage(chance, file.id, place) for place in range(PASSAGES)]
            passages.replace(session, file.id, made)
            index = session.get_one(FileIndex, file.id)
            index.due_at, index.outcome, index.embedder = None, "indexed", LocalEmbedder.name
    return Shelf(1)


def _passage(chance: random.Random, file_id: int, place: int) -> FilePassage:
    values = [chance.gauss(0, 1) for _ in range(DIMENSIONS)]
    length = sum(value * value for value in values) ** 0.5
    body = " ".join(f"mot{chance.randrange(3_000)}" for _ in range(WORDS))
    return FilePassage(file_id=file_id, place=place + 1, body=body, vector=[value / length for value in values])
