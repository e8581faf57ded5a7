"""Questions about the code, while one is to be sent or awaited."""

import pytest

from bot.reading.replies.sign_in_questions import asks_about_code


@pytest.mark.parametrize(
    "text",
    [
        "pourquoi un code ?", "c'est quoi ce code", "quel code ?", "pk vous voulez mon numero", "c'est payant ?",
        "ça coûte combien", "c gratuit ?", "c'est une arnaque ?", "arnaque", "vous êtes des voleurs", "vous êtes qui ?",
        "qui êtes-vous", "je donne pas mon numéro", "c'est sûr ?", "what is this code?", "is it free", "who are you",
        "why do you need my number", "à quoi sert le code", "is this a scam?",
    ],
)  # fmt: skip
def test_questions_about_the_code(text: str) -> None:
    assert asks_about_code(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "123456", "mon code est 123456", "oui", "pourquoi le ciel est bleu ?", "c'est quoi un verbe ?",
        "code pénal",
        "j'ai été victime d'une arnaque", "combien coûte le cacao", "qui est le président ?", "combien ?", "le code",
        "pourquoi pas", "donne-moi un exemple", "0700000001",
    ],
)  # fmt: skip
def test_other_questions_are_for_the_agent(text: str) -> None:
    assert not asks_about_code(text)
