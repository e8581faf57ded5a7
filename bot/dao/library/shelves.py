"""The files of one user, as far as they may be shown: every search and every list begins here."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from bot.dao.privacy.owned_rows import FLEETING
from bot.models import StoredFile


@dataclass(frozen=True, slots=True)
class Shelf:
    """What may be searched: the files of one user, of those only what was made since `since` when that is said."""

    user_id: int
    since: datetime | None = None

    def holds(self) -> Sequence[ColumnElement[bool]]:
        """The condition on stored files."""
        conditions = [col(StoredFile.user_id) == self.user_id, col(StoredFile.content_type).not_in(FLEETING)]
        return conditions if self.since is None else [*conditions, col(StoredFile.created_at) >= self.since]


def newest(session: Session, shelf: Shelf, limit: int) -> Sequence[StoredFile]:
    """The newest files on a shelf, newest first."""
    chosen = select(StoredFile).where(*shelf.holds()).order_by(col(StoredFile.id).desc()).limit(limit)
    return session.exec(chosen).all()


def pictures_named(session: Session, shelf: Shelf, names: Collection[str]) -> Sequence[StoredFile]:
    """The pictures of these names on a shelf, oldest first."""
    chosen = select(StoredFile).where(*shelf.holds(), col(StoredFile.name).in_(names))
    pictures = chosen.where(col(StoredFile.content_type).startswith("image/"))
    return session.exec(pictures.order_by(col(StoredFile.id))).all()
