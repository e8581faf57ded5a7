"""Answers to several questions in one message, where they are numbers, signs or the number of a question."""

import pytest

from bot.reading.answers.reply import Choice, Pass
from bot.reading.answers.several import read_several
from bot.services.quiz.questions import Question
from bot.services.quiz.replies import Answers, read

CITIES = {1: ("Abidjan", "Yamoussoukro"), 2: ("Lyon", "Paris", "Marseille")}
MIXED = {1: ("12", "13", "14"), 2: ("7", "4", "8"), 3: None}
VERDICTS = {1: None, 2: None, 3: None}
TWO = {1: None, 2: None}
DECIMALS = {1: ("0,5", "5", "50"), 2: ("12", "1,2", "0,12")}
LETTER_AND_VERDICT = {1: ("la sève", "l’eau", "le sel"), 2: None}
SUMS = {1: ("3", "4", "5"), 2: ("6", "7", "9")}
FRACTIONS = {1: ("1/2", "1/3", "2/3"), 2: ("4/3", "1/4", "3/4")}


@pytest.mark.parametrize(
    ("questions", "expected", "texts"),
    [
        (CITIES, {2: 1}, ("2eme b", "2e b", "deuxième b", "la 2ème b")),
        (MIXED, {1: 0, 2: 1, 3: 0}, ("12 4 vrai", "12, 4, vrai", "12\n4\nvrai", "12 ; 4 ; V", "1) 12 2) 4 3) vrai")),
        (
            MIXED,
            {1: 1, 2: 1, 3: 0},
            ("2 2 vrai", "2,2,vrai", "2;2;V", "2\n2\nvrai", "2 et 2 et v"),
        ),
        (
            MIXED,
            {1: 1, 2: 0, 3: 1},
            ("Un b, deux a, trois faux.", "un b deux a et trois c'est faux", "one b two a three false"),
        ),
        (MIXED, {}, ("un b", "deux a", "un b trois", "c'est un faux", "un vrai problème")),
        (MIXED, {1: 1, 2: 0, 3: 1}, ("2 1 false", "2,1 puis faux", "je pense 2 1 f")),
        (MIXED, {}, ("2 b vrai", "1 b vrai", "2 vrai", "vrai 2 2")),
        ({2: MIXED[2], 3: None}, {2: 1, 3: 0}, ("2 vrai", "2 V")),
        ({2: None, 3: None}, {}, ("2 vrai 3",)),
        (MIXED, {1: 2, 2: None, 3: 1}, ("14 jsp faux", "14\njsp\nfaux")),
        (VERDICTS, {1: 1, 2: 1, 3: 1}, ("fff", "FFF", "f f f")),
        (VERDICTS, {1: 0, 2: 1, 3: 0}, ("1✅2❌3✅", "1 ✅ 2 ❌ 3 ✅", "✔️ ❌ ✔️", "👍🏾👎🏾👍🏾", "VFV")),
        (DECIMALS, {1: 0, 2: 1}, ("1) 0,5 2) 1,2", "0,5 1,2", "0,5 ; 1,2", "0,5, 1,2", "1: .5 2: 1.2", "1 0,5 2 1,2")),
        (
            CITIES,
            {1: 1, 2: 0},
            (
                "Yamoussoukro et Lyon",
                "2 puis 1",
                "b ensuite a",
                "b pour la 1 et a pour la 2",
                "n°1 b n°2 a",
                "a pour la deuxième et b pour la première",
            ),
        ),
        (CITIES, {1: 1}, ("b pour la 1", "Yamoussoukro pour la première")),
        (CITIES, {2: 2}, ("c pour la 2", "deuxième question : c", "Marseille pour la question 2")),
        (CITIES, {2: None}, ("je ne sais pas pour la 2",)),
        (TWO, {1: 0, 2: 1}, ("vrai et faux", "vrai puis faux", "vrai pour la 1 et faux pour la 2")),
        (TWO, {1: 1, 2: 1}, ("les deux sont fausses", "tout est faux", "faux pour les deux")),
        (TWO, {2: 1}, ("la 2 est fausse", "2 faux", "la deuxième est fausse")),
        (
            VERDICTS,
            {1: 0, 2: 0, 3: 0},
            ("les trois sont vraies", "tout est vrai", "les 3 sont vraies", "toutes vraies"),
        ),
        (VERDICTS, {3: 1}, ("la 3 est fausse", "3 faux", "la troisième est fausse", "pour la 3 faux")),
        (VERDICTS, {}, ("les deux sont vraies", "tout", "les trois", "tout est dit", "vrai et faux", "pas tout")),
        (
            CITIES,
            {},
            (
                "b et a",
                "1 et 2",
                "oui et non",
                "les deux sont vraies",
                "a et Lyon",
                "b pour la 3",
                "c pour la 1",
                "je fais les 2",
                "b pour toi",
            ),
        ),
        (LETTER_AND_VERDICT, {1: 1, 2: 1}, ("b et faux", "la b et c'est faux", "b, faux", "b et f")),
        (LETTER_AND_VERDICT, {}, ("b et a", "1 et 2", "b et c")),
        (SUMS, {1: 1, 2: 0}, ("4 et 6", "4 and 6")),
        (SUMS, {1: 2, 2: 2}, ("5 et 9",)),
        (SUMS, {}, ("2 et 3", "3 et 1", "4 et 8")),
        ({1: None, 2: None, 3: None}, {}, ("2 fausses et 1 vraie", "deux vraies", "2 vraies 1 fausse")),
        ({1: None, 2: None, 3: None}, {2: 1}, ("2 fausse", "la 2 est fausse")),
        (FRACTIONS, {1: 0, 2: 2}, ("1/2 3/4", "1/2, 3/4", "1) 1/2 2) 3/4", "1/2\n3/4", "1 1/2 2 3/4", "a c")),
    ],
)
def test_each_answer_goes_to_its_question(
    questions: dict[int, tuple[str, ...] | None], expected: dict[int, int | None], texts: tuple[str, ...]
) -> None:
    meant = {number: Pass() if index is None else Choice(index) for number, index in expected.items()}
    assert {text: found for text in texts if (found := read_several(text, questions)) != meant} == {}


@pytest.mark.parametrize(
    ("questions", "reply", "answers"),
    [
        (FRACTIONS, "1/2", (0, None)),
        (FRACTIONS, "2/3", (2, None)),
        ({1: ("1,2", "12"), 2: ("3", "4")}, "1,2", (0, None)),
        ({1: ("1,2", "12"), 2: ("3", "4")}, "1,2 4", (0, 1)),
        (CITIES, "1,2", (0, 1)),
        (CITIES, "b/a", (1, 0)),
    ],
)
def test_a_fraction_and_a_decimal_are_one_answer_where_they_can_be_chosen(
    questions: dict[int, tuple[str, ...] | None], reply: str, answers: tuple[int | None, ...]
) -> None:
    read_out = read([Question("?", options, "Maths", "") for options in questions.values()], reply)
    assert isinstance(read_out, Answers)
    assert tuple(question.answer for question in read_out.questions) == answers
