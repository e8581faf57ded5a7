"""Which files are to be indexed, and how that went. A file's row here is written together with the file."""

from datetime import datetime, timedelta

from sqlalchemy import literal, or_, update
from sqlmodel import Session, col, func, select

from bot.dao import periodic_statements
from bot.dao.changes import changed
from bot.dao.privacy.owned_rows import FLEETING
from bot.models import FileIndex, StoredFile

FIRST_WAIT = timedelta(minutes=1)  # until a file is tried again, doubled each time
MOST_TRIES = 10  # then it is left alone: about half a day after it was stored


def has_text(file: StoredFile) -> bool:
    """Whether it may be worth looking for words in a file: copies of everything, sounds and pictures of ours have none.
    Of what is on a photo that was sent a description is made."""
    return file.content_type not in FLEETING and (file.origin == "sent" or not is_picture(file))


def is_picture(file: StoredFile) -> bool:
    """Whether it is one."""
    return file.content_type.startswith("image/")


def add(session: Session, file: StoredFile) -> None:
    """Have a stored file indexed soon."""
    if has_text(file):
        session.add(FileIndex(file_id=file.id))


def add_missing(session: Session, file: StoredFile) -> None:
    """`add` for a file that was stored without it, unless somebody has done so meanwhile."""
    if session.get(FileIndex, file.id) is None:
        add(session, file)


def is_any_due(session: Session, now: datetime) -> bool:
    """Whether there is something to do."""
    return periodic_statements.file_to_index().first(session, {"now": now}) is not None


def take(session: Session, now: datetime) -> StoredFile | None:
    """The next file to be indexed. It is due again later, so that one whose indexing kills this process, or meets a
    model that is away, is tried again, but not for ever."""
    found = session.exec(
        select(FileIndex)
        .where(col(FileIndex.due_at) <= now)
        .order_by(col(FileIndex.due_at))
        .limit(1)
        .with_for_update(skip_locked=True)
    ).first()
    if found is None:
        return None
    found.tries += 1
    found.due_at = now + FIRST_WAIT * 2 ** (found.tries - 1) if found.tries < MOST_TRIES else None
    return session.get_one(StoredFile, found.file_id)


def note_outcome(session: Session, file_id: int, outcome: str, embedder: str, *, is_whole: bool) -> bool:
    """Write down how indexing a file went; unless `is_whole` it stays due. False when the file has gone meanwhile."""
    values: dict[str, object] = {"outcome": outcome, "embedder": embedder}
    if is_whole:
        values |= {"due_at": None, "tries": 0}
    return changed(session, update(FileIndex).where(col(FileIndex.file_id) == file_id).values(**values))


def redo_other_models(session: Session, embedder: str, now: datetime) -> int:
    """Have files indexed anew whose vectors are of another model than `embedder`, the one in use. Returns how many."""
    in_use = literal(embedder, literal_execute=True)  # so that PostgreSQL knows how few have another
    another = or_(col(FileIndex.embedder) < in_use, col(FileIndex.embedder) > in_use)  # what an index can find
    others = (col(FileIndex.outcome) == "indexed", another, col(FileIndex.due_at).is_(None))
    number = session.exec(select(func.count()).select_from(FileIndex).where(*others)).one()
    if number:
        session.execute(update(FileIndex).where(*others).values(due_at=now, tries=0))
    return number


def waiting(session: Session, user_id: int) -> int:
    """How many files of a user cannot be found yet."""
    return session.exec(
        select(func.count())
        .select_from(FileIndex)
        .join(StoredFile, col(StoredFile.id) == col(FileIndex.file_id))
        .where(StoredFile.user_id == user_id, FileIndex.outcome == "", col(FileIndex.due_at).is_not(None))
    ).one()
