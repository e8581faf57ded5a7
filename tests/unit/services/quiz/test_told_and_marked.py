"""Replies to a quiz that want the answer, and plain ones that do not have the words of an option."""

import pytest

from bot.services.quiz.numbering import without_number
from bot.services.quiz.questions import MOST_PASSES, Question
from bot.services.quiz.replies import Answers, read

CAPITAL = Question("Capitale de la Côte d’Ivoire ?", ("Abidjan", "Yamoussoukro", "Bouaké"), "Géo", "t1")
EARTH = Question("La Terre est plate.", None, "Sciences", "t2")
CELL = Question("Où est l’ADN ?", ("le noyau", "la membrane", "le cytoplasme"), "SVT", "t3")
CACAO = Question("Où pousse le cacao ?", ("Côte d’Ivoire", "Sénégal", "Mali"), "Géo", "t4")
CAT = Question("Où est le chat ?", ("dans la boîte", "sur la boîte", "sous la boîte"), "Français", "t5")
METAL = Question("Quel métal ?", ("Le sodium", "Le potassium", "Les deux", "Aucun"), "Chimie", "t6")
BEASTS = Question("Lequel ?", ("Le lion", "Le tigre", "Le chat", "Aucun"), "SVT", "t7")
EITHER = Question("Lequel ?", ("Le lion", "Le tigre", "Ni l’un ni l’autre"), "SVT", "t8")
FORCE = Question("Que voit-on ?", ("Aucune force", "Une force", "Deux forces"), "Physique", "t9")
SIGN = Question("Compare : 3 … 5", ("<", ">", "="), "Maths", "t10")
FRUIT = Question("Le fruit ?", ("pêche", "péché", "pèche"), "Français", "t11")


def told(reply: str, *questions: Question) -> list[bool]:
    """Which of the questions a reply ends without an answer."""
    found = read(questions, reply)
    return [each.passes == MOST_PASSES for each in found.questions] if isinstance(found, Answers) else []


@pytest.mark.parametrize(
    "reply",
    [
        "donne la réponse", "Dis-moi la bonne réponse stp", "je donne ma langue au chat", "j'abandonne",
        "la réponse svp",
        "tell me the answer", "i give up, tell me", "jsp, donne la rep", "c'est quoi la réponse ?", "just tell me",
        "tu peux me donner la réponse ?", "je peux avoir la réponse", "donne moi la réponse et explique",
    ],
)  # fmt: skip
def test_whoever_wants_the_answer_is_told_at_once(reply: str) -> None:
    assert told(reply, CAPITAL) == [True]
    assert told(reply, CAPITAL, EARTH) == [True, False]


@pytest.mark.parametrize("reply", ["donne les réponses", "give me the answers please", "montre les solutions"])
def test_whoever_wants_the_answers_is_told_all_of_them(reply: str) -> None:
    assert told(reply, CAPITAL, EARTH) == [True, True]


@pytest.mark.parametrize(
    "reply",
    [
        "ne donne pas la réponse", "don't tell me the answer", "je veux donner la réponse", "je te donne la réponse",
        "donne la réponse de l'exercice 4", "je veux pas la réponse", "la réponse", "dis-moi",
        "comment je donne la réponse", "j'ai donné la réponse", "can i give the answer", "j'abandonne l'école",
    ],
)  # fmt: skip
def test_what_only_speaks_of_the_answer_ends_nothing(reply: str) -> None:
    assert read((CAPITAL,), reply) is None


def test_a_hint_stays_one_and_an_answer_an_answer() -> None:
    assert told("je sais pas", CAPITAL) == [False]
    given = read((CAPITAL,), "la réponse est b")
    assert isinstance(given, Answers)
    assert given.questions[0].answer == 1


@pytest.mark.parametrize(
    "reply",
    [
        "indice", "un indice svp", "donne 1 indice", "Donne-moi un indice", "jsp, un indice ?", "il me faut un indice",
        "j'ai besoin d'un indice", "tu peux me donner un petit indice stp", "give me a hint",
    ],
)  # fmt: skip
def test_whoever_asks_for_a_hint_gets_the_first_one(reply: str) -> None:
    found = read((CAPITAL, EARTH), reply)
    assert isinstance(found, Answers)
    assert (found.hinted, found.closed) == ((0,), ())
    assert read(found.questions, reply) is None, "the second would be the answer"
    assert read((EARTH,), reply) is None, "there is none to a statement"


