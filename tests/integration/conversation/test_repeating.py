"""Tasks that come back: each time reminded of once, none made up for, ticked off for this time; and tasks that are
moved."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, update
from sqlmodel import Session, col, select

from bot.cli.commands import add_user
from bot.dao.admin import users
from bot.dao.work import runs
from bot.i18n.day import moment_in
from bot.models import Address, OutboundPart, Task
from bot.services.tasks.reminders import Reminders
from bot.services.work.chores import Turn
from bot.types import Language, Mode
from tests.fakes.engines import hear, hear_no_more
from tests.fakes.journal import Killed
from tests.fakes.keys import conversation_id
from tests.fakes.threads import at_once
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.test_own_words import once
from tests.integration.conversation.test_tasks import noted, sign_in_until, stored

DAY = timedelta(days=1)
KEY = conversation_id(PUPIL)


class At(Turn):
    """A turn of the chore at a moment of the test's choice."""

    @contextmanager
    def step(self) -> Iterator[Session]:
        with self.database.write() as session:
            yield session


def remind(line: Line, now: datetime) -> list[str]:
    """What the pupil hears of a turn of the chore at a moment."""
    remind_only(line, now)
    return line.hears()


def remind_only(line: Line, now: datetime) -> None:
    Reminders(line.runtime.inbox.exchange.desk.links, Language.FR).act(
        At(line.database, "reminders", "w", "", now, threading.Event())
    )


def told(line: Line) -> str:
    """What the tool has said to the model."""
    return str(line.model.requests[-1]["messages"][-1]["content"])


def at(line: Line, hour: int, days: int = 0) -> datetime:
    """An hour of a day from today, where the pupil is: in Côte d'Ivoire it is universal time."""
    return datetime.combine(line.clock.now().date() + days * DAY, time(hour), UTC)


def said(line: Line, hour: int, days: int = 0) -> str:
    """The same as a model writes it."""
    return f"{at(line, hour, days):%Y-%m-%d %H:%M}"


@pytest.fixture
def noon(line: Line) -> Line:
    """It is noon, and stays so."""
    line.clock._frozen = at(line, 12)
    with line.database.write() as session:
        session.execute(update(Address).values(signed_in_until=at(line, 12, 60)))
    return line


def medicine(line: Line, **more: object) -> None:
    noted(line, "Prendre mon médicament", due=said(line, 20), repeat="daily", **more)


def test_each_time_is_reminded_of_once(noon: Line) -> None:
    medicine(noon)
    assert "tous les jours" in told(noon)
    assert remind(noon, at(noon, 19)) == []
    for day in range(3):
        (heard,) = remind(noon, at(noon, 20, day))
        assert "Prendre mon médicament" in heard
        assert heard.endswith("annule le rappel 1")
        assert remind(noon, at(noon, 20, day)) == remind(noon, at(noon, 23, day)) == []
    noon.says("/taches")
    assert "à 20\xa0h, tous les jours\n" in noon.hears()[0]


@pytest.mark.one_database
def test_of_the_times_of_many_days_away_only_the_last_is_reminded_of(noon: Line) -> None:
    medicine(noon)
    (heard,) = remind(noon, at(noon, 21, 9))
    assert str(at(noon, 20, 9).day) in heard
    assert [task.due_at for task in stored(noon)] == [at(noon, 20, 10)]


@pytest.mark.parametrize("how", ["blocked", "signed out", "stopped"])
def test_nothing_piles_up_for_whom_nobody_may_tell(noon: Line, how: str) -> None:
    medicine(noon)

    def away(is_so: bool) -> None:
        with noon.database.write() as session:
            if how == "blocked":
                users.block(session, 1, at(noon, 12) if is_so else None)
            elif how == "stopped":
                session.execute(update(Address).values(opted_out_at=at(noon, 12) if is_so else None))
        if how == "signed out":
            sign_in_until(noon, PUPIL, None if is_so else 60)

    away(True)
    looked = set()
    for hour in range(0, 12 * 24, 4):
        assert remind(noon, at(noon, 20) + timedelta(hours=hour)) == []
        looked.add(stored(noon)[0].remind_at)
    assert len(looked) <= 8 * 6 + 5, "again and again for a week, then once a day"
    away(False)
    assert len(remind(noon, at(noon, 21, 12))) <= 1
    assert len(remind(noon, at(noon, 20, 13))) == 1
    assert remind(noon, at(noon, 21, 13)) == []


