"""What the tables declare of their rows is what happens to them: two people have a row in every table that is declared,
and each table is then asked whether a merge, a copy, an erasure and the time did what it says."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func
from sqlmodel import select

from bot.dao import contexts
from bot.models import Address, Conversation, ConversationContext, InboundMessage, User
from bot.models.base import utc_now
from bot.models.ownership import Erase, Expire, Merge, Ownership
from bot.services.privacy.erase import erase
from bot.services.privacy.export import build
from bot.services.privacy.retention import Retention
from bot.services.sign_in import accounts
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.types import Language
from tests.fakes.belongings import Belongings, declared, left_to
from tests.fakes.society import AWA, BINTOU, GUEST, Society
from tests.fakes.turns import turn_at

Rows = dict[str, dict[str, Any] | None]


def filled(society: Society, address: str, mark: str) -> Belongings:
    """A person with a row in every table."""
    made = Belongings(address, mark, society.store.put(mark.encode()), is_guest=address == GUEST)
    with society.database.write() as session:
        made.fill(session)
    return made


@pytest.fixture
def awa(society: Society) -> Belongings:
    return filled(society, AWA, "ananas")


@pytest.fixture
def bintou(society: Society) -> Belongings:
    return filled(society, BINTOU, "banane")


@pytest.fixture
def guest(society: Society) -> Belongings:
    return filled(society, GUEST, "goyave")


def rows(society: Society, whose: Belongings) -> Rows:
    """A person's row of every table, as it is now; None where it is gone."""
    with society.database.read() as session:
        return {table.name: whose.row(session, table) for table, _ in declared() if table.name in whose.rows}


def copy(society: Society, whose: Belongings) -> dict[str, str]:
    """The tables in the copy of everything, by the names of their files."""
    with society.database.read() as session:
        address = session.exec(select(Address).where(Address.value == whose.address)).one()
    made = io.BytesIO()
    build(made, society.database, society.store, address, Language.FR)
    with zipfile.ZipFile(made) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(".json")}


def let_go(society: Society, days: int) -> None:
    """So many days have passed."""
    turn = turn_at(society.database, utc_now() + timedelta(days=days))
    Retention(society.store, OneTimeCodes(society.settings), society.settings.retention_days).act(turn)


def is_emptied(whose: Belongings, row: dict[str, Any] | None, keeps: tuple[str, ...]) -> bool:
    return row is None or whose.words(row, keeps) == []


def without_marks(row: dict[str, Any] | None) -> dict[str, Any]:
    """But for what says up to which row of a transcript, and goes down with those."""
    return {name: value for name, value in (row or {}).items() if name != "tainted_upto"}


def merged(society: Society, source: Belongings, target: Belongings) -> None:
    with society.database.write() as session:
        users = [session.get_one(User, each.refers["user_account"]) for each in (source, target)]
        accounts.merge(session, users[0], users[1], utc_now())


def test_everybody_has_a_row_in_every_table(awa: Belongings, bintou: Belongings, guest: Belongings) -> None:
    """Or the tests below would show nothing."""
    tables = {table.name for table, _ in declared()}
    assert set(awa.rows) == set(bintou.rows) == tables
    guestless = {"user_account", "admin_action", "ledger_entry", "memory", "task", "payment"}
    assert tables - set(guest.rows) == guestless


def test_a_merge_leaves_nothing_behind(society: Society, awa: Belongings, bintou: Belongings) -> None:
    source, target = awa.refers["user_account"], bintou.refers["user_account"]
    merged(society, awa, bintou)
    after = rows(society, awa)
    with society.database.read() as session:
        left = {
            table.name: left_to(session, table, source) for table, found in declared() if found.merge is not Merge.STAYS
        }
        united = session.get(ConversationContext, (awa.refers["conversation"], target))
    assert {name: number for name, number in left.items() if number} == {}
    moving = {table.name for table, found in declared() if found.merge == "moves"}
    moved = {name: (after[name] or {}).get("user_id") for name in moving}
    assert set(moved.values()) == {target}, moved
    assert united is not None
    assert awa.mark in united.summary
    assert (after["user_account"] or {})["deleted_at"] is not None


def test_after_a_merge_the_copy_has_everything_of_both(society: Society, awa: Belongings, bintou: Belongings) -> None:
    merged(society, awa, bintou)
    files = copy(society, bintou)
    shown = [(t, found.export) for t, found in declared() if found.merge is not Merge.UNITES and found.export]
    for whose in (awa, bintou):
        assert [table.name for table, name in shown if whose.needle(table) not in files[name]] == []


