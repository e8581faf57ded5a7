"""What is forgotten in time, and what is still recognised long after."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import col, select

from bot.clients.storage import FolderStore
from bot.dao import conversations, interactions
from bot.models import OtpCode, PendingInteraction
from bot.services.privacy import forgetting
from bot.services.privacy.retention import Retention
from bot.types import Language
from tests.fakes.turns import turn_at
from tests.integration.sign_in.conftest import AWA, AWA_SMS, KOFFI, House, mobile

HOUR = 3600


def forget(house: House) -> None:
    """What the chore does."""
    turn = turn_at(house.database, house.clock.now())
    Retention(FolderStore(Path("nowhere")), house.codes, 365).act(turn)


def send(house: House, number: str = AWA_SMS, asker: str = AWA) -> str:
    """A code for a number, asked for in somebody's conversation."""
    with house.database.write() as session:
        key = conversations.ensure(session, asker).id
        house.desk.send(session, mobile(number), key, house.clock.now())
    return house.code(number)


@pytest.mark.parametrize("typist", [AWA, AWA_SMS])
def test_the_number_of_an_old_code_is_forgotten_and_the_code_itself_still_recognised(house: House, typist: str) -> None:
    code = send(house)
    house.clock.skip(25 * HOUR + 1)
    forget(house)
    (row,) = house.rows()
    assert (row.prefix, row.number.startswith("+"), len(row.number)) == ("", False, 16)
    assert AWA_SMS.removeprefix("+") not in str(row)
    house.says(typist, f"mon code est {code}")
    assert house.outcome == "old_code"
    assert house.says(KOFFI, code) == ""
    assert house.outcome == "agent", "to anybody else they are just six digits"


def test_forgetting_twice_changes_nothing(house: House) -> None:
    send(house)
    house.clock.skip(26 * HOUR)
    forget(house)
    first = house.rows()[0].number
    forget(house)
    assert house.rows()[0].number == first


def test_what_the_limits_count_is_kept(house: House) -> None:
    for _ in range(5):
        send(house)
        house.clock.skip(4.7 * HOUR)
    forget(house)
    assert all(row.number == AWA_SMS and row.prefix for row in house.rows())
    house.says(AWA, "/connexion")
    assert "pas encore envoyer" in house.says(AWA, "1")
    house.clock.skip(2 * HOUR)
    forget(house)
    assert [row.prefix != "" for row in house.rows()] == [False, True, True, True, True]


def test_a_lock_that_is_not_over_is_kept(house: House) -> None:
    send(house)
    with house.database.write() as session:
        row = session.exec(select(OtpCode)).one()
        row.state, row.expires_at = "locked", house.clock.now() + timedelta(hours=30)
    house.clock.skip(26 * HOUR)
    forget(house)
    house.says(AWA, "/connexion")
    assert "bloquée" in house.says(AWA, "1")
    house.clock.skip(5 * HOUR)
    forget(house)
    assert house.rows()[0].prefix == ""


def test_many_codes_are_forgotten_in_small_transactions(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgetting, "BATCH", 3)
    for number in range(7):
        send(house, f"+22507000000{number:02}")
        house.clock.skip(61)
    house.clock.skip(26 * HOUR)
    forget(house)
    assert {row.prefix for row in house.rows()} == {""}
    assert len({row.number for row in house.rows()}) == 7


def test_an_old_code_can_still_be_looked_for_in_the_providers_log(house: House) -> None:
    send(house)
    before = house.codes.text(house.rows()[0], Language.FR)
    house.clock.skip(26 * HOUR)
    forget(house)
    assert house.codes.text(house.rows()[0], Language.FR) == before


def test_questions_are_kept_for_thirty_days_after_their_end(house: House) -> None:
    def ask(name: str, *, ago: float, closed: bool) -> None:
        with house.database.write() as session:
            key = conversations.ensure(session, f"+22507000001{len(names):02}").id
            begun = house.clock.now() - timedelta(days=ago, hours=1)
            made = interactions.open_interaction(session, key, "menu", {"name": name}, begun, 3600)
            if closed:
                interactions.claim(session, made.id, "answered", begun + timedelta(hours=1))
        names.append(name)

    names: list[str] = []
    ask("answered long ago", ago=30.1, closed=True)
    ask("never answered", ago=30.1, closed=False)
    ask("answered this month", ago=29.9, closed=True)
    ask("run out this month", ago=29.9, closed=False)
    ask("open", ago=0, closed=False)
    forget(house)
    with house.database.read() as session:
        rows = session.exec(select(PendingInteraction).order_by(col(PendingInteraction.id))).all()
    assert [row.payload["name"] for row in rows] == names[2:]
