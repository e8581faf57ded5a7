"""The phone's memory on disk, so that a restart in development keeps the threads. Never needed for correctness."""

import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from bot.simulator.courier import Courier
from bot.simulator.records import Inbound, Media, Sent
from bot.simulator.twilio import TwilioStandIn

log = logging.getLogger(__name__)

SAVE_AFTER_S = 0.5


@dataclass(frozen=True)
class Memory:
    """What is kept."""

    sent: list[Sent]
    inbound: list[Inbound]


MessageT = TypeVar("MessageT", Sent, Inbound)

_MEMORY = TypeAdapter(Memory)


class Archive:
    """One folder: `threads.json`, and each media file under its identifier."""

    def __init__(self, stand_in: TwilioStandIn, folder: Path) -> None:
        self._stand_in = stand_in
        self._folder = folder
        self._courier = Courier(threads=1)
        self._pending = False

    def load(self) -> None:
        """Give the stand-in back what the last process knew, and save every change from now on."""
        try:
            memory = _MEMORY.validate_json((self._folder / "threads.json").read_bytes())
        except FileNotFoundError:
            memory = Memory([], [])
        except ValidationError:
            log.warning("The phone's memory could not be read and begins anew")
            memory = Memory([], [])
        self._stand_in.restore(
            [replace(message, media=self._filled(message.media)) for message in memory.sent],
            [replace(message, media=tuple(self._filled(message.media))) for message in memory.inbound],
        )
        self._stand_in.on_change(self._plan)

    def save(self) -> None:
        """Write everything now."""
        with self._stand_in.changed:
            self._pending = False
            memory = Memory(
                [self._stripped(message) for message in self._stand_in.sent],
                [self._stripped(message) for message in self._stand_in.inbound],
            )
            content = _MEMORY.dump_json(memory)
        self._write("threads.json", content)

    def stop(self) -> None:
        """End the saving thread; the last change may be lost unless `save` is called."""
        self._courier.stop()

    def _plan(self) -> None:
        if not self._pending:
            self._pending = True
            self._courier.schedule(SAVE_AFTER_S, self.save)

    def _stripped(self, message: MessageT) -> MessageT:
        """The message without the bytes of its media, which are written beside it once."""
        for media in message.media:
            if not (self._folder / media.sid).exists():
                self._write(media.sid, media.content)
        bare = [replace(media, content=b"") for media in message.media]
        if isinstance(message, Sent):
            return replace(message, media=bare)
        return replace(message, media=tuple(bare))

    def _filled(self, files: Iterable[Media]) -> list[Media]:
        return [replace(media, content=self._read(media.sid)) for media in files]

    def _read(self, name: str) -> bytes:
        path = self._folder / name
        return path.read_bytes() if path.exists() else b""

    def _write(self, name: str, content: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        draft = self._folder / f".{name}.new"
        draft.write_bytes(content)
        os.replace(draft, self._folder / name)