def test_a_guests_rows_become_the_users_who_signs_in(society: Society, guest: Belongings, awa: Belongings) -> None:
    with society.database.write() as session:
        contexts.adopt(session, guest.refers["conversation"], awa.refers["user_account"])
    after = rows(society, guest)
    adopted = {table.name for table, found in declared() if found.adopted}
    assert {name for name, row in after.items() if row and row.get("user_id") is not None} == adopted
    assert after["conversation_context"] is None, "the next guest begins with nothing"


@pytest.mark.parametrize("address", [AWA, GUEST])
def test_the_copy_shows_what_is_declared_and_nothing_else(society: Society, address: str, bintou: Belongings) -> None:
    whose = filled(society, address, "papaye")
    files = copy(society, whose)
    assert set(files) == {found.export for _, found in declared() if found.export}
    for table, found in declared():
        if table.name in whose.rows:
            shown = {name for name, content in files.items() if whose.needle(table) in content}
            assert shown == ({found.export} if found.export else set()), table.name
    assert bintou.mark not in json.dumps(files)


def erased(society: Society, whose: Belongings) -> None:
    """They confirmed it."""
    with society.database.write() as session:
        address = session.exec(select(Address).where(Address.value == whose.address)).one()
        upto = session.exec(select(func.max(InboundMessage.id))).one() or 0
        erase(session, address, whose.refers["conversation"], upto, utc_now())


def is_erased(whose: Belongings, declaration: Ownership, row: dict[str, Any] | None) -> bool:
    """Whether of a row is left what was declared."""
    if declaration.erase is Erase.VOIDED:
        return row is None or row["state"] == "void"
    if declaration.erase is Erase.EMPTIED:
        return is_emptied(whose, row, declaration.keeps)
    return (row is None) == (declaration.erase is Erase.DELETED)


@pytest.mark.parametrize("address", [AWA, GUEST])
def test_nothing_of_the_erased_remains_but_what_is_declared(society: Society, address: str, bintou: Belongings) -> None:
    whose, others = filled(society, address, "papaye"), rows(society, bintou)
    erased(society, whose)
    after = rows(society, whose)
    for table, found in declared():
        if table.name in after:
            assert is_erased(whose, found, after[table.name]), (table.name, found.erase, after[table.name])
    assert rows(society, bintou) == others, "nobody else's row changes"


def test_what_names_its_user_is_erased_also_from_before_another_used_the_phone(
    society: Society, awa: Belongings
) -> None:
    """Who lent their phone and has it back is erased whole, as far as rows say that they are theirs."""
    with society.database.write() as session:
        session.get_one(Conversation, awa.refers["conversation"]).owner_since = utc_now() + timedelta(hours=1)
    erased(society, awa)
    after = rows(society, awa)
    for table, found in declared():
        if "user_id" in table.c:
            assert is_erased(awa, found, after[table.name]), (table.name, found.erase, after[table.name])


def test_who_was_two_is_erased_as_both(society: Society, awa: Belongings, bintou: Belongings) -> None:
    """Also entries of the ledger, which stay those of who was merged (Merge.STAYS)."""
    merged(society, awa, bintou)
    erased(society, bintou)
    after = rows(society, awa)
    for table, found in declared():
        assert is_erased(awa, found, after[table.name]), (table.name, found.erase, after[table.name])


def test_rows_go_at_their_time_as_declared(society: Society, awa: Belongings) -> None:
    before = rows(society, awa)
    let_go(society, 366)
    after = rows(society, awa)
    for table, found in declared():
        row = after[table.name]
        if found.expire is Expire.STAYS:
            assert without_marks(row) == without_marks(before[table.name]), table.name
        elif found.expire is Expire.DELETED:
            assert row is None, table.name
        else:
            assert is_emptied(awa, row, found.keeps), (table.name, row)


def test_within_their_time_rows_stay(society: Society, awa: Belongings) -> None:
    let_go(society, 20)
    after = rows(society, awa)
    assert [
        table.name for table, found in declared() if found.expire is not Expire.EMPTIED and after[table.name] is None
    ] == []


def test_a_guest_of_long_ago_leaves_what_an_erased_person_leaves_and_less(society: Society, guest: Belongings) -> None:
    let_go(society, 31)
    left = {name: row for name, row in rows(society, guest).items() if row is not None}
    assert set(left) == {"inbound_message", "alert", "mail_suppression"}
    assert is_emptied(guest, left["inbound_message"], dict(declared())[InboundMessage.__table__].keeps)
