"""The tools that teach: what they accept, what they tell the model, what they hand on."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.agent import tool_results
from bot.agent.arguments import validated
from bot.agent.spec import Effect, Tool, ToolOutput
from bot.errors import ToolFailed, ToolRetry
from bot.services.approval.run_links import RunLinks
from bot.services.quiz.questions import Secret
from bot.services.quiz.run_quizzes import RunQuizzes
from bot.tools.pedagogy import interactive_quiz, report_exercise_result, true_false_quiz
from bot.tools.toolsets import TOOLSETS
from bot.types import Mode
from tests.fakes.tool_runs import tool_context

QUIZ = {
    "question": "Combien font 3 × 4 ?",
    "options": ["7", "12", "34"],
    "correct_index": 1,
    "explanation": "Trois fois quatre.",
    "subject": "maths",
}
TRUE = {"statement": "Le Niger est un fleuve.", "is_true": True, "explanation": "Et un pays.", "subject": "Géographie"}


@dataclass
class Notebook:
    """Stands in for the quizzes of a run."""

    refused: str | None = None
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    reported: list[tuple[Any, ...]] = field(default_factory=list)

    def refusal(self) -> str | None:
        return self.refused

    def ask(self, *, question: str, options: Any, subject: str, secret: Secret) -> Callable[[Any], None]:
        return lambda _session: self.asked.append((question, options, subject, secret))

    def report(self, *, subject: str, correct: int, total: int) -> Callable[[Any], None]:
        return lambda _session: self.reported.append((subject, correct, total))


def call(tool: Tool, notebook: Notebook, **arguments: Any) -> ToolOutput:
    checked = validated(tool.arguments, json.dumps(arguments))
    assert not isinstance(checked, str), checked
    output = tool.function(tool_context({RunQuizzes: notebook}), checked)
    if output.commit:
        output.commit(None)
    return output


def test_a_quiz_is_asked_and_the_run_waits_for_the_person() -> None:
    notebook = Notebook()
    output = call(interactive_quiz, notebook, **QUIZ)
    assert notebook.asked == [
        ("Combien font 3 × 4 ?", ("7", "12", "34"), "Maths", Secret(1, "Trois fois quatre.")),
    ]
    assert output.awaits_user
    assert tool_results.awaits_user(tool_results.success(output, interactive_quiz.max_chars))


@pytest.mark.parametrize(("is_true", "correct"), [(True, 0), (False, 1)])
def test_true_is_the_first_option_and_false_the_second(is_true: bool, correct: int) -> None:
    notebook = Notebook()
    call(true_false_quiz, notebook, **(TRUE | {"is_true": is_true}))
    assert notebook.asked == [("Le Niger est un fleuve.", None, "Géographie", Secret(correct, "Et un pays."))]


@pytest.mark.parametrize(("tool", "arguments"), [(interactive_quiz, QUIZ), (true_false_quiz, TRUE)])
def test_what_the_model_gets_back_says_nothing_of_the_answer(tool: Tool, arguments: dict[str, Any]) -> None:
    content = tool_results.success(call(tool, Notebook(), **arguments), tool.max_chars)
    assert json.loads(content)["data"]["asked"] is True
    assert arguments["explanation"] not in content
    assert not any(word in content for word in ("correct", "is_true", "12"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"correct_index": 3}, "it is 2 at most"),
        ({"options": ["7", "12", "12"]}, "say the same"),
        ({"options": ["7", " 12", "12 "]}, "say the same"),
        ({"options": ["a) 12", "b) 12"]}, "say the same"),
        ({"options": ["x²", "$x^2$"]}, "say the same"),
        ({"options": ["b) 7", "a) 12"]}, "no letters or numbers"),
        ({"options": ["Réponse b) 7", "Réponse a) 12"]}, "no letters or numbers"),
        ({"options": ["l'eau", "l’eau", "12"]}, "say the same"),
        ({"options": ["7", " ", "12"]}, "can be seen"),
        ({"options": ["7", "\u200b", "12"]}, "can be seen"),
        ({"question": " \n"}, "can be seen"),
        ({"explanation": " "}, "can be seen"),
    ],
)
def test_a_quiz_that_cannot_be_answered_goes_back_with_the_reason(change: dict[str, Any], message: str) -> None:
    notebook = Notebook()
    with pytest.raises(ToolRetry, match=message):
        call(interactive_quiz, notebook, **(QUIZ | change))
    assert notebook.asked == []


@pytest.mark.parametrize(
    "change",
    [
        {"options": ["7"]},
        {"options": ["1", "2", "3", "4", "5"]},
        {"correct_index": -1},
        {"correct_index": 4},
        {"options": ["7", ""]},
        {"explanation": ""},
        {"answer": "12"},
    ],
)
def test_arguments_outside_the_limits_are_refused(change: dict[str, Any]) -> None:
    problem = validated(interactive_quiz.arguments, json.dumps(QUIZ | change))
    assert isinstance(problem, str)
    assert "Trois fois" not in problem


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (["a) 7", "b) 12"], ("7", "12")),
        (["A. 7", "B. 12"], ("7", "12")),
        (["1. Paris", "2. Lyon", "3. Nice"], ("Paris", "Lyon", "Nice")),
        (["(a) oui", "(b) non"], ("oui", "non")),
        (["A - Paris", "B - Lyon"], ("Paris", "Lyon")),
        (["A/ L’eau", "B/ À Paris"], ("L’eau", "À Paris")),
        (["1.Paris", "2.Lyon"], ("Paris", "Lyon")),
        (["1 – Paris", "2 – Lyon"], ("Paris", "Lyon")),
        (["Option A : 5 m", "Option B : 7 m"], ("5 m", "7 m")),
        (["**Option A** : oui", "**Option B** : non"], ("oui", "non")),
        (["**A : oui**", "**B : non**"], ("**oui**", "**non**")),
        (["1.5 m", "2.5 m"], ("1.5 m", "2.5 m")),
        (["A - B", "B - A"], ("A - B", "B - A")),
        (["1/2", "2/3"], ("1/2", "2/3")),
        (["1 : 2", "2 : 3"], ("1 : 2", "2 : 3")),
        (["A+", "B+"], ("A+", "B+")),
        (["(1) et (2)", "(2) et (3)"], ("(1) et (2)", "(2) et (3)")),
        (["(a + b)²", "(b + a)"], ("(a + b)²", "(b + a)")),
        (["(a)²", "(b)²"], ("(a)²", "(b)²")),
        (["(A) ∪ (B)", "(B) ∩ (A)"], ("(A) ∪ (B)", "(B) ∩ (A)")),
        (["1-butène", "2-butène"], ("1-butène", "2-butène")),
        (["C - dur", "A - mineur"], ("C - dur", "A - mineur")),
        (["**A)** oui", "**B)** non"], ("oui", "non")),
        (["A. Gide", "A. Camus"], ("A. Gide", "A. Camus")),
        (["a) 7", "12"], ("a) 7", "12")),
        (["CO", "Co"], ("CO", "Co")),
        (["- 20", "− 5", "20"], ("-20", "-5", "20")),
        (["x ∈ A", "x ∉ A"], ("x ∈ A", "x ∉ A")),
        (["ou", "où"], ("ou", "où")),
        (["  la   loi ", "le roi"], ("la loi", "le roi")),
        (["<br>", "<a href='#'>", "H<sub>2</sub>O"], ("`<br>`", "`<a href='#'>`", "H<sub>2</sub>O")),
    ],
)
def test_options_are_shown_without_the_labels_models_write_and_with_their_tags(
    given: list[str], shown: tuple[str, ...]
) -> None:
    notebook = Notebook()
    call(interactive_quiz, notebook, **(QUIZ | {"options": given, "correct_index": 0}))
    assert notebook.asked[0][1] == shown


@pytest.mark.parametrize(
    ("statement", "shown"),
    [
        ("1. La Terre est ronde.", "La Terre est ronde."),
        ("(2) L’eau bout.", "L’eau bout."),
        ("Affirmation 3 : le Niger est un fleuve.", "le Niger est un fleuve."),
        ("3.5 est un décimal.", "3.5 est un décimal."),
        ("3 - X vaut 2.", "3 - X vaut 2."),
        ("1960 - Le Mali est indépendant.", "1960 - Le Mali est indépendant."),
        ("1/2 vaut 0,5.", "1/2 vaut 0,5."),
    ],
)
def test_a_statement_is_shown_without_a_number_that_its_line_does_not_have(statement: str, shown: str) -> None:
    notebook = Notebook()
    call(true_false_quiz, notebook, **(TRUE | {"statement": statement}))
    assert notebook.asked[0][0] == shown


@pytest.mark.parametrize(
    ("explanation", "told"),
    [
        ("La réponse est B.", "La réponse est 2."),
        ("La bonne réponse est donc la B, car 3 × 4.", "La bonne réponse est donc la 2, car 3 × 4."),
        ("Les réponses A et C sont fausses.", "Les réponses 1 et 3 sont fausses."),
        ("The correct answer is (B).", "The correct answer is (2)."),
        ("La réponse est D.", "La réponse est D."),
        ("La réponse est A = 12.", "La réponse est A = 12."),
        ("La réponse est C’est.", "La réponse est C’est."),
    ],
)
def test_an_explanation_names_the_lines_that_the_pupil_sees(explanation: str, told: str) -> None:
    notebook = Notebook()
    call(interactive_quiz, notebook, **(QUIZ | {"options": ["A) 7", "B) 12", "C) 34"], "explanation": explanation}))
    assert notebook.asked[0][3].explanation == told


def test_letters_that_the_question_names_stay_in_its_explanation() -> None:
    notebook = Notebook()
    change = {"question": "Lequel des points A et B ?", "explanation": "La réponse est A."}
    call(interactive_quiz, notebook, **(QUIZ | change))
    assert notebook.asked[0][3].explanation == "La réponse est A."


@pytest.mark.parametrize(("tool", "arguments"), [(interactive_quiz, QUIZ), (true_false_quiz, TRUE)])
def test_a_refused_quiz_is_not_asked(tool: Tool, arguments: dict[str, Any]) -> None:
    notebook = Notebook(refused="never on the first message")
    with pytest.raises(ToolFailed, match="first message"):
        call(tool, notebook, **arguments)
    assert notebook.asked == []


def test_an_exercise_is_recorded_silently() -> None:
    notebook = Notebook()
    output = call(report_exercise_result, notebook, subject=" physique  chimie ", correct=3, total=4)
    assert notebook.reported == [("Physique chimie", 3, 4)]
    assert not output.awaits_user
    assert "not mention" in json.dumps(output.data)
    with pytest.raises(ToolRetry, match="more than total"):
        call(report_exercise_result, notebook, subject="Maths", correct=5, total=4)


@pytest.mark.parametrize("mode", [Mode.STUDENT, Mode.PRO])
def test_both_modes_have_them_and_they_are_local_to_our_database(mode: Mode) -> None:
    tools = (interactive_quiz, true_false_quiz, report_exercise_result)
    assert {tool.effect for tool in tools} == {Effect.LOCAL}
    assert {tool.needs for tool in tools} == {(RunQuizzes, RunLinks), (RunQuizzes,)}
    assert {tool.name for tool in tools} <= {tool.name for tool in TOOLSETS[mode]}
