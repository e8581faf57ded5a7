"""Nobody makes us send without end: the gate in front of every turn. Redis is away in all of these stories."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from sqlmodel import select

from bot.conversation import gate
from bot.conversation.choosing import Taken
from bot.conversation.inbox import MOST_LIVES, Inbox
from bot.dao import conversations, interactions, users
from bot.dao.money import ledger
from bot.dao.work import workers
from bot.errors import DatabaseAway
from bot.models import Conversation, InboundMessage, Run
from bot.reading.incoming.priority import Priority
from bot.services.limits.meters import RESERVE
from bot.services.limits.refusals import SAID_A_DAY
from bot.services.work.lanes import Lane
from bot.types import EntryKind
from tests.fakes import lanes
from tests.fakes.keys import conversation_id
from tests.fakes.model import says
from tests.integration.conversation.conftest import GUEST, NOWHERE, PUPIL, Line

pytestmark = pytest.mark.one_database

KEY = conversation_id(PUPIL)
OpenLine = Callable[..., Line]
LAST_HOUR = 23  # of the day in Côte d’Ivoire


@pytest.fixture
def open_line(open_line: OpenLine) -> OpenLine:
    """Opens lines on days that do not end while somebody writes."""

    def opened(**overrides: object) -> Line:
        made = open_line(**overrides)
        if made.clock.now().hour == LAST_HOUR:
            made.clock.skip(timedelta(hours=2).total_seconds())
        return made

    return opened


@pytest.fixture
def line(open_line: OpenLine) -> Line:
    """Three a minute, ten a day, and a model that always answers."""
    made = open_line(sender_per_minute=3, sender_per_day=10)
    made.clock.freeze()
    made.model.script(lambda _request: says(f"Réponse {len(made.model.requests)}"))
    return made


def open_to(line: Line, address: str = PUPIL) -> Conversation:
    """The conversation with an address, whether or not somebody wrote."""
    with line.database.write() as session:
        return conversations.ensure(session, address)


def held_by_another(line: Line) -> None:
    """Another living worker is at the conversation."""
    open_to(line)
    with line.database.write() as session:
        workers.register(session, "other", "other")
        assert conversations.claim(session, KEY, "other", 8)


def test_whoever_writes_too_fast_is_told_once_and_answered_again_later(line: Line) -> None:
    for number in range(8):
        line.says(f"Question {number}")
    heard = line.hears()
    assert heard[:3] == ["Réponse 1", "Réponse 2", "Réponse 3"]
    assert [line for line in heard[3:] if "Attendez une minute" not in line] == []
    assert len(heard) == 4
    assert line.outcomes() == ["done_signal"] * 3 + ["over_minute"] * 5
    line.clock.skip(61)
    line.says("Et maintenant ?")
    assert line.hears() == ["Réponse 4"]
    for number in range(8):
        line.says(f"Encore {number}")
    assert line.hears() == ["Réponse 5", "Réponse 6"]  # said once a day


def test_a_day_has_its_end_and_the_next_one_begins_anew(line: Line) -> None:
    for number in range(14):
        line.says(f"Question {number}")
        line.clock.skip(30)
    heard = line.hears()
    assert len(heard) == 11
    assert "10 messages" in heard[-1]
    assert "demain" in heard[-1]
    line.clock.skip(86_400)
    line.says("Bonjour")
    assert line.hears() == ["Réponse 11"]


def test_what_waited_for_us_is_no_haste(line: Line) -> None:
    """A queue that an outage left behind: sent in the pace of a person, taken up all at once."""
    for number in range(6):
        line.stores(f"Question {number}", received_at=line.clock.now() - timedelta(seconds=(6 - number) * 30))
    line.drain()
    assert line.outcomes() == ["done_signal"] * 6


def test_a_flood_is_closed_in_one_go(line: Line) -> None:
    for number in range(40):
        line.stores(f"Question {number}")
    line.drain()
    assert line.outcomes() == ["done_signal"] * 3 + ["over_minute"] * 37
    assert len(line.hears()) == 4
    with line.database.read() as session:
        closed = session.exec(select(InboundMessage.processed_at).where(InboundMessage.outcome == "over_minute")).all()
    assert len(set(closed)) == 1


def test_what_came_when_there_was_room_again_is_not_closed_with_the_flood(line: Line) -> None:
    for number in range(10):
        line.stores(f"Question {number}")
    line.stores("Bien plus tard", received_at=line.clock.now() + timedelta(seconds=60))
    line.drain()
    assert line.outcomes() == ["done_signal"] * 3 + ["over_minute"] * 7 + ["done_signal"]


@pytest.mark.parametrize("body", ["/aide", "/compte", "2", "😀"])
def test_commands_and_short_words_count_too(line: Line, body: str) -> None:
    line.says(*[body] * 12)
    assert len(line.hears()) <= 4


def test_what_is_not_read_is_told_about_each_time_but_not_to_a_machine(open_line: OpenLine) -> None:
    line = open_line()
    for _ in range(15):
        details = {"content_types": ["video/mp4"], "media_urls": ["https://elsewhere.example/video"]}
        line.says("", kind="media", details=details)
        line.clock.skip(10)
    heard = line.hears()
    assert len(heard) == SAID_A_DAY["unreadable"]
    assert all("vidéo" in body for body in heard)
    assert line.outcomes() == ["unreadable"] * 15


def test_a_guest_whose_allowance_is_used_up_is_told_once_a_day(open_line: OpenLine) -> None:
    line = open_line(guest_daily_messages=2)
    line.model.script(lambda _request: says("Oui."))
    for number in range(6):
        line.says(f"Question {number}", address=GUEST)
        line.clock.skip(10)
    assert len([body for body in line.hears(GUEST) if "messages d’essai" in body]) == 1
    assert line.outcomes() == ["done_signal"] * 2 + ["allowance_used"] * 4
    line.clock.skip(86_400)
    for _ in range(4):
        line.says("Encore", address=GUEST)
    assert len([body for body in line.hears(GUEST) if "messages d’essai" in body]) == 1


def test_an_empty_purse_is_said_a_few_times(open_line: OpenLine) -> None:
    line = open_line()
    with line.database.write() as session:
        session.connection().exec_driver_sql("UPDATE user_account SET credits = 0")
    for number in range(8):
        line.says(f"Question {number}")
    assert len(line.hears()) == SAID_A_DAY["no_credits"]
    assert line.outcomes() == ["no_credits"] * 8


def test_who_has_bought_credits_and_used_them_up_the_same_day_is_told_anew(open_line: OpenLine) -> None:
    """They paid: what they write next must not meet silence."""
    line = open_line()
    for again in range(3):
        with line.database.write() as session:
            ledger.post(session, 1, -users.balance(session, 1), EntryKind.TURN, f"spent:{again}")
        for number in range(5):
            line.says(f"Question {again}{number}")
        assert len(line.hears()) == SAID_A_DAY["no_credits"], again
        with line.database.write() as session:
            ledger.post(session, 1, 50, EntryKind.PURCHASE, f"bought:{again}")


def test_the_same_sentence_over_and_over_is_answered_four_times(open_line: OpenLine) -> None:
    line = open_line()
    line.model.script(lambda _request: says("Oui."))
    for _ in range(20):
        line.says("Je suis absent jusqu’au 3 décembre.")
        line.clock.skip(20)
    heard = line.hears()
    assert len(heard) == 5
    assert "4 fois" in heard[-1]
    line.says("Me revoilà, c’est bien moi")
    assert line.hears() == ["Oui."]
    assert line.outcomes() == ["done_signal"] * 4 + ["repeated"] * 16 + ["done_signal"]


def test_stop_is_obeyed_when_the_bucket_is_full(line: Line) -> None:
    line.says(*[f"Question {number}" for number in range(9)])
    line.hears()
    line.says("STOP")
    (heard,) = line.hears()
    assert "Vous ne recevrez plus de messages" in heard
    assert line.address(PUPIL).opted_out_at is not None
    line.says("START")
    assert "Ravi de vous retrouver" in line.hears()[0]


def test_stop_and_start_without_end_are_obeyed_in_silence(line: Line) -> None:
    for _ in range(30):
        line.says("STOP")
        assert line.address(PUPIL).opted_out_at is not None
        line.says("START")
        assert line.address(PUPIL).opted_out_at is None
    assert len(line.hears()) <= SAID_A_DAY["opted"]


def test_a_person_is_asked_for_when_the_bucket_is_full_but_not_without_end(line: Line) -> None:
    line.says(*[f"Question {number}" for number in range(9)])
    line.hears()
    line.says("/humain")
    assert "parler à une personne" in line.hears()[0]
    for _ in range(40):
        line.says("/humain")
    assert len(line.hears()) <= RESERVE
    line.clock.skip(10)
    assert line.outcomes()[-1] == "over_minute" or line.outcomes()[-1] == "over_day"
    line.clock.skip(400)
    line.says("/humain")  # nobody is silenced for good, not even when the day is over
    assert len(line.hears()) == 1


def test_somebody_in_danger_is_heard_when_the_bucket_is_full(line: Line) -> None:
    line.says(*[f"Question {number}" for number in range(9)])
    line.hears()
    line.stores("Une question de plus")
    line.stores("Je veux mourir", priority=Priority.DISTRESS)
    line.drain()
    first, *_, last = line.hears()
    assert first.startswith("Merci de me")
    assert last == "Réponse 4"
    assert line.outcomes()[-2:] == ["over_minute", "done_signal"]


SIGNING_IN = {"step": "code", "number": "+2250700000001", "otp_id": None}
CONFIRMING_MAIL = {"address": "awa@example.org", "otp_id": 1}


@pytest.mark.parametrize(("kind", "payload"), [("sign_in", SIGNING_IN), ("email", CONFIRMING_MAIL)])
def test_a_code_is_read_when_the_bucket_is_full_only_while_one_is_awaited(
    line: Line, kind: str, payload: dict[str, object]
) -> None:
    line.says(*[f"Question {number}" for number in range(9)], "111111")
    line.hears()
    assert line.outcomes()[-1] == "over_minute"
    with line.database.write() as session:
        interactions.open_interaction(session, KEY, kind, payload, line.clock.now(), 3600)
    line.says("111111")
    assert line.outcomes()[-1] == "interaction"
    assert len(line.hears()) == 1


def test_stop_behind_a_thousand_others_is_obeyed_at_once(line: Line) -> None:
    for number in range(200):
        line.stores(f"Question {number}")
    line.stores("STOP")
    line.runtime.inbox.drain(KEY)
    assert len(line.hears()) == 1
    assert line.model.requests == []
    assert set(line.outcomes()) == {"opted_out"}


@pytest.mark.parametrize("body", ["STOP", "/annuler", "/statut"])
def test_what_acts_at_once_is_found_behind_others_beside_the_lane(line: Line, body: str) -> None:
    held_by_another(line)
    for number in range(200):
        line.stores(f"Question {number}")
    line.stores(body)
    line.runtime.inbox.drain(KEY)
    assert line.outcomes()[-1] in ("opted_out", "command")
    assert len(line.hears()) == 1


@pytest.mark.parametrize("bodies", ["START Bonjour STOP", "START Bonjour STOP START STOP Encore"])
def test_a_start_in_front_of_a_stop_is_void(line: Line, bodies: str) -> None:
    for body in bodies.split():
        line.stores(body)
    line.drain()
    assert line.address(PUPIL).opted_out_at is not None
    assert set(line.outcomes()) <= {"opted_out", "opted_in"}
    assert line.model.requests == []


def test_what_was_written_after_a_start_is_answered(line: Line) -> None:
    for body in ("STOP", "perdu", "START", "Bonjour"):
        line.stores(body)
    line.drain()
    assert line.outcomes() == ["opted_out", "opted_out", "opted_in", "done_signal"]


@pytest.mark.parametrize("sender", ["ORANGE", "36000", "+33644600000", "whatsapp:+33644600000", "+14155238886"])
def test_machines_get_no_answer_even_if_their_row_is_open(line: Line, sender: str) -> None:
    for _ in range(5):
        line.says("Votre solde est de 500 FCFA", "STOP", address=sender)
    assert line.hears(sender) == []
    assert set(line.outcomes()) == {"not_a_person"}
    assert line.model.requests == []


def test_a_message_is_counted_once_whatever_dies(line: Line) -> None:
    line.model.script(lambda _request: says("Oui."))
    with line.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE iteration RENAME TO away")
    line.stores("Bonjour")
    for _ in range(MOST_LIVES - 1):
        with pytest.raises(Exception, match="iteration"):
            line.drain()
    assert line.address(PUPIL).meters["messages"] == 1
    with line.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE away RENAME TO iteration")
    line.drain()
    assert line.hears() == ["Oui."]


def test_an_erasure_gives_no_new_day(line: Line) -> None:
    for number in range(9):
        line.says(f"Question {number}", address=GUEST)
        line.clock.skip(30)
    before = line.address(GUEST).meters["messages"]
    line.says("/supprimer", address=GUEST)
    line.clock.skip(30)
    after = line.address(GUEST).meters
    assert after["messages"] == before + 1


def test_the_settings_decide(open_line: OpenLine) -> None:
    line = open_line(sender_per_minute=7, sender_per_day=9)
    assert gate.limits_of(line.runtime.settings).per_minute == 7
    line.says(*["/aide"] * 20)
    assert line.outcomes().count("command") == 7


def test_one_lane_and_what_is_beside_it_share_one_bucket(line: Line) -> None:
    held_by_another(line)
    for _ in range(3 + RESERVE + 5):
        line.stores("/statut")
        line.runtime.inbox.drain(KEY)
    assert line.outcomes().count("command") == 3 + RESERVE
    with line.database.read() as session:
        assert session.exec(select(Run)).first() is None
    assert lanes.claim(line.database, KEY, "late", 8) is None
    assert line.runtime.settings.redis_url.endswith(f"{NOWHERE}/0")


def test_what_the_database_interrupts_again_and_again_is_counted_once(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the count and the work. Counted each time, its writer would repeat themselves, too fast."""
    begin, left = Inbox._begin, [5]

    def interrupted(self: Inbox, lane: Lane, taken: Taken) -> object:
        if left[0]:
            left[0] -= 1
            raise DatabaseAway("away")
        return begin(self, lane, taken)

    monkeypatch.setattr(Inbox, "_begin", interrupted)
    line.stores("Explique-moi la photosynthèse s’il te plaît")
    line.clock.skip(5)
    for _ in range(8):
        with suppress(DatabaseAway):
            line.runtime.inbox.drain(conversation_id(PUPIL))
        line.runtime.sweeper.give_back()
    assert line.outcomes() == ["done_signal"]
    assert line.hears() == ["Réponse 1"]
