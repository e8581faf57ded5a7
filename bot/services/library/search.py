"""Search in a user's files: by words and by meaning, the two lists fused by reciprocal rank (Cormack, Clarke, Büttcher:
Reciprocal Rank Fusion, SIGIR 2009). When the model of sentences is away, by words alone."""

import logging
import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.clients.embeddings import Embedder
from bot.dao.database import Database
from bot.dao.library import file_index, passages
from bot.dao.library.shelves import Shelf
from bot.errors import ProviderError
from bot.models import FilePassage, StoredFile
from bot.text.search_words import words_of

CANDIDATES = 40  # passages of each list
RANK_CONSTANT = 60  # as in the paper: how much the first places count above the next
PASSAGES_SHOWN = 2  # of one file
MOST_WORDS = 16  # of a question
ENOUGH = 0.4  # beside the search by meaning: who has less of a question's words may share them by chance

Ranking = Sequence[Sequence[int]]  # numbers of passages, best first; those in one place are tied

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """A file with its best passages, best first."""

    file: StoredFile
    passages: tuple[FilePassage, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The best files first; `waiting` files are not indexed yet, and so could not be found."""

    found: tuple[Found, ...]
    waiting: int


@dataclass(frozen=True, slots=True)
class LibrarySearch:
    """One instance a process; `embedder` is None where only words are searched."""

    database: Database
    embedder: Embedder | None

    def search(self, shelf: Shelf, question: str, *, limit: int, timeout_s: float) -> Answer:
        """The files on a shelf that answer a question best."""
        vector = self._vector(question, timeout_s)
        with self.database.read() as session:
            lists: list[Ranking] = [by_words(session, shelf, question, ENOUGH if vector is not None else 0.0)]
            if vector is not None and self.embedder is not None:
                near = passages.by_vector(session, shelf, vector, self.embedder.name, CANDIDATES)
                lists.append([(number,) for number in near])
            rows = passages.with_files(session, [number for ranked in lists for tied in ranked for number in tied])
            lists = [_still_there(ranked, rows) for ranked in lists]
            waiting = file_index.waiting(session, shelf.user_id)
        return Answer(tuple(_best(lists, rows)[:limit]), waiting)

    def _vector(self, question: str, timeout_s: float) -> Sequence[float] | None:
        if self.embedder is None:
            return None
        try:
            return self.embedder.embed([question], "query", timeout_s=timeout_s)[0]
        except ProviderError as error:
            log.warning("files are searched by their words alone: %s", error)
            return None


def by_words(session: Session, shelf: Shelf, question: str, share: float = 0.0) -> Ranking:
    """Passages by the words of a question that they have, a word weighing the more the fewer passages have it (its
    inverse document frequency among this user's). Passages that have the same words stand together; those with less
    than a `share` of what all words weigh are left out."""
    words = list(dict.fromkeys(words_of(question)))[:MOST_WORDS]
    having = passages.by_words(session, shelf, words)
    number = max(passages.number_of(session, shelf.user_id), 1)
    weights = [math.log(1 + number / (1 + len(found))) for found in having]
    scores: dict[int, float] = defaultdict(float)
    for weight, found in zip(weights, having, strict=True):
        for passage in found:
            scores[passage] += weight
    enough = share * sum(weights)
    tied: dict[float, list[int]] = defaultdict(list)
    for passage in sorted(scores, key=lambda one: (-scores[one], one))[:CANDIDATES]:
        if scores[passage] >= enough:
            tied[round(scores[passage], 6)].append(passage)
    return list(tied.values())


def _still_there(ranked: Ranking, rows: Collection[int]) -> Ranking:
    """Without the passages of files that were deleted, or indexed anew, since they were ranked."""
    return [[number for number in tied if number in rows] for tied in ranked]


def _best(lists: Sequence[Ranking], rows: Mapping[int, tuple[FilePassage, StoredFile]]) -> list[Found]:
    """Files by the sum, over the lists, of what the rank of their best passage is worth. Those that are tied share a
    rank, so that the other list decides between them."""
    files: dict[int, float] = defaultdict(float)
    shown: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for ranked in lists:
        seen: set[int] = set()
        for tied in ranked:
            worth = 1 / (RANK_CONSTANT + len(seen) + 1)
            for number in tied:
                shown[rows[number][1].id][number] += worth
            new = {rows[number][1].id for number in tied} - seen
            for file_id in new:
                files[file_id] += worth
            seen |= new
    ordered = sorted(files, key=lambda file_id: -files[file_id])
    return [_found([rows[number] for number in _top(shown[file_id])]) for file_id in ordered]


def _top(worth: Mapping[int, float]) -> list[int]:
    return sorted(worth, key=lambda number: -worth[number])[:PASSAGES_SHOWN]


def _found(rows: Sequence[tuple[FilePassage, StoredFile]]) -> Found:
    return Found(rows[0][1], tuple(passage for passage, _ in rows))
