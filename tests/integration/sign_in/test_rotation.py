"""SECRET_KEY changes while codes are open and gifts are given: what the key before made is still known."""

from pathlib import Path

import pytest
from sqlmodel import select

from bot.dao.database import Database
from bot.models import LedgerEntry
from bot.services.privacy.forgetting import hide_numbers
from bot.services.sign_in.accounts import confirm
from bot.services.sign_in.otp import Cooldown, Right, Wrong
from bot.types import Language
from tests.fakes.turns import turn_at
from tests.integration.sign_in.conftest import AWA, KOFFI, House, make_house
from tests.integration.sign_in.test_otp import check, send, sent, tell

OLD, NEW = "the-key-before-the-rotation-of-today", "the-key-after-the-rotation-of-today"


@pytest.fixture
def before(tmp_path: Path, database: Database) -> House:
    return make_house(tmp_path, database, secret_key=OLD)


@pytest.fixture
def after(tmp_path: Path, database: Database) -> House:
    return make_house(tmp_path, database, secret_key=NEW, secret_key_previous=OLD)


@pytest.fixture
def forgetful(tmp_path: Path, database: Database) -> House:
    """Rotated without SECRET_KEY_PREVIOUS."""
    return make_house(tmp_path, database, secret_key=NEW)


def test_an_open_code_is_accepted_after_the_rotation(before: House, after: House, forgetful: House) -> None:
    otp_id, code = sent(before), before.code()
    assert isinstance(check(forgetful, otp_id, code), Wrong)
    assert isinstance(send(after), Cooldown), "the number is known as the one the code went to"
    assert check(after, otp_id, code) == Right("+2250700000001")


def test_a_code_not_yet_sent_is_sent_as_it_was_made(before: House, after: House) -> None:
    sent(before)
    (row,) = after.rows()
    assert before.code() in after.codes.text(row, Language.FR)


def test_new_codes_are_made_with_the_new_key(after: House, forgetful: House) -> None:
    otp_id = sent(after)
    assert check(forgetful, otp_id, after.code()) == Right("+2250700000001")


def test_an_old_code_is_still_recognised(before: House, after: House, forgetful: House) -> None:
    sent(before)
    code = before.code()
    before.clock.skip(26 * 3600)
    hide_numbers(turn_at(before.database, before.clock.now()), before.codes)
    assert tell(after, code)
    assert tell(after, code, asker="b", number="+2250700000001"), "by the pseudonym of the number it went to"
    assert not tell(forgetful, code, asker="b", number="+2250700000001")


def welcome_gifts(house: House) -> int:
    with house.database.read() as session:
        return len(session.exec(select(LedgerEntry).where(LedgerEntry.kind == "welcome")).all())


def confirms(house: House, address: str, number: str) -> None:
    house.says(address, "Bonjour")
    with house.database.write() as session:
        confirm(session, session.merge(house.address(address)), number, house.clock.now(), house.settings)


def test_nobody_gets_a_second_welcome_gift_by_a_rotation(before: House, after: House) -> None:
    confirms(before, AWA, "+2250700000001")
    with before.database.write() as session:  # what erasing leaves of a person
        user = session.merge(before.user(1))
        user.phone, user.deleted_at = None, before.clock.now()
        session.merge(before.address(AWA)).user_id = None
    confirms(after, AWA, "+2250700000001")
    assert welcome_gifts(after) == 1
    confirms(after, KOFFI, "+2250700000009")
    assert welcome_gifts(after) == 2
