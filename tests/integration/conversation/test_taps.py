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
SUM = QUIZ | {"question": "Combien font 2 + 1 ?", "options": ["2", "3", "4"]}
CAPITALS = tuple(
    ("interactive_quiz", QUIZ | {"question": "Capitale ?", "options": ["Paris", "Rome"], "correct_index": right})
    for right in (0, 1, 0)
)
AVERAGES = QUIZ | {"question": "La valeur la plus fréquente ?", "options": ["le mode", "la médiane", "le solde"],
                   "correct_index": 0}  # fmt: skip
TRUTH = {"statement": "4 est pair.", "is_true": True, "explanation": "4 = 2 × 2.", "subject": "Maths"}


def tutor(request: Request) -> Step:
    text = last_user_text(request)
    if text.startswith("[Quiz]"):
        return says("Bravo !")
    if "vrai ou faux" in text:
        return calls(("true_false_quiz", TRUTH))
    if "capitales" in text:
        return calls(*CAPITALS)
    if "statistiques" in text:
        return calls(("interactive_quiz", AVERAGES))
    if "2 + 1" in text:
        return calls(("interactive_quiz", SUM))
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


@pytest.mark.parametrize(("typed", "right"), [("la 2", 1), ("b", 1), ("la 3", 0), ("1", 0)])
def test_a_digit_that_is_said_to_be_a_line_is_one_also_where_an_option_says_it(
    line: Line, typed: str, right: int
) -> None:
    asked(line, "combien font 2 + 1 ?")
    line.says(typed)
    assert results(line) == [right]


@pytest.mark.parametrize("reply", ["1\n2\n1", "a\nb\na", "1 2 1", "1\n2\n1\n1\n2\n1"])
def test_every_line_answers_a_question(line: Line, reply: str) -> None:
    asked(line, "trois capitales")
    line.says(reply)
    assert results(line) == [1, 1, 1]


def test_the_same_answer_to_every_question(line: Line) -> None:
    asked(line, "trois capitales")
    line.says("1\n1\n1")
    assert results(line) == [1, 0, 1]


@pytest.mark.parametrize(
    ("wish", "sent", "answered"),
    [
        ("un quiz", ["2", "2"], 1),
        ("trois capitales", ["b", "b"], 1),
        ("trois capitales", ["1a 2b 3a"] * 2, 3),
        ("trois capitales", ["1a 2b 3a"] * 3, 3),  # as many lines as questions
    ],
)
def test_an_answer_that_was_sent_again_counts_once(line: Line, wish: str, sent: list[str], answered: int) -> None:
    """What is sent in a row is one text, a line each."""
    asked(line, wish)
    line.says("\n".join(sent))
    assert len(results(line)) == answered


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


@pytest.mark.parametrize(
    ("answer", "marks"), [("mode", [1]), ("Mode.", [1]), ("solde", [0]), ("/solde", []), ("aide", [])]
)
def test_an_option_that_is_a_command_elsewhere_is_an_answer(line: Line, answer: str, marks: list[int]) -> None:
    asked(line, "Un quiz de statistiques")
    line.says(answer)
    assert results(line) == marks
    assert (line.outcomes()[-1] == "command") == (not marks)
