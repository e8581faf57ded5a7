"""What counts as the number of a question, as a yes, as a no."""

import pytest

from bot.reading.replies.confirmations import agrees, declines, number_in, refuses_number


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("48213", "48213"), (" 48 213 ", "48213"), ("48.213", "48213"), ("le nombre est 48213", "48213"),
        ("４８２１３", "48213"), ("4️⃣8️⃣2️⃣1️⃣3️⃣", "48213"), ("oui 48213", "48213"), ("1", "1"), ("2.", "2"),
        ("123456", "123456"), ("48,213", "48213"), ("quatre huit deux un trois", "48213"),
        ("quarante-huit, deux cent treize", "48213"), ("change le montant en 12 500 F", None), ("12,500 fcfa", None),
        ("un deux", None),
        ("je veux supprimer mon compte, n° 48213 svp", "48213"), ("48213 ?", "48213"), ("non 48213", None),
        ("c’est 48213 ?", None), ("à quoi sert 48213", None), ("mon frère a tapé 48213", None),
        ("j'ai 2 questions", None), ("48213 ou 48214", None), ("oui", None), ("", None), ("48213 " + "a" * 99, None),
    ],
)  # fmt: skip
def test_the_number_of_a_reply(reply: str, number: str | None) -> None:
    assert number_in(reply) == number


@pytest.mark.parametrize(
    ("reply", "is_refused"),
    [
        ("non 48213", True), ("n’efface pas 48 213", True), ("laisse tomber 48213", True), ("48213 no", True),
        ("48213", False), ("à quoi sert 48213", False), ("non", False), ("pas 100 fois", False),
    ],
)  # fmt: skip
def test_a_no_beside_the_number(reply: str, is_refused: bool) -> None:
    assert refuses_number(reply) == is_refused


@pytest.mark.parametrize("reply", ["oui", "Yes!", "OK", "d'accord", "je confirme", "oui stp"])
def test_a_yes_in_words(reply: str) -> None:
    assert agrees(reply)
    assert not declines(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "0", "non", "No", "annuler", "/annuler", "Non !", "non merci", "Non, merci !", "No thanks", "no thank you",
        "laisse tomber", "Laissez tomber svp", "non laisse tomber", "oublie", "never mind", "forget it please",
        "pas maintenant", "non pas maintenant", "finalement non", "j’ai changé d’avis", "I changed my mind",
        "je ne veux plus", "ok laisse tomber", "retour", "quitter svp", "back", "go back please",
    ],
)  # fmt: skip
def test_a_no(reply: str) -> None:
    assert declines(reply)
    assert not agrees(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "Quelle est la capitale du Togo ?", "48213", "merci", "laisse-moi réfléchir",
        "non merci, explique les fractions", "retour à la ligne", "quitter le quiz de maths",
        "oublie les fractions", "je ne veux plus de maths", "comment dit-on laisse tomber en anglais ?",
        "no thanks to you",
    ],
)  # fmt: skip
def test_what_is_neither(reply: str) -> None:
    assert not declines(reply)
    assert not agrees(reply)
