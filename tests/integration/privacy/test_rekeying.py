"""The one upgrade in which conversations get keyed ids: all is kept; it may be killed, and met by old processes."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, select, text
from sqlmodel import SQLModel, col

from bot.config import Settings
from bot.dao import addresses, conversations, inbound, rekeying
from bot.dao.conversation_key import plain_id
from bot.dao.database import Database
from bot.dao.work import run_begins, runs
from bot.errors import LeaseLost
from bot.models import (
    Alert,
    Conversation,
    ConversationContext,
    InboundMessage,
    OtpCode,
    OutboundPart,
    PendingInteraction,
    Run,
    Worker,
    ownership,
)
from bot.reading.incoming.priority import Priority
from bot.services.privacy.rekeying import rekey
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.sign_in.otp import OtpVerifier, Right, Sent
from bot.services.work.lanes import Lane
from tests.fakes.keys import conversation_id
from tests.fakes.society import AWA, BINTOU, Past, Society
from tests.integration.sign_in.conftest import mobile


class FailsAtTheSecond(OneTimeCodes):
    """A process that dies in the middle."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.askers: set[str] = set()

    def digest(self, asker: str, code: str) -> str:
        self.askers.add(asker)
        if len(self.askers) > 1:
            raise KeyboardInterrupt
        return super().digest(asker, code)


class Upgrade:
    """A database as the release before left it, and what it should come to."""

    def __init__(self, database: Database, folder: Path) -> None:
        self.database = database
        self.society = Society(database, folder)
        self.codes = OneTimeCodes(self.society.settings)
        self.pasts = {address: self._past(address) for address in (AWA, BINTOU)}
        self.counts = self.count()
        self.links = {address: past.link for address, past in self.pasts.items()}

    def rekey(self) -> int:
        return rekey(self.database, self.codes)

    def count(self) -> dict[str, int]:
        """Rows of every table."""
        with self.database.read() as session:
            tables = SQLModel.metadata.sorted_tables
            return {
                table.name: session.execute(select(func.count()).select_from(table)).scalar_one() for table in tables
            }

    def dump(self) -> str:
        with self.database.read() as session:
            tables = SQLModel.metadata.sorted_tables
            return "\n".join(str(row) for table in tables for row in session.execute(table.select()))

    def values(self, column: Any) -> list[Any]:
        with self.database.read() as session:
            return list(session.execute(select(column)).scalars())

    def _past(self, address: str) -> Past:
        """A past under an id of old, with a code on its way."""
        self.society.user(address)
        past = self.society.past(address, address[-2:])
        key, old = conversation_id(address), plain_id(address)
        number = mobile(address.removeprefix("whatsapp:"))
        with self.database.write() as session:
            sent = OtpVerifier(self.society.settings, self.codes).send(session, number, old, self.society.clock.now())
            assert isinstance(sent, Sent)
            session.add(Alert(kind="human_requested", detail=f"conversation {old}"))
        with self.database.write() as session:
            rekeying.move(session, key, old)
        return past


@pytest.fixture
def upgrade(database: Database, tmp_path: Path) -> Upgrade:
    return Upgrade(database, tmp_path)


def test_every_row_is_kept_under_the_new_id_alone(upgrade: Upgrade) -> None:
    assert plain_id(AWA) in upgrade.dump()
    assert upgrade.rekey() == 2
    assert upgrade.count() == upgrade.counts
    assert set(upgrade.values(Conversation.id)) == {conversation_id(AWA), conversation_id(BINTOU)}
    told = upgrade.dump()
    assert plain_id(AWA) not in told
    assert plain_id(BINTOU) not in told
    assert f"conversation {conversation_id(AWA)}" in told
    with upgrade.database.read() as session:
        assert addresses.of_conversation(session, conversation_id(BINTOU)) == BINTOU


def test_doing_it_again_changes_nothing(upgrade: Upgrade) -> None:
    upgrade.rekey()
    before = upgrade.dump()
    assert upgrade.rekey() == 0
    assert upgrade.dump() == before


def test_killed_in_the_middle_it_is_finished_the_next_time(upgrade: Upgrade) -> None:
    with pytest.raises(KeyboardInterrupt):
        rekey(upgrade.database, FailsAtTheSecond(upgrade.society.settings))
    assert len([key for key in upgrade.values(Conversation.id) if key < "k"]) == 1
    assert upgrade.rekey() == 1
    assert upgrade.count() == upgrade.counts
    assert plain_id(AWA) not in upgrade.dump()


