"""The hub itself, over sockets of this process: who reads slowly, goes away or waits long, and what fails beside it."""

import socket
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import Any

import pytest

from bot.dao.database import Database
from bot.errors import DatabaseAway
from bot.queue.progress import NEWSREEL, Event, ProgressFeed, ProgressReader, key_of
from bot.services.watching import hub as hubs
from bot.services.watching import watcher
from bot.services.watching.hub import Hub
from bot.services.watching.lookout import Lookout, Seen
from bot.services.watching.watcher import Coming, Watch
from tests.fakes.clock import FakeClock
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually

RUN = 7
WATCH = Watch(key_of(RUN), run_id=RUN)


def all_is_well(watches: Collection[Watch]) -> Seen:
    return Seen({watch.session_id or 0 for watch in watches}, {watch.run_id or 0 for watch in watches})


@pytest.fixture
def feed(valkey: Valkey) -> Iterator[ProgressFeed]:
    made = ProgressFeed(valkey.url, newsreel=True)
    yield made
    made.close()


@pytest.fixture
def open_hub(valkey: Valkey) -> Iterator[Callable[..., Hub]]:
    opened: list[Hub] = []

    def make(look: Callable[[Collection[Watch]], Seen] = all_is_well, most: int = 10) -> Hub:
        opened.append(Hub(ProgressReader(valkey.url), look, most))
        return opened[-1]

    yield make
    for each in opened:
        each.leave()
        each.wait(5)
        assert each._thread is None or not each._thread.is_alive()


def follow(hub: Hub, watch: Watch = WATCH, at: str | None = "0-0") -> socket.socket:
    """Our end of a connection that the hub has taken over."""
    ours, theirs = socket.socketpair()
    ours.settimeout(10)
    hub.take(theirs, Coming(watch, at, chunked=False))
    return ours


def tell(feed: ProgressFeed, number: int = 1, **more: Any) -> None:
    feed.tell(Event("content", RUN, "mine", {"iteration": number}, **more))


def ended(ours: socket.socket) -> bool:
    """Whether the connection ends behind what the kernel has kept of it."""
    with suppress(ConnectionError):
        while ours.recv(65_536):
            pass
    return True


def heard(ours: socket.socket, words: bytes) -> bytes:
    received = b""
    while words not in received:
        data = ours.recv(65_536)
        assert data, received
        received += data
    return received


def test_who_comes_where_the_machine_has_no_thread_left_is_let_go(
    open_hub: Callable[..., Hub], feed: ProgressFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the loop of the web server, which what fails there would end."""
    hub = open_hub(most=1)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(hubs.threading.Thread, "start", no_thread)
        with follow(hub) as refused:
            assert ended(refused)
    assert hub.has_room()
    with follow(hub) as ours:
        tell(feed)
        heard(ours, b"content")


def no_thread(_self: object) -> None:
    raise RuntimeError("can't start new thread")


def test_hearts_beat_while_nothing_happens(open_hub: Callable[..., Hub], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "HEARTBEAT_S", 0.3)
    with follow(open_hub()) as ours:
        assert heard(ours, b":\n\n:\n\n") == b":\n\n:\n\n"


def test_who_does_not_read_is_let_go_and_holds_up_nobody(
    open_hub: Callable[..., Hub], feed: ProgressFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = open_hub()
    with follow(hub, Watch(NEWSREEL)) as idle, follow(hub) as reader:
        for number in range(100):
            tell(feed, number, words="x" * 4_000)
        heard(reader, b'"iteration": 99')
        eventually(lambda: len(hub._watchers) == 1)
        assert hub.has_room()
        assert ended(idle)


def test_who_takes_nothing_of_little_is_let_go_in_time(
    open_hub: Callable[..., Hub], feed: ProgressFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher, "STUCK_S", 0.5)
    monkeypatch.setattr(watcher, "SEND_BUFFER", 1)
    hub = open_hub()
    with follow(hub, Watch(NEWSREEL)):
        tell(feed, words="x" * 30_000)
        eventually(lambda: not hub._watchers)


def test_who_goes_away_frees_the_place_at_once(open_hub: Callable[..., Hub]) -> None:
    hub = open_hub(most=1)
    with follow(hub):
        eventually(lambda: not hub.has_room())
        with follow(hub) as one_more:
            assert one_more.recv(10) == b""
    eventually(hub.has_room)
    with follow(hub):
        eventually(lambda: len(hub._watchers) == 1)


def test_a_stream_of_all_runs_is_told_of_the_conversations_asked_for(
    open_hub: Callable[..., Hub], feed: ProgressFeed
) -> None:
    hub = open_hub()
    tell(feed, 0, words="before")
    with follow(hub, Watch(NEWSREEL, conversations=frozenset({"mine"})), at=None) as ours:
        eventually(lambda: [each for each in hub._watchers if each.at])
        feed.tell(Event("content", 8, "theirs", {"iteration": 1}, words="secret"))
        tell(feed, 2, words="à moi")
        received = heard(ours, b'"run": 7')
        assert b"secret" not in received
        feed.tell(Event("done", 7, "mine", {"iterations": 1}))
        heard(ours, b"event: done")
        tell(feed, 3)
        heard(ours, b'"iteration": 3')


def test_a_database_that_is_away_or_a_look_that_fails_ends_nobody_for_long(
    open_hub: Callable[..., Hub], feed: ProgressFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "LOOK_EVERY_S", 0.05)
    failures: list[Exception] = [DatabaseAway("away"), DatabaseAway("away"), ValueError("a bug")]

    def look(watches: Collection[Watch]) -> Seen:
        if failures:
            raise failures.pop(0)
        return all_is_well(watches)

    hub = open_hub(look)
    with follow(hub) as ours:
        assert ours.recv(100) == b"", "let go by the bug alone"
    with follow(hub) as again:
        tell(feed)
        heard(again, b'"iteration": 1')
    assert failures == []


def test_an_idle_hub_has_no_thread_and_asks_nobody(open_hub: Callable[..., Hub], valkey: Valkey) -> None:
    hub = open_hub()
    assert hub._thread is None
    with follow(hub):
        eventually(lambda: hub._watchers)
    eventually(lambda: not hub._watchers)
    redis = valkey.client()
    asked = lambda: redis.info("commandstats").get("cmdstat_xread", {}).get("calls", 0)  # noqa: E731
    before, until = asked(), time.monotonic() + 1
    eventually(lambda: time.monotonic() > until)
    assert asked() - before <= 1


def test_one_look_at_the_database_tells_all(database: Database) -> None:
    seen = Lookout(database, FakeClock()).look([Watch("k", run_id=1, session_id=2), Watch(NEWSREEL)])
    assert not seen.may_go_on(Watch("k", session_id=2))
    assert seen.is_over(Watch("k", run_id=1)), "one that was erased has come to its end"
    assert seen.may_go_on(Watch(NEWSREEL))
    assert not seen.is_over(Watch(NEWSREEL))
