"""Administrators who follow runs by a stream, at a real gunicorn: what they are told, who may, what it costs."""

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles

import pytest
from sqlalchemy import func
from sqlmodel import col, select

from bot.models import AdminSession, Run
from bot.models.base import utc_now
from bot.queue.progress import Event, ProgressFeed
from bot.services.admin.sessions import IDLE
from tests.bench import product
from tests.bench.load import drive
from tests.bench.processes import memory_mib
from tests.fakes.valkey import Valkey
from tests.fakes.watching import WebProcess, web_process

pytestmark = pytest.mark.programs

THREADS = 4
MANY = 200
MORE = {"MOST_WATCHERS": str(MANY)}


@pytest.fixture
def served(tmp_path: Path, valkey: Valkey) -> Iterator[WebProcess]:
    with web_process(tmp_path, valkey.url, THREADS, **MORE) as made:
        yield made


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory, valkey_server: Valkey) -> Iterator[WebProcess]:
    with web_process(tmp_path_factory.mktemp("web"), valkey_server.url, THREADS) as made:
        yield made


@pytest.fixture
def shared(lasting: WebProcess, valkey: Valkey) -> Iterator[WebProcess]:
    """One process, which takes seconds to start, for all tests that leave it as they found it."""
    yield lasting
    for follower in lasting.followers:
        follower.sock.close()
    lasting.followers.clear()


@pytest.fixture
def feed(valkey: Valkey) -> Iterator[ProgressFeed]:
    made = ProgressFeed(valkey.url)
    yield made
    made.close()


def tell(feed: ProgressFeed, run: int, kind: str = "tool_start", **facts: object) -> None:
    feed.tell(Event(kind, run, "c", {"iteration": 1, **facts}))  # type: ignore[dict-item]


def end(served: WebProcess, run: int) -> None:
    with served.database.write() as session:
        row = session.get_one(Run, run)
        row.status, row.ended_at = "done", utc_now()


def test_a_run_is_followed_from_its_beginning_to_its_end(shared: WebProcess, feed: ProgressFeed) -> None:
    run, other = shared.run(), shared.run()
    tell(feed, run, "turn_start")
    stream = shared.follow(f"/admin/runs/{run}/events")
    shared.until(lambda: stream.kinds == ["turn_start"])
    head = stream.received.partition(b"\r\n\r\n")[0].lower()
    for line in (b"http/1.1 200 ok", b"content-type: text/event-stream; charset=utf-8", b"cache-control: no-store",
                 b"x-accel-buffering: no", b"connection: close"):  # fmt: skip
        assert line in head
    tell(feed, other)
    tell(feed, run, tool="web_search")
    shared.until(lambda: stream.kinds == ["turn_start", "tool_start"])
    again = shared.follow(f"/admin/runs/{run}/events", f"Last-Event-ID: {stream.events[0][0]}")
    plain = shared.follow(f"/admin/runs/{run}/events", version="1.0")
    shared.until(lambda: again.events == stream.events[1:] and b'"web_search"' in plain.received)
    tell(feed, run, "done", stop_reason="done_signal")
    shared.until(lambda: stream.ended and again.ended and plain.ended)
    assert stream.kinds == ["turn_start", "tool_start", "done"]
    assert stream.received.endswith(b"\r\n0\r\n\r\n")
    assert plain.received.endswith(b"}\n\n"), "HTTP/1.0 has no chunks"
    end(shared, run)
    over = shared.follow(f"/admin/runs/{run}/events", f"Last-Event-ID: {stream.events[-1][0]}")
    shared.until(lambda: over.status == 204)


@pytest.mark.parametrize("given", ["x", "1", "0-0\tevil", "9" * 30 + "-1", "-", "1-1-1", "é-é", "$", "+"])
def test_a_made_up_place_is_as_good_as_none(shared: WebProcess, feed: ProgressFeed, given: str) -> None:
    run = shared.run()
    tell(feed, run, "turn_start")
    stream = shared.follow(f"/admin/runs/{run}/events", f"Last-Event-ID: {given}")
    shared.until(lambda: stream.kinds == ["turn_start"])
    assert given.encode() not in stream.received.partition(b"\r\n\r\n")[0] or len(given) < 3


def test_an_end_that_got_lost_is_told_all_the_same(shared: WebProcess, feed: ProgressFeed) -> None:
    run = shared.run()
    stream = shared.follow(f"/admin/runs/{run}/events")
    shared.until(lambda: stream.status == 200)
    end(shared, run)
    shared.until(lambda: stream.ended)
    assert stream.kinds == ["done"]


