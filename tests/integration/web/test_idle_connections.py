"""Connections between two requests, as the platform's proxy keeps them: none is closed while a request arrives."""

import re
import select
import selectors
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger

from bot.web import gunicorn_worker
from bot.web.connections import Connection, Stands
from bot.web.gunicorn_worker import CROWDED_S, MOST_IDLE, WholeRequestWorker
from bot.web.sockets import unhurried

ROOT = Path(__file__).resolve().parents[3]
LONGEST_OF_PROXIES_S = 120  # Caddy's


@pytest.fixture
def server() -> Iterator["Server"]:
    with ExitStack() as stack:
        yield Server(stack)


class Server:
    """A worker whose loop does not turn by itself, and connections that lie idle there."""

    def __init__(self, stack: ExitStack) -> None:
        self.cfg = Config()
        self.cfg.set("keepalive", 60)
        self.worker = WholeRequestWorker(0, 0, [], None, 30, self.cfg, None)
        stack.callback(self.worker.tmp.close)
        self.worker.poller = stack.enter_context(selectors.DefaultSelector())
        self.worker.tpool = self.worker.get_thread_pool()
        self.worker.method_queue.init()
        stack.callback(self.worker.method_queue.close)
        self._stack = stack

    def idle(self, seconds: float) -> socket.socket:
        """The client's end of a connection on which nothing has come for so long."""
        ours, theirs = map(self._stack.enter_context, socket.socketpair())
        conn = Connection(self.cfg, ours, ("192.0.2.1", 1), ("192.0.2.2", 8000))
        conn.set_timeout()
        conn.timeout -= seconds
        self.worker.nr_conns += 1
        self.worker._open[conn.address].add(conn)
        conn.stands = Stands.IDLE
        self.worker.keepalived_conns.append(conn)
        self.worker._hear(conn)
        self.conn = conn
        return theirs

    def answered_next(self) -> None:
        """A thread has the last of them."""
        self.worker.keepalived_conns.clear()
        self.conn.stands = Stands.ANSWERED

    def while_the_loop_waits(self, happens: Callable[[], object]) -> None:
        """Something happens behind the loop's last look and before it waits."""
        select_ = self.worker.poller.select

        def wait(timeout: float) -> object:
            happens()
            return select_(timeout)

        self.worker.poller.select = wait

    def answers(self, *, kept: bool) -> None:
        """A thread has answered on the last of them."""
        self.worker._answered(self.conn, kept)

    def is_woken(self) -> bool:
        """Whether the loop is woken where it waits for something to come."""
        return bool(select.select([self.worker.method_queue], [], [], 0)[0])

    def closed(self, client: socket.socket) -> bool:
        """Whether the server has closed it."""
        client.setblocking(False)
        try:
            return client.recv(1) == b""
        except BlockingIOError:
            return False


def test_closed_when_its_time_is_over(server: Server) -> None:
    old, young = server.idle(61), server.idle(59)
    server.worker.murder_keepalived()
    assert server.closed(old)
    assert not server.closed(young)
    assert server.worker.nr_conns == 1


def test_not_where_a_request_has_just_arrived(server: Server) -> None:
    late, behind = server.idle(61), server.idle(60.5)
    late.sendall(b"POST /webhooks/twilio/message HTTP/1.1\r\n")
    server.worker.murder_keepalived()
    assert not server.closed(late)
    assert not server.closed(behind)  # has its turn when the loop has taken the one before
    assert server.worker.nr_conns == 2


def test_sooner_where_many_lie_idle(server: Server) -> None:
    clients = [server.idle(CROWDED_S + 1 if place < 3 else 0) for place in range(MOST_IDLE + 2)]
    server.worker.murder_keepalived()
    assert [server.closed(client) for client in clients[:3]] == [True, True, False]


def test_no_sooner_where_the_process_leaves(server: Server) -> None:
    """What is sent within two seconds is answered there, on however many connections."""
    clients = [server.idle(59) for _ in range(MOST_IDLE + 2)]
    server.worker.alive = False
    server.worker.murder_keepalived()
    assert not [client for client in clients if server.closed(client)]


