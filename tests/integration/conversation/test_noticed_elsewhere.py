"""A cry for help that only the model has understood, in a run that goes on for long, elsewhere, or has no end: it is
answered when it is marked."""

import pytest
from sqlmodel import delete, update

from bot.agent.control import CONTINUE
from bot.models import Alert, InboundMessage, OutboundPart
from bot.queue.wake import WakeQueue
from bot.text.french import with_plain_spaces
from bot.types import Background
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, calls, errors, in_turn, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line
from tests.integration.conversation.desks import JPEG, Desk
from tests.integration.conversation.test_background_left import expires
from tests.integration.conversation.test_background_work import open_runs, work
from tests.integration.conversation.test_care import OpenLine
from tests.integration.conversation.test_noticed import ANSWER, UNREAD, alerts

pytestmark = pytest.mark.one_database

SUM = ("calculate", {"expression": "6*7"})
MARK = "[care: self] Je regarde."
TOLD = [("distress", f"conversation {conversation_id(PUPIL)}")]


@pytest.fixture
def line(open_line: OpenLine) -> Line:
    made = open_line()
    made.clock.freeze()
    return made


def heard(line: Line) -> list[str]:
    return [with_plain_spaces(text) for text in line.hears()]


def cared(said: list[str]) -> list[str]:
    return [text for text in said if "143" in text]


def send_away(line: Line) -> None:
    line.says(f"/fond {UNREAD}")
    assert [run.background for run in open_runs(line)] == [Background.WORKING]
    heard(line)


@pytest.mark.parametrize("step", [calls(SUM, text=MARK), calls(("plan", {"steps": []}), text=MARK)])
def test_in_the_background_it_is_answered_before_the_call_is_made(line: Line, step: Step) -> None:
    send_away(line)
    said: list[list[str]] = []
    line.model.script(in_turn(step, then=lambda: said.append(heard(line)), last=says(ANSWER)))
    work(line)
    assert len(cared(said[0])) == 1
    assert alerts(line) == TOLD
    after = heard(line)
    assert after[-1].endswith(ANSWER)
    assert not cared(after)
    assert line.credits() == CREDITS


