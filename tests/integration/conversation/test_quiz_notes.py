"""What the agent is told of a quiz that waits, and of one that ended before it was answered: that alone is unsealed."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.models import OutboundPart
from bot.text.french import with_plain_spaces
from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.integration.conversation.callers import QUIZ
from tests.integration.conversation.conftest import CREDITS, Line

FIRST = {
    "question": "3/4 : le dénominateur ?",
    "options": ["3", "4"],
    "correct_index": 1,
    "explanation": "Il est sous la barre.",
    "subject": "Maths",
}
HOUR = 3_600


def tutor(request: Request) -> Step:
    if "quiz" in last_user_text(request):
        return calls(("interactive_quiz", FIRST), ("interactive_quiz", QUIZ))
    return says("D’accord.")


def told(line: Line) -> str:
    """What stood before the last question, but for the system prompt."""
    return "\n".join(str(message["content"]) for message in line.asked()[-1] if message["role"] == "system")


@pytest.fixture
def asked(line: Line) -> Line:
    """Two questions wait; the first was answered wrong."""
    line.model.script(tutor)
    for said in ("Bonjour", "un quiz", "a"):
        line.says(said)
    line.hears()
    return line


def test_of_one_that_waits_it_knows_what_is_marked_and_not_what_is_right(asked: Line) -> None:
    asked.says("attends, c’est quoi un État ?")
    assert "still waits" in told(asked)
    assert "1. 3 (faux)" in told(asked)
    assert "Il est sous la barre." in told(asked)
    assert "Question 2 sur 2" in told(asked)
    assert QUIZ["explanation"] not in told(asked)


@pytest.mark.parametrize("ends", [lambda line: line.clock.skip(14 * HOUR), lambda line: line.says("annule")])
def test_of_one_that_is_over_it_knows_what_was_right(asked: Line, ends: Callable[[Line], None]) -> None:
    ends(asked)
    for said in ("Bonjour", "La b"):  # not of the first message alone
        asked.says(said)
        assert "quiz is over" in told(asked)
        assert "– (pas de réponse) | Bonne réponse : 2. Dakar" in told(asked)
        assert "1. 3 (faux)" in told(asked)
    assert asked.credits() == CREDITS - 4
    asked.says("un autre quiz")
    asked.says("c’est quoi un État ?")
    assert "quiz is over" not in told(asked)


def leave(line: Line) -> None:
    line.clock.skip(2 * HOUR)
    line.says("/deconnexion", "1")


@pytest.mark.parametrize(
    "ends",
    [
        lambda line: line.says("b"),
        lambda line: line.says("/nouveau"),
        lambda line: line.clock.skip(25 * HOUR),
        leave,
    ],
    ids=["answered", "forgotten", "long ago", "somebody else"],
)
def test_of_others_it_is_told_nothing(asked: Line, ends: Callable[[Line], None]) -> None:
    ends(asked)
    asked.says("La b")
    assert "quiz" not in told(asked)


@pytest.mark.parametrize("crosses", ["the agent at work", "the question on its way"])
def test_what_was_written_before_the_question_was_there_is_no_answer_to_it(line: Line, crosses: str) -> None:
    def slow(request: Request) -> Step:
        if last_user_text(request) == "un quiz" and crosses == "the agent at work":
            line.stores("la 2")  # of what was said before
        line.clock.skip(8)
        return tutor(request)

    line.model.script(slow)
    for said in ("Bonjour", "un quiz"):
        line.says(said)
    if crosses == "the question on its way":
        line.stores("la 2")
        with line.database.write() as session:
            left = line.clock.now() + timedelta(seconds=3)
            session.execute(update(OutboundPart).values(first_dispatched_at=left))
    line.drain()
    assert line.hears()[-1] == "D’accord."
    assert line.asked()[-1][-1]["content"] == "la 2"
    line.clock.skip(8)
    line.says("la 2")
    assert "Question 1 : *Bonne" in with_plain_spaces(line.hears()[0])