@pytest.mark.parametrize(
    "reply", ["pas d'indice", "l'indice du prix", "c'est quoi un indice", "un autre indice", "indice de réfraction"]
)
def test_what_speaks_of_a_hint_wants_none(reply: str) -> None:
    assert read((CAPITAL,), reply) is None


@pytest.mark.parametrize(
    "reply", ["je sais toujours pas", "je ne sais tjrs pas", "toujours pas d'idée", "i still don't know"]
)
def test_who_still_does_not_know_behind_a_hint_is_told(reply: str) -> None:
    hinted = read((CAPITAL,), "je sais pas")
    assert isinstance(hinted, Answers)
    assert [found.passes for found in hinted.questions] == [1]
    found = read(hinted.questions, reply)
    assert isinstance(found, Answers)
    assert found.closed == (0,)


def test_a_hint_may_be_an_option() -> None:
    sign = Question("Que cherche le détective ?", ("un indice", "un juge", "une loi"), "Français", "t13")
    found = read((sign,), "un indice")
    assert isinstance(found, Answers)
    assert found.questions[0].answer == 0


def test_an_ordinal_of_the_question_with_a_question_mark_chooses_nothing() -> None:
    first = Question("Qui fut le premier président ?", ("Diouf", "Senghor", "Wade"), "Histoire", "t14")
    assert read((first,), "le premier ?") is None
    assert [isinstance(read((first,), said), Answers) for said in ("le premier", "le deuxième ?")] == [True, True]


@pytest.mark.parametrize(
    ("question", "reply", "line"),
    [
        (CELL, "dans le noyau", 1), (CELL, "c'est ds la membrane", 2), (CELL, "l'ADN se trouve dans le noyau", 1),
        (CACAO, "au Mali", 3), (CACAO, "en cote d'ivoire", 1), (CAT, "dans la boite", 1),
        (EARTH, "faux elle est ronde", 2), (EARTH, "false it is round", 2),
        (METAL, "aucun des deux", 4), (METAL, "ni l’un ni l’autre", 4), (EITHER, "aucun des deux", 3),
        (BEASTS, "aucun d'eux", 4), (SIGN, "3 < 5", 1), (SIGN, "3>5", 2), (FRUIT, "péché", 2),
    ],
)  # fmt: skip
def test_plain_answers_are_marked(question: Question, reply: str, line: int) -> None:
    found = read((question,), reply)
    assert isinstance(found, Answers)
    assert found.questions[0].answer == line - 1


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        (CELL, "pas dans le noyau"), (CELL, "hors du noyau"), (CELL, "dans la cellule"), (CELL, "dans 5 minutes"),
        (CELL, "l'ADN n'est pas dans le noyau"), (CELL, "dans le noyau ou la membrane"), (CAT, "la boite"),
        (CAPITAL, "j'habite à abidjan"), (CACAO, "je vais au Mali"), (EARTH, "c'est vrai il est tard"),
        (EARTH, "faux c'est vrai"), (EARTH, "faut il repondre"), (BEASTS, "aucun des deux"),
        (BEASTS, "ni l'un ni l'autre"),
        (FORCE, "aucune de ces réponses"), (SIGN, "5 > 3"), (SIGN, "2 < 5"), (FRUIT, "peche"),
    ],
)  # fmt: skip
def test_what_may_mean_something_else_is_not(question: Question, reply: str) -> None:
    assert read((question,), reply) is None


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Quiz : Qui ?", "Qui ?"), ("**Quiz :** Qui ?", "Qui ?"), ("🧠 Quiz : Question 1 : Qui ?", "Qui ?"),
        ("QCM: Qui ?", "Qui ?"), ("Quiz sur l’eau : qui ?", "Quiz sur l’eau : qui ?"), ("Quiz : ", "Quiz : "),
    ],
)  # fmt: skip
def test_a_quiz_is_called_one_once(written: str, shown: str) -> None:
    assert without_number(written) == shown


def test_a_second_is_no_second_war() -> None:
    war = Question("Laquelle ?", ("Première Guerre mondiale", "Seconde Guerre mondiale"), "Histoire", "t12")
    assert [read((war,), said) for said in ("une seconde", "une seconde stp", "Une seconde svp merci")] == [None] * 3
    assert isinstance(read((war,), "la seconde guerre"), Answers)
