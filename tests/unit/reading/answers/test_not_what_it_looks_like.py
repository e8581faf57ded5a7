"""Replies whose digit, letter, unit or sign belongs to something else than the line it looks like."""

import pytest

from bot.services.quiz.questions import Question
from bot.services.quiz.replies import AlreadyMarked, Answers, read

Options = tuple[str, ...] | None
METRES = ("2500", "250", "25")
CASES = ("A", "a", "Aa", "aa")
POWERS = ("2^8", "2^15", "2^3")
CITIES = ("Abidjan", "Yamoussoukro", "Bouaké")


def answered(question: str, options: Options, text: str) -> tuple[int | None, bool]:
    """The option that a reply is marked as, and whether its person is asked what it means."""
    found = read((Question(question, options, "Test", "sealed"),), text)
    if not isinstance(found, Answers):
        return None, False
    return found.questions[0].answer, bool(found.unclear or found.doubtful)


@pytest.mark.parametrize(
    ("options", "asked", "lines"),
    [
        (("Chapitre 2", "Chapitre 4", "Chapitre 1"), ("1", "2", "deux"), {"chapitre 2": 1, "la 2": 2, "b": 2, "3": 3}),
        (("pH 8", "pH 3", "pH 12"), ("3", "trois", "3 car acide"), {"pH 3": 2, "ph3": 2, "2": 2, "1": 1}),
        (("3 °C", "2 °C", "1 °C"), ("3", "1", "3°"), {"2": 2, "3 °C": 1, "c": 3}),
        (("$3", "$1", "$2"), ("1", "2", "3"), {"$3": 1, "b": 2}),
        (("[2]", "[1]", "[1, 2]"), ("1", "2"), {"[1]": 2, "3": 3}),
        (("3 mol·L⁻¹", "2 mol·L⁻¹", "1 mol·L⁻¹"), ("1", "3"), {"2": 2}),
        (("3 côtés et 3 angles", "2 côtés et 2 angles", "1 côté"), ("1", "3"), {"2": 2, "c": 3}),
        (("dans 5 ans", "dans 4 ans", "dans 2 ans"), ("2",), {"1": 1, "3": 3}),
        (("2 à 4 jours", "1 à 2 jours", "3 à 5 jours"), (), {"1": 1, "2": 2, "3": 3}),
        (("moins 3", "ni 3 ni 2", "les deux"), (), {"1": 1, "2": 2, "3": 3}),
        (("aucune solution", "une solution", "deux solutions"), ("une", "un", "1", "deux"), {"aucune": 1, "3": 3}),
        (("no solution", "one solution", "two solutions"), ("one", "1", "two"), {"3": 3}),
        (("un ami", "une amie", "l’ami"), ("une",), {"un": 1, "la une": 1, "2": 2, "une amie": 2}),
        (("un lion", "une souris", "un chat"), ("une",), {"un": 1, "1": 1}),
        (("Le lion", "Dakar est une ville", "un chat"), (), {"une": 1, "un": 1}),
    ],
)
def test_a_number_that_is_one_of_some_words(options: Options, asked: tuple[str, ...], lines: dict[str, int]) -> None:
    wanted = dict.fromkeys(asked, (None, True)) | {text: (line - 1, False) for text, line in lines.items()}
    assert {text: answered("?", options, text) for text in wanted} == wanted


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (("la lettre e", "la lettre a", "la lettre i"), {"a": 2, "A": 2, "e": 1, "i": 3, "1": 1}),
        (("côté c", "côté a", "côté b", "aucun"), {"a": None, "b": None, "c": None, "d": 4, "côté a": 2, "1": 1}),
        (("<link>", "<a>", "<url>"), {"a": 2, "<a>": 2, "b": 2, "c": 3}),
        (("%f", "%c", "%d", "%s"), {"d": 3, "f": 1, "%d": 3, "4": 4, "a": 1}),
        (("vitamine A", "vitamine D", "vitamine B12"), {"b": None, "d": 2, "a": 1, "b12": 3, "2": 2}),
        (("il a faim", "il est faim", "il à faim"), {"a": 1, "b": 2, "c": 3}),
        (("de l’eau", "d’eau", "l’eau", "eau"), {"d": 4, "c": 3}),
        (("format A4", "format A3"), {"a": 1, "b": 2}),
        (CASES, {"petit a": None, "a minuscule": None, "A": 1, "a": 2, "A a": None, "3": 3}),
        (("alpha", "bêta"), {"petit a": 1, "b minuscule": 2}),
        (("HTML", "Python", "C++"), {"c#": None, "c++": 3, "2": 2}),
        (("H⁺", "OH⁻", "Na⁺"), {"oh+": None, "oh-": 2, "na+": 3}),
    ],
)
def test_a_letter_that_is_one_of_some_words(options: Options, lines: dict[str, int | None]) -> None:
    wanted = {text: None if line is None else line - 1 for text, line in lines.items()}
    assert {text: answered("?", options, text)[0] for text in wanted} == wanted


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (CITIES, dict.fromkeys(("❌ a", "a ❌", "Abidjan ❌", "🚫 Abidjan", "👎 a", "✖ a"))),
        (CITIES, {"✅ b": 2, "b 😅": 2, "b 👍": 2}),
        (("❌ Non", "✅ Oui"), {"❌ Non": 1}),
        (("3 × 4", "3 + 4"), {"3 ✖ 4": 1, "3 ✖️ 4": 1}),
        (None, {"❌ vrai": None, "vrai ❌": None, "✅ faux": None, "faux ❌": 2, "✅ vrai": 1, "❌": 2, "vrai 👍": 1}),
        (None, {"faux car vrai": None, "vrai car oui": 1, "faux car 3 + 3 = 6": 2}),
        (None, {"pas vrai ?": None, "c'est pas vrai ?": None, "pas vrai": 2, "vrai ?": 1}),
        (CITIES, {"b car c'est a": None, "b car a": None, "b car c'est connu": 2}),
    ],
)
def test_a_sign_or_a_reason_that_says_the_opposite(options: Options, lines: dict[str, int | None]) -> None:
    wanted = {text: None if line is None else line - 1 for text, line in lines.items()}
    assert {text: answered("?", options, text)[0] for text in wanted} == wanted


