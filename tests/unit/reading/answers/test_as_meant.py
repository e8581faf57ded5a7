"""Replies that write none of the options out, and mean one of them all the same; and those that only look so."""

import pytest

from bot.reading.answers.as_meant import as_meant
from bot.reading.answers.reply import Choice, read_choice

FRACTIONS = ("1/4", "3/4", "4/3")
DISTANCES = ("1,5 km", "15 km", "150 m")
LASTING = ("1 h 30 min", "1 h 50 min", "2 h 30 min")
ROOTS = ("√2/2", "2√2", "√2")
POWERS = ("10^3", "10^-3", "3^10")
LIVING = ("la photosynthèse", "la respiration", "la fermentation alcoolique")
PEOPLE = ("Aminata Sow Fall", "Mariama Bâ", "Patrice Lumumba")
OXIDES = ("H₂O", "CO₂", "HO")


@pytest.mark.parametrize(
    ("text", "options", "index"),
    [
        *((text, FRACTIONS, 1) for text in ("0,75", "0.75", "c'est 0,75", "75%", "6/8", "75 %", "x = 0,75")),
        *((text, ("0,75", "7,5", "75"), 0) for text in ("3/4", "trois quarts", "75/100", "¾")),
        *((text, ("25 %", "75 %", "50 %"), 2) for text in ("la moitié", "un demi", "0,5", "1/2")),
        *((text, ("-0,5", "0,5"), 0) for text in ("-1/2", "moins un demi")),
        *((text, ("1 1/2", "2 1/2"), 0) for text in ("1,5", "3/2", "un et demi")),
        *((text, ROOTS, 0) for text in ("1/√2", "√(1)/√2")),
        ("√8", ROOTS, 1),
        *((text, POWERS, 0) for text in ("1000", "mille", "1e3", "1 000")),
        *((text, POWERS, 1) for text in ("0,001", "1/1000", "1e-3")),
        *((text, DISTANCES, 0) for text in ("1500 m", "1 km 500", "un kilomètre et demi", "150000 cm")),
        ("0,15 km", DISTANCES, 2),
        *((text, LASTING, 0) for text in ("90 min", "une heure et demie", "1,5 h", "90 minutes svp")),
        ("150 min", LASTING, 2),
        ("36 km/h", ("10 m/s", "36 m/s"), 0),
        ("1000 cm³", ("1 L", "1 m³"), 0),
        ("-0", ("0", "1"), 0),
        *((text, ("0,25 cm", "2,5 cm", "25 cm"), 1) for text in ("côté = 25 mm", "l'aire du carré = 0,025 m")),
        ("1 6/7", ("6/7", "13/7"), 1),
        *((text, LIVING, 2) for text in ("la fermentation", "fermentation stp", "fermantation")),
        ("la respi", LIVING, 1),
        *((text, PEOPLE, 1) for text in ("mariama", "Mariama je crois")),
        ("H20", OXIDES, 0),
        *((text, ("Le foie", "Aucune de ces réponses"), 1) for text in ("aucune", "aucun", "c'est aucune svp")),
        ("none", ("The liver", "None of these"), 1),
        ("c'est C02", OXIDES, 1),
    ],
)
def test_an_option_is_meant_without_being_written_out(text: str, options: tuple[str, ...], index: int) -> None:
    assert not isinstance(read_choice(text, options), Choice) or read_choice(text, options) == Choice(index)
    assert as_meant(text, options, "Quel est le bon choix ?") == index


GAP = ("Hier, elle … au marché. (aller)", ("est allée", "est allé", "a allé", "allait"))
ACCENT = ("Complète : il ... faim.", ("a", "à", "as"))
ENGLISH = ("He ___ to school every day.", ("goes", "go", "going"))
FUTURE = ("Conjugue : je (aller, futur)", ("irai", "irais", "vais"))
SUBJECT = ("Quel est le sujet du verbe : « il mange » ?", ("il", "mange"))


