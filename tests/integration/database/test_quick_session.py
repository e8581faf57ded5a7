"""What has changed of objects is written as SQLAlchemy's own session would write it, and what is held afterwards is the
same."""

import contextlib
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session, col, select

from bot.cli.commands import add_user
from bot.dao import addresses
from bot.dao.database import Database
from bot.dao.engine import quick_session
from bot.models import Address, Conversation, ConversationContext, Run, User
from bot.models.base import utc_now
from bot.types import Mode
from tests.fakes.engines import hear, hear_no_more

AWA = "whatsapp:+2250700000001"
NOW = utc_now()


@pytest.fixture
def awa(database: Database) -> Database:
    add_user(database, AWA, Mode.STUDENT, 20)
    return database


@contextlib.contextmanager
def updates(database: Database) -> Iterator[list[str]]:
    """The tables of UPDATEs, and whether the ORM made them."""
    seen: list[str] = []

    def sent(_connection: Any, _cursor: Any, sql: str, _values: Any, context: Any, *_: Any) -> None:
        if sql.startswith("UPDATE"):
            seen.append(f"{sql.split()[1]}{' by the ORM' if context is not None else ''}")

    hear(database, "before_cursor_execute", sent)
    try:
        yield seen
    finally:
        hear_no_more(database, "before_cursor_execute", sent)


def people(session: Session) -> tuple[Address, User]:
    address = session.exec(select(Address)).one()
    user = addresses.owner(session, address)
    assert user is not None
    return address, user


def change(session: Session) -> None:
    """Numbers, moments, JSON, words; what becomes nothing, and what stays as it was."""
    address, user = people(session)
    address.meters, address.last_inbound_at = {**address.meters, "n": [1, None, "é"]}, NOW
    address.bad_at, address.profile_name = None, address.profile_name
    user.credits, user.email, user.level = 7, None, "première"


def rows(database: Database) -> list[dict[str, Any]]:
    with database.read() as session:
        return [each.model_dump() for each in people(session)]


def test_it_is_written_by_a_statement_for_each_row_those_first_that_others_name(awa: Database) -> None:
    with updates(awa) as seen, awa.write() as session:
        change(session)
    assert seen == ["user_account", "address"]
    address, user = rows(awa)
    assert (address["meters"]["n"], address["last_inbound_at"]) == ([1, None, "é"], NOW)
    assert (user["credits"], user["level"]) == (7, "première")


def test_rows_of_one_table_are_written_by_their_keys(awa: Database) -> None:
    """As SQLAlchemy writes them: two transactions that change the same ones must not wait for each other."""
    with awa.write() as session:
        session.add_all(Address(value=f"whatsapp:+22507000000{at:02}", channel="whatsapp") for at in range(2, 8))
    keys: list[int] = []

    def sent(_connection: Any, _cursor: Any, _sql: str, values: Any, *_: Any) -> None:
        keys.append(values["of_0"] if isinstance(values, dict) else values[-1])

    with awa.write() as session:
        found = session.exec(select(Address).order_by(col(Address.id).desc())).all()
        for each in found:
            each.profile_name = "Awa"
        hear(awa, "before_cursor_execute", sent)
        session.flush()
        hear_no_more(awa, "before_cursor_execute", sent)
    assert keys == sorted(each.id for each in found)


def test_it_is_what_sqlalchemy_would_have_written(awa: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    with awa.write() as session:
        change(session)
    quick = rows(awa)
    with awa.write() as session:
        address, user = people(session)
        address.meters, address.last_inbound_at, user.credits, user.level = {}, None, 20, None
    monkeypatch.setattr(quick_session, "FEW", -1)
    with updates(awa) as seen, awa.write() as session:
        change(session)
    assert seen
    assert all("by the ORM" in each for each in seen)
    assert rows(awa) == quick


def test_what_stays_as_it_was_is_not_written(awa: Database) -> None:
    with updates(awa) as seen, awa.write() as session:
        address, user = people(session)
        address.profile_name, user.credits = address.profile_name, user.credits
        session.flush()
        assert not session.dirty
    assert not seen


def test_what_is_written_once_is_not_written_again(awa: Database) -> None:
    with updates(awa) as seen, awa.write() as session:
        change(session)
        session.flush()
        assert not session.dirty
        people(session)[1].credits = 8
    assert seen == ["user_account", "address", "user_account"]


@pytest.mark.parametrize("is_committed", [True, False])
def test_behind_the_transaction_objects_say_what_the_database_does(awa: Database, is_committed: bool) -> None:
    with contextlib.suppress(ZeroDivisionError), awa.write() as session:
        _, user = people(session)
        user.credits = 7
        session.flush()
        if not is_committed:
            raise ZeroDivisionError
    with awa.read() as session:
        assert people(session)[1].credits == (7 if is_committed else 20)
    assert not is_committed or user.credits == 7


def test_a_savepoint_that_is_given_up_takes_its_changes_along(awa: Database) -> None:
    with awa.write() as session:
        _, user = people(session)
        with contextlib.suppress(ZeroDivisionError), session.begin_nested():
            user.credits = 7
            session.flush()
            raise ZeroDivisionError
        assert user.credits == 20


def test_a_row_that_is_gone_is_missed(awa: Database) -> None:
    with pytest.raises(StaleDataError), awa.write() as session:  # noqa: PT012
        session.add(ConversationContext(conversation_id=session.exec(select(Conversation.id)).one(), owner_id=0))
        session.flush()
        context = session.exec(select(ConversationContext)).one()
        session.connection().exec_driver_sql("DELETE FROM conversation_context")
        context.summary = "Rien"


def of_two_columns(session: Session) -> None:
    """Its key has two."""
    key = session.exec(select(Conversation.id)).one()
    session.add(ConversationContext(conversation_id=key, owner_id=0))
    session.flush()
    session.exec(select(ConversationContext)).one().summary = "Elle aime les maths"


def in_sql(session: Session) -> None:
    """What the database computes."""
    people(session)[1].credits = User.credits + 1  # type: ignore[assignment]


def beside_a_new_one(session: Session) -> None:
    key, (_, user) = session.exec(select(Conversation.id)).one(), people(session)
    session.add(Run(conversation_id=key, user_id=1, mode="student", language="fr", started_at=NOW - timedelta(1)))
    user.credits = 21


@pytest.mark.parametrize(
    ("act", "asked", "answer", "is_quick"),
    [
        (of_two_columns, select(ConversationContext.summary), "Elle aime les maths", True),
        (in_sql, select(User.credits), 21, False),
        (beside_a_new_one, select(User.credits).join(Run), 21, False),
    ],
)  # fmt: skip
def test_all_else_is_left_to_sqlalchemy(
    awa: Database, act: Callable[[Session], None], asked: Any, answer: object, is_quick: bool
) -> None:
    with updates(awa) as seen, awa.write() as session:
        act(session)
    assert len(seen) == 1
    assert seen[0].endswith("by the ORM") is not is_quick
    with awa.read() as session:
        assert session.exec(asked).one() == answer
