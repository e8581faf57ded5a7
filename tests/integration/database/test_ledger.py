"""Credits: every change once, never negative, and the entries sum to the balance."""

import contextlib

import pytest
from sqlalchemy import func
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.errors import InsufficientCredits
from bot.models import LedgerEntry, User
from bot.services.money import credits
from bot.types import Mode
from tests.fakes.threads import at_once

AWA = "whatsapp:+2250700000001"


def balances(database: Database) -> tuple[int, int]:
    with database.read() as session:
        balance = session.get_one(User, 1).credits
        return balance, session.exec(select(func.sum(LedgerEntry.amount))).one() or 0


def test_a_user_is_made_once_and_topped_up(database: Database) -> None:
    assert add_user(database, AWA, Mode.STUDENT, 20) == f"{AWA}: user 1, student, 20 credits"
    assert add_user(database, AWA, Mode.PRO, 20) == f"{AWA}: user 1, pro, 20 credits"
    assert add_user(database, AWA, Mode.PRO, 25) == f"{AWA}: user 1, pro, 25 credits"
    assert balances(database) == (25, 25)


def test_the_whatsapp_and_sms_addresses_of_a_number_are_one_user(database: Database) -> None:
    sms = AWA.removeprefix("whatsapp:")
    add_user(database, AWA, Mode.STUDENT, 20)
    joined = f"{sms}: user 1, the number's user already, student, 20 credits"
    assert add_user(database, sms, Mode.STUDENT, 20) == joined
    assert add_user(database, sms, Mode.STUDENT, 20) == f"{sms}: user 1, student, 20 credits"
    assert add_user(database, "+2250700000002", Mode.PRO, 5) == "+2250700000002: user 2, pro, 5 credits"
    assert add_user(database, "whatsapp:CI.1A2b", Mode.PRO, 5) == "whatsapp:CI.1A2b: user 3, pro, 5 credits"
    assert balances(database)[0] == 20


def test_a_number_is_whose_code_it_was_sent_to_not_whose_address_holds_it(database: Database) -> None:
    """Awa has moved to another number, and Bintou has confirmed Awa's old one somewhere else."""
    old, new = AWA.removeprefix("whatsapp:"), "+2250500000009"
    add_user(database, AWA, Mode.STUDENT, 0)
    add_user(database, "whatsapp:CI.bintou", Mode.STUDENT, 0)
    with database.write() as session:
        session.get_one(User, 1).phone = new
    assert ": user 3, student" in add_user(database, old, Mode.STUDENT, 0)
    with database.write() as session:
        session.get_one(User, 2).phone = "+2250500000008"
    assert ": user 2, the number's user already" in add_user(database, "+2250500000008", Mode.STUDENT, 0)
    assert ": user 1, the number's user already" in add_user(database, f"whatsapp:{new}", Mode.STUDENT, 0)


def test_twenty_reservations_of_one_run_take_its_price_once(database: Database) -> None:
    add_user(database, AWA, Mode.PRO, 20)

    def reserve(_: int) -> None:
        with contextlib.suppress(IntegrityError), database.write() as session:
            credits.reserve(session, 1, Mode.PRO, 7)

    at_once(20, reserve)
    assert balances(database) == (18, 18)


def test_twenty_runs_never_take_more_than_there_is(database: Database) -> None:
    add_user(database, AWA, Mode.PRO, 9)

    def reserve(run: int) -> bool:
        with contextlib.suppress(InsufficientCredits), database.write() as session:
            credits.reserve(session, 1, Mode.PRO, run)
            return True
        return False

    assert at_once(20, reserve).count(True) == 4
    assert balances(database) == (1, 1)


def test_a_refund_gives_back_once(database: Database) -> None:
    add_user(database, AWA, Mode.STUDENT, 5)
    for _ in range(2):
        with database.write() as session:
            credits.reserve(session, 1, Mode.STUDENT, 1)
    for _ in range(2):
        with database.write() as session:
            credits.refund(session, 1, 1, 1)
    assert balances(database) == (5, 5)


def test_a_guest_pays_nothing(database: Database) -> None:
    with database.write() as session:
        credits.reserve(session, None, Mode.GUEST, 1)
        credits.refund(session, None, 0, 1)
        assert session.exec(select(func.count()).select_from(LedgerEntry)).one() == 0


def test_the_balance_cannot_be_negative_even_by_hand(database: Database) -> None:
    add_user(database, AWA, Mode.STUDENT, 1)
    with pytest.raises(InsufficientCredits), database.write() as session:
        credits.reserve(session, 1, Mode.PRO, 1)
    assert balances(database) == (1, 1)