def test_all_at_the_end(server: Server) -> None:
    clients = [server.idle(0), server.idle(0)]
    clients[0].sendall(b"GET")
    server.worker.murder_keepalived(force=True)
    assert server.worker.nr_conns == 0
    assert not server.worker._open


def test_an_answer_wakes_nobody_where_the_next_request_will(server: Server) -> None:
    client = server.idle(0)
    server.answered_next()
    server.while_the_loop_waits(lambda: (server.answers(kept=True), client.sendall(b"GET / HTTP/1.1\r\n")))
    server.worker.wait_for_and_dispatch_events(0)
    assert not server.is_woken()
    assert server.conn.stands is Stands.ARRIVING, "it is finished before the next one is looked at"


def test_nor_is_it_waited_for_where_the_next_request_came_in_that_moment(server: Server) -> None:
    client = server.idle(0)
    server.answered_next()
    client.sendall(b"GET / HTTP/1.1\r\n")
    server.answers(kept=True)
    server.worker._on_readable(server.conn, None)
    server.worker.wait_for_and_dispatch_events(0)
    assert server.conn.stands is Stands.ARRIVING


def test_an_answer_wakes_the_loop_where_it_has_something_to_do(server: Server) -> None:
    client = server.idle(0)
    server.answered_next()
    client.sendall(b"GET / HTTP/1.1\r\n")
    server.worker.wait_for_and_dispatch_events(0)  # comes while it is answered
    assert not server.conn.is_heard
    server.answers(kept=True)
    assert server.is_woken()
    server.worker.wait_for_and_dispatch_events(0)
    server.worker.wait_for_and_dispatch_events(0)
    assert server.conn.stands is Stands.ARRIVING


@pytest.mark.parametrize("why", ["closed", "leaves", "more"])
def test_and_where_it_closes_or_leaves_or_more_has_come(server: Server, why: str) -> None:
    server.idle(0)
    server.worker.alive = why != "leaves"
    server.conn.rest = b"GET" if why == "more" else b""
    server.answers(kept=why != "closed")
    assert server.is_woken()


@pytest.mark.parametrize(
    ("then", "turns"),
    [("nothing", 3), ("leaves", 1), ("full", 1), ("room again", 1)],
)
def test_it_looks_after_all_else_once_in_a_while_or_where_that_matters(
    server: Server, monkeypatch: pytest.MonkeyPatch, then: str, turns: int
) -> None:
    clock = iter([0.0, 0.4, 0.8, 1.0])
    monkeypatch.setattr(gunicorn_worker.time, "monotonic", lambda: next(clock))
    server.worker._accepting = then != "room again"
    waits: list[float] = []

    def wait(timeout: float) -> list[object]:
        waits.append(round(timeout, 1))
        server.worker.alive = then != "leaves"
        server.worker.nr_conns = 10**6 if then == "full" else 0
        return []

    server.worker.worker_connections = 10
    server.worker.poller.select = wait
    server.worker.wait_for_and_dispatch_events(1.0)
    monkeypatch.undo()
    assert waits == [1.0, 0.6, 0.2][:turns]


def test_no_thread_closes_what_the_loop_listens_for(server: Server) -> None:
    """The next connection has its number: the loop would be told of it as of this one, and end."""
    client = server.idle(0)
    server.conn.sock = unhurried(server.conn.sock)
    server.conn.request.received.extend(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    server.worker.log, server.worker.wsgi = Logger(server.cfg), breaks_off
    client.shutdown(socket.SHUT_WR)
    assert server.worker.handle(server.conn) is False
    assert b"half" in client.recv(1000)
    assert server.conn.sock.fileno() >= 0
    server.answers(kept=False)
    server.worker.wait_for_and_dispatch_events(0)
    assert server.conn.sock.fileno() < 0


def breaks_off(_environ: object, start_response: Callable[..., object]) -> Iterator[bytes]:
    """An application whose answer ends in the midst of its body."""
    start_response("200 OK", [("Content-Length", "9")])
    yield b"half"
    raise ValueError("for a test")


def test_kept_longer_than_proxies_keep_theirs() -> None:
    (kept,) = re.findall(r"^keepalive = (\d+)", (ROOT / "gunicorn.conf.py").read_text(), re.MULTILINE)
    assert int(kept) > LONGEST_OF_PROXIES_S
