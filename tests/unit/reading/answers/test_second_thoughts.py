"""Replies that change their mind, set two options against each other or give a reason."""

import pytest

from bot.reading.answers.reply import Choice, NotAnAnswer, Truth, read_choice, read_true_false
from bot.reading.answers.second_thoughts import settled

CITIES = ("Abidjan", "Yamoussoukro", "Bouaké", "Korhogo")
WORDS = ("Pardon", "enfin libre", "un car", "le train")
LAST = (
    "B non C", "la b, non la c", "b non pardon c", "je dirais la 2, enfin la 3", "b euh non c", "2 non 3", "b oups c",
    "b, je voulais dire c", "b… non, c !", "b ou plutôt c", "a non b non c", "Abidjan pardon Bouaké", "b no wait c",
    "b, I mean c", "b désolé c", "la 2\nnon la 3", "Abidjan, non, Bouaké", "b mais non c",
    "b non attends c", "B. Non, attends, C", "b attends c", "b attendez la c", "b no wait c", "b wait c", "b att c",
)  # fmt: skip
OVER = (
    "c, pas b", "la c et pas la b", "la 3 pas la 2", "c et non b", "Bouaké, pas Abidjan", "pas Abidjan mais Bouaké",
    "ce n’est pas Abidjan, c’est Bouaké", "non, pas b mais c", "c'est pas la b c'est la c", "not b but c",
)  # fmt: skip
REASONED = (
    "c car c'est la ville du centre", "c parce que c'est au centre", "la c, parce qu'elle est au centre",
    "Bouaké car elle est au centre", "c because it is in the middle", "la troisième pcq c au centre",
)  # fmt: skip


@pytest.mark.parametrize("text", [*LAST, *OVER, *REASONED])
def test_what_a_reply_comes_to_is_its_answer(text: str) -> None:
    assert read_choice(text, CITIES) == Choice(2)


@pytest.mark.parametrize(
    "text",
    [
        "pas la a", "tout sauf c", "ce n'est pas la b", "non b ?", "b ou c", "ni b ni c", "pas b, c", "pas b", "non c",
        "pardon c", "finalement c", "non je voulais dire c", "b non", "b enfin", "b non e", "bonjour pardon c",
        "b non mais pourquoi", "b pas sympa", "pas Dakar mais Bouaké", "b car c'est la capitale ?", "b car non, c",
        "un car scolaire", "a car is faster", "le car", "car", "b parce que", "pourquoi b et pas c", "b ou non c",
        "je ne sais pas non plus", "2 non 2 ou 3",
        "c pas b", "C pas la b", "c pas le 2", "c pas Bouaké", "c pas 2", "b attends", "attends c", "wait",
    ],
)  # fmt: skip
def test_what_says_nothing_certain_is_no_answer(text: str) -> None:
    assert not isinstance(read_choice(text, CITIES), Choice)


ISOSCELES = ("Oui, car le triangle est rectangle", "Non, car le triangle est isocèle")


@pytest.mark.parametrize(
    ("text", "index"),
    [
        *((text, None) for text in ("oui car isocèle", "non car il est rectangle", "oui parce qu'il est isocèle")),
        *(
            (text, 0)
            for text in ("oui car rectangle", "oui car il a un angle droit", "oui car le triangle est rectangle")
        ),
        *((text, 1) for text in ("non car isocèle", "non parce qu'il est isocèle et pas rectangle", "non")),
    ],
)
def test_the_reason_of_the_other_answer_is_none(text: str, index: int | None) -> None:
    found = read_choice(text, ISOSCELES)
    assert found == (NotAnAnswer() if index is None else Choice(index))


@pytest.mark.parametrize(
    ("text", "index"),
    [
        *((text, 1) for text in (
            "5 non -5", "5, enfin -5", "5 pardon -5", "5 désolé –5", "5 ou plutôt -5", "5 mais non −5", "5 non (-5)",
            "5 en fait c'est -5",
        )),
        *((text, 3) for text in ("11 non -11", "11 attends - 11")),
        *((text, 0) for text in ("-5 non 5", "-5 enfin 5", "11 pardon 5")),
    ],
)  # fmt: skip
def test_the_sign_behind_a_correction_is_that_of_the_number(text: str, index: int) -> None:
    assert read_choice(text, ("5", "-5", "11", "-11")) == Choice(index)


def test_a_point_behind_a_correction_is_that_of_the_number() -> None:
    assert read_choice("5 non .5", ("0,5", "5", "50")) == Choice(0)


@pytest.mark.parametrize("again", ["désolé désolé a", "sorry sorry a", "non a", "pardon pardon pardon a"])
def test_who_changes_their_mind_without_end_is_not_read_without_end(again: str) -> None:
    heard: list[str] = []

    def read(words: str) -> int | None:
        heard.append(words)
        return 0 if words.split()[:1] in (["a"], ["désolé"], ["sorry"], ["pardon"]) else None

    assert settled(f"zzz {f'{again} ' * 5}b", read, verdicts=()) is None
    assert len(heard) < 200


def test_an_option_has_such_words_itself() -> None:
    assert [read_choice(text, WORDS) for text in ("pardon", "Enfin libre", "un car")] == list(map(Choice, range(3)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((text, True) for text in (
            "vrai car la Terre tourne", "oui, parce que 2 est pair", "true because 4 is even", "faux, pardon vrai",
            "faux non attends vrai",
            "faux euh non vrai", "pas faux mais vrai", "vrai, pas faux",
        )),
        *((text, False) for text in (
            "faux car 9 = 3 × 3", "Faux, parce que c’est une étoile", "vrai oups faux", "vrai, enfin faux",
            "faux, c'est 1960", "Faux ! C’est Yamoussoukro", "faux. il est mort en 1993", "False, it's 1960",
            "faux, pas vrai", "faux, la Terre est ronde", "faux. L'eau bout à 100 °C", "faux, le soleil ne tourne pas",
            "faux, il a 4 côtés", "faux, il est le deuxième",
        )),
    ],
)  # fmt: skip
def test_a_verdict_too(text: str, value: bool) -> None:
    assert read_true_false(text) == Truth(value)


@pytest.mark.parametrize(
    "text",
    [
        "vrai non faux", "oui non", "faux non vrai", "non pardon", "vrai car pourquoi ?", "vrai, la 2 est fausse",
        "faux, les autres sont vraies", "vrai, la suivante", "vrai, l'autre non",
    ],
)  # fmt: skip
def test_vrai_non_faux_may_mean_either(text: str) -> None:
    assert read_true_false(text) == NotAnAnswer()
