"""Tasks of people who are not where their number is from, and of those whose number says the country alone, which has
more than one hour: they say where they are, and that clock counts from then on."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import update
from sqlmodel import Session, select

from bot.cli.commands import add_user
from bot.dao import conversations
from bot.models import Address, Task, User
from bot.types import Mode
from tests.fakes.model import calls, says
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.test_repeating import at, noon, remind, remind_only, said, told
from tests.integration.conversation.test_tasks import noted, stored

__all__ = ["noon"]

pytestmark = pytest.mark.one_database
CONGOLESE = "+243810000001"
MALAGASY = "+261340000001"
EAST, PARIS = "Africa/Lubumbashi", "Europe/Paris"


def another(line: Line, address: str, user_id: int | None = None) -> None:
    """Somebody by SMS; with a user's id that user's other phone."""
    add_user(line.database, address, Mode.STUDENT, 50)
    with line.database.write() as session:
        values: dict[str, object] = {"signed_in_until": line.clock.now() + timedelta(days=300)}
        session.execute(update(Address).values(values | ({"user_id": user_id} if user_id else {})))


def asked(line: Line, address: str, **arguments: object) -> None:
    steps = iter((calls(("create_task", {"title": "Réviser", **arguments})), says("C’est noté.")))
    line.model.script(lambda _request: next(steps))
    line.says("rappelle-moi de réviser", address=address)
    line.hears(address)


def test_who_says_that_they_are_in_the_east_is_reminded_at_its_hour(noon: Line) -> None:
    another(noon, CONGOLESE)
    asked(noon, CONGOLESE, due=f"{said(noon, 20)} {EAST}")
    assert "à 20 h, heure de Lubumbashi" in told(noon).replace("\u00a0", " ")
    noon.says("/taches", address=CONGOLESE)
    assert "à 20 h, heure de Lubumbashi" in noon.hears(CONGOLESE)[0].replace("\u00a0", " ")
    remind_only(noon, at(noon, 18) - timedelta(seconds=1))
    assert noon.hears(CONGOLESE) == []
    remind_only(noon, at(noon, 18))
    (heard,) = noon.hears(CONGOLESE)
    assert "à 20 h, heure de Lubumbashi)" in heard.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("zone", "words"),
    [("Africa/Goma", "heure de Lubumbashi"), ("Africa/Algiers", "heure d’Alger"), ("Africa/Cairo", "heure du Caire")],
)
def test_the_town_of_a_clock_is_named_as_one_says_it(noon: Line, zone: str, words: str) -> None:
    noted(noon, "Réviser", due=f"{said(noon, 20)} {zone}")
    assert words in told(noon)


def test_who_has_not_said_so_is_asked_where_the_country_has_several_hours(noon: Line) -> None:
    another(noon, CONGOLESE)
    for address, more, is_told in ((CONGOLESE, "", True), (PUPIL, "", False), (CONGOLESE, f" {EAST}", False)):
        asked(noon, address, due=said(noon, 20, 1) + more)
        assert ("that of Kinshasa" in told(noon)) is is_told
        assert ("heure de" in told(noon)) is bool(more), "of one clock there is nothing to say"


def test_what_comes_back_keeps_to_that_clock_when_it_changes(noon: Line) -> None:
    another(noon, CONGOLESE)  # all of whose sign-ins last for months
    noted(noon, "Réviser", due=f"2027-03-26 08:00 {PARIS}", repeat="daily")
    hours = []
    for day in range(26, 30):
        remind_only(noon, datetime(2027, 3, day, 12, tzinfo=UTC))
        hours.append(stored(noon)[0].remind_at)
    assert {moment.astimezone(ZoneInfo(PARIS)).hour for moment in hours if moment} == {8}
    assert {moment.hour for moment in hours if moment} == {6, 7}


def test_a_task_is_moved_to_another_clock(noon: Line) -> None:
    noted(noon, "Réviser", due=said(noon, 20))
    noted(noon, "Réviser", due=f"{said(noon, 20)} {PARIS}", move=True)
    (task,) = stored(noon)
    assert (task.zone, task.remind_at) == (PARIS, at(noon, 20).replace(tzinfo=ZoneInfo(PARIS)).astimezone(UTC))


def test_one_time_of_what_comes_back_is_moved_by_another_clock_and_the_others_stay(noon: Line) -> None:
    noted(noon, "Réviser", due=said(noon, 20), repeat="daily")
    noted(noon, "Réviser", due=f"{said(noon, 21)} {PARIS}", move=True)
    (task,) = stored(noon)
    assert (task.zone, task.remind_at) == ("Africa/Abidjan", at(noon, 21).replace(tzinfo=ZoneInfo(PARIS)))
    remind(noon, at(noon, 21))
    assert stored(noon)[0].remind_at == at(noon, 20, 1)


@pytest.mark.parametrize("name", ["UTC+2", "Lubumbashi", "Africa", "../../etc/passwd", "Africa/Nowhere", "x" * 41])
def test_what_is_no_place_is_said_to_be_none(noon: Line, name: str) -> None:
    noted(noon, "Réviser", due=f"{said(noon, 20)} {name}")
    assert stored(noon) == []


def test_a_day_stays_the_same_day_on_a_phone_from_elsewhere(noon: Line) -> None:
    another(noon, MALAGASY, user_id=1)
    noted(noon, "Réviser", due=said(noon, 20, 1)[:10])
    noon.says("/taches", address=MALAGASY)
    (listed,) = noon.hears(MALAGASY)
    assert f" {at(noon, 20, 1).day} " in listed


def test_what_was_noted_before_goes_by_the_number(noon: Line) -> None:
    def before(session: Session) -> Task:
        owner = session.exec(select(User.id)).one()
        key = conversations.conversation_id(session, PUPIL)
        due = at(noon, 20)
        return Task(user_id=owner, conversation_id=key, title="Lire", due_at=due, remind_at=due, repeats="daily 20:00")

    noted(noon, "Réviser")
    with noon.database.write() as session:
        session.add(before(session))
    (heard,) = remind(noon, at(noon, 20))
    assert "à 20\u00a0h)" in heard
    assert stored(noon)[1].remind_at == at(noon, 20, 1)
