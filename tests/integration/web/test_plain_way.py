"""Webhooks that go past the server's parser and past WSGI, at a real gunicorn: answered as those that do not."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger

from bot.web import handing_worker
from bot.web.gunicorn_worker import WholeRequestWorker
from tests.integration.web.patience_app import HOOK, SIGNED
from tests.integration.web.test_slow_clients import ANSWER_S, connected, served, to_its_end
from tests.integration.web.webhook import Web

pytestmark = pytest.mark.programs

FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
GENUINE = b"X-Twilio-Signature: " + SIGNED.encode() + b"\r\n"
ONLY_FOR_THE_PARSER = b"X!: y\r\n"
KEPT, TURNS = 4, 100


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served() as number:
        yield number


def posted(fields: bytes, body: bytes = b"Body=Bonjour", *, to: bytes = b"") -> bytes:
    head = b"POST " + HOOK.encode() + to + b" HTTP/1.1\r\nHost: a\r\n"
    return head + fields + b"Content-Length: %d\r\n\r\n" % len(body) + body


def answer(port: int, request: bytes) -> bytes:
    """Until the server closes, without the date."""
    with connected(port) as client:
        client.sendall(request)
        client.shutdown(socket.SHUT_WR)
        return re.sub(rb"\r\nDate: [^\r]{29} GMT\r\n", b"\r\nDate\r\n", to_its_end(client))


@pytest.mark.parametrize(
    ("fields", "body", "to", "status"),
    [
        (FORM + GENUINE, b"Body=Bonjour", b"?part=7", 200),
        (FORM + GENUINE, b"Body=Bonjour", b"", 200),
        (FORM + GENUINE + b"Connection: close\r\n", b"Body=Bonjour", b"", 200),
        (FORM + GENUINE + b"Connection: keep-alive\r\n", b"Body=", b"", 204),
        (FORM + GENUINE, b"Body=broken", b"", 500),
        (FORM + GENUINE, b"Body=unspeakable", b"", 500),
        (FORM + GENUINE, b"Body=%FF", b"", 403),
        (FORM + GENUINE, b"Body=a&Body=b", b"", 403),
        (FORM, b"Body=Bonjour", b"", 403),
        (FORM + GENUINE.replace(b": ", b": not "), b"Body=Bonjour", b"", 403),
        (GENUINE, b"Body=Bonjour", b"", 403),
        (FORM + GENUINE, b"Body=" + b"a" * 60_000, b"", 200),
    ],
)
def test_an_answer_is_the_same_both_ways(port: int, fields: bytes, body: bytes, to: bytes, status: int) -> None:
    plain = answer(port, posted(fields, body, to=to))
    assert plain.startswith(b"HTTP/1.1 %d " % status)
    assert plain == answer(port, posted(fields + ONLY_FOR_THE_PARSER, body, to=to))


def test_requests_both_ways_follow_each_other_on_one_connection(port: int) -> None:
    one, other = posted(FORM + GENUINE), posted(FORM + GENUINE + ONLY_FOR_THE_PARSER)
    heard = answer(port, one + other + one + one + other + other)
    assert heard.count(b"HTTP/1.1 200 OK") == 6


def test_who_asks_again_at_once_is_answered_at_once(port: int) -> None:
    """The loop is not woken by an answer; it would look for the next request only a second later."""
    request = posted(FORM + GENUINE)

    def ask_on() -> None:
        with connected(port) as client:
            for _ in range(TURNS):
                client.sendall(request)
                assert client.recv(4096).startswith(b"HTTP/1.1 200 ")
            done.append(True)

    done: list[bool] = []
    threads = [threading.Thread(target=ask_on) for _ in range(KEPT)]
    since = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == KEPT
    assert time.monotonic() - since < ANSWER_S


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("setting", "value", "is_short"),
    [("threads", 8, True), ("accesslog", "-", False), ("max_requests", 9, False), ("keepalive", 0, False)],
)
def test_the_products_webhooks_take_it_unless_each_is_counted(
    web: Web, monkeypatch: pytest.MonkeyPatch, setting: str, value: object, is_short: bool
) -> None:
    monkeypatch.setattr(handing_worker, "keep_gathering", lambda: None)
    config = Config()
    config.set(setting, value)
    loader = SimpleNamespace(wsgi=lambda: web.app)
    worker = WholeRequestWorker(0, 0, [], loader, 30, config, Logger(config))
    worker.tmp.close()
    worker.load_wsgi()
    assert (worker._hooks is web.app.wsgi_app) is is_short