@pytest.mark.parametrize(
    ("asked", "index", "texts"),
    [
        (GAP, 0, ("Hier, elle est allée au marché.", "hier elle est allee au marche")),
        (GAP, 1, ("Hier elle est allé au marché",)),
        (GAP, None, ("hier elle est aller au marché", "hier, elle est allée au marché ?")),
        (ACCENT, 0, ("il a faim", "Il a faim.")),
        (ACCENT, 1, ("il à faim",)),
        (ACCENT, None, ("IL A FAIM", "il ah faim", "il a soif", "il n'a pas faim")),
        (ENGLISH, 0, ("he goes to school every day",)),
        (("Il ... vu ... temps.", ("a", "à")), None, ("il a vu à temps",)),
        (FUTURE, 0, ("j'irai", "j’irai", "Je irai")),
        (FUTURE, 2, ("je vais", "tu vais")),
        (FUTURE, None, ("j'ira", "je vais manger", "je", "JE VAIS", "je vais ?", "je sais")),
        (("Quel mot ?", ("vais", "bois")), None, ("je vais",)),
        (SUBJECT, None, ("il mange",)),
    ],
)
def test_an_answer_stands_in_its_sentence(
    asked: tuple[str, tuple[str, ...]], index: int | None, texts: tuple[str, ...]
) -> None:
    question, options = asked
    assert {text: as_meant(text, options, question) for text in texts} == dict.fromkeys(texts, index)


SIGNS = ("Complète : −5 … −3", ("<", ">", "=", "≤"))
SHARES = ("Compare 2/3 et 3/4.", ("2/3 < 3/4", "2/3 > 3/4", "2/3 = 3/4"))


@pytest.mark.parametrize(
    ("asked", "index", "texts"),
    [
        (
            SIGNS,
            0,
            ("inférieur", "-5 < -3", "−5<−3", "plus petit que", "c'est inferieur", "less than", "est inférieur à"),
        ),
        (SIGNS, 1, ("supérieur", "-5 > -3", "greater than")),
        (SIGNS, 2, ("égal", "egale", "est égal à")),
        (SIGNS, 3, ("inférieur ou égal", "plus petit ou égal à")),
        (SIGNS, None, ("-3 > -5", "5 < 3", "pas inférieur", "le plus petit", "supérieur ou égal", "petit")),
        (("Compare −5 et −3.", ("<", ">", "=")), 0, ("−5 < −3",)),
        (SHARES, 0, ("<", "c'est <", "inférieur", "plus petit")),
        (SHARES, 1, (">", "plus grand")),
        (SHARES, 2, ("=", "égal")),
        (SHARES, None, ("3/4 est plus grand", "le plus grand", "≤", "< ou >")),
        (("Lequel ?", ("2 < 3", "5 > 4", "5 = 4")), None, ("<", "inférieur")),
        (("Lequel ?", ("x", "2 < 3", "2 > 3")), None, ("<", "inférieur")),
    ],
)
def test_a_sign_may_be_said_in_words(
    asked: tuple[str, tuple[str, ...]], index: int | None, texts: tuple[str, ...]
) -> None:
    question, options = asked
    assert {text: as_meant(text, options, question) for text in texts} == dict.fromkeys(texts, index)


SIDES = ("Combien de côtés a un carré ?", ("3", "4", "5", "2"))
MALI = ("Quelle est la capitale du Mali ?", ("Bamako", "Dakar"))


