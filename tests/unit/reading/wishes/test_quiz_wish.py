"""Who asks for a quiz, and who only speaks of one."""

import pytest

from bot.reading.wishes.quiz_wish import asks_for_quiz, leaves_quiz


@pytest.mark.parametrize(
    "said",
    [
        "Quiz", "Un quiz sur les fractions", "Bonjour, un petit QCM d’histoire stp",
        "Fais-moi un quiz de maths niveau 3e",
        "je veux un quizz sur la photosynthèse", "Peux-tu me faire 5 questions vrai ou faux ?", "on fait un quiz ?",
        "Interroge-moi sur les verbes irréguliers", "tu peux m’interroger sur le cours ?",
        "Teste mes connaissances en SVT",
        "Pose-moi des questions sur la Révolution", "peux tu me poser 3 petites questions de géo",
        "Fais-moi réviser le chapitre 2", "j’ai besoin d’un quiz avant l’examen",
        "Je n’ai pas compris, fais-moi un quiz",
        "Quiz me on fractions", "give me a short quiz about Ghana", "Test me!", "Ask me five questions about cells",
        "can we do a true or false?", "I want another quiz", "donne-moi la suite du quiz", "on fait du quiz",
        "je veux les questions du quiz", "donne le quiz du cours de ce matin",
    ],
)  # fmt: skip
def test_who_asks_for_one(said: str) -> None:
    assert asks_for_quiz(said)


@pytest.mark.parametrize(
    "said",
    [
        "Bonjour", "Explique-moi les fractions", "Mon prof a fait un quiz hier, j’ai eu 12", "Pas de quiz stp",
        "Explique les fractions sans quiz", "ne me fais pas de quiz", "Arrête les questions", "No quiz please",
        "Don’t quiz me", "Explain without a quiz", "J’ai 2 questions", "Posez le problème de l’eau au Sahel",
        "What is a test?",
        "donne le corrigé du QCM", "donne-moi les réponses du quiz", "send me the result of my quiz",
        "", "explique " * 3_000,
    ],
)  # fmt: skip
def test_who_does_not(said: str) -> None:
    assert not asks_for_quiz(said)


def test_a_question_does_not_end_one() -> None:
    assert leaves_quiz("on a fini le quiz")
    assert not leaves_quiz("on a fini le quiz ?")
    assert not leaves_quiz("c’est fini le quiz ?")
