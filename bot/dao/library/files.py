"""Rows of stored files."""

from collections.abc import Collection, Sequence

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from bot.dao.library import file_index
from bot.models import OutboundPart, StoredFile


def add(session: Session, file: StoredFile) -> None:
    """Make a file exist, and have it indexed; the same content made twice by one run is one file."""
    known = select(StoredFile.id).where(StoredFile.run_id == file.run_id, StoredFile.sha256 == file.sha256)
    if file.run_id is None or session.exec(known).first() is None:
        session.add(file)
        session.flush()
        file_index.add(session, file)


def same_sent(session: Session, file: StoredFile) -> StoredFile | None:
    """The file of the same content that the person of `file` has sent before, if any."""
    whose = StoredFile.conversation_id == file.conversation_id
    if file.user_id is not None:
        whose = StoredFile.user_id == file.user_id
    same = select(StoredFile).where(
        whose, StoredFile.sha256 == file.sha256, StoredFile.origin == file.origin, StoredFile.user_id == file.user_id
    )
    return session.exec(same.order_by(col(StoredFile.id)).limit(1)).first()


def receive(session: Session, file: StoredFile, *, is_read: bool) -> StoredFile:
    """Make a file exist that a person has sent, and have it indexed if it could be read. Called by who holds the
    conversation."""
    session.add(file)
    session.flush()
    if is_read:
        file_index.add(session, file)
    return file


def describe(session: Session, file_id: int, description: str) -> None:
    """Write down what is on a picture, if it is still there."""
    session.execute(update(StoredFile).where(col(StoredFile.id) == file_id).values(description=description))


def remove(session: Session, file_id: int) -> None:
    """Make a file no longer exist; the sweep of orphans removes its bytes."""
    session.execute(delete(StoredFile).where(col(StoredFile.id) == file_id))


def remove_all(session: Session, ids: Collection[int]) -> None:
    """`remove` for several files; parts that carried one are kept without it."""
    hung = update(OutboundPart).where(col(OutboundPart.file_id).in_(ids)).values(file_id=None)
    session.execute(hung.execution_options(synchronize_session=False))
    gone = delete(StoredFile).where(col(StoredFile.id).in_(ids))
    session.execute(gone.execution_options(synchronize_session=False))


def by_token(session: Session, token: str) -> StoredFile | None:
    """The file a link's token names."""
    return session.exec(select(StoredFile).where(StoredFile.token == token)).one_or_none()


def own(session: Session, file_id: int, user_id: int | None) -> StoredFile | None:
    """A file, if it is still there and still this user's."""
    file = session.get(StoredFile, file_id, populate_existing=True)
    return file if file is not None and file.user_id == user_id else None


def of_run(session: Session, run_id: int) -> list[StoredFile]:
    """The files of a run, in the order they were made."""
    return list(session.exec(select(StoredFile).where(StoredFile.run_id == run_id).order_by(col(StoredFile.id))))


def numbered(session: Session, numbers: Sequence[int]) -> list[StoredFile]:
    """The files of these numbers that are still there, in this order."""
    if not numbers:
        return []
    found = {file.id: file for file in session.exec(select(StoredFile).where(col(StoredFile.id).in_(numbers)))}
    return [found[number] for number in numbers if number in found]


def of_part(session: Session, part: OutboundPart) -> list[StoredFile]:
    """What hangs on a part that is still there, in its order: one file of a message, the attachments of an e-mail."""
    wanted = [part.file_id] if part.file_id else (part.email or {}).get("attachments", [])
    return numbered(session, list(dict.fromkeys(wanted))) if wanted else []
