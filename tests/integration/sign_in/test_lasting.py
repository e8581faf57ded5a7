"""How long a sign-in lasts that a clock ahead has begun, and who is asked whether they are who was seen by it."""

from datetime import datetime, timedelta

import pytest

from bot.dao.database import Database
from bot.models import Address, User
from bot.services.sign_in import lasting
from bot.services.sign_in.lasting import SignIns
from tests.fakes.turns import turn_at
from tests.integration.sign_in.conftest import AWA, KOFFI, House
from tests.integration.sign_in.test_former_owner import QUESTION, types_code

DAY = timedelta(days=1)
YEARS = timedelta(days=2_000)


def ends(house: House, address: str) -> datetime:
    until = house.address(address).signed_in_until
    assert until is not None
    return until


def look(house: House, now: datetime, position: datetime | None) -> str:
    """A day's turn, the one before having been at `position`."""
    turn = turn_at(house.database, now, position.isoformat() if position else "")
    SignIns(house.settings).act(turn)
    return turn.position


@pytest.fixture
def ahead(house: House) -> House:
    """Koffi has signed in, and then Awa by a clock years ahead, which is right again."""
    house.signs_in(KOFFI)
    house.signs_in(AWA)
    until = ends(house, AWA) + YEARS
    with house.database.write() as session:
        session.get_one(Address, house.address(AWA).id).signed_in_until = until
    return house


def test_a_sign_in_by_a_clock_ahead_lasts_as_long_as_any_from_now_on(
    ahead: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lasting, "PAGE", 1)
    now, koffis = ahead.clock.now(), ends(ahead, KOFFI)
    look(ahead, now, now - DAY)
    assert ends(ahead, AWA) == now + timedelta(days=30)
    assert ends(ahead, KOFFI) == koffis


@pytest.mark.parametrize("before", [None, YEARS])
def test_a_clock_that_has_gone_back_signs_nobody_out_at_once(ahead: House, before: timedelta | None) -> None:
    """It may be the wrong one. It says the same a day later."""
    now, awas = ahead.clock.now(), ends(ahead, AWA)
    position = look(ahead, now, before and now + before)
    assert ends(ahead, AWA) == awas
    look(ahead, now + DAY, datetime.fromisoformat(position))
    assert ends(ahead, AWA) == now + timedelta(days=31)


def test_whoever_was_seen_by_a_clock_ahead_is_asked(ahead: House, database: Database) -> None:
    """Nobody knows for how long they have been silent."""
    with database.write() as session:
        address = ahead.address(AWA)
        session.get_one(User, address.user_id).last_seen_at = ahead.clock.now() + YEARS
        session.get_one(Address, address.id).signed_in_until = None
    ahead.clock.skip(61)
    assert QUESTION in types_code(ahead)
