"""Rows go at their time, and nothing else does."""

import logging
import os
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import col, func, select

from bot.conversation.commands import export
from bot.dao import contexts
from bot.dao.database import Database
from bot.dao.inbound import NewInbound, insert_inbound
from bot.dao.otp import no_longer_counted
from bot.dao.privacy import guests, retention
from bot.dao.work import runs
from bot.errors import StorageError
from bot.models import (
    Address,
    Alert,
    Conversation,
    ConversationContext,
    ExerciseResult,
    InboundMessage,
    LedgerEntry,
    OutboundPart,
    Payment,
    PaymentEvent,
    PendingInteraction,
    Run,
    StoredFile,
    TranscriptMessage,
)
from bot.models.base import utc_now
from bot.services.privacy import retention as job
from bot.services.privacy.retention import Retention
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.work.chores import Chore, ChoreEnded, Chores, Turn
from bot.types import Channel
from tests.fakes.society import AWA, AWA_SMS, BINTOU, GUEST, Past, Society
from tests.fakes.turns import turn_at

Pasts = dict[str, Past]
YEAR = 366.0  # days


def close_all(society: Society) -> None:
    """Every part has arrived and every question is answered."""
    with society.database.write() as session:
        for part in session.exec(select(OutboundPart)):
            part.state, part.closed_at = "delivered", utc_now()
        for asked in session.exec(select(PendingInteraction)):
            asked.closed_at, asked.outcome = utc_now(), "answered"
        for address in session.exec(select(Address)):
            address.last_inbound_at = utc_now()


def let_go(society: Society, days: float, position: str = "") -> Turn:
    """What the worker does when so many days have passed."""
    turn = turn_at(society.database, utc_now() + timedelta(days=days), position)
    Retention(society.store, OneTimeCodes(society.settings), society.settings.retention_days).act(turn)
    return turn


def rows(society: Society, table: Any) -> int:
    with society.database.read() as session:
        return session.exec(select(func.count()).select_from(table)).one()


def test_after_a_year_no_word_is_left_but_results_files_and_the_ledger(society: Society, pasts: Pasts) -> None:
    close_all(society)
    with society.database.write() as session:
        session.add(Alert(kind="test", detail="ananas"))
        session.add(ConversationContext(conversation_id=pasts[AWA].conversation_id, owner_id=9, summary="ananas",
                                        summary_upto=2))  # fmt: skip
    balances, ledger = society.balances(), rows(society, LedgerEntry)
    turn = let_go(society, YEAR)
    left = [line for line in society.dump().splitlines() if any(mark in line for mark in ("ananas", "banane"))]
    kinds = {line.split(" ", 1)[0] for line in left}
    assert kinds <= {"exercise_result", "stored_file", "ledger_entry", "address", "otp_code", "conversation_context"}
    assert "'ananas'" not in str([line for line in left if line.startswith("conversation_context")])
    assert [rows(society, table) for table in (Run, TranscriptMessage, OutboundPart, PendingInteraction, Alert)] == [
        0, 0, 0, 0, 0,
    ]  # fmt: skip
    assert (society.balances(), rows(society, LedgerEntry)) == (balances, ledger)
    assert society.store.read(pasts[AWA].digest)
    assert rows(society, ExerciseResult) == 3, "those of the two users; the guest is gone"
    assert turn.done["messages"] == 4


def test_sids_stay_and_keep_a_replay_out(society: Society, pasts: Pasts) -> None:
    close_all(society)
    with society.database.write() as session:
        message = session.get_one(InboundMessage, pasts[AWA].message_id)
        sid, message.recipient, message.user_id, message.priority = message.message_sid, "+1", 1, "human"
        message.details, message.media_due_at = {"media_urls": ["https://api.twilio.example/ananas"]}, utc_now()
    let_go(society, YEAR)
    with society.database.read() as session:
        left = session.get_one(InboundMessage, pasts[AWA].message_id)
    assert left.model_dump(exclude={"id", "message_sid", "channel", "kind", "received_at", "processed_at"}) == {
        "conversation_id": "", "sender": "", "recipient": "", "body": "", "details": {}, "run_id": None,
        "user_id": None, "priority": None, "media_due_at": None, "attempts": 0, "outcome": "forgotten",
    }  # fmt: skip
    replayed = NewInbound(message_sid=sid, conversation_id=pasts[AWA].conversation_id, sender=AWA, recipient="",
                          channel=Channel.WHATSAPP, kind="text", body="ananas")  # fmt: skip
    with society.database.write_connection() as connection:
        assert not insert_inbound(connection, replayed)
    assert rows(society, InboundMessage) == 4


