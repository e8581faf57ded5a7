"""What was written in time is an answer, however late it is read: nobody worked meanwhile, or the database was away."""

import pytest

from tests.fakes.model import calls, says
from tests.integration.conversation.conftest import CREDITS, Line
from tests.integration.conversation.till import LIST, Till

QUIZ = {
    "question": "Capitale du Mali ?",
    "options": ["Bamako", "Dakar", "Niamey"],
    "correct_index": 0,
    "explanation": "C’est Bamako.",
    "subject": "Géographie",
}
OUTAGE_S = 1_200.0


def asks(line: Line) -> None:
    """A quiz is open."""
    line.model.script(
        lambda request: (
            calls(("interactive_quiz", QUIZ)) if "un quiz svp" in str(request["messages"][-1]) else says("Continue.")
        )
    )
    line.says("un quiz svp")
    assert "1. Bamako" in line.hears()[-1]


def test_an_answer_written_within_the_hour_is_marked_and_costs_nothing(line: Line) -> None:
    asks(line)
    line.clock.skip(3_000)
    line.stores("a")
    line.clock.skip(OUTAGE_S)
    before = line.credits()
    line.drain()
    assert "Bamako" in line.hears()[0]
    assert line.credits() == before


def test_what_is_written_behind_the_hour_is_no_answer(line: Line) -> None:
    asks(line)
    line.clock.skip(3_601)
    line.says("a")
    assert line.hears() == ["Continue."]


def test_a_pack_chosen_in_time_is_bought(till: Till) -> None:
    till.says("/acheter")
    assert till.hears() == [LIST]
    till.clock.skip(3_000)
    till.line.stores("2")
    till.clock.skip(OUTAGE_S)
    till.line.drain()
    assert [payment.pack for payment in till.payments()] == ["medium"]
    assert till.line.credits() == CREDITS


@pytest.mark.parametrize("ahead_s", [3_000.0, -3_000.0])
def test_a_time_to_come_that_a_clock_ahead_noted_is_none(till: Till, ahead_s: float) -> None:
    till.says("/acheter")
    till.clock.jump(ahead_s)
    till.line.stores("2")
    till.clock.jump(-ahead_s)
    till.line.drain()
    assert [payment.pack for payment in till.payments()] == ["medium"]
