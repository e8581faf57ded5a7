"""A file store as whoever waits for an answer wants it: asked again while it may come back, as after a restart."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, Final, TypeVar

from bot import cancelling
from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.errors import FileGone, StorageError

PAUSES_S: Final = (1.0, 2.0, 4.0)
PATIENT_FOR_S: Final = 15.0  # one that hangs has had its time
IN_VAIN_FOR_S: Final = 60.0  # so long nobody waits again: ten photos would wait ten times

Made = TypeVar("Made")


@dataclass(slots=True)
class PatientStore:
    """What it cannot do at once it tries again. Not for who is asked by a provider that waits for seconds alone. Shared
    by threads without a lock."""

    store: FileStore
    clock: Clock
    _in_vain_until: float = float("-inf")  # monotonic

    def put(self, body: bytes) -> str:
        """See FileStore."""
        return self._patiently(lambda: self.store.put(body))

    def put_file(self, file: BinaryIO) -> str:
        """See FileStore."""
        return self._patiently(lambda: self.store.put_file(file))

    def read(self, digest: str) -> bytes:
        """See FileStore."""
        return self._patiently(lambda: self.store.read(digest))

    def part(self, digest: str, start: int, end: int) -> bytes:
        """See FileStore."""
        return self._patiently(lambda: self.store.part(digest, start, end))

    def delete(self, digest: str, untouched_for_s: float = 0) -> None:
        """See FileStore. Whoever deletes waits for nothing: what is left is swept."""
        self.store.delete(digest, untouched_for_s)

    def older_than(self, seconds: float, after: str = "", limit: int = 1000) -> tuple[list[str], str]:
        """See FileStore. Nobody waits for it."""
        return self.store.older_than(seconds, after, limit)

    def _patiently(self, act: Callable[[], Made]) -> Made:
        began = self.clock.monotonic()
        is_patient = began >= self._in_vain_until
        for pause in (*PAUSES_S, PATIENT_FOR_S):
            try:
                return act()
            except FileGone:
                raise
            except StorageError:
                if not is_patient or cancelling.current().is_set():
                    raise
                if (now := self.clock.monotonic()) + pause >= began + PATIENT_FOR_S:
                    self._in_vain_until = now + IN_VAIN_FOR_S
                    raise
                self.clock.wait(pause)
        raise AssertionError("the last pause is longer than anybody waits")