def test_what_was_held_for_them_is_of_the_last_time_alone(noon: Line) -> None:
    medicine(noon)
    for day in range(3):
        remind(noon, at(noon, 20, day))
        with noon.database.write() as session:
            session.execute(update(OutboundPart).where(col(OutboundPart.state) == "pending").values(state="held"))
    with noon.database.read() as session:
        reminders = select(OutboundPart.state).where(col(OutboundPart.key).startswith("task"))
        assert list(session.exec(reminders.order_by(col(OutboundPart.id)))) == ["dropped", "dropped", "held"]


@pytest.mark.one_database
def test_it_ends_with_its_last_day(noon: Line) -> None:
    medicine(noon, until=f"{at(noon, 0, 1):%Y-%m-%d}")
    assert "jusqu’au" in told(noon)
    assert "annule" in remind(noon, at(noon, 20))[0]
    assert "C’était le dernier." in remind(noon, at(noon, 20, 1))[0]
    assert remind(noon, at(noon, 20, 2)) == []
    noon.says("/fait 1")
    assert "tâche faite" in noon.hears()[0]


@pytest.mark.one_database
def test_whoever_will_be_signed_out_by_the_next_time_is_told_the_way(noon: Line) -> None:
    medicine(noon)
    with noon.database.write() as session:
        session.execute(update(Address).values(signed_in_until=at(noon, 12, 1)))
    assert "/connexion" in remind(noon, at(noon, 20))[0]


@pytest.mark.parametrize("stored_first", [False, True])
def test_a_worker_that_dies_as_it_reminds_leaves_one_reminder(noon: Line, stored_first: bool) -> None:
    medicine(noon)
    written: list[Connection] = []

    def look(connection: Connection, _cursor: Any, statement: str, *_more: Any) -> None:
        if statement.startswith("INSERT INTO outbound_part"):
            written.append(connection)

    def die(connection: Connection) -> None:
        if connection in written:
            if stored_first:
                connection.connection.driver_connection.commit()  # type: ignore[union-attr]
            raise Killed

    hear(noon.database, "before_cursor_execute", look)
    hear(noon.database, "commit", die)
    with pytest.raises(Killed):
        remind(noon, at(noon, 20))
    hear_no_more(noon.database, "commit", die)
    hear_no_more(noon.database, "before_cursor_execute", look)
    remind(noon, at(noon, 20))
    with noon.database.read() as session:
        keys = session.exec(select(OutboundPart.key).where(col(OutboundPart.key).startswith("task")))
        assert len(list(keys)) == 1
    assert len(remind(noon, at(noon, 20, 1))) == 1


def test_eight_workers_remind_once_of_each_time(noon: Line) -> None:
    medicine(noon)
    at_once(8, lambda _number: remind(noon, at(noon, 20)))
    with noon.database.read() as session:
        assert len(list(session.exec(select(OutboundPart).where(col(OutboundPart.key).startswith("task"))))) == 1


def test_what_is_asked_about_reminders_is_asked_for_all_of_them_at_once(noon: Line) -> None:
    """Each writes its next time and its part, and asks nothing more: thousands may be due at eight o'clock."""
    asked: list[str] = []

    def look(_connection: Connection, _cursor: Any, statement: str, *_more: Any) -> None:
        asked.append(statement)

    counts = []
    for number in (2, 6):
        due = {"due_at": at(noon, 11), "remind_at": at(noon, 11), "repeats": "daily 11:00"}
        with noon.database.write() as session:
            session.execute(update(Task).values(repeats=None, remind_at=None))
            session.add_all(Task(user_id=1, conversation_id=KEY, title="Lire", **due) for _ in range(number))
        hear(noon.database, "before_cursor_execute", look)
        remind_only(noon, at(noon, 12))
        hear_no_more(noon.database, "before_cursor_execute", look)
        counts.append(len(asked))
        asked.clear()
    assert len(noon.hears()) == 8
    assert counts[1] - counts[0] == 2 * 4