def test_what_is_answered_before_a_call_leaves_while_that_is_made(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waited for the sweep."""
    woken: list[str] = []
    monkeypatch.setattr(WakeQueue, "wake", lambda _queue, name, _subject: woken.append(name))
    seen: list[int] = []
    line.model.script(in_turn(calls(SUM, text=MARK), calls(SUM), then=lambda: seen.append(woken.count("deliver")),
                              last=says(ANSWER)))  # fmt: skip
    line.says(UNREAD)
    assert seen == [1]


def test_an_answer_in_the_background_that_is_marked_stands_behind_ours(line: Line) -> None:
    send_away(line)
    line.model.script(lambda _request: says(f"[care: self] {ANSWER}"))
    work(line)
    first, *_, last = heard(line)
    assert "143" in first
    assert last.endswith(ANSWER)
    assert "[care" not in last
    assert alerts(line) == TOLD
    assert line.credits() == CREDITS
    line.says("je sais pas")
    assert "may be in danger" in str(line.asked()[-1])
    assert line.credits() == CREDITS


def test_one_whose_answer_never_comes_is_answered(line: Line) -> None:
    send_away(line)
    line.model.script(in_turn(calls(SUM, text=MARK), then=lambda: None, last=errors(400)))
    work(line)
    assert cared(heard(line))
    assert alerts(line) == TOLD
    assert line.credits() == CREDITS


def test_who_has_left_the_phone_reads_nothing_of_it_and_the_team_is_told(line: Line) -> None:
    send_away(line)

    def rule(request: Request) -> Step:
        expires(line)
        return says(ANSWER) if request["messages"][-1]["role"] == "tool" else calls(SUM, text=MARK)

    line.model.script(rule)
    work(line)
    assert not cared(heard(line))
    assert alerts(line) == TOLD


def test_who_is_in_danger_is_not_asked_whether_to_go_on_in_the_background(line: Line) -> None:
    """They are stayed with, free."""
    asked: list[Request] = []

    def rule(request: Request) -> Step:
        asked.append(request)
        return calls((CONTINUE, {"reason": "un long travail"}), text=MARK) if len(asked) == 1 else says(ANSWER)

    line.model.script(rule)
    line.says(UNREAD)
    said = heard(line)
    assert len(cared(said)) == 1
    assert said[-1] == ANSWER
    assert not open_runs(line)
    assert "may be in danger" in str(asked[1])
    assert alerts(line) == TOLD
    assert line.credits() == CREDITS


def test_who_has_it_go_on_in_the_background_is_answered_before(line: Line) -> None:
    def rule(_request: Request) -> Step:
        line.stores("/fond")
        line.runtime.inbox.beside.answer(conversation_id(PUPIL))
        return calls(SUM, text=MARK)

    line.model.script(rule)
    line.says(UNREAD)
    assert len(cared(heard(line))) == 1
    assert [run.background for run in open_runs(line)] == [Background.WORKING]
    line.model.script(lambda _request: says(ANSWER))
    work(line)
    assert heard(line)[-1].endswith(ANSWER)
    assert line.credits() == CREDITS


def test_what_a_photo_may_have_dictated_alarms_nobody_by_what_comes_in_behind_it(desk: Desk) -> None:
    """It looks at what waits, and would take a marked message for one that we have read."""
    line = desk.line

    def comes_in() -> None:
        line.stores("Alors ?")
        line.runtime.inbox.beside.answer(conversation_id(PUPIL))

    line.model.script(in_turn(calls(SUM, text="[care: now] Je regarde."), then=comes_in, last=says(ANSWER)))
    desk.sends(JPEG + b"a", body="Regarde")
    said = heard(line)
    assert "Je vous prends au sérieux" in said[0]
    assert "distress" not in [kind for kind, _ in alerts(line)]
    assert "may be in danger" in str(line.asked()[-1]), "the turn behind it is careful"


def test_who_is_cared_for_already_pays_no_less_for_a_mark_elsewhere(line: Line) -> None:
    """Whoever has the model mark every step would never pay again."""
    line.model.script(lambda _request: says(f"[care: self] {ANSWER}"))
    line.says(UNREAD)
    line.clock.skip(3 * 3_600)  # turns are free for two hours
    line.model.script(in_turn(calls(SUM, text=MARK), then=lambda: None, last=says(ANSWER)))
    line.says(UNREAD)
    assert line.credits() == CREDITS - 1
    line.clock.skip(3 * 3_600)
    send_away(line)
    paid = line.credits()
    assert paid < CREDITS - 1
    line.model.script(lambda _request: says(f"[care: self] {ANSWER}"))
    work(line)
    assert line.credits() == paid


def test_what_a_release_before_has_stored_unheard_is_heeded_at_the_end(line: Line) -> None:
    def unheard() -> None:
        with line.database.write() as session:
            session.execute(delete(OutboundPart))
            session.execute(delete(Alert))
            session.execute(update(InboundMessage).values(priority=None))

    line.model.script(in_turn(calls(SUM, text=MARK), then=unheard, last=says(ANSWER)))
    line.says(UNREAD)
    said = heard(line)
    assert len(cared(said)) == 1
    assert said[-1] == ANSWER
    assert alerts(line) == TOLD
    assert line.credits() == CREDITS


def test_whose_photo_says_so_is_not_asked_either(desk: Desk) -> None:
    line, asked = desk.line, list[Request]()

    def rule(request: Request) -> Step:
        asked.append(request)
        return calls((CONTINUE, {"reason": "un long travail"}), text=MARK) if len(asked) == 1 else says(ANSWER)

    line.model.script(rule)
    desk.sends(JPEG + b"a", body="Regarde")
    said = heard(line)
    assert said[-1] == ANSWER
    assert not open_runs(line)
    assert "distress" not in [kind for kind, _ in alerts(line)]