def test_within_the_year_nothing_of_a_user_goes_but_questions(society: Society, pasts: Pasts) -> None:
    close_all(society)
    before = [line for line in society.dump().splitlines() if "ananas" in line]
    let_go(society, 364)
    after = society.dump().splitlines()
    gone = {line.split(" ", 1)[0] for line in before if line not in after}
    assert gone == {"pending_interaction", "otp_code"}, "a code loses its number"


def test_a_run_goes_an_hour_behind_the_words_around_it(society: Society, pasts: Pasts) -> None:
    """Without it, what its user wrote just behind its end would be the words of whoever has their number since."""
    close_all(society)
    ended, days = utc_now(), society.settings.retention_days
    with society.database.write() as session:
        for run in session.exec(select(Run)):
            run.user_id, run.ended_at = 1, ended
    runs_before = rows(society, Run)
    let_go(society, days + 0.9 / 24)
    assert rows(society, Run) == runs_before
    let_go(society, days + 1.1 / 24)
    assert rows(society, Run) == 0


def test_open_things_are_never_touched(society: Society, pasts: Pasts) -> None:
    """A message nobody has answered, a part that has not left, a run that runs: each keeps what it needs."""
    close_all(society)
    with society.database.write() as session:
        session.get_one(InboundMessage, pasts[AWA].message_id).processed_at = None
        session.get_one(Run, pasts[BINTOU].run_id).status = "running"
        part = session.exec(select(OutboundPart).where(OutboundPart.run_id == pasts[GUEST].run_id)).first()
        assert part is not None
        part.closed_at, part.state, open_part = None, "unknown", part.id
    turn = let_go(society, YEAR)
    with society.database.read() as session:
        assert session.get_one(InboundMessage, pasts[AWA].message_id).body == "question ananas"
        assert session.exec(select(Run.id).order_by(col(Run.id))).all() == [
            pasts[AWA].run_id, pasts[BINTOU].run_id, pasts[GUEST].run_id,
        ]  # fmt: skip
        assert session.exec(select(OutboundPart.id)).all() == [open_part]
        assert session.get(Conversation, pasts[GUEST].conversation_id) is not None
    assert int(turn.position) < pasts[AWA].message_id, "it is looked at again next time"
    close_all(society)
    with society.database.write() as session:
        session.get_one(InboundMessage, pasts[AWA].message_id).processed_at = utc_now()
        session.get_one(Run, pasts[BINTOU].run_id).status = "done"
    let_go(society, YEAR, turn.position)
    assert "question ananas" not in society.dump()
    assert rows(society, Run) == 0


def test_what_cannot_go_keeps_nothing_else_from_going(society: Society, pasts: Pasts) -> None:
    """Deployed and taken back: a table of the newer release refers to a run, and is not known here."""
    close_all(society)
    with society.database.write() as session:
        session.execute(text("CREATE TABLE newer (run_id INTEGER NOT NULL REFERENCES run (id))"))
        session.execute(text("INSERT INTO newer VALUES (:run)"), {"run": pasts[AWA].run_id})
    turn = let_go(society, YEAR)
    with society.database.read() as session:
        assert session.exec(select(Run.id)).all() == [pasts[AWA].run_id]
        assert session.get(Conversation, pasts[GUEST].conversation_id) is None
    assert turn.failed == [f"runs {pasts[AWA].run_id}"]


def test_what_was_held_for_somebody_who_never_came_back_goes(society: Society, pasts: Pasts) -> None:
    close_all(society)
    with society.database.write() as session:
        for part in session.exec(select(OutboundPart)):
            part.state, part.closed_at = "held", None
    let_go(society, YEAR)
    assert rows(society, OutboundPart) == 0


def test_pages_are_small_and_the_next_turn_goes_on_where_this_one_stood(
    society: Society, pasts: Pasts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "PAGE", 2)
    monkeypatch.setattr(job, "RUNS", 1)
    close_all(society)
    turn = let_go(society, YEAR)
    assert rows(society, Run) == rows(society, OutboundPart) == 0
    with society.database.read() as session:
        assert set(session.exec(select(InboundMessage.body))) == {""}
        assert int(turn.position) == session.exec(select(func.max(InboundMessage.id))).one()
    assert let_go(society, YEAR, turn.position).done == {}, "doing it twice changes nothing"


