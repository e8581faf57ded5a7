"""Progress of runs in Redis: bounded, soon forgotten, and never waited for."""

import time
from collections.abc import Iterator

import pytest

from bot.queue import progress
from bot.queue.progress import NEWSREEL, Event, ProgressFeed, ProgressReader, key_of
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually

AT_ONCE_S = 0.5  # for a thousand events, on a busy machine; a trip to a slow Redis would take as long for two
SLOW_S = 0.2


def event(number: int, run: int = 7) -> Event:
    return Event("content", run, "c" * 32, {"iteration": number})


@pytest.fixture
def feed(valkey: Valkey) -> Iterator[ProgressFeed]:
    made = ProgressFeed(valkey.url)
    yield made
    made.close()


@pytest.fixture
def reader(valkey: Valkey) -> Iterator[ProgressReader]:
    made = ProgressReader(valkey.url)
    yield made
    made.close()


def steps(reader: ProgressReader, behind: str = "0-0") -> list[str]:
    return [told.data for told in reader.behind({key_of(7): behind}).get(key_of(7), [])]


def told_at_once(feed: ProgressFeed) -> None:
    before = time.monotonic()
    for number in range(1_000):
        feed.tell(event(number))
    assert time.monotonic() - before < AT_ONCE_S


def test_what_is_told_is_read_in_order_and_from_anywhere(feed: ProgressFeed, reader: ProgressReader) -> None:
    for number in range(3):
        feed.tell(event(number))
    eventually(lambda: len(steps(reader)) == 3)
    first, *others = reader.behind({key_of(7): "0-0", key_of(8): "0-0"})[key_of(7)]
    assert steps(reader, first.at) == ['{"run": 7, "iteration": 1}', '{"run": 7, "iteration": 2}']
    assert reader.newest(key_of(7)) == others[-1].at
    assert reader.newest(key_of(8)) == "0-0"


def test_a_stream_is_short_and_soon_forgotten(feed: ProgressFeed, valkey: Valkey) -> None:
    redis = valkey.client()
    for number in range(progress.MOST_EVENTS + 50):
        feed.tell(event(number))
    eventually(lambda: redis.xlen(key_of(7)) == progress.MOST_EVENTS)
    assert 0 < redis.ttl(key_of(7)) <= progress.LIFE_S
    assert redis.exists(NEWSREEL) == 0, "of all runs only where somebody develops"


def test_words_stand_in_the_newsreel_alone(valkey: Valkey, reader: ProgressReader) -> None:
    feed = ProgressFeed(valkey.url, newsreel=True)
    feed.tell(event(1))
    feed.tell(Event("content", 7, "c" * 32, words="Chère\nAwa"))
    feed.close()
    assert steps(reader) == ['{"run": 7, "iteration": 1}']
    _, words = reader.behind({NEWSREEL: "0-0"})[NEWSREEL]
    assert (words.conversation_id, words.data) == ("c" * 32, '{"run": 7, "words": "Ch\\u00e8re\\nAwa"}')
    assert 0 < valkey.client().ttl(NEWSREEL) <= progress.LIFE_S


def test_nobody_waits_for_a_redis_that_is_away_hangs_or_is_slow(feed: ProgressFeed, valkey: Valkey) -> None:
    valkey.kill()
    told_at_once(feed)
    valkey.start()
    with valkey.pause():
        told_at_once(feed)
    with valkey.slowly(SLOW_S) as url:
        late = ProgressFeed(url)
        told_at_once(late)
        late.close()


def test_events_are_seen_again_when_redis_is_back(
    feed: ProgressFeed, reader: ProgressReader, valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "REST_S", 0.05)
    feed.tell(event(1))
    eventually(lambda: steps(reader))
    valkey.restart()
    numbers = iter(range(2, 10_000))

    def seen() -> bool:
        feed.tell(event(next(numbers)))
        return bool(steps(reader))

    eventually(seen, every_s=0.05)


def test_what_waits_for_redis_is_bounded(feed: ProgressFeed, valkey: Valkey) -> None:
    with valkey.pause():
        for number in range(5 * progress.MOST_WAITING):
            feed.tell(event(number))
        assert len(feed._waiting) <= progress.MOST_WAITING


def test_what_is_no_event_of_ours_is_not_passed_on(reader: ProgressReader, valkey: Valkey) -> None:
    redis = valkey.client()
    for fields in ({"kind": "x\nid: 1", "data": "{}"}, {"kind": "done", "data": "no JSON"}, {"data": "{}"},
                   {"kind": "done", "data": "[]"}, {"kind": b"\xff", "data": b"\xff"}):  # fmt: skip
        redis.xadd(key_of(7), fields)
    redis.xadd(key_of(7), {"kind": "done", "data": '{\n"run": 7}'})
    assert steps(reader) == ['{"run": 7}'], "on one line"
