"""The pictures and the pages of PDFs among the files of a run's user, looked at again."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.clients.storage import FileStore
from bot.dao.work import runs
from bot.isolation.page_pictures import page_pictures
from bot.models import StoredFile
from bot.services.library.eyes import Eyes
from bot.services.library.run_library import MOST_LOOKED_AT, RunLibrary
from bot.types import Mode

PDF = "application/pdf"


def can_be_seen(file: StoredFile) -> bool:
    """Whether it is a picture, or has pages to be drawn."""
    return file.content_type.startswith(("image/", PDF))


@dataclass(frozen=True, slots=True)
class RunEyes:
    """One run's. `name`: the model that looks."""

    library: RunLibrary
    store: FileStore
    eyes: Eyes
    name: str
    mode: Mode
    run_id: int

    def pictures(self, wanted: str) -> Sequence[StoredFile]:
        """The pictures and PDFs that a number, a name or a title may mean, other files where it means those alone;
        without one, the newest picture."""
        if wanted.strip():
            named = self.library.named(wanted)
            return [file for file in named if can_be_seen(file)] or named
        return [file for file in self.library.newest(MOST_LOOKED_AT) if file.content_type.startswith("image/")][:1]

    def look(
        self, file: StoredFile, page: int, question: str, timeout_s: float
    ) -> tuple[str, Callable[[Session], None]]:
        """What is seen on it, or on one of its pages, and the commit that counts what the look took. Raises
        StorageError, FileUnreadable, ProviderError, ModelError."""
        ends, picture = time.monotonic() + timeout_s, self.store.read(file.sha256)
        if file.content_type.startswith(PDF):
            picture = page_pictures(picture, first=page, most=1, timeout_s=timeout_s / 2).pictures[0]
        left_s = max(0.1, ends - time.monotonic())
        seen = self.eyes.look(self.name, picture, question, self.mode, timeout_s=left_s)

        def commit(session: Session) -> None:
            used = seen.usage
            runs.add_usage(
                session, self.run_id, used.prompt_tokens, used.completion_tokens, used.cached_tokens, seen.dollars
            )
            seen.count(session, self.run_id)

        return seen.text, commit
