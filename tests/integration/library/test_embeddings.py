"""The local model: one process a machine for all who ask, started by the first, gone when nobody is left; and the
endpoint that may take its place."""

import errno
import json
import os
import signal
import socket
import tempfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bot.clients.embeddings import EndpointEmbedder, Vector
from bot.errors import PermanentError, TransientError
from bot.isolation.embedding_helper import LENGTH, SOCKET, Helper
from bot.isolation.local_embeddings import DIMENSIONS, LocalEmbedder, open_embedder
from tests.fakes.product import make_settings
from tests.fakes.threads import at_once
from tests.fakes.waiting import eventually

PATIENCE_S = 60.0


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path: a socket's may have 107 characters, and in a test's own folder stand the names of test and user."""
    with tempfile.TemporaryDirectory() as made:
        path = Path(made) / "model"
        path.mkdir(mode=0o700)
        yield path


def helpers(folder: Path) -> list[int]:
    """The processes that serve a folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if str(folder).encode() in command and b"embedding_helper" in command:
                found.append(int(entry.name))
    return found


def near(one: Vector, other: Vector) -> float:
    return sum(left * right for left, right in zip(one, other, strict=True))


def test_a_question_is_nearest_to_its_answer_in_another_language(folder: Path) -> None:
    model = LocalEmbedder(folder, alone_s=0.5)
    (question,) = model.embed(["comment les plantes font-elles leur énergie ?"], "query", timeout_s=PATIENCE_S)
    good, bad = model.embed(["Plants turn light into energy.", "The bank statement."], "passage", timeout_s=PATIENCE_S)
    assert len(question) == DIMENSIONS
    assert near(question, good) > near(question, bad)
    model.close()
    eventually(lambda: not helpers(folder), PATIENCE_S)
    assert not (folder / SOCKET).exists()


def test_many_who_ask_at_once_share_one_process(folder: Path) -> None:
    models = [LocalEmbedder(folder, alone_s=0.5) for _ in range(6)]
    found = at_once(6, lambda index: models[index].embed(["bonjour"], "query", timeout_s=PATIENCE_S)[0].tobytes())
    assert len(set(found)) == 1
    assert len(helpers(folder)) == 1
    for model in models:
        model.close()
    eventually(lambda: not helpers(folder), PATIENCE_S)


def test_a_model_that_was_killed_is_started_again(folder: Path) -> None:
    model = LocalEmbedder(folder, alone_s=0.5)
    before = model.embed(["bonjour"], "query", timeout_s=PATIENCE_S)
    (first,) = helpers(folder)
    os.kill(first, signal.SIGKILL)
    eventually(lambda: first not in helpers(folder), PATIENCE_S)
    assert model.embed(["bonjour"], "query", timeout_s=PATIENCE_S) == before
    assert helpers(folder) != [first]
    model.close()
    eventually(lambda: not helpers(folder), PATIENCE_S)


