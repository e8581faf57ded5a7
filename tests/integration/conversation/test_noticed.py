"""A cry for help that only the model has understood: it marks its answer, and the service answers as to one that it has
read itself."""

import pytest
from sqlmodel import select

from bot.agent.spec import RunResult, Usage
from bot.conversation.turn.noticing import taken_from
from bot.models import Alert
from bot.reading.distress.danger import Danger, read_distress
from bot.text.french import with_plain_spaces
from bot.types import StopReason
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, calls, errors, in_turn, last_user_text, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line
from tests.integration.conversation.desks import JPEG, Desk
from tests.integration.conversation.test_care import OpenLine
from tests.integration.conversation.test_stopping import PAPER, cancels

pytestmark = pytest.mark.one_database

KEY = conversation_id(PUPIL)
UNREAD = "les étoiles ont gardé une place à coté de mamie"
ANSWER = "Je suis là. Dites-moi qui est près de vous."


def marked(request: Request) -> Step:
    """A model that marks what it understands, and answers everything else."""
    return says(f"[care: self]\n{ANSWER}" if last_user_text(request) == UNREAD else "D’accord.")


@pytest.fixture
def line(open_line: OpenLine) -> Line:
    made = open_line()
    made.clock.freeze()
    made.model.script(marked)
    return made


def alerts(line: Line) -> list[tuple[str, str]]:
    with line.database.read() as session:
        return [(alert.kind, alert.detail) for alert in session.exec(select(Alert))]


def test_helplines_come_in_front_of_the_answer_and_the_team_is_told(line: Line) -> None:
    assert read_distress(UNREAD) is None
    line.says(UNREAD)
    first, *_, last = line.hears()
    assert with_plain_spaces(first).startswith("Merci de me l’avoir écrit.")
    assert "143" in first
    assert last == ANSWER, "without the mark"
    assert alerts(line) == [("distress", f"conversation {KEY}")]


def test_the_next_turns_are_careful_and_cost_nothing(line: Line) -> None:
    line.says(UNREAD)
    line.hears()
    line.says("je sais pas")
    assert line.hears() == ["D’accord."]
    assert "may be in danger" in str(line.asked()[-1])
    assert line.credits() == CREDITS, "nor has the answer in which it was noticed"


def test_a_mark_alone_is_no_answer_and_what_is_said_then_is_true(line: Line) -> None:
    line.model.script(lambda _request: says("[care: self]"))
    line.says(UNREAD)
    first, last = (with_plain_spaces(text) for text in line.hears())
    assert "143" in first
    assert last.startswith("Je n’arrive pas à bien vous répondre en ce moment, mais ce que vous m’avez écrit compte.")
    assert line.credits() == CREDITS


@pytest.mark.parametrize("is_stopped", [False, True])
def test_a_mark_beside_a_call_is_heeded(line: Line, open_line: OpenLine, *, is_stopped: bool) -> None:
    """Nobody reads the words there, and the answer behind the call has no mark of its own."""
    step = calls(("generate_pdf", PAPER), text="[care: self] Je regarde.")
    then = cancels(open_line) if is_stopped else lambda: None
    line.model.script(in_turn(step, then=then, last=says(ANSWER)))
    line.says(UNREAD)
    heard = [with_plain_spaces(text) for text in line.hears()]
    assert [text for text in heard if "143" in text and text.startswith("Merci de me l’avoir écrit.")]
    assert ANSWER in heard or is_stopped
    assert alerts(line) == [("distress", f"conversation {KEY}")]
    assert line.credits() == CREDITS


def test_who_stops_the_answer_in_which_it_was_noticed_is_answered_all_the_same(line: Line, open_line: OpenLine) -> None:
    """« Annule » says less than what the model has seen, and helplines cost nothing."""
    stop = cancels(open_line)

    def rule(_request: Request) -> Step:
        stop()
        return says(f"[care: self] {ANSWER}")

    line.model.script(rule)
    line.says(UNREAD)
    heard = [with_plain_spaces(text) for text in line.hears()]
    assert [text for text in heard if "143" in text]
    assert ANSWER not in heard
    assert line.run().stop_reason == StopReason.CANCELLED
    assert alerts(line) == [("distress", f"conversation {KEY}")]
    assert line.credits() == CREDITS


def test_a_mark_whose_answer_never_came_is_heeded(line: Line) -> None:
    step = calls(("calculate", {"expression": "6*7"}), text="[care: self] Je regarde.")
    line.model.script(in_turn(step, then=lambda: None, last=errors(400)))
    line.says(UNREAD)
    assert [text for text in line.hears() if "143" in text]
    assert line.run().error.startswith("provider_refused")
    assert line.credits() == CREDITS


def test_who_is_cared_for_already_pays_no_less_for_another_mark(line: Line) -> None:
    line.says(UNREAD)
    line.clock.skip(3 * 3_600)  # turns are free for two hours
    line.says(UNREAD)
    assert line.credits() == CREDITS - 1


def test_it_is_answered_once_where_we_have_read_it_too(line: Line) -> None:
    line.model.script(lambda _request: says(f"**[Care: SELF]** {ANSWER}"))
    line.says("jveu mourir")
    assert [text for text in line.hears() if "Merci de me" in text or text == ANSWER][1:] == [ANSWER]
    assert len(alerts(line)) == 1


def test_a_photo_has_helplines_sent_but_alarms_nobody(desk: Desk) -> None:
    """What is written on it may have asked for the mark."""
    desk.line.model.script(lambda _request: says(f"[care: now] {ANSWER}"))
    desk.sends(JPEG + b"a", body="Regarde")
    assert desk.line.run().tainted
    first, *_, last = desk.line.hears()
    assert "Je vous prends au sérieux" in with_plain_spaces(first)
    assert last == ANSWER
    assert "distress" not in [kind for kind, _ in alerts(desk.line)]


@pytest.mark.parametrize(
    ("text", "left", "danger"),
    [
        ("[care: other] Restez.", "Restez.", Danger.OTHER),
        ("Restez.\n\n`[care:hurt]`", "Restez.", Danger.HURT),
        ("[care: self]", "", Danger.SELF),
        ("[care: everybody] Restez.", "Restez.", Danger.OTHER),
        ("**[Care: self-harm]**\nRestez.", "Restez.", Danger.SELF),
        ("[care: hurt, now] Restez.", "Restez.", Danger.NOW),
        ("[care: none]\nRestez.", "Restez.", None),
        ("[care: no danger] Restez.", "Restez.", None),
        ("[care: n/a] Restez.", "Restez.", None),
        ("La marque [care: everybody] dit cela.", "La marque [care: everybody] dit cela.", None),
        ("[careful: self] Restez.", "[careful: self] Restez.", None),
    ],
)
def test_the_mark_is_taken_out_wherever_it_stands(text: str, left: str, danger: Danger | None) -> None:
    result, noticed = taken_from(RunResult(text, StopReason.DONE_SIGNAL, 1, Usage(), "a-model"))
    assert (result.text, noticed) == (left, danger)
