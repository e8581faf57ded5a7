"""The words of passages, as each database looks them up: FTS5 in SQLite, which gets stems made here (its own stemmer
knows English only); tsvector in PostgreSQL, by its French and its English configuration.

The table passage_words is made by a migration and goes with its passages by itself."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Integer, TextualSelect, text
from sqlmodel import Session

from bot.models import FilePassage
from bot.text.search_words import stems_of, words_of

_ADD_SQLITE = text("INSERT INTO passage_words (rowid, stems) VALUES (:id, :words)")
_ADD_POSTGRESQL = text(
    "INSERT INTO passage_words (passage_id, words)"
    " VALUES (:id, to_tsvector('french', :words) || to_tsvector('english', :words))"
)
_FIND_SQLITE = "SELECT rowid AS passage_id FROM passage_words WHERE passage_words MATCH :word"
_FIND_POSTGRESQL = (
    "SELECT passage_id FROM passage_words"
    " WHERE words @@ (plainto_tsquery('french', :word) || plainto_tsquery('english', :word))"
)


def add(session: Session, passages: Sequence[FilePassage]) -> None:
    """Have passages found by their words."""
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    values: list[dict[str, Any]] = [
        {"id": passage.id, "words": " ".join(stems_of(passage.body) if is_sqlite else words_of(passage.body))}
        for passage in passages
    ]
    if values:
        session.execute(_ADD_SQLITE if is_sqlite else _ADD_POSTGRESQL, values)


def having(session: Session, word: str) -> TextualSelect:
    """The passages that have a word, one of bot.text.search_words.words_of, in any of its forms: by `passage_id`."""
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    asked = " OR ".join(f'"{stem}"' for stem in stems_of(word)) if is_sqlite else word
    return text(_FIND_SQLITE if is_sqlite else _FIND_POSTGRESQL).bindparams(word=asked).columns(passage_id=Integer)