def test_a_model_that_does_nothing_any_more_is_ended_and_another_started(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.isolation.local_embeddings.SILENT_S", 1.0)
    model = LocalEmbedder(folder, alone_s=0.5)
    before = model.embed(["bonjour"], "query", timeout_s=PATIENCE_S)
    (frozen,) = helpers(folder)
    os.kill(frozen, signal.SIGSTOP)
    assert model.embed(["bonjour"], "query", timeout_s=PATIENCE_S) == before
    assert frozen not in helpers(folder)
    model.close()
    eventually(lambda: not helpers(folder), PATIENCE_S)


def test_a_model_that_hangs_is_given_up_in_time(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(folder / SOCKET))
        silent.listen(1)
        with pytest.raises(TransientError):
            LocalEmbedder(folder).embed(["bonjour"], "query", timeout_s=0.3)


def test_a_machine_without_a_place_for_temporary_files_has_no_model_for_so_long(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its disk is full: a worker that begins then does all else, and did not begin at all."""

    def nowhere() -> str:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    with monkeypatch.context() as patched:
        patched.setattr(tempfile, "gettempdir", nowhere)
        model = LocalEmbedder(alone_s=0.5)
        with pytest.raises(TransientError):
            model.embed(["bonjour"], "query", timeout_s=0.3)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(folder))
    assert len(model.embed(["bonjour"], "query", timeout_s=PATIENCE_S)) == 1
    model.close()


def test_whoever_speaks_nonsense_is_cut_off_and_the_others_are_served(folder: Path) -> None:
    model = LocalEmbedder(folder, alone_s=0.5)
    model.embed(["bonjour"], "query", timeout_s=PATIENCE_S)
    for nonsense in (b"\xff\xff\xff\xff", LENGTH.pack(2) + b"[]", LENGTH.pack(13) + b'{"texts":[1]}'):
        with socket.socket(socket.AF_UNIX) as stranger:
            stranger.settimeout(PATIENCE_S)
            stranger.connect(str(folder / SOCKET))
            stranger.sendall(nonsense)
            assert stranger.recv(1) == b""
    assert len(model.embed(["x\0y" * 5_000, ""], "passage", timeout_s=PATIENCE_S)) == 2
    model.close()
    eventually(lambda: not helpers(folder), PATIENCE_S)


def test_who_stands_at_the_door_when_it_would_leave_is_served(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as client:
        listener.bind(str(folder / SOCKET))
        listener.listen(1)
        client.settimeout(PATIENCE_S)
        client.connect(str(folder / SOCKET))
        helper = Helper(listener, lambda texts, _is_query: texts[0].encode(), idle_s=0.0, alone_s=0.0)
        serving = threading.Thread(target=helper.serve)
        serving.start()
        asked = json.dumps({"kind": "query", "texts": ["bonjour"]}).encode()
        client.sendall(LENGTH.pack(len(asked)) + asked)
        assert client.recv(100) == LENGTH.pack(7) + b"bonjour"
        serving.join(PATIENCE_S)
        assert not serving.is_alive()


def test_a_folder_that_others_may_write_is_not_trusted(tmp_path: Path) -> None:
    prepared = tmp_path / "prepared"
    prepared.mkdir()
    prepared.chmod(0o777)
    with pytest.raises(PermanentError):
        LocalEmbedder(prepared).embed(["bonjour"], "query", timeout_s=5)
    (tmp_path / "link").symlink_to(prepared)
    with pytest.raises(PermanentError):
        LocalEmbedder(tmp_path / "link").embed(["bonjour"], "query", timeout_s=5)


@pytest.fixture
def endpoint() -> Iterator[tuple[str, list[dict[str, object]], list[object]]]:
    """An OpenAI-compatible server: its address, what it was asked, and what it answers next instead."""
    asked: list[dict[str, object]] = []
    instead: list[object] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append({"path": self.path, "key": self.headers["Authorization"], **request})
            data = [{"index": at, "embedding": [3.0, 4.0]} for at, _ in enumerate(request["input"])]
            body = json.dumps(instead.pop() if instead else {"data": data[::-1]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", asked, instead
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_endpoint_of_the_settings_is_asked(endpoint: tuple[str, list[dict[str, object]], list[object]]) -> None:
    url, asked, instead = endpoint
    model = open_embedder(make_settings(openai_base_url=url, embeddings_model="text-embedding-3-small"))
    assert isinstance(model, EndpointEmbedder)
    assert [list(vector) for vector in model.embed(["un", "deux"], "query", timeout_s=5)] == [
        pytest.approx([0.6, 0.8]), pytest.approx([0.6, 0.8])]  # fmt: skip
    assert asked[0]["path"] == "/v1/embeddings"
    assert (asked[0]["model"], asked[0]["input"]) == ("text-embedding-3-small", ["un", "deux"])
    for odd in ({}, {"data": []}, {"data": [{"index": 0, "embedding": [0, 0]}]}, {"data": "x"}):
        instead.append(odd)
        with pytest.raises(TransientError):
            model.embed(["un"], "query", timeout_s=5)


def test_unset_it_is_the_local_one() -> None:
    assert isinstance(open_embedder(make_settings()), LocalEmbedder)