def test_who_is_no_administrator_is_refused_and_a_session_that_ends_ends_its_streams(
    served: WebProcess, feed: ProgressFeed
) -> None:
    run = served.run()
    path = f"/admin/runs/{run}/events"
    strangers = [served.follow(path, cookie=""), served.follow(path, cookie="palabre-admin=eyJ0b2tlbiI6IngifQ.x.y")]
    nowhere = served.follow("/admin/runs/999999/events")
    served.until(lambda: [each.status for each in (*strangers, nowhere)] == [403, 403, 404])
    stream = served.follow(path)
    served.until(lambda: stream.status == 200)
    with served.database.write() as session:
        newest = session.exec(select(func.max(AdminSession.id))).one()
        session.get_one(AdminSession, newest).seen_at = utc_now() - IDLE * 1.01
    served.until(lambda: stream.ended)
    assert stream.kinds == []
    again = served.follow(path)
    served.until(lambda: again.status == 403)


def test_following_is_no_sign_of_life(shared: WebProcess) -> None:
    with shared.database.write() as session:
        row = session.exec(select(AdminSession).where(col(AdminSession.administrator_id).is_not(None))).one()
        row.seen_at = before = utc_now() - IDLE / 2
    stream = shared.follow(f"/admin/runs/{shared.run()}/events")
    shared.until(lambda: stream.status == 200)
    with shared.database.read() as session:
        assert session.exec(select(AdminSession.seen_at).where(AdminSession.id == row.id)).one() == before


def test_redis_may_go_and_come_back(served: WebProcess, feed: ProgressFeed, valkey: Valkey) -> None:
    run = served.run()
    stream = served.follow(f"/admin/runs/{run}/events")
    tell(feed, run, "turn_start")
    served.until(lambda: stream.kinds == ["turn_start"])
    valkey.restart()

    def heard() -> bool:
        tell(feed, run)
        return "tool_start" in stream.kinds

    served.until(heard)
    with valkey.pause():
        began = time.monotonic()
        page = served.follow(f"/admin/runs/{run}")
        served.until(lambda: page.status == 200)
        assert time.monotonic() - began < 5
    assert not stream.ended


def test_a_process_that_must_leave_lets_them_go_elsewhere(served: WebProcess) -> None:
    streams = [served.follow(f"/admin/runs/{served.run()}/events") for _ in range(20)]
    served.until(lambda: all(stream.status == 200 for stream in streams))
    served.terminate()
    served.until(lambda: all(stream.ended for stream in streams), 10)
    assert {stream.received[-5:] for stream in streams} == {b"0\r\n\r\n"}
    assert served.process.wait(10) == 0


def test_two_hundred_watchers_cost_one_thread_and_nobody_waits(served: WebProcess, feed: ProgressFeed) -> None:
    """The figures: threads of the process, its memory, and how long webhooks and pages take beside them."""
    runs = [served.run() for _ in range(MANY // 5)]
    signed = [product.signed_request(number, f"http://127.0.0.1:{served.port}") for number in range(400)]
    drive(served.port, signed[:100], THREADS)
    alone, threads, memory = (
        drive(served.port, signed[100:200], THREADS),
        served.threads(),
        memory_mib(served.pid, "Rss"),
    )
    assert threads <= THREADS + 2
    streams = served.crowd(MANY, runs)
    assert served.threads() == threads + 1
    refused = served.follow(f"/admin/runs/{runs[0]}/events")
    served.until(lambda: refused.status == 503)
    for run in runs:
        tell(feed, run)
    served.until(lambda: all(stream.kinds for stream in streams))
    beside = drive(served.port, signed[200:400], THREADS)
    page = served.follow("/admin/runs")
    served.until(lambda: page.status == 200)
    grown = memory_mib(served.pid, "Rss") - memory
    assert served.threads() == threads + 1
    assert grown < 30
    assert quantiles(beside, n=20)[-1] < 3 * quantiles(alone, n=20)[-1] + 50
    for stream in streams[:50]:
        stream.sock.close()
    served.followers[:] = [each for each in served.followers if each.sock.fileno() >= 0]
    later = served.follow(f"/admin/runs/{runs[0]}/events")
    served.until(lambda: later.status == 200)
    for run in runs:
        tell(feed, run, "done")
    served.until(lambda: all(stream.ended for stream in streams[50:]))
