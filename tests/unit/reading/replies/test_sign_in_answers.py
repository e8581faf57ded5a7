"""What people type while a code is awaited."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.reading.commands.urgent_words import asks_cancel
from bot.reading.replies.sign_in_answers import (
    Code,
    Malformed,
    Message,
    asks_change,
    asks_resend,
    codes_in,
    is_no_sentence,
    phone_in,
    read_code,
)


@pytest.mark.parametrize(
    "reply",
    [
        "123456", " 123456 ", "123 456", "123-456", "123.456", "12 34 56", "1 2 3 4 5 6", "123\n456", "«123456»",
        "123456.", "mon code est 123456", "Mon code est le 123 456 merci", "c'est 123456", "the code is 123-456",
        "Code Palabre : 123456. Ne le partagez pas.", "Palabre code: 123456. Do not share it.", "Bonjour\n123456",
        "123456!", "123456 ?", "*123456*", "_123456_", "123456😊", "12 34 56 🙏", "#123456", "(123456)", "code:123456",
        "Code : 123456 !", "code123456", "123456 reçu à 10h02", "123456 reçu à 10 h 02", "le 12/05 à 10:02 : 123 456",
        "code 123456 valable 10 min", "voici 123456, 2e essai",
        "un deux trois quatre cinq six", "douze, trente-quatre, cinquante-six", "123 puis 456", "one two three 456",
        "١٢٣٤٥٦", "１２３４５６", "1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣", "123\u200b456", "\u202a123456\u202c",
    ],
)  # fmt: skip
def test_the_code_in_many_spellings(reply: str) -> None:
    assert read_code(reply) == Code("123456")


@pytest.mark.parametrize(
    "reply",
    ["12345", "1234567", "123 45", "12", "9", "123\n45", "bonjour", "abcdef", "oui", "?", "👍", "mon code est 12345",
     "12345a", "123456a", "12345!", "1234567!", "+123456", "500000€", "12+34=56", "x=123456", "123456!654321",
     "https://palabre.example/123456", "07 00 00 00 01", "123456 654321", "code: 1234 5678"],
)  # fmt: skip
def test_what_was_meant_as_a_code_and_is_none(reply: str) -> None:
    assert read_code(reply) == Malformed()


@pytest.mark.parametrize(
    "reply",
    ["123456 ou 654321 ?", "123456 à 10h02 et 654321 à 10h05", "rdv à 12h30 ou 14h45",
     "c'est quoi une fraction ?", "j'ai 2 questions", "je n'ai rien reçu", "J'ai 12 billets et 3456 francs",
     "Combien font 123456 fois 7 ?", "où est mon code ?", f"voici {'bla ' * 30} 123456"],
)  # fmt: skip
def test_a_message_for_the_agent(reply: str) -> None:
    assert read_code(reply) == Message()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("123456", {"123456"}),
        ("le 123 456 ou le 654-321", {"123456", "654321"}),
        ("12 123 456", {"123456"}),
        ("code123456abc", {"123456"}),
        ("1234567", set()),
        ("12345", set()),
        ("", set()),
        ("١٢٣٤٥٦", {"123456"}),
    ],
)
def test_every_group_of_six_digits_is_found(text: str, found: set[str]) -> None:
    assert codes_in(text) == found


@given(st.text(), st.integers(0, 999_999), st.text())
def test_a_code_set_apart_is_always_found(before: str, number: int, after: str) -> None:
    code = f"{number:06d}"
    assert code in codes_in(f"{before} | {code} | {after}")


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    reply = read_code(text)
    assert not isinstance(reply, Code) or (len(reply.digits) == 6 and reply.digits.isascii() and reply.digits.isdigit())


@pytest.mark.parametrize(
    "text",
    ["123–456", "123 — 456", "123‑456", "123456 123456", "123456123456", "123456\n123456", "123456, 123456"],
)
def test_a_long_dash_and_a_code_pasted_twice_are_read(text: str) -> None:
    assert read_code(text) == Code("123456")


@pytest.mark.parametrize("text", ["123456654321", "123456 654321", "123 456 123"])
def test_two_codes_are_none(text: str) -> None:
    assert not isinstance(read_code(text), Code)


@pytest.mark.parametrize(
    "text",
    [
        "renvoie moi le code", "Renvoyez le code svp", "je n’ai pas reçu le code", "j'ai pas reçu",
        "bonjour j'ai rien reçu", "nouveau code stp", "un autre code s'il vous plaît", "je veux un nouveau code",
        "le code n'est pas arrivé", "non toujours pas reçu", "resend the code please", "I didn't get the code",
        "can you send another code", "jai pa recu de code", "g rien recu", "ça marche pas", "sa marche pa",
    ],
)  # fmt: skip
def test_another_code_is_asked_for_as_people_say_it(text: str) -> None:
    assert asks_resend(text)
    assert not asks_change(text)


@pytest.mark.parametrize(
    "text",
    [
        "code civil", "un code pénal", "changer le code", "le nouveau code de la route", "ne pas renvoyer", "le code",
        "j'ai pas reçu mes crédits", "c'est quoi le code ?", "123456", "c'est pas bon", "je renvoie le devoir",
    ],
)  # fmt: skip
def test_other_words_ask_for_no_code(text: str) -> None:
    assert not asks_resend(text)
    assert not asks_change(text)


@pytest.mark.parametrize(
    "text",
    ["changer mon numéro stp", "c'est pas mon numéro", "Wrong number", "je veux changer de numéro", "puce perdue"],
)
def test_another_number_is_asked_for_as_people_say_it(text: str) -> None:
    assert asks_change(text)


def test_wishes_in_words() -> None:
    assert asks_resend("Renvoyer")
    assert asks_resend("nouveau code")
    assert asks_resend("resend")
    assert asks_change("Changer de numéro")
    assert asks_change("autre numero")
    assert asks_cancel("/annuler")
    assert not asks_resend("ne pas renvoyer")
    assert not asks_change("le numéro")


@pytest.mark.parametrize(
    "reply",
    ["je n’ai pas reçu le code", "J'ai toujours rien reçu !", "pas reçu", "pas de code svp", "le SMS n’est pas arrivé",
     "Bonjour je n'ai pas encore reçu de code s'il vous plaît", "où est le code ?", "Renvoyez-moi le code svp",
     "un autre code", "le code ne marche pas", "Code expiré", "no code", "I did not get the code",
     "I still haven't received the SMS", "where is my code?", "je n’ai pas reçu l’e-mail", "renvoie-le",
     "Renvoyez-le svp", "tu peux renvoyer le SMS ?", "j’ai effacé le SMS", "J'ai perdu le code",
     "le code ne fonctionne pas", "code incorrect",
     "je ne vois pas le code", "I deleted the message", "the code is not working"],
)  # fmt: skip
def test_that_no_code_has_come_asks_for_another(reply: str) -> None:
    assert asks_resend(reply)


@pytest.mark.parametrize(
    "reply",
    ["rien", "pas du tout", "je n’ai pas compris les fractions", "je n’ai pas de code promo", "code", "le SMS", "non",
     "j’ai bien reçu le code", "je n’ai pas reçu mon bulletin", "I have no idea", "merci", "j’ai perdu mon cahier",
     "je ne vois pas la réponse", "le code est bon", "j’ai oublié mon cours", "corrige le code, il ne marche pas",
     "c’est un message faux de l’auteur"],
)  # fmt: skip
def test_nothing_else_asks_for_another(reply: str) -> None:
    assert not asks_resend(reply)


@pytest.mark.parametrize(
    "reply",
    ["mauvais numéro", "C’est pas mon numéro !", "un autre numéro svp", "wrong number", "j’ai changé de numéro",
     "J'ai perdu ma puce", "je n’ai plus ce numéro", "numéro incorrect", "Je veux utiliser un autre numéro",
     "the number is not right", "I lost my SIM"],
)  # fmt: skip
def test_another_number_is_wished_in_words(reply: str) -> None:
    assert asks_change(reply)
    assert not asks_resend(reply)


@pytest.mark.parametrize(
    "reply",
    ["c’est mon numéro", "le numéro 2 est faux", "changer de téléphone portable coûte cher", "le bon numéro", "numéro",
     "un autre exercice"],
)  # fmt: skip
def test_nothing_else_asks_for_another_number(reply: str) -> None:
    assert not asks_change(reply)


def test_a_polite_letter_may_hold_the_code() -> None:
    polite = "Bonjour, j’ai bien reçu le code que vous m’avez envoyé par SMS tout à l’heure, c’est le {} merci beaucoup"
    assert read_code(polite.format("123 456")) == Code("123456")
    assert read_code(polite.format("123456 ou 654321")) == Message()
    assert read_code(polite.format("12345")) == Message()
    assert read_code(polite.replace("code", "mot").format("123456")) == Message()


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("07 00 00 00 01", "07 00 00 00 01"),
        ("mon numéro est le +225 0700000001 merci", "+225 0700000001"),
        ("0700000001 ou 0700000002", None),
        ("O7 0O 00 o0 01", "07 00 00 00 01"),
        ("+225 o7o7o7o7o7", "+225 0707070707"),
        ("no7 00 00 00 01", "7 00 00 00 01"),
        ("j'ai 12 ans", None),
        ("connexion 2024 2025", None),
        ("année 2024-2025", None),
        ("20 24 20 25", "20 24 20 25"),
        ("bonjour", None),
        ("x" * 80 + "0700000001", None),
    ],
)
def test_a_phone_number_in_a_reply(reply: str, number: str | None) -> None:
    assert phone_in(reply) == number


def test_one_word_or_no_word_is_no_sentence() -> None:
    assert [is_no_sentence(reply) for reply in ("oui", "12 34", "", "👍")] == [True] * 4
    assert not is_no_sentence("je ne sais pas")