def test_what_is_open_is_come_back_to_however_many_pages_lie_behind_it(
    society: Society, pasts: Pasts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "PAGE", 1)
    close_all(society)
    with society.database.write() as session:
        session.get_one(InboundMessage, pasts[AWA].message_id).processed_at = None
    turn = let_go(society, YEAR)
    assert "question banane" not in society.dump()
    with society.database.write() as session:
        session.get_one(InboundMessage, pasts[AWA].message_id).processed_at = utc_now()
    let_go(society, YEAR, turn.position)
    assert "question ananas" not in society.dump()


@pytest.mark.parametrize("rests", [True, False])
def test_a_summary_goes_with_the_last_of_what_it_rests_on(society: Society, pasts: Pasts, rests: bool) -> None:
    key, later = pasts[AWA].conversation_id, society.past(AWA, "corossol")
    close_all(society)
    with society.database.write() as session:
        session.get_one(Run, later.run_id).ended_at = utc_now() + timedelta(days=100)
        said = select(func.min(TranscriptMessage.id)).where(TranscriptMessage.run_id == later.run_id)
        upto = session.exec(said).one() - (0 if rests else 1)
        context = session.exec(select(ConversationContext).where(ConversationContext.conversation_id == key)).one()
        context.summary, context.summary_upto = "Awa révise les fractions.", upto
    let_go(society, YEAR)
    assert ("Awa révise" in society.dump()) == rests
    let_go(society, YEAR + 100)
    assert "Awa révise" not in society.dump()


def test_who_comes_back_when_all_has_gone_is_heard(society: Society, pasts: Pasts) -> None:
    """SQLite begins to count anew: their own beginning must not lie above what they say from now on."""
    key = pasts[AWA].conversation_id
    with society.database.write() as session:
        contexts.forget(session, key, 1, runs.last_transcript_id(session, key))
    close_all(society)
    let_go(society, YEAR + 100)
    assert rows(society, TranscriptMessage) == 0
    said = society.past(AWA, "corossol").run_id
    with society.database.read() as session:
        first = session.exec(select(func.min(TranscriptMessage.id)).where(TranscriptMessage.run_id == said)).one()
        assert contexts.of(session, key, 1).context_from < first


def test_a_voice_note_goes_after_a_day_but_not_before_it_has_left(society: Society, pasts: Pasts) -> None:
    close_all(society)
    with society.database.write() as session:
        note = session.exec(select(StoredFile).where(StoredFile.sha256 == pasts[AWA].digest)).one()
        note.content_type, note_id = "audio/ogg", note.id
        part = session.exec(select(OutboundPart).where(OutboundPart.file_id == note_id)).one()
        part.state, part.closed_at = "pending", None
    let_go(society, 1.1)
    with society.database.read() as session:
        assert session.get(StoredFile, note_id) is not None
    close_all(society)
    let_go(society, 1.1)
    with society.database.read() as session:
        assert session.get(StoredFile, note_id) is None


def test_a_dormant_guest_leaves_nothing_and_is_new_when_they_come_back(society: Society, pasts: Pasts) -> None:
    close_all(society)
    let_go(society, 29)
    assert "goyave" in society.dump()
    (path,) = society.settings.storage_folder.glob(f"*/{pasts[GUEST].digest}")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    let_go(society, 31)
    after = society.dump()
    assert "goyave" not in after
    assert GUEST not in after
    assert "ananas" in after
    with pytest.raises(StorageError):
        society.store.read(pasts[GUEST].digest)
    with society.database.write() as session:
        assert society.talk(session, GUEST).address.welcomed_at is None


@pytest.mark.parametrize("busy", ["run", "lane"])
def test_a_guest_whom_somebody_is_answering_stays(society: Society, pasts: Pasts, busy: str) -> None:
    close_all(society)
    with society.database.write() as session:
        if busy == "run":
            session.get_one(Run, pasts[GUEST].run_id).status = "running"
        else:
            session.get_one(Conversation, pasts[GUEST].conversation_id).lane_worker = "w"
    let_go(society, 31)
    assert "question goyave" in society.dump()


