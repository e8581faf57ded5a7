"""What transcribers write down, read as what would have been typed."""

import time

import pytest

from bot.reading.answers.reply import Choice, NotAnAnswer, read_choice, read_true_false
from bot.reading.words.spoken import as_answer, digits_said, says_digits_alone

OPTIONS = ["Paris", "Lyon", "Dakar"]


@pytest.mark.parametrize(
    "said",
    [
        "quatre huit deux neuf un trois",
        "Quatre, huit, deux, neuf, un, trois.",
        "Mon code, c'est 48, 29, 13.",
        "C'est le 482 913.",
        "4-8-2-9-1-3",
        "482913.",
        "Quarante-huit, vingt-neuf, treize.",
        "Quatre cent quatre-vingt-deux, neuf cent treize.",
        "Four eight two nine one three.",
        "The code is forty-eight twenty-nine thirteen",
        "quarante huit puis vingt neuf et treize",
    ],
)
def test_six_digits_are_heard_however_they_are_said(said: str) -> None:
    assert digits_said(said, 6)[0] == "482913"


@pytest.mark.parametrize(
    ("said", "digits"),
    [
        ("soixante-dix-sept quatre-vingt-dix-neuf quatre-vingt-un", "779981"),
        ("zéro sept quarante-deux douze", "074212"),
        ("oh seven four two one two", "074212"),
        ("vingt et un trente-deux quarante-trois", "213243"),
        ("septante-deux nonante-neuf quatre-vingts", "729980"),
    ],
)
def test_numbers_of_all_french_speakers(said: str, digits: str) -> None:
    assert digits_said(said, 6)[0] == digits


def test_what_may_be_meant_otherwise_is_among_the_readings() -> None:
    assert digits_said("quatre vingt deux trois quatre", 6) == ("420234",)


@pytest.mark.parametrize("said", ["", "J'ai un chat et deux chiens.", "un deux trois quatre cinq", "07 07 12 34 56 78"])
def test_what_holds_no_six_digits(said: str) -> None:
    assert digits_said(said, 6) == ()


def test_pieces_of_a_code_are_heard_too() -> None:
    assert says_digits_alone("Euh, quatre huit deux neuf un.") == "48291"
    assert says_digits_alone("Quatre huit deux, et après ?") is None
    assert says_digits_alone("Bonjour !") is None
    assert says_digits_alone("") is None


@pytest.mark.parametrize("said", ["quatre vingt dix sept " * 400, "cent " * 2_000, "un et " * 3_000, "9" * 20_000])
def test_nobody_can_make_it_think_for_long(said: str) -> None:
    began = time.monotonic()
    digits_said(said, 6)
    says_digits_alone(said)
    assert time.monotonic() - began < 1


@pytest.mark.parametrize(
    ("said", "index"),
    [
        ("Deux.", 1),
        ("La deuxième.", 1),
        ("Réponse B.", 1),
        ("Réponse bé.", 1),
        ("Bé.", 1),
        ("La cé.", 2),
        ("D'eux.", 1),
        ("Le numéro trois, s'il vous plaît.", 2),
        ("Euh, la troisième.", 2),
        ("Ma réponse, c'est la trois.", 2),
        ("Je dirais la première réponse.", 0),
        ("The second one.", 1),
        ("Option number two, please.", 1),
        ("Dakar.", 2),
    ],
)
def test_a_choice_that_is_said(said: str, index: int) -> None:
    assert read_choice(as_answer(said), OPTIONS) == Choice(index)


def test_true_and_false_that_are_said() -> None:
    assert read_true_false(as_answer("C'est vrai.")) == read_true_false("vrai")
    assert read_true_false(as_answer("Faux !")) == read_true_false("faux")


@pytest.mark.parametrize(
    "said", ["J'ai deux questions sur la leçon.", "Ce que je veux, c'est un exemple.", "Be careful."]
)
def test_a_sentence_is_no_answer(said: str) -> None:
    assert as_answer(said) == said
    assert read_choice(as_answer(said), OPTIONS) == NotAnAnswer()
