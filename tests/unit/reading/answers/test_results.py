"""Values behind a sentence or a calculation, and calculations that only check what the question gives."""

import pytest

from bot.services.quiz.questions import Question
from bot.services.quiz.replies import Answers, read

EQUATION = Question("Résous x + 5 = 12", ("17", "5", "12", "7"), "Maths", "r1")
TRIPLE = Question("Résous 3x = 12", ("4", "9", "12", "36"), "Maths", "r2")
PRODUCT = Question("Combien font 12 × 12 ?", ("124", "132", "144", "12"), "Maths", "r3")
SPEED = Question("120 km en 2 h. Quelle est sa vitesse ?", ("240 km/h", "60 km/h", "60 m/s"), "Physique", "r4")
MASS = Question("Convertis 2,5 kg en grammes", ("250 g", "2500 g", "25 g"), "Maths", "r5")
HEAVIER = Question("Convertis 12,5 kg en grammes", ("2500 g", "12500 g", "125 g"), "Maths", "r10")
PRICE = Question("3 cahiers à 200 F et 1 stylo à 100 F : combien ?", ("600 F", "700 F", "100 F"), "Maths", "r6")
HOUR = Question("Le film commence à 14h30. Quand finit-il ?", ("15h15", "16h15", "16h45"), "Maths", "r7")
MINUTES = Question("Combien de minutes dans 2 h ?", ("60", "100", "120"), "Maths", "r8")
TAKEN = Question("Combien font 12 - 0 ?", ("0", "10", "12"), "Maths", "r9")
ODD = Question("Quel nombre n’est pas pair ?", ("4", "7", "10"), "Maths", "r10")
LEGS = Question("Quel nombre de pattes a une araignée ?", ("4", "6", "8"), "SVT", "r11")
SUM = Question("1/2 + 1/4 = ?", ("3/4", "2/6", "2/4"), "Maths", "r12")
IMAGE = Question("Si f(x) = 2x + 1, combien vaut f(3) ?", ("6", "7", "5"), "Maths", "r13")
HALF_HOURS = Question("Convertis 1 h 30 en minutes", ("60 min", "90 min", "130 min"), "Maths", "r14")
GREATEST = Question("Quel est le plus grand : 12, 15 ou 9 ?", ("12", "15", "9"), "Maths", "r15")


def answer(question: Question, reply: str) -> int | str | None:
    """The option that is marked; what is asked about; None for what is the agent's."""
    found = read((question,), reply)
    if not isinstance(found, Answers):
        return None
    return found.doubtful.get(0, found.questions[0].answer)


@pytest.mark.parametrize(
    ("question", "reply", "line"),
    [
        (EQUATION, "x vaut 7", 4), (EQUATION, "x est égal à 7", 4), (EQUATION, "x egal sept", 4),
        (EQUATION, "la solution est 7", 4), (EQUATION, "12 moins 5 donc 7", 4), (EQUATION, "7+5=12 donc 7", 4),
        (PRODUCT, "12 fois 12 egal 144", 3), (PRODUCT, "12 × 12 font 144", 3), (PRODUCT, "sa fait 144", 3),
        (HEAVIER, "12,5kg = 12500 g", 2), (PRODUCT, "12 fois 12 c'est 144", 3), (PRODUCT, "12 fois 12 ça fait 132", 2),
        (SPEED, "la vitesse est de 60 km/h", 2), (SPEED, "sa vitesse est 60 m/s", 3),
        (MASS, "2,5 kg = 2500 g", 2), (MASS, "2,5 kg font 250 g", 1), (HOUR, "à 16h15", 2), (TAKEN, "12 - 0 = 12", 3),
        (MASS, "2.5 kg = 2500 g", 2), (ODD, "7", 2), (LEGS, "4x2=8", 3), (SUM, "1/2 + 1/4 = 3/4", 1),
        (SUM, "2/4 + 1/4 = 3/4", 1), (IMAGE, "f(3) = 5", 3), (HALF_HOURS, "60 + 30 = 90", 2),
    ],
)  # fmt: skip
def test_the_value_behind_what_leads_to_it(question: Question, reply: str, line: int) -> None:
    assert answer(question, reply) == line - 1


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        (TRIPLE, "3x4=12"), (TRIPLE, "3 fois 4 font 12"), (EQUATION, "7+5=12"), (EQUATION, "7 plus 5 égale 12"),
        (ODD, "2x2=4"), (ODD, "5 fois 2 font 10"), (SUM, "1/2 = 2/4"), (IMAGE, "f(2) = 5"), (GREATEST, "9+3=12"),
    ],
)  # fmt: skip
def test_a_calculation_that_comes_to_what_is_given_is_asked_about(question: Question, reply: str) -> None:
    assert answer(question, reply) == reply


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        (EQUATION, "x+5=12"), (EQUATION, "x vaut pas 7"), (EQUATION, "x vaut plus que 7"),
        (EQUATION, "la solution est 2"), (EQUATION, "la solution n'est pas 7"), (EQUATION, "la somme est 17"),
        (PRODUCT, "12 fois 12 c'est pas 144"), (PRODUCT, "12 fois 12 c'est 3"), (SPEED, "j'ai roulé à 60 km/h"),
        (SPEED, "la vitesse n'est pas de 60 km/h"), (PRICE, "1 stylo = 100 F"), (PRICE, "3 cahiers font 600 F"),
        (MINUTES, "1 h = 60 min"), (MINUTES, "1 h vaut 60"), (MASS, "1 kg font 250 g"),
        (MASS, "5 kg = 2500 g"), (HALF_HOURS, "1 h = 60 min"), (HALF_HOURS, "1 h font 60 min"),
        (HEAVIER, "2,5 kg = 2500 g"),
    ],
)  # fmt: skip
def test_another_value_is_not_marked(question: Question, reply: str) -> None:
    assert answer(question, reply) is None
