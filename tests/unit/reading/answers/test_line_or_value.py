"""A number alone that is one line of the list and, as its value, another option: nobody is marked for what they did not
mean."""

import pytest

from bot.reading.answers.line_or_value import is_told_by_numbers, read_answer
from bot.reading.answers.reply import Choice
from bot.services.quiz.questions import Question
from bot.services.quiz.replies import read

SUM = ("2", "3", "4", "1")
LEGS = ("2", "4", "6", "8")
LENGTHS = ("2 cm", "3 cm", "4 cm")
SIGNED = ("-1", "1", "2")
SAME = ("3 km", "3 m", "3 cm")
GROUPS = ("3e groupe", "1er groupe", "2e groupe")
WARS = ("Seconde Guerre mondiale", "Première Guerre mondiale", "guerre froide")
DEGREES = ("équation du second degré", "équation du premier degré", "inéquation")
REPUBLICS = ("IIe République", "IIIe République", "Ière République")
DAYS = ("le dernier jour", "le premier jour")
DATES = ("7 août 1960", "5 août 1960", "4 avril 1960", "20 juin 1960")
RANKS = ("troisième", "quatrième", "deuxième")
HALVES = ("1/2", "√3/2", "√2/2", "1")
SOLUTIONS = ("2 solutions réelles", "1 solution", "Aucune")


@pytest.mark.parametrize(
    ("options", "line", "value", "said"),
    [
        (SUM, 2, 1, ("3", "3 svp", "c’est 3", "la réponse est 3", "je pense 3", "trois", "3.", "3️⃣", "euh 3", "rep 3")),
        (LEGS, 3, 1, ("4", "c’est 4", "quatre")),
        (LENGTHS, 2, 1, ("3", "c’est 3")),
        (SIGNED, 0, 1, ("1",)),
        (SOLUTIONS, 1, 0, ("2", "deux")),
        (("x = 2", "x = 3", "x = 1"), 0, 2, ("1",)),
        (("3cm", "1cm", "5cm"), 2, 0, ("3",)),
        (SAME, 2, 0, ("3", "trois", "c’est 3")),
        (GROUPS, 2, 0, ("3", "le 3e", "troisième", "3eme")),
        (GROUPS, 0, 1, ("1", "1er", "le premier")),
        (REPUBLICS, 1, 0, ("2", "la 2e", "la deuxième", "la seconde")),
        (("trois", "deux", "un"), 0, 2, ("réponse : un", "réponse 1", "1")),
        (("aucune", "une", "plusieurs"), 0, 1, ("1",)),
        (DATES, 3, 2, ("4", "le 4", "c'est 4")),
        (RANKS, 2, 0, ("3", "trois", "3e")),
        (HALVES, 0, 3, ("1", "un", "c'est 1")),
    ],
)
def test_a_number_alone_may_mean_either(options: tuple[str, ...], line: int, value: int, said: tuple[str, ...]) -> None:
    assert {text: found for text in said if (found := read_answer(text, options)) != Choice(line, value)} == {}
    assert is_told_by_numbers(options)


@pytest.mark.parametrize(
    ("options", "line", "other", "texts"),
    [
        (WARS, 0, 1, ("la première", "premiere", "1ère", "c’est la première")),
        (WARS, 1, 0, ("la seconde", "la deuxième", "2e")),
        (DEGREES, 0, 1, ("premier", "le 1er", "the first")),
        (DAYS, 1, 0, ("le dernier", "la dernière")),
        (("pair", "nombre premier", "composé"), 0, 1, ("premier", "le premier")),
        (("pair", "impair", "premier"), 0, 2, ("réponse : premier", "le premier")),
    ],
)
def test_a_rank_may_be_that_of_the_line_or_of_the_answer(
    options: tuple[str, ...], line: int, other: int, texts: tuple[str, ...]
) -> None:
    assert {text: found for text in texts if (found := read_answer(text, options)) != Choice(line, other)} == {}
    assert not is_told_by_numbers(options)


@pytest.mark.parametrize(
    ("options", "index", "texts"),
    [
        (SAME, 2, ("la 3", "3 cm", "c")),
        (GROUPS, 0, ("3e groupe", "a", "la première réponse", "le premier choix")),
        (WARS, 1, ("première guerre mondiale", "1re guerre mondiale", "2", "la 2", "b", "deuxième réponse")),
        (WARS, 2, ("la troisième", "la dernière", "3")),
        (("deuxième", "premier", "troisième"), 1, ("premier",)),
        (SUM, 2, ("la 3", "choix 3", "option 3", "la troisième", "3e", "c", "la c", "3) 4", "3. 4")),
        (SUM, 1, ("1 + 2 = 3", "ça fait 3", "= 3", "b", "2) 3", "la deuxième, 3")),
        (LEGS, 1, ("b", "la 2", "ça fait 4")),
        (LEGS, 2, ("3", "6", "c")),
        (LENGTHS, 1, ("3 cm", "3cm", "trois cm")),
        (SIGNED, 0, ("-1", "moins 1", "a", "1) -1")),
        (("1", "2", "3"), 2, ("3", "c’est 3", "trois")),
        (("2x", "x", "x²/2"), 1, ("2",)),
        (("1,5", "2,5", "3,5"), 1, ("2", "2,5")),
        (("12", "15", "18"), 1, ("2", "15")),
        (("3 + 1", "x + 2", "2 × 1"), 2, ("3",)),
        (("trois", "deux", "un"), 2, ("un", "c'est un")),
        (("trois", "deux", "un"), 0, ("la un", "choix 1")),
        (("pair", "impair", "premier"), 0, ("premier choix", "la première réponse")),
        (("pair", "impair", "premier"), 2, ("premier", "c'est premier")),
        (("1er août", "1er avril", "4 avril"), 0, ("1 août", "1 er aout")),
        (("le", "un", "des"), 0, ("1", "a", "le")),
        (HALVES, 0, ("un demi", "1 sur 2", "½", "1/2", "a")),
        (DATES, 3, ("la 4", "d", "20 juin")),
        (DATES, 2, ("3", "4 avril")),
        (RANKS, 0, ("troisième", "la 1", "a")),
        (("mètre", "kg", "seconde"), 1, ("2",)),
        (("un", "une", "des"), 0, ("1", "un")),
        (("a", "one", "the"), 0, ("1", "a")),
    ],
)
def test_what_says_which_it_is_needs_no_question(options: tuple[str, ...], index: int, texts: tuple[str, ...]) -> None:
    assert {text: found for text in texts if (found := read_answer(text, options)) != Choice(index)} == {}


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        (("Abidjan", "Yamoussoukro", "Bouaké"), ("c) Abidjan", "a) yamoussoukro", "c. abidjan", "B : Bouaké")),
        (("yeux", "oeils"), ("yeuxs", "les yeuxs")),
        (("H2O", "CO2", "NaCl", "O2"), ("02 2",)),
    ],
)
def test_what_speaks_against_itself_or_is_misspelt_is_marked_as_nothing(
    options: tuple[str, ...], texts: tuple[str, ...]
) -> None:
    question = (Question("Lequel ?", options, "Test", "sealed"),)
    assert {text: found for text in texts if (found := read(question, text)) is not None} == {}


def test_a_zero_may_be_the_letter_of_a_formula() -> None:
    assert [read_answer(said, ("H2O", "CO2", "NaCl", "O2")) for said in ("02", "c’est 02")] == [Choice(3)] * 2
    assert read_answer("02", ("H2O", "CO2")) == Choice(1)
    assert read_answer("c. abidjan", ("Bouaké", "Yamoussoukro", "Abidjan")) == Choice(2)
