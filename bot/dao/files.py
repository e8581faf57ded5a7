"""Rows of stored files."""

from sqlalchemy import delete
from sqlmodel import Session, col, select

from bot.dao import file_index
from bot.models import OutboundPart, StoredFile


def add(session: Session, file: StoredFile) -> None:
    """Make a file exist, and have it indexed; the same content made twice by one run is one file."""
    known = select(StoredFile.id).where(StoredFile.run_id == file.run_id, StoredFile.sha256 == file.sha256)
    if file.run_id is None or session.exec(known).first() is None:
        session.add(file)
        session.flush()
        file_index.add(session, file)


def remove(session: Session, file_id: int) -> None:
    """Make a file no longer exist; the sweep of orphans removes its bytes."""
    session.execute(delete(StoredFile).where(col(StoredFile.id) == file_id))


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


def of_part(session: Session, part: OutboundPart) -> list[StoredFile]:
    """What hangs on a part that is still there, in its order: one file of a message, the attachments of an e-mail."""
    wanted = [part.file_id] if part.file_id else (part.email or {}).get("attachments", [])
    found = {file.id: file for file in session.exec(select(StoredFile).where(col(StoredFile.id).in_(wanted)))}
    return [found[number] for number in dict.fromkeys(wanted) if number in found]