def test_a_next_time_that_the_release_before_forgot_or_a_wrong_clock_set_is_set_right(noon: Line) -> None:
    medicine(noon)
    with noon.database.write() as session:
        session.execute(update(Task).values(remind_at=None, reminded_at=at(noon, 20)))
    assert remind(noon, at(noon, 22)) == []
    assert len(remind(noon, at(noon, 20, 1))) == 1
    sign_in_until(noon, PUPIL, 500)
    assert len(remind(noon, at(noon, 20, 400))) == 1
    assert remind(noon, at(noon, 12, 2)) == []
    assert len(remind(noon, at(noon, 20, 2))) == 1


def test_what_is_moved_while_nobody_can_be_told_keeps_its_new_time(noon: Line) -> None:
    """Between a look of the chore and what it writes."""
    medicine(noon)
    with noon.database.write() as session:
        session.execute(update(Address).values(bad_at=at(noon, 12)))
    moved = []

    def move(connection: Connection, _cursor: Any, statement: str, *_more: Any) -> None:
        if statement.startswith("UPDATE task") and not moved:
            moved.append(statement)
            connection.execute(update(Task).values(due_at=at(noon, 23), remind_at=at(noon, 23)))

    hear(noon.database, "before_cursor_execute", move)
    assert remind(noon, at(noon, 20)) == []
    hear_no_more(noon.database, "before_cursor_execute", move)
    assert moved
    assert stored(noon)[0].remind_at == at(noon, 23)


def test_what_a_wrong_clock_reminded_of_and_is_due_is_said_of_its_own_time(noon: Line) -> None:
    medicine(noon)
    with noon.database.write() as session:
        session.execute(update(Task).values(reminded_at=at(noon, 20, 3)))
    (heard,) = remind(noon, at(noon, 20))
    assert moment_in(at(noon, 20), Language.FR) in heard
    assert stored(noon)[0].remind_at == at(noon, 20, 1)


def test_done_ticks_off_this_time_and_says_how_to_stop(noon: Line) -> None:
    medicine(noon)
    noon.says("/fait 1")  # before its hour
    (heard,) = noon.hears()
    assert "fait pour cette fois" in heard
    assert "annule le rappel 1" in heard
    assert stored(noon)[0].due_at == at(noon, 20, 1)
    noon.says("/fait 1")
    assert "Rien à cocher" in noon.hears()[0]
    assert stored(noon)[0].due_at == at(noon, 20, 1), "sent twice, it skips no second time"
    noon.says("annule le rappel 1")
    assert "Je ne vous la rappellerai pas" in noon.hears()[0]
    assert remind(noon, at(noon, 20, 1)) == []


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("hours_behind", "next_day"),
    [(0.1, 1), (4.5, 1), (23.5, 2)],  # at once; behind midnight; before the next one, which is what is meant
)
def test_done_means_the_nearest_time(noon: Line, hours_behind: float, next_day: int) -> None:
    medicine(noon)
    with noon.database.write() as session:  # by the clock of the database a reminder is noted
        task = session.exec(select(Task)).one()
        task.reminded_at, task.due_at, task.remind_at = at(noon, 20), at(noon, 20, 1), at(noon, 20, 1)
    following = at(noon, 20, next_day)
    noon.clock._frozen = at(noon, 20) + timedelta(hours=hours_behind)
    noon.says("/fait 1")
    assert "fait pour cette fois" in noon.hears()[0]
    assert stored(noon)[0].due_at == following
    assert stored(noon)[0].reminded_at is None


