"""What goes the urgent way, told by its words alone."""

import pytest

from bot.reading.incoming.urgency import is_urgent


@pytest.mark.parametrize(
    "body",
    ["2", " b ", "la B", "B.", "1 et 3", "a, c", "vrai", "FAUX !", "oui", "non.", "la deuxième", "réponse 2", "n° 3",
     "yes", "the second", "A-C", "2)", "c'est la b", "12", "0707123456", "07 07 12 34 56", "+2250707123456"],
)  # fmt: skip
def test_what_looks_like_an_answer(body: str) -> None:
    assert is_urgent(None, "text", body, {})


@pytest.mark.parametrize(
    "body",
    ["", "Bonjour", "2 pommes", "explique b", "oui mais pourquoi", "12345", "???", "quiz", "i", "la", "1 " * 20,
     "combien font 2 et 3"],
)  # fmt: skip
def test_what_does_not(body: str) -> None:
    assert not is_urgent(None, "text", body, {})


def test_a_press_and_what_has_a_priority_do_whatever_they_say() -> None:
    assert is_urgent(None, "button", "Explique-moi", {})
    assert is_urgent(None, "text", "Explique-moi les fractions", {"list_id": "i7:1"})
    assert is_urgent("status", "text", "où en es-tu", {})
    assert not is_urgent(None, "media", "2", {})


def test_a_long_list_of_almost_answers_is_read_at_once() -> None:
    assert not is_urgent(None, "text", "la " * 10 + "x", {})
