"""Credits: every change once, never negative, and the entries sum to the balance."""

import contextlib

import pytest
from sqlalchemy import func, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.dao import schema, users
from bot.dao.database import Database
from bot.dao.money import ledger
from bot.errors import InsufficientCredits
from bot.models import LedgerEntry, User
from bot.services.money import credits
from bot.types import Mode
from tests.fakes.keys import open_database
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
        with database.write() as session:
            credits.reserve(session, 1, 2, 7)

    at_once(20, reserve)  # nobody of them fails
    assert balances(database) == (18, 18)


def test_twenty_runs_never_take_more_than_there_is(database: Database) -> None:
    add_user(database, AWA, Mode.PRO, 9)

    def reserve(run: int) -> bool:
        with contextlib.suppress(InsufficientCredits), database.write() as session:
            credits.reserve(session, 1, 2, run)
            return True
        return False

    assert at_once(20, reserve).count(True) == 4
    assert balances(database) == (1, 1)


def test_a_refund_gives_back_once(database: Database) -> None:
    add_user(database, AWA, Mode.STUDENT, 5)
    for _ in range(2):
        with database.write() as session:
            credits.reserve(session, 1, 1, 1)
    for _ in range(2):
        with database.write() as session:
            credits.refund(session, 1, 1, 1)
    assert balances(database) == (5, 5)


def test_a_guest_pays_nothing(database: Database) -> None:
    with database.write() as session:
        credits.reserve(session, None, 0, 1)
        credits.refund(session, None, 0, 1)
        assert session.exec(select(func.count()).select_from(LedgerEntry)).one() == 0


def test_the_balance_cannot_be_negative_even_by_hand(database: Database) -> None:
    add_user(database, AWA, Mode.STUDENT, 1)
    with pytest.raises(InsufficientCredits), database.write() as session:
        credits.reserve(session, 1, 2, 1)
    assert balances(database) == (1, 1)


def entries(database: Database, user_id: int = 1) -> list[LedgerEntry]:
    with database.read() as session:
        chosen = select(LedgerEntry).where(LedgerEntry.user_id == user_id)
        return list(session.exec(chosen.order_by(col(LedgerEntry.id))))


def test_the_last_credits_taken_by_two_with_one_key_are_taken_once_and_both_are_told_so(database: Database) -> None:
    add_user(database, AWA, Mode.PRO, 2)

    def take(_: int) -> bool:
        with database.write() as session:
            return ledger.post(session, 1, -2, "turn", "one key")

    assert at_once(8, take) == [True] * 8
    assert balances(database) == (0, 0)


def test_one_key_for_two_users_counts_for_the_first(database: Database) -> None:
    for number in (1, 2):
        add_user(database, f"+225070000000{number}", Mode.PRO, 0)

    def give(index: int) -> bool:
        with database.write() as session:
            return ledger.post(session, 1 + index % 2, 5, "purchase", "payment:1")

    assert at_once(8, give) == [True] * 8
    assert len(entries(database, 1) + entries(database, 2)) == 1
    with database.read() as session:
        assert sorted(session.exec(select(User.credits)).all()) == [0, 5]


def test_an_entry_says_what_it_was_for_who_caused_it_and_the_balance_after_it(database: Database) -> None:
    add_user(database, AWA, Mode.PRO, 9)
    with database.write() as session:
        said = {"reason": "generate_pdf", "call_id": "call-1", "actor": "user:1"}
        assert ledger.post(session, 1, -2, "tool", "run:3:call-1", 3, **said)
        assert not ledger.post(session, 1, -8, "turn", "run:4:reserve", 4)
    first, second = entries(database)
    assert (first.amount, first.balance, first.reason, first.actor) == (9, 9, "command line", "system")
    assert (second.amount, second.balance, second.run_id, second.call_id) == (-2, 7, 3, "call-1")
    assert (second.kind, second.reason, second.actor) == ("tool", "generate_pdf", "user:1")


