"""Payments of two buyers side by side: what is asked about one's says nothing of the other's."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.dao.money import payments
from bot.models import Payment, PaymentEvent
from bot.types import Mode

NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
SINCE, SOON = NOW - timedelta(minutes=10), NOW + timedelta(minutes=2)


def payment(user_id: int, reference: str, **values: object) -> Payment:
    """One that can be paid; `values` are what differs."""
    made = {"provider": "wave", "pack": "small", "credits": 50, "amount": 500, "currency": "XOF", "status": "pending",
            "session_id": "cos-1", "link": "https://pay.example/1", "created_at": NOW, "due_at": NOW,
            "expires_at": NOW + timedelta(minutes=30)}  # fmt: skip
    return Payment(user_id=user_id, reference=reference, **(made | values))


@pytest.fixture
def two(database: Database) -> Database:
    for number in (1, 2):
        add_user(database, f"whatsapp:+225070000000{number}", Mode.STUDENT, 0)
    return database


def test_nothing_that_one_bought_is_the_others(two: Database) -> None:
    with two.write() as session:
        mine = payments.add(session, payment(1, "PAL1"))
        payments.add(session, payment(2, "PAL2", paid_at=NOW, created_at=NOW + timedelta(seconds=1)))
        assert payments.paid_one(session, 1, "small", SINCE) is None
        assert not payments.is_overtaken(session, mine), "or the end of a link were told to nobody"
        assert payments.count_since(session, 1, SINCE) == 1
        assert [found.reference for found in payments.of_user(session, 1, SINCE)] == ["PAL1"]


def test_a_receipt_of_one_pack_is_none_of_another(two: Database) -> None:
    with two.write() as session:
        payments.add(session, payment(1, "PAL1", status="paid", paid_at=NOW))
        assert payments.paid_one(session, 1, "large", SINCE) is None


@pytest.mark.parametrize(
    "values", [{"status": "paid"}, {"link": ""}, {"closed_at": NOW}, {"expires_at": NOW}, {"user_id": 2}]
)
def test_nobody_is_told_not_to_pay_what_cannot_be_paid(two: Database, values: dict[str, object]) -> None:
    with two.write() as session:
        made = payments.add(session, payment(1, "PAL1"))
        assert payments.is_any_payable(session, 1, NOW)
        for name, value in values.items():
            setattr(made, name, value)
        session.flush()
        assert not payments.is_any_payable(session, 1, NOW)


@pytest.mark.parametrize("values", [{"status": "failed"}, {"created_at": SINCE - timedelta(1)}, {"closed_at": NOW},
                                    {"expires_at": SOON}, {"user_id": 2}])  # fmt: skip
def test_a_link_that_is_no_use_is_not_given_again(two: Database, values: dict[str, object]) -> None:
    with two.write() as session:
        made = payments.add(session, payment(1, "PAL1"))
        assert payments.open_one(session, payment(1, "PAL9"), SINCE, SOON) is made
        for name, value in values.items():
            setattr(made, name, value)
        session.flush()
        assert payments.open_one(session, payment(1, "PAL9"), SINCE, SOON) is None


def test_one_is_claimed_or_looked_at_and_the_others_are_not(two: Database) -> None:
    with two.write() as session:
        made = [payments.add(session, payment(user, f"PAL{user}")) for user in (1, 2)]
        payments.claim(session, made[0].id, NOW, SOON)
        assert list(payments.due(session, NOW)) == [made[1].id]
        assert payments.make_due(session, "paystack", "PAL1", NOW) is None
        assert payments.make_due(session, "wave", "PAL1", NOW - timedelta(hours=1)) == made[0].id
        assert list(payments.due(session, NOW - timedelta(hours=1))) == [made[0].id]


def test_what_was_told_of_one_was_not_told_of_another(two: Database) -> None:
    with two.write() as session:
        for provider, reference, when in (("wave", "PAL2", NOW), ("paystack", "PAL1", NOW), ("wave", "PAL1", SINCE)):
            payments.take_notice(session, PaymentEvent(provider=provider, event_id=f"{provider}{reference}", kind="k",
                                                       reference=reference, created_at=when))  # fmt: skip
        assert not payments.told_lately(session, payment(1, "PAL1"), SINCE)
        assert payments.told_lately(session, payment(2, "PAL2"), SINCE)
