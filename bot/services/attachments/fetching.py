"""Getting one attachment's bytes: tried again where that may help, for as long as a person waits for an answer."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from bot import cancelling
from bot.clock import Clock
from bot.errors import (
    AttachmentRefused,
    BodyTooLarge,
    PermanentError,
    ProviderError,
    TransientError,
    Unwanted,
)
from bot.refusals import AttachmentRefusal

NOT_READY_S = (0.5, 1.0, 1.5)  # Twilio may answer 404 for a moment after the webhook
FAILED_S = (1.0, 2.0, 4.0)
GONE = (403, 404, 410)  # its store says 403 behind a link that has ended; any other failure says nothing of the file

Made = TypeVar("Made")

log = logging.getLogger(__name__)


class MediaSource(Protocol):
    """Where attachments are fetched, and forgotten afterwards."""

    def fetch(self, url: str, *, max_bytes: int) -> bytes:
        """Raises ProviderError."""

    def delete(self, url: str) -> None:
        """Raises ProviderError."""


@dataclass(frozen=True, slots=True)
class Fetching:
    """One instance a process."""

    source: MediaSource
    clock: Clock
    max_bytes: int

    def get(self, url: str) -> bytes:
        """The bytes, of which one at least says something: telephones send files that have not arrived whole as so many
        zeros. Raises AttachmentRefused; Unwanted; AuthError, which somebody must be told of."""
        body = self._tried(url)
        if not body.strip(b"\0"):
            raise AttachmentRefused(AttachmentRefusal.EMPTY)
        return body

    def _tried(self, url: str) -> bytes:
        not_ready, failed = iter(NOT_READY_S), iter(FAILED_S)
        while True:
            try:
                return self.source.fetch(url, max_bytes=self.max_bytes)
            except BodyTooLarge as error:
                raise AttachmentRefused(AttachmentRefusal.TOO_LARGE) from error
            except PermanentError as error:
                log.warning("an attachment is not fetched: %s", error)
                pause = next(not_ready, None) if error.code == 404 else None
                refusal = AttachmentRefusal.EXPIRED if error.code in GONE else AttachmentRefusal.UNREACHABLE
            except TransientError:
                pause = next(failed, None)
                refusal = AttachmentRefusal.UNREACHABLE
            if pause is None:
                raise AttachmentRefused(refusal)
            rest(self.clock, pause)


def tried_again(make: Callable[[], Made], clock: Clock) -> Made:
    """What is made of bytes that are here, tried again while a provider that is needed may come back. Raises
    AttachmentRefused, Unwanted."""
    for pause in (*FAILED_S[:2], None):
        try:
            return make()
        except TransientError as error:
            log.warning("an attachment is not taken in: %s", error)
            if pause is None:
                raise AttachmentRefused(AttachmentRefusal.UNREACHABLE) from error
            rest(clock, pause)
        except ProviderError as error:
            raise AttachmentRefused(AttachmentRefusal.UNREACHABLE) from error
    raise AssertionError("the last pause is None")


def rest(clock: Clock, seconds: float) -> None:
    """Between two tries. Raises Unwanted, before and behind it, when nobody waits for another."""
    go_on()
    clock.wait(seconds)
    go_on()


def go_on() -> None:
    """Between two steps. Raises Unwanted when the work of this thread was cancelled."""
    if cancelling.current().is_set():
        raise Unwanted