@pytest.mark.parametrize(
    ("question", "options", "lines"),
    [
        ("2,5 kilomètres = … mètres ?", METRES, {"2500 kilomètres": None, "25 km": None, "2500 mètres": 1, "250 m": 2}),
        ("Combien de minutes dans 1 h 30 ?", ("90", "130"), {"90 min": 1, "130mn": 2, "90 heures": None, "90 h": None}),
        ("Une heure a combien de minutes ?", ("60", "24"), {"60 min": 1, "60 h": None}),
        ("Convertis 3 m en cm", ("300", "30"), {"300 cm": 1, "300 m": None}),
        ("Que vaut 2^3 × 2^5 ?", POWERS, {"8": None, "2^8": 1, "256": 1}),
        (
            "Quand la pression augmente, le volume…",
            ("diminue", "augmente"),
            {"la pression augmente": None, "augmente": 2},
        ),
        ("Calcule -7 + 4", ("-3", "3", "11"), {"3 pas -3": None, "-3 pas 3": 1, "-3": 1}),
        ("Distance ?", ("150 millions de km", "150 000 km"), {"150": None}),
        ("Population ?", ("18 millions", "20 millions"), {"18": 1}),
    ],
)
def test_a_number_with_what_was_asked_for(question: str, options: Options, lines: dict[str, int | None]) -> None:
    wanted = {text: None if line is None else line - 1 for text, line in lines.items()}
    assert {text: answered(question, options, text)[0] for text in wanted} == wanted


def test_a_numeral_that_is_written_badly_is_no_century() -> None:
    centuries = ("XVIIIe siècle", "XIXe siècle")
    assert [answered("?", centuries, text)[0] for text in ("XVIIIIe", "IXX", "XIX", "XVIII")] == [None, None, 1, 0]


@pytest.mark.parametrize(
    ("statement", "text", "outcome"),
    [
        ("There are no lions in Senegal.", "no", (None, True)),
        ("Mars has no water.", "nope", (None, True)),
        ("Il est faux de dire que la Terre est plate.", "non", (None, True)),
        ("Il est faux de dire que la Terre est plate.", "faux", (1, False)),
        ("The Earth is flat.", "no", (1, False)),
    ],
)
def test_a_no_to_what_is_denied_in_other_words(statement: str, text: str, outcome: tuple[int | None, bool]) -> None:
    assert answered(statement, None, text) == outcome


@pytest.mark.parametrize(
    ("options", "text", "answers"),
    [
        ((None, None), "v 2", None),
        ((None, None), "faux 1", None),
        ((None, None), "v f", (0, 1)),
        ((None, None), "2 faux", (None, 1)),
        ((CITIES, ("Lomé", "Kara")), "b 2", None),
        ((CITIES, ("Lomé", "Kara")), "b, 2", (1, 1)),
        ((CITIES, ("Lomé", "Kara")), "1b", (1, None)),
        ((("12", "13"), ("7", "2")), "b 2", (1, 1)),
        ((("5", "6", "9"), ("5", "6", "1")), "1 6", None),
        ((("5", "6", "9"), ("5", "6", "1")), "6 5", (1, 0)),
        ((CITIES, ("Lomé", "Kara")), "1 ❌", None),
    ],
)
def test_a_number_behind_an_answer_may_be_that_of_a_question(
    options: tuple[Options, ...], text: str, answers: tuple[int | None, ...] | None
) -> None:
    found = read([Question("?", each, "Test", "sealed") for each in options], text)
    given = tuple(each.answer for each in found.questions) if isinstance(found, Answers) else None
    assert given == answers


def test_the_first_question_may_be_meant_by_its_number_when_it_is_marked() -> None:
    both = (Question("?", None, "Test", "sealed", answer=1), Question("?", None, "Test", "sealed"))
    assert read(both, "la 1 vrai") == AlreadyMarked()
    found = [read(both, text) for text in ("la 2 vrai", "vrai")]
    assert [isinstance(each, Answers) and each.questions[1].answer for each in found] == [0, 0]
