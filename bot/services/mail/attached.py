"""The files that go along with a message, as the model names them: the person's own and nobody else's."""

from collections.abc import Sequence

from sqlmodel import Session

from bot.dao.library import files as stored
from bot.errors import ToolFailed, ToolRetry
from bot.models import StoredFile
from bot.services.library.run_library import RunLibrary

GONE = "Refused: one of the files is no longer there."


def named(library: RunLibrary, names: Sequence[str]) -> list[StoredFile]:
    """The files of these names, numbers or titles. Raises ToolRetry when one is none or several."""
    found: list[StoredFile] = []
    for name in names:
        files = library.named(name)
        if len(files) != 1:
            some = ", ".join(file.name for file in (files or library.newest(5))[:5]) or "none yet"
            raise ToolRetry(f"{name!r} is not one file of the user's. Theirs: {some}")
        if files[0].id not in [file.id for file in found]:
            found.append(files[0])
    return found


def again(session: Session, files: Sequence[StoredFile], user_id: int | None) -> list[StoredFile]:
    """The same files inside a transaction, each still there and still this user's. Raises ToolFailed."""
    kept = [row for file in files if (row := stored.own(session, file.id, user_id)) is not None]
    if len(kept) != len(files):
        raise ToolFailed(GONE)
    return kept
