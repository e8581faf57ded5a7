"""Reminders that are taken off in words: never more of them than was said."""

from datetime import datetime, timedelta

import pytest
from sqlmodel import col, select

from bot.models import Address, Task
from tests.fakes.keys import conversation_id
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.test_repeating import at, noon, remind

__all__ = ["noon"]

pytestmark = pytest.mark.one_database
ALL = ["Nager", "Lire", "Courir"]


def note(line: Line, title: str, due: datetime, **columns: object) -> None:
    with line.database.write() as session:
        owner = session.exec(select(Address.user_id).where(Address.value == PUPIL)).one()
        values = {"user_id": owner, "conversation_id": conversation_id(PUPIL), "due_at": due, "remind_at": due}
        session.add(Task(title=title, **values, **columns))


def over(line: Line) -> list[str]:
    with line.database.read() as session:
        return list(session.exec(select(Task.title).where(col(Task.done_at).is_not(None)).order_by(col(Task.id))).all())


def told(line: Line, said: str) -> str:
    line.says(said)
    return "\n".join(line.hears())


@pytest.fixture
def three(noon: Line) -> Line:
    """Three reminders, of which one comes in an hour."""
    for hours, title in enumerate(ALL):
        note(noon, title, at(noon, 13) + hours * timedelta(days=1))
    return noon


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("arrête le rappel", ["Nager"]),
        ("désactive mon rappel", ["Nager"]),
        ("stop the reminder", ["Nager"]),
        ("arrête de me rappeler", ["Nager"]),
        ("STOP RAPPEL", ALL),
        ("arrête les rappels", ALL),
        ("arrête tous mes rappels", ALL),
    ],
)
def test_right_behind_a_reminder_one_is_that_one(three: Line, said: str, gone: list[str]) -> None:
    assert remind(three, at(three, 13))
    told(three, said)
    assert over(three) == gone


def test_one_of_several_is_asked_which(three: Line) -> None:
    assert "Laquelle retirer" in told(three, "arrête le rappel")
    assert over(three) == []


@pytest.mark.parametrize(
    ("repeats", "said", "is_gone"),
    [
        ("daily 08:30", "annule le rappel de demain", False),
        ("daily 08:30", "annule le rappel du 25 novembre", False),
        ("daily 08:30", "annule le rappel de 8 h 30", True),
        ("daily 08:30", "annule le rappel de tous les jours", True),
        ("daily 08:30", "annule le rappel du matin", True),
        ("weekly 0,2 08:30", "annule le rappel du mercredi", True),
        ("weekly 0,2 08:30", "annule le rappel de demain", False),
        ("yearly 11,25 08:30", "annule le rappel du 25 novembre", True),
    ],
)
def test_a_day_is_no_name_of_what_comes_back(noon: Line, repeats: str, said: str, is_gone: bool) -> None:
    note(noon, "Nager", datetime.fromisoformat("2026-11-25T08:30:00+00:00"), repeats=repeats)
    heard = told(noon, said)
    assert (bool(over(noon)), "Laquelle retirer" in heard) == (is_gone, not is_gone)


def test_the_clock_is_that_of_the_list(noon: Line) -> None:
    note(noon, "Nager", at(noon, 17), zone="Africa/Lubumbashi")
    assert "Laquelle retirer" in told(noon, "annule le rappel de 17 h")
    told(noon, "annule le rappel de 19 h")
    assert over(noon) == ["Nager"]


@pytest.mark.parametrize(
    "said",
    [
        "annule le rappel de 13h, remets-le à 19h",
        "annule le rappel de 13h et mets-le à lundi",
        "supprime le rappel de demain, c’est quoi un verbe ?",
    ],
)
def test_another_wish_behind_it_is_the_agents(three: Line, said: str) -> None:
    told(three, said)
    assert (over(three), len(three.model.requests)) == ([], 1)


def test_a_title_of_two_words_and_thanks_are_no_other_wish(three: Line) -> None:
    note(three, "Acheter du riz et de l’huile", at(three, 20))
    told(three, "annule le rappel pour le riz et l’huile, merci")
    assert (over(three), three.model.requests) == (["Acheter du riz et de l’huile"], [])
