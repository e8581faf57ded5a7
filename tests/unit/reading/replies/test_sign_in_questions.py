"""Questions about the code, while one is to be sent or awaited."""

from collections.abc import Callable

import pytest

from bot.reading.replies.sign_in_questions import (
    asks_about_code,
    has_several,
    is_anothers,
    tells_of_loss,
    wants_code_here,
)


@pytest.mark.parametrize(
    "text",
    [
        "pourquoi un code ?", "c'est quoi ce code", "quel code ?", "pk vous voulez mon numero", "c'est payant ?",
        "ça coûte combien", "c gratuit ?", "c'est une arnaque ?", "arnaque", "vous êtes des voleurs", "vous êtes qui ?",
        "qui êtes-vous", "je donne pas mon numéro", "c'est sûr ?", "what is this code?", "is it free", "who are you",
        "why do you need my number", "à quoi sert le code", "is this a scam?", "j’ai rien compris", "jcomprends pas",
        "I don’t get it", "comment faire",
        "pourquoi", "j’ai pas de crédit pour le sms",
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


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (tells_of_loss, "on m’a volé mon téléphone"), (tells_of_loss, "someone stole my phone"),
        (tells_of_loss, "mon portable est cassé"), (has_several, "j’ai reçu 2 codes"),
        (has_several, "lequel des deux codes"), (is_anothers, "c’est le téléphone de mon frère"),
        (is_anothers, "it’s my dad’s phone"), (wants_code_here, "tu peux me donner le code"),
        (wants_code_here, "envoie-moi le code ici"),
    ],
)  # fmt: skip
def test_what_is_said_of_the_code_and_its_telephone(reader: Callable[[str], bool], text: str) -> None:
    assert reader(text)


@pytest.mark.parametrize("reader", [tells_of_loss, has_several, is_anothers, wants_code_here])
@pytest.mark.parametrize(
    "text",
    ["on m’a volé un cahier", "le téléphone a été inventé par qui ?", "mon frère a volé", "j’ai 2 exercices", "code",
     "donne-moi le code de la porte", "j’ai perdu mon père", "mon téléphone", "les deux"],
)  # fmt: skip
def test_nothing_else_is(reader: Callable[[str], bool], text: str) -> None:
    assert not reader(text)