@pytest.mark.parametrize(
    ("asked", "index", "texts"),
    [
        (SIDES, 1, ("4 côtés", "quatre cotés", "il a 4 côtés", "un carré a 4 côtés")),
        (SIDES, 3, ("2 côtés",)),
        (MALI, 0, ("la capitale du Mali est Bamako", "Bamako est la capitale", "c bamako la capitale du Mali")),
        (SIDES, None, ("question 4", "pas 4 côtés", "4 ou 5 côtés", "3,4 côtés", "-4 côtés", "14 côtés", "un côté")),
        (
            MALI,
            None,
            ("Dakar est la capitale du Sénégal", "Bamako n'est pas la capitale", "la capitale", "Bamako ou Dakar"),
        ),
        (MALI, None, ("je connais Bamako", "quelle est la capitale", "est-ce que Bamako est la capitale ?")),
        (("Quel pays n'est pas en Afrique ?", ("le Brésil", "le Mali")), None, ("le Mali est en Afrique",)),
        (("Le sujet de « Awa mange du riz » ?", ("Awa", "riz")), None, ("Awa mange du riz",)),
    ],
)
def test_an_answer_may_repeat_the_question(
    asked: tuple[str, tuple[str, ...]], index: int | None, texts: tuple[str, ...]
) -> None:
    question, options = asked
    assert {text: as_meant(text, options, question) for text in texts} == dict.fromkeys(texts, index)


@pytest.mark.parametrize(
    ("text", "options", "question"),
    [
        ("0,75", FRACTIONS, "Quelle fraction est égale à trois quarts ?"),
        ("0,75", FRACTIONS, "0,75 = ?"),  # says again what was given
        ("6/8", FRACTIONS, "Simplifie 12/16."),
        ("15×10^2", ("1,5×10^3", "1,5×10^2"), "Donne l'écriture scientifique."),
        ("1500 m", DISTANCES, "Quelle est la distance en km ?"),
        ("1500 m", DISTANCES, "Awa court 1500 m. Combien est-ce ?"),
        ("0,5", ("1/2", "2/4"), "Laquelle ?"),  # the form is what is asked
        *((text, FRACTIONS, "Combien ?") for text in ("0,57", "-0,75", "0,75 ?", "3/5", "34", "0,7", "1.333")),
        *((text, DISTANCES, "Combien ?") for text in ("1500", "1500 g", "15 m", "1.500 m", "1,5 s")),
        *((text, LASTING, "Combien ?") for text in ("90", "1,30 h", "14h30", "2 h")),
        *((text, ROOTS, "Combien ?") for text in ("√(2/2)", "√3", "2/√3", "1/0", "√99999999", "10^99")),
        *((text, LIVING, "Quoi ?") for text in ("alcoolique", "resp", "la digestion", "respiration ?", "b et c")),
        ("la réponse", ("la réponse immunitaire", "le vaccin"), "Quoi ?"),
        ("photosynthèse", ("photosynthèse sans lumière", "la sève"), "Quoi ?"),
        ("fleuve", ("le fleuve Niger", "le fleuve Sénégal"), "Quoi ?"),
        ("Soundiata", ("la mère de Soundiata", "Soumaoro Kanté"), "Qui ?"),
        ("20", ("2O", "O2"), "Quoi ?"),
        *((text, ("Le foie", "Aucune de ces réponses"), "Quoi ?") for text in ("aucune idée", "aucune question")),
        ("aucune", ("Aucune solution", "Aucune réponse"), "Quoi ?"),
        ("H20", ("H2O", "H20"), "Quoi ?"),
        ("0,75", ("75 %", "0,75 %", "34 %"), "Combien ?"),
        ("0,05", ("5 %", "0,05 %", "50 %"), "Combien ?"),
    ],
)
def test_what_only_looks_so_is_left_to_the_agent(text: str, options: tuple[str, ...], question: str) -> None:
    assert as_meant(text, options, question) is None


def test_a_number_that_is_worth_one_share_and_written_as_another_is_neither() -> None:
    assert not isinstance(read_choice("0,75", ("75 %", "0,75 %", "34 %")), Choice)
    assert read_choice("0,75 %", ("75 %", "0,75 %", "34 %")) == Choice(1)
    assert read_choice("75", ("75 %", "0,75 %", "34 %")) == Choice(0)
