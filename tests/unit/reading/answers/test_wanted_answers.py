"""Who wants to read a question again, and who says something else of it."""

import pytest

from bot.reading.answers.wanted_answers import Again, wants_again

AGAIN = [
    "repete la question", "répète la question stp", "tu peux répéter la question ?", "redis la question",
    "renvoie la question", "renvoie-moi les choix", "remets la question", "rappelle moi la question", "les choix svp",
    "c'est quoi la question déjà", "cest quoi deja la question", "la question c'est quoi", "c koi la question",
    "quelle etait la question ?", "quels sont les choix", "j'ai oublié la question", "je vois pas la question",
    "j'ai pas vu la question", "je veux revoir la question", "bonjour, répète la question", "la question encore svp",
    "repeat the question please", "what was the question", "i forgot the question",
]  # fmt: skip
BARE = ["répète", "repete stp", "Tu peux répéter ?", "répète encore", "repeat please", "vous pouvez répéter svp"]
OTHERS = [
    "répète après moi", "répète la leçon", "ne répète pas la question", "la question suivante", "la question 2",
    "pose la question suivante", "donne une question", "je veux une autre question", "j'ai compris la question",
    "j'ai trouvé la question facile", "j'ai pas compris la question", "la question est dure", "donne la réponse",
    "renvoie le lien", "rappelle-moi demain", "les options sont nulles", "c'est quoi la photosynthèse", "la question",
]  # fmt: skip


@pytest.mark.parametrize("reply", AGAIN)
def test_the_question_by_its_name(reply: str) -> None:
    assert wants_again(reply) is Again.NAMED


@pytest.mark.parametrize("reply", BARE)
def test_what_may_be_said_of_any_message(reply: str) -> None:
    assert wants_again(reply) is Again.BARE


@pytest.mark.parametrize("reply", OTHERS)
def test_what_says_something_else(reply: str) -> None:
    assert wants_again(reply) is None
