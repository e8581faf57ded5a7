"""Replies that may be one option or another for the way they are typed or spoken: whoever writes so is asked."""

import pytest

from bot.reading.answers.doubtful import doubted
from bot.services.quiz.questions import Question, Secret
from bot.services.quiz.quizzes import Quiz
from bot.services.quiz.replies import Answers, answers, read
from bot.types import Channel, Language

SOUNDS = ("s'est", "c'est", "ses")
TENTHS = ("0,5", "5", "50")
SUMS = ("1 005 F", "1 500 F", "150 F")
ROOTS = ("√2/2", "2", "1")
SECRETS = (Secret(1, "…"), Secret(0, "…"))


@pytest.mark.parametrize(
    ("options", "said", "texts"),
    [
        (SOUNDS, "c", ("c", "C", "c.", "c svp")),
        (TENTHS, "05", ("05", "c'est 05")),
        (("0,05", "0,5", "5"), "005", ("005",)),
        (SUMS, "mille cinq", ("mille cinq", "c'est mille cinq", "mille cinq francs")),
        (ROOTS, "2/2", ("2/2", "c'est 2/2")),
    ],
)
def test_it_is_told_what_is_in_doubt(options: tuple[str, ...], said: str, texts: tuple[str, ...]) -> None:
    question = Question("Lequel ?", options, "Test", "sealed")
    for text in texts:
        assert doubted(text, options) == said
        assert answers((question,), text)
        found = read((question,), text)
        assert isinstance(found, Answers)
        assert (found.closed, found.doubtful) == ((), {0: said})


@pytest.mark.parametrize(
    ("options", "line", "texts"),
    [
        (SOUNDS, 3, ("la c", "réponse c", "3", "c'est la c", "ses")),
        (SOUNDS, 2, ("c'est", "c est", "2", "b", "c b")),
        (("s'est", "ses", "c'est"), 3, ("c", "c'est")),
        (("ces", "ses", "sait"), 3, ("c",)),
        (TENTHS, 2, ("5", "b")),
        (("01", "02", "0,1"), 1, ("01",)),
        (("7 h", "8 h"), 2, ("02",)),
        (("1005", "1050", "1055"), 1, ("mille cinq",)),
        (SUMS, 2, ("mille cinq cents", "mille cinq cents francs")),
        (("√2/2", "2/2", "1"), 2, ("2/2", "c'est 2/2")),
        (ROOTS, 1, ("√2/2", "racine de 2 sur 2")),
        (ROOTS, 2, ("2",)),
    ],
)
def test_what_is_said_so_is_not(options: tuple[str, ...], line: int, texts: tuple[str, ...]) -> None:
    question = Question("Lequel ?", options, "Test", "sealed")
    for text in texts:
        found = read((question,), text)
        assert isinstance(found, Answers)
        assert (found.doubtful, found.questions[0].answer) == ({}, line - 1)


@pytest.mark.parametrize(
    ("options", "text", "line"),
    [
        (("parallèles", "sécantes", "confondues"), "parallèles non confondues", None),
        (("acide", "basique", "neutre"), "acide non basique", None),
        (("acide", "basique", "neutre"), "acide, non, basique", 2),
        (("acide", "basique", "neutre"), "acide non plutôt basique", 2),
        (("acide", "basique", "neutre"), "acide pas basique", 1),
        (("Dakar", "Thiès", "Kaolack"), "dakar non thies", 2),
        (("acide", "basique", "neutre"), "a non b", 2),
    ],
)
def test_non_before_such_a_word_may_deny_it(options: tuple[str, ...], text: str, line: int | None) -> None:
    found = read((Question("Lequel ?", options, "Test", "sealed"),), text)
    assert isinstance(found, Answers)
    assert found.questions[0].answer == (None if line is None else line - 1)
    assert found.doubtful == ({0: text} if line is None else {})


