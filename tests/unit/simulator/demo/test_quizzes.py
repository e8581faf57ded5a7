"""The demo model's quizzes: a sound bank in both languages, questions about what is spoken of, a kind word after."""

import json
from typing import Any

import pytest

from bot.services.quiz.questions import Question, Secret
from bot.services.quiz.quizzes import Quiz
from bot.simulator.demo.conversation import read_turn
from bot.simulator.demo.quizzes import load_bank, verdicts
from bot.simulator.demo.sentences import words_of
from bot.simulator.demo.steps import Call, Say, Step
from bot.tools.pedagogy import InteractiveQuiz, TrueFalseQuiz
from bot.types import Channel, Language
from tests.fakes.demo import BRAIN, LIBRARY

BANK = load_bank(LIBRARY)
FRENCH, ENGLISH = words_of(Language.FR).sentences, words_of(Language.EN).sentences
TOOLS = {"interactive_quiz": InteractiveQuiz, "true_false_quiz": TrueFalseQuiz}
RIGHT = "[Quiz] Message du service.\n1) Question : ? | Sa réponse : 2. b (juste) | Bonne réponse : 2. b"


def step(*messages: str | dict[str, Any], offered: bool = True) -> Step:
    """What the demo model does after what a person wrote (texts) and other messages."""
    spoken = [{"role": "user", "content": text} if isinstance(text, str) else text for text in messages]
    functions = [{"name": name, "parameters": made.model_json_schema()} for name, made in TOOLS.items()]
    tools = [{"type": "function", "function": function} for function in functions]
    return BRAIN.next_step(read_turn({"messages": spoken, "tools": tools if offered else []}))


def refusal() -> list[dict[str, Any]]:
    """A quiz that was asked for and refused."""
    call = {"id": "call_1", "type": "function", "function": {"name": "interactive_quiz", "arguments": "{}"}}
    result = {"status": "error", "error_type": "permanent", "message": "Refused: never a quiz on the first message."}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": json.dumps(result)},
    ]


def test_every_lesson_has_questions_of_both_kinds() -> None:
    assert len(BANK.quizzes) >= 12
    for page in LIBRARY.pages:
        tools = {quiz.tool for quiz in BANK.quizzes if quiz.lesson == page.slug}
        assert tools == {"interactive_quiz", "true_false_quiz"}, page.slug


@pytest.mark.parametrize("quiz", BANK.quizzes, ids=lambda quiz: quiz.question[:30])
def test_every_question_is_what_its_tool_takes(quiz) -> None:
    arguments = (InteractiveQuiz if quiz.options else TrueFalseQuiz).model_validate(quiz.arguments())
    assert arguments.explanation
    assert quiz.correct < len(quiz.options or (True, False))
    assert len(set(quiz.options)) == len(quiz.options)


@pytest.mark.parametrize(
    ("subjects", "language", "lesson"),
    [
        (["les fractions"], Language.FR, "comprendre-les-fractions"),
        (["", "la photosynthèse", "les fractions"], Language.FR, "photosynthese"),
        (["stp", "calcul de la TVA"], Language.FR, "tva-uemoa"),
        (["photosynthesis"], Language.EN, "photosynthesis"),
    ],
)
def test_the_question_is_about_the_first_subject_that_a_lesson_is_about(subjects, language, lesson) -> None:
    assert BANK.choose(subjects, language, 0, true_or_false=False).lesson == lesson


@pytest.mark.parametrize("language", list(Language))
def test_the_next_question_is_another_one_and_always_in_the_language(language) -> None:
    asked = [BANK.choose(["dragons"], language, number, true_or_false=False) for number in range(4)]
    assert len({quiz.question for quiz in asked}) == 4
    pages = {page.slug: page.language for page in LIBRARY.pages}
    assert {pages[quiz.lesson] for quiz in asked} == {language}
    assert not BANK.choose([], language, 0, true_or_false=True).options


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(("answers", "expected"), [((1, 0), (2, 2)), ((1, 1), (1, 2)), ((0, None), (0, 2))])
def test_an_outcome_is_read_from_the_note_of_the_service(language, answers, expected) -> None:
    first, second = (Question("?", ("a", "b"), "Maths", "sealed", answer, passes=2) for answer in answers)
    secrets = [Secret(1, "parce que (c’est juste)"), Secret(0, "because (right)")]
    note = Quiz((first, second), language, Channel.SMS).note(secrets)
    assert verdicts(note, language) == expected


@pytest.mark.parametrize(
    ("texts", "tool", "part"),
    [
        (["Bonjour", "Fais-moi un quiz sur les fractions"], "interactive_quiz", "3/4"),
        (["Explique-moi Pythagore", "Vrai ou faux ?"], "true_false_quiz", "5, 6 et 8"),
        (["Hello", "Quiz me on photosynthesis"], "interactive_quiz", "gas"),
        (["Un quiz sur Pythagore", RIGHT, "un autre quiz"], "true_false_quiz", "5, 6 et 8"),
    ],
)
def test_a_quiz_is_asked_by_its_tool_and_the_next_one_is_another(texts, tool, part) -> None:
    asked = step(*texts)
    assert isinstance(asked, Call)
    assert asked.name == tool
    assert part in json.dumps(asked.arguments, ensure_ascii=False)
    TOOLS[tool].model_validate(asked.arguments)


@pytest.mark.parametrize(
    ("messages", "offered", "said"),
    [
        (["quiz", *refusal()], True, FRENCH["quiz_first"]),
        (["Explique-moi les fractions", "quiz", *refusal()], True, FRENCH["quiz_enough"]),
        (["Give me a quiz please", *refusal()], True, ENGLISH["quiz_first"]),
        (["quiz"], False, FRENCH["quiz_guest"]),
        (["Give me a quiz please"], False, ENGLISH["quiz_guest"]),
        (["quiz", RIGHT], True, FRENCH["quiz_right"]),
        (["quiz", RIGHT.replace("juste", "faux")], True, FRENCH["quiz_wrong"]),
        (["quiz", RIGHT.replace("juste", "ne savait pas")], True, FRENCH["quiz_wrong"]),
        (["quiz", f"{RIGHT}\n{RIGHT.replace('juste', 'faux')}"], True, FRENCH["quiz_partly"]),
    ],
)
def test_refusals_and_outcomes_get_one_kind_answer(messages, offered, said) -> None:
    answer = step(*messages, offered=offered)
    assert isinstance(answer, Say)
    assert answer.text.startswith(said)
    assert "\n" not in said


def test_what_the_service_noted_is_never_taken_for_the_persons_subject() -> None:
    asked = step("Explique-moi la photosynthèse", RIGHT.replace("?", "fractions"), "un quiz")
    assert isinstance(asked, Call)
    assert asked.arguments["subject"] == "SVT"


def test_no_question_is_asked_twice_while_there_are_others() -> None:
    asked: list[str] = ["Explique-moi les fractions"]
    questions = []
    for wish in ("vrai ou faux", "un autre quiz", "un autre quiz", "vrai ou faux"):
        quiz = step(*asked, wish)
        assert isinstance(quiz, Call)
        question = quiz.arguments.get("question") or quiz.arguments["statement"]
        questions.append(question)
        asked += [wish, RIGHT.replace("?", question)]
    assert len(set(questions)) == 4, questions
