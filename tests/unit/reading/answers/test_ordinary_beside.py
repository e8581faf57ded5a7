"""Ordinary replies beside what looks alike and is not read: « aucun des deux » is no 2, « a allé » no a, « ❌ b » to
two questions no b that is struck out."""

import pytest

from bot.services.quiz.questions import Question
from bot.services.quiz.replies import AlreadyMarked, Answers, read

Options = tuple[str, ...] | None
CITIES, TOWNS = ("Abidjan", "Yamoussoukro", "Bouaké"), ("Lomé", "Kara", "Sokodé")


def answered(questions: tuple[Question, ...], text: str) -> tuple[int | None, ...] | None:
    """The options that a reply is marked as; None where nothing is."""
    found = read(questions, text)
    given = tuple(each.answer for each in found.questions) if isinstance(found, Answers) else ()
    return given if any(answer is not None for answer in given) else None


def asked(*options: Options) -> tuple[Question, ...]:
    return tuple(Question("?", each, "Test", "sealed") for each in options)


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (("Le lion", "Le requin", "Les deux", "Aucun des deux"), {"2": 2, "2 je crois": 2, "la 2": 2, "les deux": 3}),
        (("Neither of the two", "Both of them", "One of the two"), {"2": 2, "both": 2}),
        (("Il mange 2 souris", "Il dort", "Il court"), {"2": 2, "1": 1}),
        (("Il faut 2 l", "On double le t", "Rien ne change"), {"2": 2}),
        (("Du fer", "De l’azote", "De l’or", "Plus de 3 métaux"), {"3": 3}),
        (("Il a 2 côtés", "Il a 3 côtés", "Il a 4 côtés"), {"2": None, "3": None, "1": 1}),
        (("en 2 ans", "dans 5 ans", "dans 4 ans"), {"2": None, "3": 3}),
        (("est allée", "est allé", "a allé", "allait"), {"a": 1, "A": 1, "la a": 1, "c": 3, "a allé": 3}),
        (("un bon", "le bon", "a bon", "du bon"), {"a": 1, "c": 3}),
        (("format A4", "format A3", "format A5"), {"a": 1, "b": 2, "c": 3}),
        (("niveau A1", "niveau A2", "niveau B1", "niveau B2"), {"a": 1, "c": 3, "d": 4, "b1": 3}),
    ],
)
def test_a_line_is_one_where_nothing_else_can_be_meant(options: Options, lines: dict[str, int | None]) -> None:
    wanted = {text: None if line is None else (line - 1,) for text, line in lines.items()}
    assert {text: answered(asked(options), text) for text in wanted} == wanted


def test_what_fills_a_gap_is_more_than_what_was_asked() -> None:
    question = Question("Quoique ou quoi que : « … tu fasses, je pars. »", ("Quoi que", "Quoique"), "Test", "sealed")
    assert answered((question,), "Quoi que tu fasses") == (0,)


@pytest.mark.parametrize(
    ("options", "text", "answers"),
    [
        ((None, TOWNS), "❌ b", (1, 1)),
        ((None, TOWNS), "1 ❌ 2 b", (1, 1)),
        ((None, TOWNS), "1) ❌\n2) a", (1, 0)),
        ((None, TOWNS), "1 ❌", (1, None)),
        ((None, TOWNS), "a ❌", None),
        ((None, TOWNS), "🚫 b", None),
        ((TOWNS, None), "2 ❌", (None, 1)),
        ((TOWNS, None), "a, ❌", (0, 1)),
        ((TOWNS, None), "a ❌", None),
        ((TOWNS, None), "1 ❌", None),
        ((CITIES, TOWNS, None), "b a ❌", (1, 0, 1)),
        ((CITIES, TOWNS, None), "3 ❌", (None, None, 1)),
        ((CITIES, TOWNS, None), "1b ✅ 2a ❌", None),
        ((None, None), "faux 2", None),
        ((None, None), "❌ 2", None),
        ((None, None), "vrai 1", (0, None)),
        ((None, None), "la 2", (1, None)),
        ((CITIES, TOWNS), "la 2", (1, None)),
        ((CITIES, TOWNS), "réponse 2", (1, None)),
    ],
)
def test_a_sign_or_a_number_beside_answers_to_several(
    options: tuple[Options, ...], text: str, answers: tuple[int | None, ...] | None
) -> None:
    assert answered(asked(*options), text) == answers


@pytest.mark.parametrize("text", ["la 1 je crois", "la 1 stp", "la 1 merci", "la 1 pour moi", "la 1 bien sûr"])
@pytest.mark.parametrize("before", [CITIES, None])
def test_the_first_line_is_one_of_the_second_question_too(before: Options, text: str) -> None:
    both = (Question("?", before, "Test", "sealed", answer=1), Question("?", TOWNS, "Test", "sealed"))
    assert answered(both, text) == (1, 0)


def test_the_first_question_is_meant_where_its_verdict_is_said() -> None:
    both = (Question("?", None, "Test", "sealed", answer=1), Question("?", None, "Test", "sealed"))
    assert read(both, "la 1 vrai") == AlreadyMarked()
