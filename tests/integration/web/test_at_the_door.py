"""Whoever writes while more people write than can be served hears so in the webhook's answer, once."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from sqlmodel import Session

from bot.channels.gsm7 import segments
from bot.dao import addresses, conversations, waits
from bot.dao.database import Database
from bot.dao.work import workers
from bot.errors import DatabaseAway
from bot.models import Address, User
from bot.models.base import utc_now
from bot.queue import flow
from bot.queue.flow import SEEN_LATELY_S
from bot.services.inbound.at_the_door import AGAIN_AFTER
from bot.services.work.crowd import MANY
from bot.text.french import with_plain_spaces
from tests.fakes.clock import stand_still
from tests.fakes.product import make_settings
from tests.fakes.threads import at_once
from tests.fakes.valkey import Valkey
from tests.integration.web.webhook import AWA, BASE, Web, form

FRENCH = "Beaucoup de monde m’écrit en ce moment : j’ai bien votre message et j’y réponds dès que possible."
ENGLISH = "Many people are writing to me right now: I have your message and will answer as soon as I can."
BY_SMS = "+2250700000001"
ASKED = "Explique-moi la photosynthèse"


class Door:
    """Posts, one message after the other, and reads what is answered."""

    def __init__(self, web: Web, valkey: Valkey, skip: Callable[[float], None]) -> None:
        self.web, self.database, self._redis, self._skip = web, web.database, valkey.client(), skip
        self._number = 0

    def form(self, said: str = ASKED, sender: str = AWA, **changes: str) -> dict[str, str]:
        self._number += 1
        sid = f"SM{self._number:032x}"
        number = sender.removeprefix("whatsapp:")
        to = {} if sender != number else {"To": "+14155238887", "WaId": ""}
        return form(MessageSid=sid, SmsSid=sid, From=sender, Body=said, **({"WaId": number[1:]} | to | changes))

    def hears(self, said: str = ASKED, sender: str = AWA, **changes: str) -> list[str]:
        return heard(self.web, self.form(said, sender, **changes))

    def crowded(self, waiting: int = MANY, taken_a_second: int = 1) -> None:
        """So many wait, and so many were taken in each of the last seconds."""
        for name in ("drain", "drain_guest"):
            queue = "turns" if name == "drain" else "guests"
            self.web.wake.wake_all(name, [(f"crowd{number}",) for number in range(waiting + 6 * taken_a_second)])
            for _ in range(6):
                self._redis.lpop(f"rq:queue:{queue}", taken_a_second)
                self._skip(1)
        for name in ("drain", "drain_guest"):
            self.web.wake.wake(name, "last")

    def passes(self, seconds: float) -> None:
        self._skip(seconds)

    def knows(self, sender: str = AWA) -> None:
        with self.database.write() as session:
            conversations.ensure(session, sender)

    def change(self, act: Callable[[Session, Address], object], sender: str = AWA) -> None:
        self.knows(sender)
        with self.database.write() as session:
            act(session, address(session, sender))


def heard(web: Web, fields: dict[str, str]) -> list[str]:
    answer = web.post(fields)
    assert (answer.status_code, answer.mimetype) == (200, "text/xml")
    found = re.findall(r"<Message>(.*?)</Message>", answer.get_data(as_text=True))
    return [with_plain_spaces(unescape(each)) for each in found]


def address(session: Session, sender: str) -> Address:
    found = addresses.by_value(session, sender)
    assert found is not None
    return found


@pytest.fixture
def skip(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    return stand_still(monkeypatch, flow)


@pytest.fixture
def door(web: Web, valkey: Valkey, skip: Callable[[float], None]) -> Door:
    return Door(web, valkey, skip)


def test_whoever_will_wait_for_long_hears_so_at_once_and_once(door: Door, valkey: Valkey) -> None:
    door.crowded()
    assert door.hears() == [FRENCH]
    assert door.hears("Et la respiration des plantes ?") == []
    assert len(door.web.rows()) == 2
    woken = b"_".join(valkey.client().lrange("rq:queue:guests", -2, -1))
    assert door.web.rows()[0].conversation_id.encode() in woken, "and somebody comes for it as ever"


def test_whoever_may_wait_for_long_hears_so_too(door: Door) -> None:
    door.crowded(100, 2)  # 50 s by what was taken lately
    assert door.hears() == [FRENCH]


@pytest.mark.parametrize(("waiting", "taken"), [(MANY - 8, 1), (MANY, 2), (300, 10)])
def test_few_or_fast(door: Door, waiting: int, taken: int) -> None:
    door.crowded(waiting, taken)
    assert door.hears() == []


@pytest.mark.parametrize(("before", "said"), [(39, []), (40, [FRENCH])])
def test_a_guest_at_the_beginning_of_a_crowd_hears_so_before_anybody_was_served(
    door: Door, before: int, said: list[str]
) -> None:
    for job, waiting in (("drain", MANY), ("drain_guest", before)):
        door.web.wake.wake_all(job, [(f"crowd{number}",) for number in range(waiting)])
    assert door.hears() == said


def test_whoever_is_signed_in_hears_nothing_before_that(door: Door) -> None:
    def sign_in(session: Session, known: Address) -> None:
        session.add(User(id=1, name="Awa"))
        session.flush()
        known.user_id, known.signed_in_until = 1, utc_now() + timedelta(days=1)

    door.change(sign_in)
    for job in ("drain", "drain_guest"):
        door.web.wake.wake_all(job, [(f"crowd{number}",) for number in range(2 * MANY)])
    assert door.hears() == []


@pytest.mark.parametrize("said", ["/statut", "STOP", "je veux mourir", "la b", "START", "123456"])
def test_what_goes_past_the_turns(door: Door, said: str) -> None:
    door.crowded()
    assert door.hears(said) == []


def test_each_hears_their_language(door: Door) -> None:
    door.crowded()
    assert door.hears("Could you please explain to me how the fractions work?") == [ENGLISH]
    assert door.hears("ok, and the next chapter", "whatsapp:+233240000000") == [ENGLISH]
    door.change(lambda _session, known: setattr(known, "language", "en"), "whatsapp:+2250700000005")
    assert door.hears("2x = 4", "whatsapp:+2250700000005") == [ENGLISH]
    assert door.hears("2x = 4", "whatsapp:+2250700000006") == [FRENCH]


def test_whoever_is_signed_in_hears_the_language_they_chose(door: Door) -> None:
    def sign_in(session: Session, known: Address) -> None:
        session.add(User(id=1, name="Awa", language="en"))
        session.flush()
        known.user_id, known.signed_in_until = 1, utc_now() + timedelta(days=1)

    door.change(sign_in)
    door.crowded()
    assert door.hears("2x = 4") == [ENGLISH]


def test_by_sms_it_is_one_segment(door: Door) -> None:
    door.crowded()
    (said,) = door.hears(sender=BY_SMS)
    assert segments(said) == 1


def test_who_is_not_to_be_spoken_to(door: Door) -> None:
    def block(session: Session, known: Address) -> None:
        session.add(User(id=1, name="Awa", blocked_at=utc_now()))
        session.flush()
        known.user_id = 1

    door.crowded()
    door.change(block)
    assert door.hears() == []
    door.change(lambda session, known: addresses.opt_out(session, known.value, utc_now()), BY_SMS)
    assert door.hears(sender=BY_SMS) == []
    assert door.hears(sender="36000") == [], "a machine"


@pytest.mark.parametrize("before", ["STOP", "je veux mourir"])
def test_behind_what_matters_more(door: Door, before: str) -> None:
    door.crowded()
    door.hears(before)
    assert door.hears() == []


def test_whom_somebody_is_answering_unless_that_worker_is_lost(door: Door) -> None:
    door.knows()
    key = door.database.conversation_key.id_of(AWA)
    with door.database.write() as session:
        workers.register(session, "busy", "busy")
        conversations.claim(session, key, "busy", 60)
    door.crowded()
    assert door.hears() == []
    with door.database.write() as session:
        workers.forget(session, "busy")
    assert door.hears() == [FRENCH]


def test_it_is_said_again_after_a_while_and_of_one_wait_by_nobody_else(door: Door, valkey: Valkey) -> None:
    door.crowded()
    assert door.hears() == [FRENCH]
    key, redis = door.database.conversation_key.id_of(AWA), valkey.client()
    assert AGAIN_AFTER.total_seconds() - 60 < redis.ttl(f"palabre:told:{key}") <= AGAIN_AFTER.total_seconds()
    redis.delete(f"palabre:told:{key}")
    assert door.web.wake.notices.told([key, "another"]) == {key}
    assert door.hears() == [FRENCH]


@pytest.mark.parametrize(("ago", "said"), [(AGAIN_AFTER / 2, []), (AGAIN_AFTER, [FRENCH])])
def test_whom_a_worker_has_told_lately(door: Door, ago: timedelta, said: list[str]) -> None:
    door.crowded()
    door.knows()
    with door.database.write() as session:
        conversations.ensure(session, AWA).told_waiting_at = utc_now() - ago
    assert door.hears() == said


def test_a_message_that_comes_twice_is_answered_once(door: Door) -> None:
    door.crowded()
    fields = door.form()
    assert [heard(door.web, fields), heard(door.web, fields)] == [[FRENCH], []]


def test_many_at_once_hear_it_once_each(door: Door) -> None:
    door.crowded()
    people = [f"whatsapp:+22507000001{number:02}" for number in range(8)]
    forms = [door.form(f"Question {number}", people[number % 8]) for number in range(24)]
    said = at_once(24, lambda number: heard(door.web, forms[number]))
    assert sum(map(len, said)) == 8
    assert len(door.web.rows()) == 24


def test_whose_conversation_is_locked_hears_it_all_the_same(door: Door, database_url: str) -> None:
    if database_url.startswith("sqlite"):
        pytest.skip("one file has one writer, and the message is a write")
    door.knows()
    door.crowded()
    with door.database.write() as session:
        conversations.lock(session, door.database.conversation_key.id_of(AWA))
        assert door.hears() == [FRENCH]


def test_a_database_that_goes_away_behind_the_message(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_given: object) -> None:
        raise DatabaseAway("for a second")

    door.crowded()
    door.passes(SEEN_LATELY_S)
    monkeypatch.setattr(waits, "writer", away)
    assert door.hears() == []
    assert len(door.web.rows()) == 1


def test_whoever_writes_where_nobody_has_for_a_moment_hears_it_too(door: Door) -> None:
    """A model that hangs: what waits stands still, and this process has not looked at it since."""
    door.crowded()
    door.change(lambda _session, known: setattr(known, "language", "en"))
    door.passes(SEEN_LATELY_S)
    assert door.hears("2x = 4") == [ENGLISH]


def test_a_redis_that_goes_away_behind_the_message(door: Door, valkey: Valkey, monkeypatch: pytest.MonkeyPatch) -> None:
    door.crowded()
    monkeypatch.setattr(door.web.wake, "wake_all", lambda *_given: valkey.kill())
    assert door.hears() == []
    assert door.web.wake.notices.told(["anybody"]) is None


@pytest.fixture
def silent(database: Database, valkey: Valkey, tmp_path: Path) -> Iterator[Web]:
    made = Web(
        database,
        make_settings(
            environment="production", public_url=BASE, redis_url=valkey.url, storage_url=f"file://{tmp_path}/f",
            wait_notice_s=0,
        ),
    )  # fmt: skip
    yield made
    made.wake.close()


def test_never(silent: Web, valkey: Valkey, skip: Callable[[float], None]) -> None:
    door = Door(silent, valkey, skip)
    door.crowded()
    assert door.hears() == []