@pytest.mark.parametrize(
    ("statement", "text", "answer"),
    [
        *(("Le requin n’est pas un mammifère", text, None) for text in ("non", "Non.", "nn", "euh non", "no")),
        ("Le Mali n'a plus de mer", "non", None),
        ("A shark is not a mammal", "no", None),
        ("Personne n’a marché sur Mars", "non", None),
        ("Aucun nombre premier n'est pair", "non", None),
        ("No prime number is even", "no", None),
        *(
            ("Le requin n’est pas un mammifère", text, 1)
            for text in ("faux", "c'est faux", "non faux", "2", "pas vrai")
        ),
        *(("Le requin n’est pas un mammifère", text, 0) for text in ("vrai", "oui", "1")),
        ("Le requin est un poisson", "non", 1),
        ("Le Mali n’a que deux voisins", "non", 1),
    ],
)
def test_a_no_to_what_is_denied_may_agree(statement: str, text: str, answer: int | None) -> None:
    found = read((Question(statement, None, "Test", "sealed"),), text)
    assert isinstance(found, Answers)
    assert found.questions[0].answer == answer
    assert bool(found.doubtful) is (answer is None)


def test_how_a_no_is_asked_about() -> None:
    told = asked("non", Question("2 n’est pas premier", None, "Test", "sealed"))
    assert told == "Ici, « non » peut avoir plusieurs sens. Répondez par une lettre : a = Vrai, b = Faux."


def asked(reply: str, *questions: Question) -> str:
    found = read(questions, reply)
    assert isinstance(found, Answers)
    return Quiz(found.questions, Language.FR, Channel.WHATSAPP).outcome(found, SECRETS)


def test_a_letter_is_asked_for_as_a_digit_and_a_number_as_a_letter() -> None:
    sound, tenth = (Question("?", options, "Test", f"s{len(options)}") for options in (SOUNDS, TENTHS))
    several = "Ici, « c » peut avoir plusieurs sens. Répondez par un chiffre : 1 = s'est, 2 = c'est, 3 = ses."
    assert asked("c", sound) == several
    assert asked("05", tenth).endswith("Répondez par une lettre : a = 0,5, b = 5, c = 50.")
    assert asked("c", sound, tenth).endswith("Répondez par un chiffre : 1: 1 = s'est, 1: 2 = c'est, 1: 3 = ses.")
    found = read((sound, tenth), "1: 3")
    assert isinstance(found, Answers)
    assert [each.answer for each in found.questions] == [2, None]


@pytest.mark.parametrize(
    ("reply", "doubtful", "answered"),
    [
        ("2 Dakar", {0: "2 Dakar"}, [None, None]),
        ("1 Dakar", {}, [1, None]),
        ("2 Bamako", {}, [None, 0]),
        ("2b", {}, [None, 1]),
        ("2. Dakar 1. Bamako", {}, [0, 1]),
    ],
)
def test_a_line_may_be_that_of_either_question(
    reply: str, doubtful: dict[int, str], answered: list[int | None]
) -> None:
    cities = ("Bamako", "Dakar", "Niamey")
    found = read(
        [Question(f"Capitale du {country} ?", cities, "Géo", "sealed") for country in ("Mali", "Sénégal")], reply
    )
    assert isinstance(found, Answers)
    assert (found.doubtful, [each.answer for each in found.questions]) == (doubtful, answered)


ENDINGS = ("mangé", "manger", "mangez")


@pytest.mark.parametrize(
    "question", ["Complète : il a …", "Quelle est la bonne orthographe ?", "Comment s’écrit ce mot ?"]
)
def test_another_accent_is_asked_about_where_the_spelling_is(question: str) -> None:
    """« mangè » was marked as right."""
    for text in ("mangè", "c'est mangè", "mangê"):
        found = read((Question(question, ENDINGS, "Test", "sealed"),), text)
        assert isinstance(found, Answers)
        assert (found.closed, [*found.doubtful]) == ((), [0])
    for text in ("mangé", "mange", "MANGE", "1", "la a"):
        found = read((Question(question, ENDINGS, "Test", "sealed"),), text)
        assert isinstance(found, Answers)
        assert (found.doubtful, found.questions[0].answer) == ({}, 0)


@pytest.mark.parametrize(
    ("question", "options", "text"),
    [
        ("Où est Dakar ?", ("au Sénégal", "au Bénin"), "au Sènégal"),
        ("Comment s’écrit ce mot ?", ("élève", "elleve"), "elève"),
        ("Comment s’écrit ce mot ?", ("ou", "où"), "où"),
        ("Choisis le bon accord.", ("la maison", "les maison"), "là 2"),
    ],
)
def test_an_accent_too_few_or_where_no_spelling_is_asked_is_forgiven(
    question: str, options: tuple[str, ...], text: str
) -> None:
    assert doubted(text, options, question) is None
