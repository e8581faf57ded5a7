"""Beside a run in the background: the conversation goes on, and neither is shown what the other is about."""

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.dao import addresses, contexts, inbound
from bot.dao.work import run_leases, runs
from bot.errors import LeaseLost
from bot.models import InboundMessage, Run, TranscriptMessage
from bot.services.sign_in import accounts
from bot.services.work.leases import RunLease, claim_run
from bot.types import Message
from tests.fakes.model import says
from tests.integration.conversation.conftest import PUPIL, Line

ASKED: Message = {"role": "user", "content": "Fais-moi un dossier sur le cacao."}
CALL: Message = {
    "role": "assistant",
    "content": "Je calcule.",
    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "calculate", "arguments": "{}"}}],
}
RESULT: Message = {"role": "tool", "tool_call_id": "c1", "content": '{"status": "success", "data": 42}'}
MADE: Message = {"role": "assistant", "content": "Le dossier sur le cacao est prêt."}


def shown(line: Line) -> list[Message]:
    """What the model was shown last."""
    messages: list[Message] = line.model.requests[-1]["messages"][1:]
    return messages


def begin(line: Line) -> RunLease:
    """A turn that has been handed over: its question, and a call whose result is there."""
    line.model.script(lambda _request: says("Bonjour."))
    line.says("salut")
    line.stores(str(ASKED["content"]))
    key = line.conversation().id
    with line.database.write() as session:
        run = runs.start(session, Run(conversation_id=key, user_id=1, mode="student", language="fr"))
        message = inbound.newest(session, key, 1)[0]
        message.run_id, message.attempts = run.id, 1
        for said in (ASKED, CALL, RESULT):
            runs.append(session, run.id, key, said)
            session.flush()
        assert run_leases.hand_over(session, run.id, line.clock.now())
    line.hears()
    lease = claim_run(line.database, run.id, line.runtime.worker_id, 8)
    assert lease
    return lease


def finish(line: Line, lease: RunLease) -> None:
    """The run goes on from where it stands, and ends."""
    with line.database.read() as session:
        run = session.get_one(Run, lease.run_id)
        asked = session.exec(select(InboundMessage).where(InboundMessage.run_id == run.id)).one()
        who = line.runtime.inbox.exchange.who(session, run.conversation_id, [asked], line.clock.now())
    line.model.script(lambda _request: says(str(MADE["content"])))
    line.runtime.inbox.turns.execute(lease, who, [asked], run)


def ask(line: Line, text: str) -> list[Message]:
    """A turn beside it; returns what the model was shown."""
    line.model.script(lambda _request: says("D’accord."))
    line.says(text)
    assert line.hears() == ["D’accord."]
    return shown(line)


def test_a_turn_beside_it_sees_that_it_works_and_nothing_of_it(line: Line) -> None:
    lease = begin(line)
    with line.database.read() as session:
        since = session.get_one(Run, lease.run_id).started_at.strftime("%H:%M UTC")
    messages = ask(line, "Combien font 2 et 2 ?")
    assert not {str(said["content"]) for said in (ASKED, CALL, RESULT)} & {str(said["content"]) for said in messages}
    (told,) = [message for message in messages if message["role"] == "system"]
    assert since in str(told["content"])
    assert messages[-1]["content"] == "Combien font 2 et 2 ?"


def test_it_goes_on_from_its_own_rows_and_sees_no_later_turn(line: Line) -> None:
    lease = begin(line)
    ask(line, "Combien font 2 et 2 ?")
    finish(line, lease)
    assert [message["content"] for message in shown(line)] == [
        "salut", "Bonjour.", ASKED["content"], CALL["content"], RESULT["content"],
    ]  # fmt: skip
    assert [said.partition("\n\n")[2] for said in line.hears()] == [MADE["content"]]
    with line.database.read() as session:
        assert session.get_one(Run, lease.run_id).status == "done"


def test_when_it_has_ended_it_stands_in_one_piece_where_it_ended(line: Line) -> None:
    lease = begin(line)
    ask(line, "un")
    finish(line, lease)
    line.hears()
    messages = ask(line, "deux")
    assert [message["content"] for message in messages] == [
        "salut", "Bonjour.", "un", "D’accord.",
        ASKED["content"], CALL["content"], RESULT["content"], MADE["content"], "deux",
    ]  # fmt: skip


def test_a_fresh_start_meanwhile_takes_nothing_from_it(line: Line) -> None:
    lease = begin(line)
    with line.database.write() as session:
        contexts.forget(session, lease.conversation_id, 1, runs.last_transcript_id(session, lease.conversation_id))
    finish(line, lease)
    assert [message["content"] for message in shown(line)] == [said["content"] for said in (ASKED, CALL, RESULT)]
    line.hears()
    assert ask(line, "merci")[0]["content"] == ASKED["content"], "it ended behind that"


def test_a_summary_of_later_turns_is_not_shown_to_it(line: Line) -> None:
    lease = begin(line)
    ask(line, "un")
    with line.database.write() as session:
        upto = runs.last_transcript_id(session, lease.conversation_id)
        contexts.store_summary(session, lease.conversation_id, 1, "Résumé de ce qui suivit.", upto)
    finish(line, lease)
    assert [message["content"] for message in shown(line)] == [said["content"] for said in (ASKED, CALL, RESULT)]


def test_a_lost_lease_ends_nothing(line: Line) -> None:
    lease = begin(line)
    with line.database.write() as session:
        run_leases.take_in(session, lease.conversation_id)
    with pytest.raises(LeaseLost):
        finish(line, lease)
    assert line.hears() == []
    with line.database.read() as session:
        assert session.get_one(Run, lease.run_id).ended_at is None


def test_who_signs_out_beside_it_is_told_nothing_of_it(line: Line) -> None:
    lease = begin(line)
    with line.database.write() as session:
        address = addresses.by_value(session, PUPIL)
        assert address
        accounts.sign_out(session, address)
    with pytest.raises(LeaseLost), lease.write():
        raise AssertionError
    heir = claim_run(line.database, lease.run_id, "heir", 8)
    assert heir
    finish(line, heir)
    assert MADE["content"] not in line.hears()
    with line.database.read() as session:
        assert session.get_one(Run, lease.run_id).error == "signed out"


def test_the_lane_takes_up_its_own_turns_only(line: Line) -> None:
    lease = begin(line)
    assert ask(line, "un")[-1]["content"] == "un"
    assert ask(line, "deux")[-1]["content"] == "deux"
    with line.database.read() as session:
        assert runs.direct(session, lease.conversation_id) is None
        assert session.get_one(Run, lease.run_id).ended_at is None


def test_one_that_cannot_even_be_given_up_has_an_end_too(line: Line) -> None:
    """What it was asked cannot be read any more."""
    lease = begin(line)
    lease.release()
    first = select(TranscriptMessage.id).where(TranscriptMessage.run_id == lease.run_id).limit(1).scalar_subquery()
    with line.database.write() as session:
        session.execute(update(TranscriptMessage).where(col(TranscriptMessage.id) == first).values(message=[]))
    for _ in range(4):
        with pytest.raises(AttributeError):
            line.runtime.background.work(lease.run_id)
    assert line.run().status == "dead"
    assert "plusieurs essais" in line.hears()[0]
    line.model.script(lambda _request: says("Bonjour."))
    line.says("Et toi ?")
    assert line.hears() == ["Bonjour."]
