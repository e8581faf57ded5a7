"""What two people have to do who become one: numbers that were read go on naming what they named, and reminders come
once."""

from datetime import timedelta
from typing import Any

from sqlalchemy import update
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.dao import tasks
from bot.models import OutboundPart, Task
from bot.types import Mode
from tests.fakes.keys import conversation_id
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.test_merging import BINTOU, merge, two
from tests.integration.conversation.test_repeating import remind_only

__all__ = ["two"]


def note(line: Line, user_id: int, title: str, **more: Any) -> int:
    """Somebody has something to do; its id."""
    with line.database.write() as session:
        task = Task(user_id=user_id, conversation_id=conversation_id(PUPIL), title=title, **more)
        tasks.add(session, task)
        session.flush()
        return task.id


def numbers(line: Line) -> list[tuple[int, str]]:
    """What the remaining user has to do."""
    with line.database.read() as session:
        still = tasks.still_open(session, 2)
        for number, task in still:
            found = tasks.with_number(session, 2, number)
            assert found is not None
            assert (found.id, tasks.number_of(session, task)) == (task.id, number)
    return [(number, task.title) for number, task in still]


def test_the_tasks_of_the_remaining_user_keep_their_numbers(two: Line) -> None:
    note(two, 1, "pain", done_at=two.clock.now())
    for user_id, title in ((2, "riz"), (1, "lait"), (2, "sel")):
        note(two, user_id, title)
    merge(two)
    assert numbers(two) == [(1, "riz"), (2, "sel"), (4, "lait")]
    note(two, 2, "thé")
    assert numbers(two)[-1] == (5, "thé")


def test_numbers_stay_whatever_becomes_one_with_an_account_later(two: Line) -> None:
    third, fourth = "whatsapp:+2250500000003", "whatsapp:+2250500000004"
    for address in (third, fourth):
        add_user(two.database, address, Mode.STUDENT, 0)
    for user_id, title in ((4, "d"), (3, "c"), (1, "a"), (2, "b"), (4, "dd"), (3, "cc"), (1, "aa")):
        note(two, user_id, title)
    merge(two)
    merge(two, fourth, third)
    note(two, 3, "ccc")
    merge(two, third, BINTOU)
    titles = ["b", "a", "aa", "c", "cc", "d", "dd", "ccc"]
    assert numbers(two) == list(enumerate(titles, 1))


def test_what_waits_of_a_reminder_is_withdrawn_by_the_next_one_of_the_joined_account(two: Line) -> None:
    """The one before was written as they were still another's, and nobody has read it."""
    due = two.clock.now().replace(second=0, microsecond=0)
    note(two, 1, "eau", repeats=f"daily {due:%H:%M}", due_at=due, remind_at=due)
    note(two, 2, "riz")
    remind_only(two, due)
    with two.database.write() as session:
        session.execute(update(OutboundPart).values(state="held"))
    merge(two)
    remind_only(two, due + timedelta(days=1))
    with two.database.read() as session:
        assert session.exec(select(OutboundPart.state).order_by(col(OutboundPart.id))).all() == ["dropped", "pending"]


def test_a_reminder_that_is_written_as_two_accounts_become_one_comes_at_the_next_look(two: Line) -> None:
    """Its task was read, and the merge waited for, before anybody knew whose it is now."""
    task_id = note(two, 1, "eau", due_at=two.clock.now(), remind_at=two.clock.now())
    with two.database.read() as session:
        read = session.get_one(Task, task_id)
    merge(two)
    with two.database.write() as session:
        assert not tasks.go_on(session, read, remind_at=two.clock.now() + timedelta(hours=1))
    with two.database.read() as session:
        assert [task.id for task in tasks.to_remind(session, two.clock.now(), 9)] == [task_id]