def test_what_comes_back_is_bounded_and_is_no_old_task_that_makes_room(
    noon: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.tasks.run_tasks.MOST_REPEATING", 1)
    medicine(noon)
    medicine(noon)
    assert len(stored(noon)) == 1, "said twice it is one"
    noted(noon, "Boire", due=said(noon, 21), repeat="daily")
    assert "annule le rappel" in told(noon)
    noted(noon, "Prendre mon médicament", due=said(noon, 20))
    assert [task.repeats for task in stored(noon)] == ["daily 20:00", None], "once is another thing than every day"
    noted(noon, "2", move=True, due=said(noon, 21), repeat="daily")
    assert stored(noon)[1].repeats is None
    monkeypatch.setattr("bot.services.tasks.run_tasks.MOST_OPEN", 2)
    with noon.database.write() as session:
        session.execute(update(Task).values(reminded_at=at(noon, 20, -60)))
    noted(noon, "Dormir", in_minutes=60)
    assert all(task.done_at is None for task in stored(noon)), "a reminder of each is still to come"


@pytest.mark.one_database
@pytest.mark.parametrize("title", ["2", "rappel n° 2", "le loyer", "Payer le loyer"])
def test_a_task_is_moved_by_its_number_or_its_words(noon: Line, title: str) -> None:
    for task in ("Réviser", "Payer le loyer"):
        noted(noon, task, due=said(noon, 13))
    noted(noon, title, move=True, due=said(noon, 14))
    assert [task.due_at for task in stored(noon)] == [at(noon, 13), at(noon, 14)]
    assert '"moved":"Payer le loyer","number":2' in told(noon)
    assert remind(noon, at(noon, 13))[0].count("Réviser") == 1
    assert "loyer" in remind(noon, at(noon, 14))[0]


@pytest.mark.one_database
@pytest.mark.parametrize(("title", "more"), [("9", {}), ("Danser", {}), ("Payer", {}), ("1", {"due": None})])
def test_what_is_not_plain_is_moved_by_nobody(noon: Line, title: str, more: dict[str, Any]) -> None:
    for task in ("Payer le loyer", "Payer l’école"):
        noted(noon, task, due=said(noon, 13))
    noted(noon, title, move=True, **({"due": said(noon, 20)} | more))
    assert '"status":"error"' in told(noon)
    assert {task.due_at for task in stored(noon)} == {at(noon, 13)}
    assert len(stored(noon)) == 2


def test_what_is_done_or_somebody_elses_is_not_moved(noon: Line) -> None:
    noted(noon, "Réviser", in_minutes=60)
    other = "whatsapp:+2250700000009"
    add_user(noon.database, other, Mode.STUDENT, 50)
    noon.says("Bonjour", address=other)
    with noon.database.write() as session:
        session.add(Task(user_id=2, conversation_id=conversation_id(other), title="Danser"))
    for title in ("Danser", "2"):
        noted(noon, title, move=True, in_minutes=120)
        assert '"status":"error"' in told(noon)
    noon.says("/fait 1")
    noted(noon, "Réviser", move=True, in_minutes=120)
    assert "note it anew" in told(noon)
    assert [task.remind_at for task in stored(noon)] == [None, None]


def test_put_off_this_time_it_comes_back_as_before(noon: Line) -> None:
    medicine(noon)
    remind(noon, at(noon, 20))
    noted(noon, "1", move=True, due=said(noon, 21))
    assert "only this time" in told(noon)
    assert "à 20\xa0h" in told(noon).partition('"then"')[2]
    assert len(remind(noon, at(noon, 21))) == 1
    assert stored(noon)[0].due_at == at(noon, 20, 1)
    noted(noon, "1", move=True, due=said(noon, 22, 1), repeat="daily")
    assert remind(noon, at(noon, 20, 1)) == []
    assert len(remind(noon, at(noon, 22, 1))) == 1
    assert stored(noon)[0].due_at == at(noon, 22, 2)


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("now", "was_reminded", "hour", "days", "reminded_days"),
    [
        (12, False, 18, 0, [1, 2]),  # brought forward: 20:00 comes no more today
        (12, True, 18, 0, [1, 2]),  # as well, the time of yesterday being nobody's concern any more
        (12, True, 22, 0, [1, 2]),  # later
        (21, True, 18, 1, [1, 2]),  # below its reminder the last time is put off: the next one comes too
        (12, False, 7, 1, [1, 2]),  # put off until the morning
    ],
)
def test_what_is_moved_comes_at_its_own_hour_no_second_time(
    noon: Line, now: int, was_reminded: bool, hour: int, days: int, reminded_days: list[int]
) -> None:
    medicine(noon)
    if now > 20:
        remind(noon, at(noon, 20))
    elif was_reminded:
        with noon.database.write() as session:
            session.execute(update(Task).values(reminded_at=at(noon, 20, -1)))
    noon.clock._frozen = at(noon, now)
    noted(noon, "1", move=True, due=said(noon, hour, days))
    assert f"{at(noon, 20, reminded_days[0]).day} " in told(noon).partition('"then"')[2]
    assert len(remind(noon, at(noon, hour, days))) == 1
    assert [day for day in range(3) if remind(noon, at(noon, 20, day))] == reminded_days


