"""Who reads slowly, but reads. A real gunicorn, real sockets."""

import socket
import threading
import time

import pytest

from tests.integration.web.patience_app import PIECE_BYTES, HurriedWorker
from tests.integration.web.test_slow_clients import served

pytestmark = pytest.mark.programs


def test_a_client_who_reads_slowly_without_a_pause_gets_all_of_it() -> None:
    """A telephone on a bad line: one piece takes it longer than anybody may read nothing."""
    with served() as port, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.settimeout(60)
        client.sendall(b"GET /piece HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        before, line, said = time.monotonic(), threading.Event(), b""
        while more := client.recv(8192):
            said += more
            line.wait(0.08)
    assert time.monotonic() - before > HurriedWorker.send_s
    assert len(said.partition(b"\r\n\r\n")[2]) == PIECE_BYTES
