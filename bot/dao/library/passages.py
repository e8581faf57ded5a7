"""Passages of files: written by the indexing, found by their words or by their vectors, only ever those of one user."""

from collections.abc import Sequence
from operator import mul

from sqlalchemy import ColumnElement, delete, text
from sqlmodel import Session, col, func, select

from bot.dao.library import passage_words
from bot.dao.library.shelves import Shelf
from bot.models import FileIndex, FilePassage, StoredFile

NEAREST_IN_POSTGRESQL = text("file_passage.vector::vector <=> CAST(:looked_for AS vector)")


def replace(session: Session, file_id: int, passages: Sequence[FilePassage]) -> None:
    """Give a file these passages and no others."""
    session.execute(delete(FilePassage).where(col(FilePassage.file_id) == file_id))
    session.add_all(passages)
    session.flush()
    passage_words.add(session, passages)


def number_of(session: Session, user_id: int, *, beside: int = 0) -> int:
    """How many passages a user's files have, one file left out."""
    return session.exec(
        select(func.count())
        .select_from(FilePassage)
        .join(StoredFile, col(StoredFile.id) == col(FilePassage.file_id))
        .where(StoredFile.user_id == user_id, StoredFile.id != beside)
    ).one()


def by_words(session: Session, shelf: Shelf, words: Sequence[str]) -> Sequence[frozenset[int]]:
    """For each word (of bot.text.search_words.words_of) the numbers of the passages that have it."""
    return [_having(session, shelf, word) for word in words]


def _having(session: Session, shelf: Shelf, word: str) -> frozenset[int]:
    matches = passage_words.having(session, word).subquery("matches")
    chosen = (
        select(FilePassage.id)
        .join(StoredFile, col(StoredFile.id) == col(FilePassage.file_id))
        .join(matches, matches.c.passage_id == col(FilePassage.id))
        .where(*shelf.holds())
    )
    return frozenset(session.exec(chosen))


def by_vector(session: Session, shelf: Shelf, vector: Sequence[float], embedder: str, limit: int) -> Sequence[int]:
    """The numbers of the passages nearest to a vector of the same model, nearest first: by pgvector where it is
    installed, else compared here, one by one; a user's library is bounded (docs/decisions/0023)."""
    of_model = (*shelf.holds(), col(FileIndex.embedder) == embedder, col(FilePassage.vector).is_not(None))
    if _has_pgvector(session):
        return _nearest_in_database(session, of_model, vector, limit)
    chosen = (
        select(FilePassage.id, FilePassage.vector)
        .join(StoredFile, col(StoredFile.id) == col(FilePassage.file_id))
        .join(FileIndex, col(FileIndex.file_id) == col(FilePassage.file_id))
        .where(*of_model)
    )
    near = [(sum(map(mul, vector, there)), number) for number, there in session.exec(chosen)]
    return [number for _, number in sorted(near, reverse=True)[:limit]]


def with_files(session: Session, numbers: Sequence[int]) -> dict[int, tuple[FilePassage, StoredFile]]:
    """Passages by their numbers, each with its file."""
    chosen = (
        select(FilePassage, StoredFile)
        .join(StoredFile, col(StoredFile.id) == col(FilePassage.file_id))
        .where(col(FilePassage.id).in_(numbers))
    )
    return {passage.id: (passage, file) for passage, file in session.exec(chosen)}


def _nearest_in_database(
    session: Session, of_model: Sequence[ColumnElement[bool]], vector: Sequence[float], limit: int
) -> Sequence[int]:
    looked_for = f"[{','.join(f'{value:.6g}' for value in vector)}]"
    chosen = (
        select(FilePassage.id)
        .join(StoredFile, col(StoredFile.id) == col(FilePassage.file_id))
        .join(FileIndex, col(FileIndex.file_id) == col(FilePassage.file_id))
        .where(*of_model, text("array_length(file_passage.vector, 1) = :length").bindparams(length=len(vector)))
        .order_by(NEAREST_IN_POSTGRESQL.bindparams(looked_for=looked_for))
        .limit(limit)
    )
    return session.exec(chosen).all()


def _has_pgvector(session: Session) -> bool:
    if session.get_bind().dialect.name == "sqlite":
        return False
    return bool(session.scalar(text("SELECT to_regtype('vector') IS NOT NULL")))