@pytest.mark.one_database
def test_what_was_brought_forward_is_ticked_off_for_its_day(noon: Line) -> None:
    medicine(noon)
    noted(noon, "1", move=True, due=said(noon, 18))
    noon.says("/fait 1")
    assert f"{at(noon, 20, 1).day} " in noon.hears()[-1].partition("Prochain rappel")[2]
    assert stored(noon)[0].due_at == at(noon, 20, 1)


@pytest.mark.one_database
@pytest.mark.parametrize(("more", "hour"), [({}, 20), ({"repeat": "weekly"}, 20), ({"repeat": "daily"}, 20)])
def test_a_task_that_is_moved_to_a_day_keeps_its_hour(noon: Line, more: dict[str, Any], hour: int) -> None:
    medicine(noon)
    noted(noon, "Appeler la banque", due=said(noon, hour))
    for number in ("1", "2"):
        noted(noon, number, move=True, due=f"{at(noon, 0, 2):%Y-%m-%d}", **more)
    assert [(task.due_at, task.whole_day) for task in stored(noon)] == [(at(noon, 20, 2), False)] * 2


@pytest.mark.one_database
def test_what_was_put_off_is_done_before_it_comes_again(noon: Line) -> None:
    medicine(noon)
    with noon.database.write() as session:
        task = session.exec(select(Task)).one()
        task.reminded_at, task.due_at, task.remind_at = at(noon, 11), at(noon, 13, 1), at(noon, 13, 1)
    noon.says("/fait 1")
    assert stored(noon)[0].due_at == at(noon, 20), "and tonight's comes"


@pytest.mark.one_database
def test_a_course_that_is_moved_keeps_its_last_day(noon: Line) -> None:
    medicine(noon, until=f"{at(noon, 0, 9):%Y-%m-%d}")
    until = stored(noon)[0].repeats_until
    noted(noon, "médicament", move=True, due=said(noon, 21), repeat="daily")
    assert stored(noon)[0].repeats_until == until is not None
    remind(noon, at(noon, 21, 9))
    assert stored(noon)[0].repeats is None
    noted(noon, "médicament", move=True, due=said(noon, 21, 12), repeat="daily")  # once more, when it is over
    assert "jusqu" not in told(noon)
    assert "annule" in remind(noon, at(noon, 21, 12))[0]


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("words", "title", "is_moved"),
    [
        ("décale le rappel 1 à 18 h, puis lis la page", "1", True),
        ("repousse mon rendez-vous chez le dentiste", "dentiste", True),
        ("snooze reminder 1", "1", True),
        ("résume cette page", "1", False),
        ("décale le rappel 2 à 18 h", "1", False),
        ("la page 1 dit quoi ?", "1", False),
        ("repousse ma dictée", "dentiste", False),
    ],
)
def test_what_strangers_wrote_moves_nothing(noon: Line, words: str, title: str, is_moved: bool) -> None:
    noted(noon, "Rendez-vous chez le dentiste", in_minutes=60)
    with noon.database.write() as session:
        runs.taint(session, 1, conversation_id(PUPIL))
    noon.model.script(once(("create_task", {"title": title, "move": True, "due": said(noon, 22)})))
    noon.says(words)
    assert (stored(noon)[0].due_at == at(noon, 22)) == is_moved
    assert ("has not asked" in told(noon)) != is_moved


