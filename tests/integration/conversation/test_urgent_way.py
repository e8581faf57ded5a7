"""The urgent way: what acts at once and the answer to an open question are served past all the turns that wait."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import col, select

import jobs.runtime
from bot.dao import interactions
from bot.models import Conversation, InboundMessage, PendingInteraction, Run, TranscriptMessage
from bot.services.work.pace import AT_ONCE, MOST_AT_ONCE
from jobs import entry
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

QUIZ = {
    "question": "Dans 3/4, que vaut le dénominateur ?", "options": ["3", "4", "7"], "correct_index": 1,
    "explanation": "Le dénominateur dit en combien de parts on coupe.", "subject": "Maths",
}  # fmt: skip


def tutor(request: Request) -> Step:
    """Asks a quiz when asked to."""
    return calls(("interactive_quiz", QUIZ)) if last_user_text(request) == "Un quiz" else says("Voici la réponse.")


@pytest.fixture
def line(line: Line) -> Line:
    """One whose pupil has been welcomed, and who meets no clock."""
    line.model.script(tutor)
    line.says("Bonjour")
    line.hears()
    return line


def hastens(line: Line, address: str = PUPIL) -> list[str]:
    """What is heard when the urgent way has come by."""
    line.runtime.inbox.hasten(conversation_id(address))
    return line.hears(address)


def lives(line: Line) -> list[int]:
    """Of the messages that wait."""
    with line.database.read() as session:
        waiting = select(InboundMessage.attempts).where(col(InboundMessage.processed_at).is_(None))
        return list(session.exec(waiting.order_by(col(InboundMessage.id))))


def open_runs(line: Line) -> list[tuple[int, int]]:
    """Each with its lives."""
    with line.database.read() as session:
        return [(run.id, run.lives) for run in session.exec(select(Run).where(Run.status == "running"))]


def said_by_people(line: Line) -> list[object]:
    with line.database.read() as session:
        rows = session.exec(select(TranscriptMessage).order_by(col(TranscriptMessage.id)))
        return [row.message["content"] for row in rows if row.message["role"] == "user"]


def test_a_status_does_not_wait_behind_a_question(line: Line) -> None:
    asked = len(line.model.requests)
    line.stores("Explique-moi les fractions")
    line.stores("/statut")
    assert hastens(line) != []
    assert line.outcomes()[-2:] == [None, "command"]
    assert lives(line) == [0]
    assert line.conversation().lane_worker is None
    assert len(line.model.requests) == asked
    line.drain()
    assert line.hears() == ["Voici la réponse."]


def test_for_what_is_left_somebody_is_woken(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[tuple[str, ...]] = []
    monkeypatch.setattr(line.runtime.wake.__class__, "wake", lambda _self, *job: woken.append(job))
    line.stores("Explique-moi les fractions")
    hastens(line)
    assert woken == [("drain", conversation_id(PUPIL))]


def test_a_question_behind_a_status_is_not_begun(line: Line) -> None:
    line.stores("/statut")
    line.stores("Explique-moi les fractions")
    assert hastens(line) != []
    assert line.outcomes()[-2:] == ["command", None]
    assert open_runs(line) == []
    assert lives(line) == [0]
    line.drain()
    assert line.hears() == ["Voici la réponse."]


def test_who_asks_how_it_stands_after_a_minute_is_answered_all_the_same(line: Line) -> None:
    line.stores("Explique-moi les fractions")
    line.clock.skip(90)
    line.stores("/statut")
    assert hastens(line) != []
    line.drain()
    assert line.hears() == ["Voici la réponse."]


def test_who_says_stop_behind_a_question_is_left_alone(line: Line) -> None:
    line.stores("Explique-moi les fractions")
    line.stores("STOP")
    hastens(line)
    assert line.address(PUPIL).opted_out_at is not None
    line.drain()
    assert line.hears() == []


def test_a_quiz_is_marked_at_once_and_the_agent_goes_on_in_its_turn(line: Line) -> None:
    line.says("Un quiz")
    line.hears()
    asked, told = len(line.model.requests), line.credits()
    line.stores("la b")
    (verdict,) = hastens(line)
    assert "parts" in verdict
    assert len(line.model.requests) == asked
    assert line.outcomes()[-1] is None
    assert lives(line) == [0]  # nobody has died of it
    line.drain()
    assert line.hears() == ["Voici la réponse."]
    assert len(line.model.requests) == asked + 1
    assert line.credits() == told  # its reaction is part of the quiz
    meters = line.address(PUPIL).meters
    hastens(line)
    assert line.address(PUPIL).meters == meters


def test_an_answer_is_counted_once_by_the_limits_of_its_sender(line: Line) -> None:
    line.says("Un quiz")
    line.stores("b")
    hastens(line)
    meters = line.address(PUPIL).meters
    line.drain()
    assert line.address(PUPIL).meters == meters


def test_an_answer_behind_a_question_waits_with_it(line: Line) -> None:
    line.says("Un quiz")
    line.hears()
    line.stores("Attends, c’est quoi un dénominateur ?")
    line.clock.skip(5)
    line.stores("b")
    assert hastens(line) == []
    assert lives(line) == [0, 0]
    assert open_runs(line) == []


def test_a_menu_is_answered_without_a_turn(line: Line) -> None:
    asked = len(line.model.requests)
    line.says("/langue")
    line.hears()
    line.stores("2")
    assert hastens(line) != []
    assert line.address(PUPIL).language == "en"
    assert len(line.model.requests) == asked


@pytest.mark.parametrize("said", ["2", "oui"])
def test_what_answers_nothing_of_ours_is_left_to_the_agent(line: Line, said: str) -> None:
    line.stores(said)
    assert hastens(line) == []
    assert lives(line) == [0]
    assert line.conversation().lane_worker is None
    line.drain()
    assert line.hears() == ["Voici la réponse."]
    assert said_by_people(line)[-1] == said


def test_the_first_words_of_a_stranger_in_distress_are_answered_at_once(line: Line) -> None:
    line.stores("je veux mourir", GUEST)
    first, *_ = hastens(line, GUEST)
    assert "143" in first
    line.drain(GUEST)
    assert line.hears(GUEST)[-1] == "Voici la réponse."


def test_a_stranger_may_ask_how_it_stands_before_the_first_answer(line: Line) -> None:
    line.stores("Bonjour", GUEST)
    line.stores("/statut", GUEST)
    assert hastens(line, GUEST) != []
    line.drain(GUEST)
    assert line.hears(GUEST)[-1] == "Voici la réponse."


def test_while_somebody_is_at_the_conversation_it_is_answered_beside(line: Line) -> None:
    line.is_taken_elsewhere()
    line.stores("/statut")
    assert hastens(line) != []
    assert line.conversation().lane_worker == "busy"


@pytest.mark.parametrize("body", ["/statut", "STOP", "je veux mourir"])
def test_what_was_said_beside_has_yet_to_be_delivered(line: Line, body: str) -> None:
    line.is_taken_elsewhere()
    line.stores(body)
    assert line.runtime.inbox.hasten(conversation_id(PUPIL))
    assert line.hears() != []


def test_what_nobody_has_said_beside_needs_no_delivery(line: Line) -> None:
    line.is_taken_elsewhere()
    line.stores("Explique-moi les fractions")
    assert not line.runtime.inbox.hasten(conversation_id(PUPIL))


def test_who_is_in_distress_hears_the_number_at_once_and_the_agent_in_its_turn(line: Line) -> None:
    asked = len(line.model.requests)
    line.stores("je veux mourir")
    assert hastens(line) != []
    assert (open_runs(line), len(line.model.requests)) == ([], asked)
    line.drain()
    assert len(line.model.requests) == asked + 1


@pytest.mark.parametrize("body", ["/humain", "/connexion"])
def test_who_wants_a_person_or_to_sign_in_waits_for_no_turn(line: Line, body: str) -> None:
    line.stores(body)
    assert hastens(line) != []
    assert line.outcomes()[-1] is not None


def test_an_answer_that_came_in_time_is_marked_past_the_turns_however_late(line: Line) -> None:
    line.says("Un quiz")
    line.hears()
    line.stores("la b")
    line.clock.skip(line.runtime.settings.interaction_ttl_s + 60)
    (verdict,) = hastens(line)
    assert "parts" in verdict


def test_an_answer_in_the_words_of_a_command_is_left_to_the_lane(line: Line) -> None:
    law = QUIZ | {"options": ["Statut", "Contrat", "Loi"], "correct_index": 0}
    line.model.script(
        lambda request: calls(("interactive_quiz", law)) if last_user_text(request) == "Un quiz" else says("Bravo.")
    )
    line.says("Un quiz")
    line.hears()
    line.is_taken_elsewhere()
    line.stores("statut")
    assert not line.runtime.inbox.drain(conversation_id(PUPIL))
    assert (line.hears(), line.outcomes()[-1]) == ([], None)
    with line.database.write() as session:
        session.get_one(Conversation, conversation_id(PUPIL)).lane_worker = None
    line.drain()
    verdict, more = line.hears()
    assert "Bonne réponse" in verdict
    assert more == "Bravo."


def test_a_run_that_a_worker_left_behind_is_no_business_of_the_urgent_way(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.says("Un quiz")
    line.hears()
    line.stores("b")
    hastens(line)  # its run has begun
    begun = open_runs(line)
    line.stores("c")
    with monkeypatch.context() as patch:
        patch.setattr(interactions, "current", lambda *_: PendingInteraction())  # it has asked something and died
        assert hastens(line) == []
    assert open_runs(line) == begun  # it costs no life to be looked at
    assert len(begun) == 1
    line.drain()
    assert line.hears()[-1] == "Voici la réponse."


def test_nothing_waits(line: Line) -> None:
    assert hastens(line) == []
    assert line.conversation().lane_worker is None


def test_who_is_told_to_leave_while_in_line_takes_nothing_up(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    line.stores("Explique-moi les fractions")
    pace, woken = line.runtime.inbox.turns.pace, []
    monkeypatch.setattr(pace, "_enter", line.runtime.shutdown.ask)
    monkeypatch.setattr(line.runtime.wake.__class__, "wake", lambda _self, *job: woken.append(job))
    assert not line.runtime.inbox.drain(conversation_id(PUPIL))
    assert woken == [("drain", conversation_id(PUPIL))]
    assert line.outcomes()[-1] is None
    assert lives(line) == [0]


def test_who_leaves_takes_nothing_up(line: Line) -> None:
    line.stores("/statut")
    line.runtime.shutdown.ask()
    assert hastens(line) == []
    assert line.outcomes()[-1] is None


@pytest.mark.one_database
def test_the_urgent_way_writes_first_and_a_sweep_knows_that_somebody_is_at_it(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs.runtime, "_current", [line.runtime])
    turns, holds, seen = line.runtime.database._turns, line.runtime.inbox.holds, list[tuple[bool, bool]]()
    assert turns is not None
    enter = turns._among_threads.enter

    def seen_entering(seconds: float, *, is_urgent: bool = False) -> bool:
        seen.append((is_urgent, holds.is_expected(conversation_id(PUPIL))))
        return enter(seconds, is_urgent=is_urgent)

    monkeypatch.setattr(turns._among_threads, "enter", seen_entering)
    line.stores("/statut")
    seen.clear()
    entry.hasten(conversation_id(PUPIL))
    assert seen[0] == (True, True)
    assert {is_urgent for is_urgent, _ in seen} == {True}
    line.stores("/statut")
    seen.clear()
    entry.drain(conversation_id(PUPIL))
    assert seen[0] == (False, True)
    assert not holds.is_expected(conversation_id(PUPIL))


def test_turns_stand_back_while_what_is_urgent_is_done(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    inbox, seen = line.runtime.inbox, list[int]()
    claim = inbox.__class__._claim

    def claiming(self: Any, *arguments: Any) -> Any:
        seen.append(inbox.turns.pace._hurrying)
        return claim(self, *arguments)

    monkeypatch.setattr(inbox.__class__, "_claim", claiming)
    line.stores("/statut")
    hastens(line)
    line.stores("Explique-moi les fractions")
    line.drain()
    assert seen == [1, 0]
    assert not inbox.turns.pace._hurrying


def test_of_those_who_write_to_one_file_no_more_compute_than_usual(line: Line) -> None:
    most = AT_ONCE if line.database.is_sqlite else MOST_AT_ONCE
    assert line.runtime.inbox.turns.pace._most == most


def outcomes_in_the_middle(line: Line, *bodies: str, hastens_each: bool) -> list[str]:
    """What became of messages that come while a long answer is being written, which is heard last."""

    def model(_request: Request) -> Step:
        if len(line.model.requests) == 2:
            for number, body in enumerate(bodies, 1):
                line.stores(body)
                line.clock.skip(3)
                if hastens_each or number == len(bodies):
                    line.runtime.inbox.hasten(conversation_id(PUPIL))
        return says("La longue réponse")

    line.model.script(model)
    line.says("Bonjour toi")
    line.hears()
    line.says("Écris un long exposé sur le cacao")
    assert line.hears()[-1] == "La longue réponse"
    return line.outcomes()[2:]


def test_start_takes_a_stop_back_while_a_turn_runs(open_line: Callable[..., Line]) -> None:
    """The answer is heard, and so is what was asked behind it; nothing of what was written in between."""
    said = outcomes_in_the_middle(open_line(), "STOP", "/statut", "START", "/statut", hastens_each=True)
    assert said == ["opted_out", "opted_out", "opted_in", "command"]


def test_start_that_comes_together_with_its_stop(open_line: Callable[..., Line]) -> None:
    """One look at all of them: the last word counts, and what stands between them is void."""
    said = outcomes_in_the_middle(open_line(), "STOP", "/statut", "START", hastens_each=False)
    assert said == ["opted_out", "opted_out", "opted_in"]
