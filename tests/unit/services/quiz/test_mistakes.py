"""Mistakes of models in quizzes: what marks wrongly or tells the answer goes back; what is right goes on."""

import pytest

from bot.services.quiz.mistakes import CONTRADICTED, CONTRADICTED_VERDICT, TOLD, mistake_in, mistake_in_statement
from bot.services.quiz.numbering import without_options

CITIES = ("Abidjan", "Yamoussoukro", "Bouaké")
WHY = "Depuis 1983."


@pytest.mark.parametrize(
    "explanation",
    [
        "La bonne réponse est la 3.",
        "La bonne réponse est donc la 1, car elle est la plus grande.",
        "La bonne réponse est Bouaké, car c’est le centre.",
        "La réponse correcte est : **Bouaké**.",
        "Bonne réponse : Abidjan",
        "The right answer is Bouaké because it is in the middle.",
        "La bonne réponse était l’option 3.",
        "La bonne réponse est la C.",
    ],
)
def test_an_explanation_that_names_another_option_goes_back(explanation: str) -> None:
    assert mistake_in("Capitale ?", CITIES, 1, explanation) == CONTRADICTED


@pytest.mark.parametrize(
    "explanation",
    [
        WHY,
        "La bonne réponse est la 2.",
        "La bonne réponse est Yamoussoukro, et non Abidjan.",
        "La bonne réponse est la ville du président Houphouët-Boigny.",
        "Abidjan n’est pas la bonne réponse : c’est l’ancienne capitale.",
        "La bonne réponse n’est pas Abidjan.",
        "La bonne réponse est bien Yamoussoukro.",
    ],
)
def test_an_explanation_that_agrees_goes_on(explanation: str) -> None:
    assert mistake_in("Capitale ?", CITIES, 1, explanation) is None


def test_a_number_may_be_a_line_or_an_option() -> None:
    assert mistake_in("1 + 2 ?", ("2", "3", "4"), 1, "La bonne réponse est 3.") is None
    assert mistake_in("1 + 2 ?", ("2", "3", "4"), 1, "La bonne réponse est 4.") == CONTRADICTED
    assert mistake_in("3 × 5 ?", ("12", "15"), 1, "La bonne réponse est 12.") == CONTRADICTED


@pytest.mark.parametrize("option", ["25 ✅", "25 ✓", "25 (correct)", "25 (bonne réponse)", "25 ← bonne réponse", "25*"])
def test_an_option_that_is_marked_goes_back(option: str) -> None:
    assert mistake_in("25 % de 100 ?", ("4", option, "75"), 1, WHY) == TOLD


def test_a_question_that_tells_goes_back() -> None:
    assert mistake_in("25 % de 100 ? (réponse : 25)", ("4", "25"), 1, WHY) == TOLD
    assert mistake_in("25 % de 100 ? (réponse : un nombre)", ("4", "25"), 1, WHY) is None
    assert mistake_in("Quelle est la bonne réponse ?", ("4", "25"), 1, WHY) is None
    assert mistake_in("Quel signe ?", ("a*", "b*"), 1, WHY) is None


def test_options_that_the_question_repeats_are_shown_once() -> None:
    assert without_options("Capitale ?\nA) Abidjan\nB) Yamoussoukro\nC) Bouaké", CITIES) == "Capitale ?"
    assert without_options("Capitale ?\n1. Abidjan\n2. Yamoussoukro\n3. Bouaké\n", CITIES) == "Capitale ?"
    assert without_options("Capitale ?\n\n- Abidjan\n- Yamoussoukro\n- Bouaké", CITIES) == "Capitale ?"
    for kept in ("Capitale ?", "Abidjan\nYamoussoukro\nBouaké", "Qui suit ?\nBouaké\nAbidjan\nYamoussoukro"):
        assert without_options(kept, CITIES) == kept


@pytest.mark.parametrize(
    ("explanation", "is_true"),
    [
        ("Faux : elle est ronde.", False),
        ("C’est faux, elle est ronde.", False),
        ("Vrai. Elle tourne.", True),
        ("L’affirmation est vraie car elle tourne.", True),
        ("**False.** It is round.", False),
    ],
)
def test_a_verdict_that_an_explanation_begins_with_agrees(explanation: str, is_true: bool) -> None:
    assert mistake_in_statement(explanation, is_true=is_true) is None
    assert mistake_in_statement(explanation, is_true=not is_true) == CONTRADICTED_VERDICT


def test_what_begins_with_no_verdict_agrees_with_both() -> None:
    for explanation in (
        "Elle est ronde.",
        "Faux amis et vrais amis diffèrent.",
        "Vrai ou faux, on le mesure.",
        "Et un pays.",
    ):
        assert mistake_in_statement(explanation, is_true=True) is None
        assert mistake_in_statement(explanation, is_true=False) is None


@pytest.mark.parametrize(
    ("options", "correct", "explanation", "mistake"),
    [
        (("Vrai", "Faux"), 0, "Faux : la Terre est ronde.", CONTRADICTED),
        (("Vrai", "Faux"), 1, "Faux : la Terre est ronde.", None),
        (("Vrai", "Faux"), 1, "C'est vrai, car elle tourne.", CONTRADICTED),
        (("True", "False"), 1, "False, it is round.", None),
        (("Vrai", "Faux", "On ne sait pas"), 2, "Faux ou vrai, nul ne le sait.", None),
        (("Oui", "Non"), 0, "Faux ami : le mot veut dire autre chose.", None),
    ],
)
def test_an_explanation_of_true_and_false_as_options(
    options: tuple[str, ...], correct: int, explanation: str, mistake: str | None
) -> None:
    assert mistake_in("La Terre est plate ?", options, correct, explanation) == mistake