def test_a_guest_who_opted_out_stays_opted_out(society: Society, pasts: Pasts) -> None:
    close_all(society)
    with society.database.write() as session:
        session.exec(select(Address).where(Address.value == GUEST)).one().opted_out_at = utc_now()
    let_go(society, 31)
    with society.database.read() as session:
        assert session.exec(select(Address).where(Address.value == GUEST)).one().opted_out_at is not None
    assert "goyave" not in society.dump()
    assert "guests" not in let_go(society, 32).done, "once is enough"


def test_whoever_owned_a_guests_address_before_keeps_theirs(society: Society, pasts: Pasts) -> None:
    """Bintou's number went to somebody who never signed in."""
    close_all(society)
    with society.database.write() as session:
        address = session.exec(select(Address).where(Address.value == BINTOU)).one()
        address.user_id = address.signed_in_until = None
    let_go(society, 31)
    with society.database.read() as session:
        assert session.get(Run, pasts[BINTOU].run_id) is not None
        assert session.get(Conversation, pasts[BINTOU].conversation_id) is not None
        assert session.exec(select(StoredFile).where(StoredFile.sha256 == pasts[BINTOU].digest)).one()


def test_a_guest_who_writes_meanwhile_stays(society: Society, pasts: Pasts) -> None:
    close_all(society)
    before = utc_now() + timedelta(days=1)
    with society.database.read() as session:
        assert pasts[GUEST].conversation_id in guests.dormant(session, before, 50)
    with society.database.write() as session:
        society.message(session, GUEST, "me revoilà")
    with society.database.write() as session:
        assert guests.lock(session, pasts[GUEST].conversation_id, before) is None
    let_go(society, 31)
    assert "goyave" in society.dump()


def test_a_signed_out_user_is_no_guest(society: Society, pasts: Pasts) -> None:
    close_all(society)
    society.sign_out(AWA)
    society.sign_out(AWA_SMS)
    let_go(society, 31)
    assert "answer ananas" in society.dump()


def test_exports_go_when_their_links_are_over_though_a_part_names_them(society: Society, pasts: Pasts) -> None:
    ask = export.prepare(society.request(society.who(AWA)))
    with society.database.write() as session:
        ask(society.talk(session, AWA))
    with society.database.read() as session:
        archive = session.exec(select(StoredFile).where(StoredFile.content_type == "application/zip")).one()
    close_all(society)
    with society.database.write() as session:
        part = session.exec(select(OutboundPart).order_by(col(OutboundPart.id).desc())).first()
        assert part is not None
        part.file_id = archive.id
    (path,) = society.settings.storage_folder.glob(f"*/{archive.sha256}")
    let_go(society, 0.9)
    assert path.exists()
    job_of = Retention(society.store, OneTimeCodes(society.settings), 365)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(job, "BYTES_UNTOUCHED_S", 0)
        later = turn_at(society.database, utc_now() + timedelta(days=1.1))
        Retention(society.store, OneTimeCodes(society.settings), 365, links_live_s=3 * 86_400).act(later)
        assert path.exists(), "its link was to live for three days"
        job_of.act(turn_at(society.database, utc_now() + timedelta(days=1.1)))
    assert not path.exists()
    with society.database.read() as session:
        assert session.get(StoredFile, archive.id) is None


def test_numbers_are_told_and_no_contents(society: Society, pasts: Pasts, caplog: pytest.LogCaptureFixture) -> None:
    close_all(society)
    counted: dict[str, int] = {}

    def act(turn: Turn) -> None:
        turn.now += timedelta(days=YEAR)
        Retention(society.store, OneTimeCodes(society.settings), 365).act(turn)

    with caplog.at_level(logging.INFO):
        Chores(society.database, "w", [Chore("retention", 3600, act)], counted.__setitem__).tick()
    (line,) = [record.getMessage() for record in caplog.records if record.getMessage().startswith("retention: ")]
    assert "messages 4" in line
    assert "ananas" not in caplog.text
    assert AWA_SMS not in caplog.text
    assert counted["messages"] == 4


def test_a_turn_that_is_over_stops_at_its_next_step(society: Society, pasts: Pasts) -> None:
    close_all(society)
    turn = turn_at(society.database, utc_now() + timedelta(days=YEAR))
    turn.stopping.set()
    with pytest.raises(ChoreEnded):
        Retention(society.store, OneTimeCodes(society.settings), 365).act(turn)
    assert rows(society, Run) == 4


