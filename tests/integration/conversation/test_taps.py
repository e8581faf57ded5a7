"""Answers by a tap: known by their id, or by their text when Twilio sends no id of ours back; digits go on working."""

import pytest
from sqlmodel import select

from bot.models import ExerciseResult, PendingInteraction
from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.integration.conversation.conftest import PUPIL, Line

pytestmark = pytest.mark.one_database

QUIZ = {
    "question": "Dans 3/4, que vaut le dénominateur ?",
    "options": ["3", "4", "7"],
    "correct_index": 1,
    "explanation": "C’est en bas.",
    "subject": "Maths",
}
TRUTH = {"statement": "4 est pair.", "is_true": True, "explanation": "4 = 2 × 2.", "subject": "Maths"}


def tutor(request: Request) -> Step:
    text = last_user_text(request)
    if text.startswith("[Quiz]"):
        return says("Bravo !")
    if "vrai ou faux" in text:
        return calls(("true_false_quiz", TRUTH))
    return calls(("interactive_quiz", QUIZ)) if "quiz" in text else says("Bonjour.")


def asked(line: Line, wish: str) -> int:
    """A quiz is asked; the number of its interaction."""
    line.model.script(tutor)
    line.says("Bonjour")
    line.says(wish)
    line.hears()
    with line.database.read() as session:
        return session.exec(select(PendingInteraction.id).where(PendingInteraction.kind == "quiz")).one() or 0


def results(line: Line) -> list[int]:
    with line.database.read() as session:
        return [row.correct for row in session.exec(select(ExerciseResult))]


def tap(line: Line, text: str, payload: str = "", **details: str) -> None:
    line.says(text, kind="button", details={"button_payload": payload, **details})


@pytest.mark.parametrize("payload", ["i{id}:1", "{{{{6}}}}", ""])
def test_the_second_option_whatever_comes_back_with_it(line: Line, payload: str) -> None:
    """« 4 » is the second option here, not the fourth."""
    number = asked(line, "un quiz")
    tap(line, "4", payload.format(id=number))
    assert results(line) == [1]
    assert line.hears()[-1] == "Bravo\u00a0!"


def test_a_label_that_is_another_options_number(line: Line) -> None:
    """« 3 » tapped is the first option; typed, it is the third."""
    asked(line, "un quiz")
    tap(line, "3", "{{4}}")
    assert results(line) == [0]
    assert "\n3" not in line.hears()[0]
    asked_again = line.asked()[-1][-1]["content"]
    assert "1. 3" in str(asked_again)


def test_true_or_false_is_tapped_too(line: Line) -> None:
    number = asked(line, "vrai ou faux ?")
    tap(line, "Vrai", f"i{number}:0")
    assert results(line) == [1]


def test_a_list_entry_is_an_answer(line: Line) -> None:
    number = asked(line, "un quiz")
    line.says("4", kind="button", details={"list_id": f"i{number}:1"})
    assert results(line) == [1]


def test_a_digit_is_typed_as_ever(line: Line) -> None:
    asked(line, "un quiz")
    line.says("2")
    assert results(line) == [1]


def test_tapped_twice_it_counts_once(line: Line) -> None:
    number = asked(line, "un quiz")
    for _ in range(2):
        tap(line, "4", f"i{number}:1")
    assert results(line) == [1]
    assert "n’est plus ouverte" in line.hears()[-1]


def test_an_old_question_is_not_answered_by_its_button(line: Line) -> None:
    number = asked(line, "un quiz")
    line.says("/langue")
    line.hears()
    tap(line, "4", f"i{number}:1")
    assert results(line) == []
    assert "n’est plus ouverte" in line.hears()[-1]


def test_a_tap_is_nobodys_confirmation(line: Line) -> None:
    """What must be typed has no options: a forged press of the right index confirms nothing."""
    line.says("/supprimer")
    line.hears()
    with line.database.read() as session:
        opened = session.exec(select(PendingInteraction).where(PendingInteraction.kind == "confirm")).one()
    tap(line, "Oui", f"i{opened.id}:0")
    with line.database.read() as session:
        assert session.get_one(PendingInteraction, opened.id).outcome != "answered"
    assert line.address(PUPIL).value == PUPIL


def test_menus_carry_their_labels_beside_the_text(line: Line) -> None:
    line.says("/langue")
    with line.database.read() as session:
        rows = session.connection().exec_driver_sql("SELECT options FROM outbound_part ORDER BY id DESC LIMIT 1")
        stored = str(rows.scalar_one())
    assert "English" in stored
    assert "1. " not in stored
