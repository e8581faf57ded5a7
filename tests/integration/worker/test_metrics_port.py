"""The metrics port of a worker, and who connects to it without asking for anything."""

import socket
import struct
from collections.abc import Iterator

import pytest

from bot.obs.metrics import Metrics
from jobs.metrics_server import PATIENCE_S, MetricsServer
from tests.fakes.product import make_settings

HANGS_UP = struct.pack("ii", 1, 0)  # at once, as some checks of a platform do


@pytest.fixture
def server() -> Iterator[MetricsServer]:
    made = MetricsServer(make_settings(metrics_port=0), Metrics(), lambda: True)
    made.start()
    yield made
    made.stop()


def connected(server: MetricsServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=10)


def answer(server: MetricsServer, request: bytes) -> bytes:
    with connected(server) as asking:
        asking.settimeout(PATIENCE_S / 2)
        asking.sendall(request)
        return asking.recv(100)


def test_the_platform_waits_behind_nobody_who_says_nothing(server: MetricsServer) -> None:
    with connected(server), connected(server):
        assert answer(server, b"GET /healthz HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.0 200")


@pytest.mark.parametrize("way", ["says nothing", "hangs up"])
def test_who_asks_for_nothing_leaves_no_trace(
    server: MetricsServer, way: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jobs.metrics_server.Handler.timeout", 0.5)
    with connected(server) as silent:
        if way == "hangs up":
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, HANGS_UP)
        else:
            assert silent.recv(1) == b""
    assert answer(server, b"GET /healthz HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.0 200")
    assert "Traceback" not in capfd.readouterr().err