@pytest.mark.one_database
@pytest.mark.parametrize(("words", "is_moved"), [("plus tard, dans une heure", True), ("merci", False)])
def test_below_a_reminder_it_needs_no_name(noon: Line, words: str, is_moved: bool) -> None:
    noted(noon, "Dormir", in_minutes=60)
    with noon.database.write() as session:
        session.execute(update(Task).values(reminded_at=at(noon, 11), remind_at=None))
        runs.taint(session, 1, conversation_id(PUPIL))
    noon.model.script(once(("create_task", {"title": "1", "move": True, "due": said(noon, 22)})))
    noon.says(words)
    assert "create_task with move, title 1" in str(noon.asked()[0 if len(noon.asked()) == 1 else -2])
    assert (stored(noon)[0].due_at == at(noon, 22)) == is_moved


@pytest.mark.one_database
def test_the_last_day_of_a_short_month_is_asked_about(noon: Line) -> None:
    noted(noon, "Payer le loyer", due="2027-02-28", repeat="monthly")
    assert "31st" in told(noon)
    noted(noon, "1", move=True, due="2027-02-31", repeat="monthly")
    assert "31st" not in told(noon)
    assert "le dernier jour de chaque mois" in told(noon)


@pytest.mark.one_database
def test_a_day_of_the_week_has_its_place_in_the_month(noon: Line) -> None:
    noted(noon, "Tontine", due=said(noon, 9), repeat="first sun")
    assert "le premier dimanche de chaque mois" in told(noon)
    (task,) = stored(noon)
    assert (task.repeats, task.due_at.weekday() if task.due_at else None) == ("nth 1/6 09:00", 6)
    assert task.due_at is not None
    assert task.due_at.day <= 7


def test_in_english(noon: Line) -> None:
    medicine(noon, until=f"{at(noon, 0, 1):%Y-%m-%d}")
    noted(noon, "Meeting", due="2027-01-05", repeat="monthly")
    noted(noon, "Call", due="2027-01-04", repeat="tue,mon")
    noted(noon, "Pay", due="2027-01-29", repeat="last fri")
    noon.says("/langue en")
    noon.hears()
    noon.says("/tasks", "/done 1")
    listed, done = noon.hears()
    for words in (
        "at 20:00, every day until ",
        ", on the 5th of every month",
        ", every Monday and Tuesday",
        ", on the last Friday of every month",
    ):
        assert words in listed
    assert "done this time" in done
    assert done.endswith("cancel the reminder 1")
    assert "This was the last one." in remind(noon, at(noon, 20, 1))[0]


@pytest.mark.parametrize("is_astray", [False, True])
def test_one_that_this_release_cannot_read_holds_up_no_other(noon: Line, *, is_astray: bool) -> None:
    """Deployed and taken back: the newer release knew more ways to come back."""
    noted(noon, "Avant", due=said(noon, 13))
    noted(noon, "Illisible", due=said(noon, 14), repeat="daily")
    noted(noon, "Après", due=said(noon, 15))
    odd: dict[str, Any] = {"repeats": "hourly 5,2,1"} | ({"remind_at": None} if is_astray else {})
    with noon.database.write() as session:
        session.execute(update(Task).where(col(Task.title) == "Illisible").values(**odd))
    heard = remind(noon, at(noon, 16))
    assert [line.split()[3] for line in heard] == ["Avant", "Après"]
    (task,) = [task for task in stored(noon) if task.title == "Illisible"]
    assert task.remind_at == at(noon, 17), "it is tried again, not for ever at full speed"
    assert remind(noon, at(noon, 16)) == []
    with noon.database.write() as session:
        session.execute(update(Task).where(col(Task.title) == "Illisible").values(repeats="daily 14:00"))
    assert "Illisible" in remind(noon, at(noon, 17))[0]
