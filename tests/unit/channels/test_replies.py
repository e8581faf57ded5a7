"""Replies to numbered questions as people type them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.channels.replies import Choice, NotAnAnswer, OutOfRange, Pass, Truth, read_choice, read_true_false
from bot.channels.reply_words import one_edit_apart

CAPITALS = ("Abidjan", "Yamoussoukro", "La ville de Bouaké", "Korhogo")
NUMBERS = ("12", "8", "15", "20 km")

FIRST = [
    "1", " 1 ", "1.", "1)", "(1)", "[1]", "1️⃣", "①", "１", "١", "a", "A", "A.", "a)", "(a)", "un", "une", "one",
    "premier", "la première", "1er", "1ère", "1re", "first", "the first one", "1st", "n° 1", "numéro 1", "#1",
    "abidjan", "ABIDJAN", "Abidjan.", "« Abidjan »", "abidjann", "abijdan", "abidja", "c'est Abidjan", "1. Abidjan",
    "a) abidjan", "*1*",
]  # fmt: skip
SECOND = [
    "2", "2.", "2)", "(2)", "2️⃣", "٢", "②", "b", "B)", "la b", "le b", "réponse b", "Réponse B", "reponse 2",
    "la réponse b", "option 2", "l'option b", "choix 2", "la lettre b", "numéro 2", "deux", "DEUX", "two",
    "deuxième", "la deuxième", "le deuxieme", "second", "la seconde", "the second", "2e", "2ème", "2nd", "2nde",
    "c'est la 2", "c'est b", "cest b", "je choisis la 2", "je pense que c'est la b", "je dirais b", "b je pense",
    "la b stp", "2 svp", "2 merci", "2 !", "2 ?", "2 👍", "ma réponse est b", "pour moi c'est la deuxième",
    "à mon avis b", "i think it's b", "my answer is 2", "the answer is b", "b please", "number two", "bah 2",
    "euh… la b", "ok 2", "- 2", "2-", "2°", "yamoussoukro", "Yamousoukro", "YAMOUSSOUKRO !!", "2 yamoussoukro",
]  # fmt: skip
THIRD = [
    "3", "c", "C", "trois", "three", "troisième", "3rd", "la ville de bouake", "ville de Bouaké",
    "LA VILLE DE BOUAKE", "la ville de bouaqe",
]  # fmt: skip
FOURTH = [
    "4", "d", "quatre", "four", "la quatrième", "4th", "la dernière", "the last one", "dernier", "korhogo",
]  # fmt: skip
PASSES = [
    "je sais pas", "Je ne sais pas", "jsp", "JSP", "sais pas", "chais pas", "aucune idée", "pas d'idée",
    "je sais pas 😭", "je ne sais plus", "idk", "IDK", "i don't know", "I dont know", "dunno", "no idea", "pass",
    "passe", "je passe", "skip", "suivant", "question suivante", "next", "bah je sais pas", "idk please",
]  # fmt: skip
OUT_OF_RANGE = [
    ("5", 5), ("0", 0), ("9.", 9), ("42", 42), ("e", 5), ("la f", 6), ("réponse z", 26), ("cinq", 5), ("ten", 10),
    ("zéro", 0), ("la cinquième", 5), ("7️⃣", 7), ("5)", 5),
]  # fmt: skip
NO_ANSWERS = [
    "", " ", "?", "👍", "j'ai 2 questions", "il y a 2 réponses", "les deux", "tous les deux", "2 et 3", "2 ou 3",
    "2 3", "b c", "a ou b", "2,5", "2.5", "-2", "2%", "2 €", "2/3", "2+2", "1234", "2024", "0700000000", "bonjour",
    "merci", "oui", "non", "pourquoi ?", "explique la 2 stp", "la réponse", "c'est quoi la b ?",
    "2 yamoussoukro ou abidjan", "1 yamoussoukro", "/aide", "stop", "z", "k", "ok", "une seconde",
    "donne-moi un indice", "je veux 3 exercices", "Abidjan ou Korhogo", "Kigali", "m²", "x = 2",
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "index"),
    [(text, index) for index, texts in enumerate((FIRST, SECOND, THIRD, FOURTH)) for text in texts],
)
def test_an_answer_is_a_choice(text: str, index: int) -> None:
    assert read_choice(text, CAPITALS) == Choice(index)


@pytest.mark.parametrize("text", PASSES)
def test_not_knowing_is_a_pass(text: str) -> None:
    assert read_choice(text, CAPITALS) == Pass()
    assert read_true_false(text) == Pass()


@pytest.mark.parametrize(("text", "number"), OUT_OF_RANGE)
def test_a_label_that_is_not_on_the_list_is_out_of_range(text: str, number: int) -> None:
    assert read_choice(text, CAPITALS) == OutOfRange(number)


@pytest.mark.parametrize("text", NO_ANSWERS)
def test_an_ordinary_message_is_not_an_answer(text: str) -> None:
    assert read_choice(text, CAPITALS) == NotAnAnswer()


@pytest.mark.parametrize(
    ("text", "options", "reply"),
    [
        ("12", NUMBERS, Choice(0)),
        ("8", NUMBERS, Choice(1)),
        ("15", NUMBERS, Choice(2)),
        ("2", NUMBERS, Choice(1)),  # the label comes first
        ("20 km", NUMBERS, Choice(3)),
        ("20km", NUMBERS, Choice(3)),
        ("1914", ("1915", "1918"), NotAnAnswer()),  # a digit is not a typo
        ("1915", ("1915", "1918"), Choice(0)),
        ("typique", ("atypique", "rare"), NotAnAnswer()),
        ("je ne sais pas", ("Oui", "Non", "Je ne sais pas"), Choice(2)),
        ("oui", ("Oui", "Non"), Choice(0)),
        ("mère", ("mère", "mère"), NotAnAnswer()),
        ("2", (), OutOfRange(2)),
        ("2,5", ("2.5", "3"), Choice(0)),
        ("-2", ("2", "-2"), Choice(1)),
        ("b", ("x",) * 26, Choice(1)),
        ("z", ("x",) * 26, Choice(25)),
        ("x" * 1000, ("x" * 1000,), NotAnAnswer()),
    ],
)
def test_options_decide_what_a_reply_means(text: str, options: tuple[str, ...], reply: object) -> None:
    assert read_choice(text, options) == reply


@pytest.mark.parametrize("text", "vrai VRAI Vrai! v V vraie true True T oui OUI o yes y ouais exact 1 1) 1️⃣ a".split())
def test_true(text: str) -> None:
    assert read_true_false(text) == Truth(True)


@pytest.mark.parametrize("text", "faux FAUX f F fausse false no n non Non. nope 2 2. b incorrect".split())
def test_false(text: str) -> None:
    assert read_true_false(text) == Truth(False)


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("c'est vrai", Truth(True)),
        ("je pense que c'est faux", Truth(False)),
        ("oui vrai", Truth(True)),
        ("faux je crois", Truth(False)),
        ("it's true", Truth(True)),
        ("vrai ou faux ?", NotAnAnswer()),
        ("c'est pas faux", NotAnAnswer()),
        ("oui mais pourquoi", NotAnAnswer()),
        ("3", OutOfRange(3)),
        ("", NotAnAnswer()),
        ("vrai " * 400, NotAnAnswer()),
    ],
)
def test_sentences_about_true_and_false(text: str, reply: object) -> None:
    assert read_true_false(text) == reply


def test_there_are_enough_cases() -> None:
    assert sum(map(len, (FIRST, SECOND, THIRD, FOURTH, PASSES, OUT_OF_RANGE, NO_ANSWERS))) >= 120


@pytest.mark.parametrize(
    ("typed", "meant", "apart"),
    [
        ("abijdan", "abidjan", True),
        ("abidan", "abidjan", True),
        ("abidjjan", "abidjan", True),
        ("abidjen", "abidjan", True),
        ("abidjan", "abidjan", False),
        ("bbidjan", "abidjan", False),
        ("abdjin", "abidjan", False),
        ("chat", "char", False),
    ],
)
def test_one_slip_is_one_edit(typed: str, meant: str, apart: bool) -> None:
    assert one_edit_apart(typed, meant) is apart


@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=6))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read(text: str, options: list[str]) -> None:
    reply = read_choice(text, options)
    assert not isinstance(reply, Choice) or 0 <= reply.index < len(options)
    assert isinstance(read_true_false(text), Truth | Pass | OutOfRange | NotAnAnswer)


@given(st.integers(1, 26), st.sampled_from(["{}", "{}.", "{})", "({})", "la {}", "réponse {}", " {} !"]))
@settings(max_examples=100, deadline=None)
def test_every_label_of_a_list_is_understood(number: int, form: str) -> None:
    options = ["option"] * 26
    assert read_choice(form.format(number), options) == Choice(number - 1)
    assert read_choice(form.format(chr(ord("a") + number - 1)), options) == Choice(number - 1)
