"""Numbers that may be a line of a quiz or an option, and what may mean several by how it is typed: asked, never marked
at a guess."""

from bot.conversation.outcomes import Ask, Done
from bot.i18n.catalogue import say
from bot.services.quiz.questions import questions_in
from bot.types import Language
from tests.integration.quiz.conftest import World
from tests.integration.quiz.test_quizzes import QUIZ, TRUE, WHY, ask_quiz

SUM = {**QUIZ, "question": "1 + 2 ?", "options": ["2", "3", "4", "1"]}
LEGS = {**SUM, "question": "Combien de pattes a un chat ?", "options": ["2", "4", "6", "8"]}
LETTERS = "a = 2, b = 3, c = 4, d = 1"
SOUNDS = {**QUIZ, "question": "… un livre.", "options": ["s'est", "c'est", "ses"], "subject": "Français"}
TENTHS = {**QUIZ, "question": "5 ÷ 10 ?", "options": ["5", "0,5", "50"]}


def test_a_number_that_may_be_a_line_or_an_option_is_asked_and_not_marked(world: World) -> None:
    shown = world.question(ask_quiz(world, ("interactive_quiz", SUM))) or ""
    assert "2. 3" in shown
    assert f"Répondez par une lettre : {LETTERS}." in shown
    for _ in range(2):  # sent twice
        assert world.reply("3") == say(Language.FR, "quiz_unclear", number=3, choices=LETTERS)
    assert world.results() == []
    assert WHY in world.reply("b")
    assert world.results() == [("Maths", 1, 1, "quiz")]


def test_it_is_marked_where_it_is_said_which(world: World) -> None:
    for said, right in (("la 3", 0), ("ça fait 3", 1), ("choix 2", 1), ("2. 3", 1)):
        world.fresh_start()
        ask_quiz(world, ("interactive_quiz", SUM))
        assert WHY in world.reply(said), said
        assert world.results()[-1][1] == right, said


def test_of_several_questions_what_is_clear_is_marked(world: World) -> None:
    ask_quiz(world, ("interactive_quiz", LEGS), ("true_false_quiz", TRUE))
    came = world.reply("4, vrai")
    assert "Question 1 : Ici, 4 peut être le choix 4 ou la réponse 4." in came
    assert world.results() == [("Géo", 1, 1, "quiz")]
    opened = world.open_quiz()
    assert opened is not None
    assert [question.is_open for question in questions_in(opened.payload)] == [True, False]
    assert isinstance(world.talk("b"), Ask)
    assert world.results()[1:] == [("Maths", 1, 1, "quiz")]


def test_two_in_doubt_are_asked_each_with_the_number_of_its_question(world: World) -> None:
    ask_quiz(world, ("interactive_quiz", SUM), ("interactive_quiz", LEGS))
    came = world.reply("3, 4")
    assert "1a = 2, 1b = 3" in came
    assert "2a = 2, 2b = 4" in came
    assert world.results() == []
    assert isinstance(world.talk("1b"), Done)
    assert isinstance(world.talk("2b"), Ask)
    assert [result[1] for result in world.results()] == [1, 1]


def test_what_may_mean_several_by_how_it_is_typed_is_asked_as_often_as_it_is_said(world: World) -> None:
    ask_quiz(world, ("interactive_quiz", SOUNDS))
    before = len(world.model.requests)
    for said in ("c", "C svp", "c"):
        assert world.reply(said) == (
            "Ici, « c » peut avoir plusieurs sens. Répondez par un chiffre : 1 = s'est, 2 = c'est, 3 = ses."
        )
    assert (world.results(), len(world.model.requests)) == ([], before)
    assert WHY in world.reply("2")
    assert world.results() == [("Français", 1, 1, "quiz")]


def test_of_two_questions_the_one_that_is_in_doubt_is_named_and_the_other_waits(world: World) -> None:
    ask_quiz(world, ("interactive_quiz", TENTHS), ("interactive_quiz", SOUNDS))
    assert world.reply("05") == (
        "Question 1 : Ici, « 05 » peut avoir plusieurs sens. Répondez par une lettre : 1a = 5, 1b = 0,5, 1c = 50."
    )
    assert world.results() == []
    assert WHY in world.reply("1b")
    assert world.reply("c") == (
        "Question 2 : Ici, « c » peut avoir plusieurs sens. Répondez par un chiffre : 1 = s'est, 2 = c'est, 3 = ses."
    )
    assert isinstance(world.talk("2"), Ask)
    assert [result[1] for result in world.results()] == [1, 1]