def plans(database: Database, monkeypatch: pytest.MonkeyPatch) -> Sequence[str]:
    """How the database finds what the job asks for, statement by statement."""
    told: list[str] = []
    now = utc_now()
    with database.write() as session:
        connection = session.connection()
        if not database.is_sqlite:  # a planner with three rows would always read the table
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        real = session.execute

        def explained(statement: Any, *args: Any, **options: Any) -> Any:
            sql = statement.compile(connection, compile_kwargs={"literal_binds": True})
            how = "EXPLAIN QUERY PLAN " if database.is_sqlite else "EXPLAIN "
            told.append("\n".join(str(row[-1]) for row in connection.execute(text(how + str(sql).replace(":", r"\:")))))
            return real(statement, *args, **options)

        monkeypatch.setattr(session, "execute", explained)
        monkeypatch.setattr(session, "exec", lambda statement: explained(statement).scalars())
        for find in (retention.old_messages, retention.old_parts, retention.old_runs, retention.old_questions,
                     retention.old_alerts):  # fmt: skip
            find(session, 3, now, 10)
        retention.remove_runs(session, [1, 2])
        guests.dormant(session, now, 10)
    return told


def test_every_statement_finds_its_rows_by_an_index(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    found = plans(database, monkeypatch)
    assert len(found) > 10
    for plan in found:
        scans = [line for line in plan.splitlines() if line.startswith("SCAN ") and line.split()[1][0] not in "(C"]
        assert "Seq Scan" not in plan, plan
        assert scans == [], plan


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        ("SELECT 1 FROM outbound_part WHERE file_id = 7", "ix_outbound_part_file_id"),
        ("SELECT 1 FROM outbound_part WHERE otp_id = 7", "ix_outbound_part_otp_id"),
        (
            "SELECT id FROM otp_code WHERE created_at < '2026-01-01' AND prefix != '' LIMIT 5",
            "ix_otp_code_counted",
        ),
        (
            "SELECT id FROM stored_file WHERE content_type = 'application/zip' AND created_at < '2026-01-01'",
            "ix_stored_file_exports",
        ),
        (
            "SELECT id FROM address WHERE user_id IS NULL AND last_inbound_at < '2026-01-01'",
            "ix_address_guests",
        ),
    ],
)
def test_what_is_rare_has_a_small_index(database: Database, statement: str, index: str) -> None:
    with database.read() as session:
        connection = session.connection()
        if not database.is_sqlite:
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
            connection.exec_driver_sql("SET LOCAL enable_bitmapscan = off")
            table = statement.split(" FROM ")[1].split(maxsplit=1)[0]
            others = f"SELECT indexname FROM pg_indexes WHERE tablename = '{table}' AND indexname LIKE 'ix_%%'"
            for (other,) in connection.exec_driver_sql(others).all():  # a small table has several that would do
                if other != index:
                    connection.exec_driver_sql(f'DROP INDEX "{other}"')
        how = "EXPLAIN QUERY PLAN " if database.is_sqlite else "EXPLAIN "
        plan = "\n".join(str(row[-1]) for row in connection.exec_driver_sql(how + statement))
    assert index in plan, plan


def test_the_statement_about_codes_says_what_its_index_says(database: Database) -> None:
    with database.read() as session:
        assert no_longer_counted(session, utc_now(), utc_now(), 5) == []


def test_webhooks_of_payments_go_after_a_year_and_payments_stay(society: Society, pasts: Pasts) -> None:
    with society.database.write() as session:
        for days in (1, 364, 366):
            then = utc_now() - timedelta(days=days)
            told = PaymentEvent(provider="wave", event_id=f"EV_{days}", kind="k", reference="PAL1", created_at=then)
            session.add(told)
            bought = {"pack": "small", "credits": 50, "amount": 500, "currency": "XOF"}
            session.add(
                Payment(user_id=1, provider="wave", reference=f"PAL{days}", created_at=then, expires_at=then, **bought)
            )
    let_go(society, 0)
    with society.database.read() as session:
        assert sorted(session.exec(select(PaymentEvent.event_id))) == ["EV_1", "EV_364"]
        assert len(session.exec(select(Payment)).all()) == 3
