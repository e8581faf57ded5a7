"""Several words or values in any order."""

import pytest

from bot.reading.answers.reply import Choice, read_choice
from bot.services.quiz.questions import Question
from bot.services.quiz.replies import Answers, read

METALS = ("le fer et le cuivre", "le fer et l'or", "l'or et le cuivre")
FLAGS = ("rouge, jaune, vert", "vert, jaune, rouge", "rouge, vert, bleu")
ROOTS = ("2 et 3", "-2 et 3", "2 et -3")
EQUATIONS = ("x = 2 ou x = -3", "x = -2 ou x = 3", "x = 2 ou x = 3")
SPEEDS = ("distance / temps", "distance × temps")
GAPS = "Complète : « … livres sont à lui, … livres-ci à moi »"
SYSTEM = ("x = 1 et y = 2", "x = 3 et y = 4")
WHICH = "Lesquels ?"


def chosen(text: str, options: tuple[str, ...], asked: str = WHICH) -> int | None:
    found = read((Question(asked, options, "Test", "sealed"),), text)
    return found.questions[0].answer if isinstance(found, Answers) else None


@pytest.mark.parametrize(
    ("options", "index", "texts"),
    [
        (METALS, 0, ("cuivre et fer", "le cuivre et le fer", "fer cuivre", "cuivre fer svp")),
        (METALS, 1, ("c'est l'or et le fer",)),
        (METALS, 2, ("cuivre, or",)),
        (FLAGS, 0, ("rouge, jaune, vert",)),
        (FLAGS, 2, ("vert rouge bleu",)),
        (
            ("le Mali, le Niger et le Tchad", "le Mali, le Bénin et le Togo"),
            0,
            ("tchad mali niger", "Niger, Mali, Tchad"),
        ),
        (("oxygène et hydrogène", "oxygène et azote"), 1, ("azote et oxygène",)),
        (ROOTS, 0, ("3 et 2", "x = 3 ou x = 2")),
        (ROOTS, 2, ("-3 et 2",)),
        (EQUATIONS, 2, ("3 et 2", "x=3 ou x=2")),
        (SYSTEM, 0, ("x=1 et y=2", "y = 2 et x = 1")),
    ],
)
def test_order_says_nothing(options: tuple[str, ...], index: int, texts: tuple[str, ...]) -> None:
    assert {text: chosen(text, options) for text in texts} == dict.fromkeys(texts, index)


@pytest.mark.parametrize(
    ("options", "asked", "texts"),
    [
        (METALS, WHICH, ("le fer ou le cuivre", "fer et pas cuivre", "fer", "cuivre et argent", "fer, cuivre et or")),
        (FLAGS, WHICH, ("jaune vert rouge",)),
        (SPEEDS, WHICH, ("temps / distance", "distance + temps", "temps distance")),
        (("sujet + verbe + complément", "verbe + sujet"), WHICH, ("verbe + sujet + complément",)),
        (
            ("sujet, verbe, complément", "verbe, sujet"),
            "Comment se construit une phrase ?",
            ("verbe sujet complément",),
        ),
        (("ses, ces", "ces, sait"), GAPS, ("ces, ses", "ces ses")),
        (("ses, ces", "ces, ces"), WHICH, ("ces, ses", "ces et ses")),
        (("fourmi, chat, vache", "vache, rat"), "Du plus petit au plus grand ?", ("vache, chat, fourmi",)),
        (SYSTEM, WHICH, ("x = 2 et y = 1", "y=1 et x=2", "2 et 1", "x = 1 et y = 4")),
        (("racine, tige, feuille", "tige, fleur, fruit"), "Dans quel ordre ?", ("feuille, tige, racine",)),
        (("A et B", "A et C", "B et C"), WHICH, ("c et b", "b ou a")),
        (ROOTS, WHICH, ("3 ou 2", "1 et 2", "2, 2 et 3")),
        (("Abidjan", "Dakar", "Bamako"), WHICH, ("3 et 2", "Dakar et Bamako")),
    ],
)
def test_what_is_no_such_list_chooses_nothing(options: tuple[str, ...], asked: str, texts: tuple[str, ...]) -> None:
    assert {text: chosen(text, options, asked) for text in texts} == dict.fromkeys(texts)


QUOTIENT = ("3 et 2", "3 et 5", "4 et 1")
CAPITALS = ("Yamoussoukro et Abidjan", "Bouaké et Abidjan")


@pytest.mark.parametrize(
    ("options", "asked", "texts"),
    [
        (QUOTIENT, "Quels sont le quotient et le reste de 17 par 5 ?", ("2 et 3", "5 et 3", "q=2 et r=3")),
        (("6 et 36", "2 et 36"), "PGCD et PPCM de 12 et 18 ?", ("36 et 6", "c'est 36 et 6")),
        (CAPITALS, "Capitale politique et capitale économique ?", ("Abidjan et Yamoussoukro", "abidjan, yamoussoukro")),
        (("Mauritanie et Mali", "Gambie et Mali"), "Qui est au nord et à l'est ?", ("Mali et Mauritanie",)),
        (("le chat et la souris", "le chat et le chien"), "Le sujet et le COD ?", ("la souris et le chat",)),
        (("2 et 5", "1 et 5"), "Range dans l'ordre croissant", ("5 et 2",)),
    ],
)
def test_two_things_are_asked_for_one_after_the_other(
    options: tuple[str, ...], asked: str, texts: tuple[str, ...]
) -> None:
    for text in texts:
        found = read((Question(asked, options, "Test", "sealed"),), text)
        assert found is None or (isinstance(found, Answers) and found.closed == ())
    assert chosen(options[0], options, asked) == 0
    found = read((Question(asked, options, "Test", "sealed"),), texts[0])
    assert isinstance(found, Answers)
    assert found.doubtful == {0: texts[0]}


@pytest.mark.parametrize(
    ("options", "asked", "text"),
    [
        (("azote et oxygène", "azote et néon"), "Quels sont les deux gaz de l'air ?", "oxygène et azote"),
        (("2 et 3", "1 et 6"), "Solutions de x² - 5x + 6 = 0 ?", "3 et 2"),
        (("2 et 3", "1 et 6"), "Résous et donne les solutions de x² - 5x + 6 = 0", "3 et 2"),
        (("2 et 3", "1 et 6"), "Quelles sont les racines réelles et distinctes ?", "3 et 2"),
        (("2 et 3", "1 et 6"), "Deux nombres dont la somme et le produit valent 5 et 6 ?", "3 et 2"),
        (("2 et 3", "1 et 6"), "Observe et choisis les diviseurs premiers de 12", "3 et 2"),
        (("Mali et Niger", "Ghana et Togo"), "Qui est entre le Sénégal et le Tchad ?", "Niger et Mali"),
        (("azote et oxygène", "azote et néon"), "Dans la classe, de quoi est fait l'air ?", "oxygène et azote"),
        (("x = 2 et y = 1", "x = 1 et y = 2"), "Où sont la droite et l'axe ?", "y = 1 et x = 2"),
        (("2 et 3", "1 et 6"), "Quels sont les diviseurs premiers de 12 et 18 ?", "3 et 2"),
    ],
)
def test_one_thing_is_asked_for(options: tuple[str, ...], asked: str, text: str) -> None:
    assert chosen(text, options, asked) == 0


def test_two_names_with_or_are_in_doubt() -> None:
    assert not isinstance(read_choice("le fer ou le cuivre", METALS), Choice)
