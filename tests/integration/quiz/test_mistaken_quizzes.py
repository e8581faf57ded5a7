"""Quizzes that a model got wrong: they go back to it before anybody sees them."""

import pytest

from bot.services.quiz.mistakes import CONTRADICTED, CONTRADICTED_VERDICT, TOLD
from tests.fakes.model import calls, says
from tests.integration.quiz.conftest import World
from tests.integration.quiz.test_quizzes import QUIZ, TRUE


@pytest.mark.parametrize(
    ("tool", "changes", "told"),
    [
        ("interactive_quiz", {"explanation": "La bonne réponse est la 3."}, CONTRADICTED),
        ("interactive_quiz", {"explanation": "La bonne réponse est la C."}, CONTRADICTED),
        ("interactive_quiz", {"options": ["4", "25 ✅", "75"]}, TOLD),
        ("true_false_quiz", {"explanation": "Faux : c’est un lac."}, CONTRADICTED_VERDICT),
    ],
)
def test_what_would_mark_wrongly_or_tells_the_answer_goes_back(
    world: World, tool: str, changes: dict[str, object], told: str
) -> None:
    world.turn("Bonjour", says("Bonjour !"))
    right = QUIZ if tool == "interactive_quiz" else TRUE
    run = world.turn("Un quiz", calls((tool, {**right, **changes})), calls((tool, right)))
    assert [result.get("message") for result in world.tool_results(run)] == [told, None]
    assert "Quiz :" in (world.question(run) or "")


def test_options_in_the_question_are_not_shown_twice(world: World) -> None:
    world.turn("Bonjour", says("Bonjour !"))
    asked = {**QUIZ, "question": "Combien font 25 % de 100 ?\nA) 4\nB) 25\nC) 75"}
    shown = world.question(world.turn("Un quiz", calls(("interactive_quiz", asked)))) or ""
    assert shown.count("25") == 2