def test_an_open_code_goes_on_being_good(upgrade: Upgrade) -> None:
    upgrade.rekey()
    with upgrade.database.write() as session:
        asked = select(OtpCode).where(OtpCode.asker == conversation_id(AWA)).order_by(col(OtpCode.id).desc())
        code = session.execute(asked).scalars().first()
        assert code
        typed = upgrade.codes.code(code.nonce)
        desk, now = OtpVerifier(upgrade.society.settings, upgrade.codes), upgrade.society.clock.now()
        assert desk.check(session, code.id, conversation_id(AWA), typed, now) == Right("+2250700000001")


def test_a_link_signed_for_the_old_id_is_found_by_its_own_conversation_only(upgrade: Upgrade) -> None:
    upgrade.rekey()
    links, expires_at = upgrade.society.links, int(upgrade.society.clock.now().timestamp()) + 60
    with upgrade.database.read() as session:
        token = session.execute(text("SELECT token FROM stored_file ORDER BY id")).scalars().first()
        for owner, is_good in ((plain_id(AWA), True), (conversation_id(AWA), True), (plain_id(BINTOU), False)):
            link = links.signer.link(str(token), "a.pdf", owner=owner, version=1, expires_at=expires_at)
            assert (links.find(session, link.split("/")[-2]) is not None) == is_good


def test_who_worked_there_is_a_ghost(upgrade: Upgrade) -> None:
    with upgrade.database.write() as session:
        session.add(Worker(id="w", heartbeat=0))
        epoch = conversations.claim(session, plain_id(AWA), "w", 8)
    upgrade.rekey()
    with pytest.raises(LeaseLost), Lane(plain_id(AWA), epoch or 0, upgrade.database).write():
        pass
    with upgrade.database.write() as session:
        assert conversations.claim(session, conversation_id(AWA), "x", 8) == (epoch or 0) + 2


def test_a_run_that_is_about_to_ask_its_model_is_a_ghosts(upgrade: Upgrade) -> None:
    now = upgrade.society.clock.now()
    with upgrade.database.write() as session:
        run = runs.start(session, Run(conversation_id=plain_id(AWA), mode="student", language="fr"))
    upgrade.rekey()
    with pytest.raises(LeaseLost), upgrade.database.read() as session:
        run_begins.around(session, run, Priority.DISTRESS, since=now, reminded_since=now)


def test_what_an_old_process_writes_afterwards_finds_its_way(upgrade: Upgrade) -> None:
    """A message under the old id, even answered there: two conversations of one address become one again."""
    upgrade.rekey()
    old, new, now = plain_id(AWA), conversation_id(AWA), upgrade.society.clock.now()
    with upgrade.database.write() as session:
        address = session.get_one(Conversation, new).address_id
        session.add(Conversation(id=old, address_id=address))
        session.flush()
        session.execute(delete(ConversationContext))
        for key in (old, new):
            session.add(ConversationContext(conversation_id=key, owner_id=0, context_from=7))
            session.add(OutboundPart(conversation_id=key, key="welcome", address=AWA, channel="whatsapp"))
        session.add(PendingInteraction(conversation_id=old, kind="menu", payload={}, expires_at=now))
        session.add(
            InboundMessage(
                message_sid="SMlate", conversation_id=old, sender=AWA, channel="whatsapp", kind="text", body="?"
            )
        )
    before = upgrade.count()
    assert upgrade.rekey() == 1
    assert upgrade.count() == before | {"conversation": 2, "conversation_context": 1}
    assert old not in upgrade.dump()


def test_a_message_without_a_conversation_yet_is_moved_too(upgrade: Upgrade) -> None:
    upgrade.rekey()
    stranger = "+2250700000099"
    with upgrade.database.write() as session:
        session.add(
            InboundMessage(
                message_sid="SM1", conversation_id=plain_id(stranger), sender=stranger, channel="sms", kind="text"
            )
        )
    assert upgrade.rekey() == 1
    with upgrade.database.read() as session:
        assert len(inbound.waiting(session, conversation_id(stranger))) == 1


def test_no_column_with_an_id_is_forgotten() -> None:
    named = {f"{column.table.name}.{column.name}" for column in ownership.carriers()}
    holding = {
        f"{table.name}.{column.name}"
        for table in SQLModel.metadata.sorted_tables
        for column in table.c
        if "conversation" in column.name or any(key.column.table.name == "conversation" for key in column.foreign_keys)
    }
    assert named == holding