def test_a_kind_nobody_knows_is_no_entry(database: Database) -> None:
    add_user(database, AWA, Mode.PRO, 9)
    with pytest.raises(ValueError, match="present"), database.write() as session:
        ledger.post(session, 1, 5, "present", "k")
    assert balances(database) == (9, 9)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM ledger_entry",
        "UPDATE ledger_entry SET amount = 900",
        "UPDATE ledger_entry SET reason = 'something else'",
        *(
            f"UPDATE ledger_entry SET reason = '', call_id = NULL, {change}"
            for change in (
                "id = 7", "user_id = 2", "amount = 8", "balance = 8", "kind = 'bonus'", "run_id = 8", "run_id = NULL",
                "actor = 'admin:1'", "idempotency_key = 'k'", "created_at = '2020-01-01 00:00:00'",
            )
        ),
    ],
)  # fmt: skip
def test_the_database_itself_keeps_every_entry_as_it_is(database: Database, statement: str) -> None:
    for number in (1, 2):
        add_user(database, f"+225070000000{number}", Mode.PRO, 0)
    with database.write() as session:
        ledger.post(session, 1, 9, "grant", "g", 5, reason="for Awa")
    before = [entry.model_dump() for entry in entries(database)]
    with pytest.raises(IntegrityError, match="append-only"), database.write() as session:
        session.execute(text(statement))
    assert [entry.model_dump() for entry in entries(database)] == before


def test_the_words_of_an_entry_can_be_emptied_and_nothing_else_with_them(database: Database) -> None:
    add_user(database, AWA, Mode.PRO, 9)
    with database.write() as session:
        ledger.post(session, 1, -2, "tool", "t", 3, reason="generate_pdf", call_id="call-1")
    with database.write() as session:
        session.execute(text("UPDATE ledger_entry SET reason = '', call_id = NULL"))
    assert {(entry.reason, entry.call_id) for entry in entries(database)} == {("", None)}
    assert balances(database) == (7, 7)


def test_no_entry_leaves_a_balance_below_nothing(database: Database) -> None:
    add_user(database, AWA, Mode.PRO, 1)
    with pytest.raises(IntegrityError), database.write() as session:
        session.add(LedgerEntry(user_id=1, amount=-2, balance=-1, kind="turn", idempotency_key="k"))


def test_entries_of_before_get_the_balance_after_them(database_url: str) -> None:
    database = open_database(database_url)
    schema.migrate(database, "0016")
    with database.write_connection() as connection:
        for user in (1, 2):
            connection.exec_driver_sql(
                "INSERT INTO user_account (mode, credits, last_seen_at, created_at) "
                "VALUES ('student', 0, '2026-11-21 12:00:00', '2026-11-21 12:00:00')"
            )
            for number, amount in enumerate((20, -1, -2)):
                connection.exec_driver_sql(
                    "INSERT INTO ledger_entry (user_id, amount, kind, idempotency_key, note, created_at) "
                    f"VALUES ({user}, {amount}, 'turn', '{user}:{number}', 'n', '2026-11-21 12:00:00')"
                )
    schema.migrate(database)
    for user in (1, 2):
        assert [(entry.balance, entry.reason, entry.actor) for entry in entries(database, user)] == [
            (20, "n", "system"), (19, "n", "system"), (17, "n", "system"),
        ]  # fmt: skip
    database.close()


def test_of_turns_that_end_at_once_one_says_that_few_credits_are_left(database: Database) -> None:
    add_user(database, AWA, Mode.STUDENT, 3)

    def tell(_: int) -> bool:
        with database.write() as session:
            return users.claim_low_notice(session, 1, 5)

    assert at_once(8, tell).count(True) == 1
    with database.write() as session:
        users.forget_low(session, 1, 5)
        assert not users.claim_low_notice(session, 1, 5), "there are not more than before"
