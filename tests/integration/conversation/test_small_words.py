"""The small words said where something is awaited: « attends », « vas y », « j’ai rien compris », « plus tard », « les
deux ». None of them is a question for the model, and none closes what it does not mean to close."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlmodel import col, select

from bot.dao import interactions
from bot.models import Address, OtpCode, Task
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.text.french import with_plain_spaces
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.integration.conversation.callers import QUIZ
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

pytestmark = pytest.mark.one_database

SMS = "+2250700000003"


def tutor(request: Request) -> Step:
    return calls(("interactive_quiz", QUIZ)) if last_user_text(request) == "un quiz" else says("D’accord.")


@pytest.fixture
def line(open_line: Callable[..., Line]) -> Line:
    made = open_line()
    made.model.script(tutor)
    return made


def told(line: Line, said: str, address: str = PUPIL) -> str:
    """What is answered, and that the model was not asked."""
    asked = len(line.model.requests)
    line.hears(address)
    line.says(said, address=address)
    assert len(line.model.requests) == asked, said
    return with_plain_spaces("\n".join(line.hears(address)))


def opened(line: Line, address: str = PUPIL) -> str:
    """The kind of the question that is open; "" when none is."""
    with line.database.write() as session:
        found = interactions.current(session, conversation_id(address), line.clock.now())
        return found.kind if found is not None else ""


def code(line: Line, number: str = SMS) -> str:
    """The code last sent to a number."""
    with line.database.read() as session:
        newest = select(OtpCode).where(OtpCode.number == number).order_by(col(OtpCode.id).desc())
        row = session.exec(newest).first()
    assert row
    return OneTimeCodes(line.runtime.inbox.exchange.desk.settings).code(row.nonce)


def signing_in(line: Line, address: str = GUEST) -> None:
    """A code is awaited."""
    for said in ("/connexion", "1") if address == GUEST else ("/login",):
        line.says(said, address=address)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("attends", "Prenez votre temps"),
        ("1 minute", "Prenez votre temps"),
        ("vas y", "J’attends le code"),
        ("c bon", "J’attends le code"),
        ("j’ai rien compris", "Le code prouve"),
        ("pourquoi", "Le code prouve"),
        ("on m’a volé mon téléphone", "bloquer la puce"),
        ("donne moi le code ici", "J’attends le code"),
        ("j’ai reçu 2 codes", "le dernier reçu"),
        ("c’est le téléphone de mon frère", "J’attends le code"),
    ],
)
def test_beside_a_code_that_is_awaited(line: Line, said: str, words: str) -> None:
    signing_in(line)
    assert words in told(line, said, GUEST)
    assert "Un code est déjà parti" in told(line, "1", GUEST)
    line.says(code(line), address=GUEST)
    assert line.address(GUEST).user_id is not None


@pytest.mark.parametrize(
    ("said", "is_lesson"),
    [
        ("j’ai rien compris", True),
        ("pourquoi ?", True),
        ("comment faire ?", True),
        ("je suis perdu", True),
        ("non merci", True),
        ("c’est quoi ce code ?", False),
        ("on m’a volé mon téléphone", False),
    ],
)
def test_behind_a_lesson_small_words_are_said_of_it(line: Line, said: str, is_lesson: bool) -> None:
    signing_in(line)
    line.says("C’est quoi une fraction ?", address=GUEST)
    asked = len(line.model.requests)
    line.says(said, address=GUEST)
    assert len(line.model.requests) == asked + is_lesson
    line.says(code(line), address=GUEST)
    assert line.address(GUEST).user_id is not None


def test_who_writes_by_sms_is_told_that_the_code_goes_to_that_very_number(line: Line) -> None:
    line.says("Hello, what can you do for me?", address=SMS)
    signing_in(line, SMS)
    assert "I am waiting for the code" in told(line, "wrong number", SMS)


def test_two_codes_in_a_line_are_none_and_one_in_two_pieces_is_one(line: Line) -> None:
    signing_in(line)
    right = code(line)
    assert "a 6 chiffres" in told(line, f"111111 ou {right}", GUEST)
    assert "Bienvenue" in told(line, f"le code c’est {right[:3]} et {right[3:]}", GUEST)


@pytest.mark.parametrize("said", ["attends", "non attends un peu", "quel numéro ?", "le code", "j’ai rien compris"])
def test_the_number_that_erases_stays_awaited(line: Line, said: str) -> None:
    number = re.findall(r"\d{5}", told(line, "/supprimer"))[-1]
    told(line, said)
    assert opened(line) == "confirm"
    assert "tout est effacé" in told(line, number)


@pytest.mark.parametrize("said", ["plus tard", "non non surtout pas", "c’était une erreur", "later"])
def test_a_no_at_the_number_that_erases_is_one(line: Line, said: str) -> None:
    told(line, "/supprimer")
    assert told(line, said) == "C’est annulé : rien ne change."
    assert opened(line) == ""


@pytest.mark.parametrize("said", ["les deux", "1 et 2", "je sais pas", "c’est quoi la différence ?"])
def test_a_menu_is_put_again_to_who_chooses_no_line_or_two(line: Line, said: str) -> None:
    told(line, "/mode")
    assert "d’une seule ligne" in told(line, said)
    assert "dans votre travail" in told(line, "pro")


def test_a_menu_waits_and_is_left(line: Line) -> None:
    told(line, "/langue")
    assert "Prenez votre temps" in told(line, "une minute")
    assert told(line, "je ne veux pas changer") == "C’est annulé."


def test_attends_of_what_the_model_has_just_said_is_for_the_model(line: Line) -> None:
    told(line, "/langue")
    line.says("C’est quoi une fraction ?")
    asked = len(line.model.requests)
    line.says("attends")
    assert len(line.model.requests) == asked + 1


@pytest.mark.parametrize(
    "said", ["laisse tomber", "non merci", "fini le quiz", "plus tard", "j’en ai marre", "no more quiz"]
)
def test_a_quiz_is_left_in_words(line: Line, said: str) -> None:
    line.says("un quiz")
    assert "on laisse ce quiz" in told(line, said)
    assert opened(line) == ""


@pytest.mark.parametrize("said", ["60 secondes", "60 secondes stp", "euh 60 secondes svp"])
def test_a_time_that_can_be_chosen_is_no_pause(line: Line, said: str) -> None:
    quiz = QUIZ | {"question": "Combien de secondes dans une minute ?", "options": ["30", "60", "100"]}
    steps = iter((calls(("interactive_quiz", quiz)), says("Bravo.")))
    line.model.script(lambda _request: next(steps))
    line.says("un quiz")
    assert "Prenez votre temps" in told(line, "2 minutes")
    line.says(said)
    assert "Prenez votre temps" not in "".join(line.hears())
    assert opened(line) == ""


def test_a_quiz_waits_and_a_no_to_the_model_does_not_end_it(line: Line) -> None:
    line.says("un quiz")
    assert "Prenez votre temps" in told(line, "attends")
    line.says("Explique-moi la question")
    line.says("non merci")
    assert opened(line) == "quiz"
    assert "on laisse ce quiz" in told(line, "fini le quiz")


def test_what_is_to_be_erased_is_asked(line: Line) -> None:
    asked = told(line, "efface tout")
    assert asked.splitlines()[1:4] == ["1. Notre conversation", "2. Ce que j’ai retenu", "3. Tout mon compte"]
    for said in ("1", "efface cette conversation"):
        assert "restent visibles sur ce téléphone" in told(line, said)
    told(line, "supprime tout")
    assert "rien retenu" in told(line, "la mémoire")
    told(line, "delete everything")
    assert "Voulez-vous vraiment tout effacer" in told(line, "3")
    assert "Un mot ne suffit pas" in told(line, "efface tout")
    assert "Vos messages seront perdus" in told(line, "efface tout", GUEST)


@pytest.fixture
def reminded(line: Line) -> Line:
    """Fractions tomorrow, an uncle in two days, and a notebook some day."""
    with line.database.write() as session:
        owner = session.exec(select(Address.user_id).where(Address.value == PUPIL)).one()
        for days, title in enumerate(("Acheter un cahier", "Réviser les fractions", "Appeler tonton")):
            due = line.clock.now() + timedelta(days=days) if days else None
            values = {"user_id": owner, "conversation_id": conversation_id(PUPIL), "remind_at": due}
            session.add(Task(title=title, due_at=due, **values))
    return line


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("supprime le rappel de demain", ["Réviser les fractions"]),
        ("annule mon rappel d’après-demain", ["Appeler tonton"]),
        ("enlève le rappel pour les fractions", ["Réviser les fractions"]),
        ("delete the task for tonton", ["Appeler tonton"]),
        ("arrete de me rappeler", ["Réviser les fractions", "Appeler tonton"]),
        ("stop reminding me", ["Réviser les fractions", "Appeler tonton"]),
        ("ne me rappelle plus", []),
        ("supprime le rappel de l’an 3000", []),
    ],
)
def test_reminders_are_taken_off_in_words(reminded: Line, said: str, gone: list[str]) -> None:
    assert ("Laquelle retirer" in told(reminded, said)) is (gone == [])
    with reminded.database.read() as session:
        over = session.exec(select(Task.title).where(col(Task.done_at).is_not(None)).order_by(col(Task.id))).all()
    assert over == gone


def test_a_task_that_nobody_has_is_something_else(reminded: Line) -> None:
    reminded.says("supprime la tâche de la chemise")
    assert len(reminded.model.requests) == 1


@pytest.mark.parametrize(
    ("first", "command", "words"),
    [
        ("hi", "/login", "6-digit code"),
        ("how are you", "login", "6-digit code"),
        ("hi", "/help", "homework"),
        ("salut", "/login", "code à 6 chiffres"),
        ("bonjour", "login", "code à 6 chiffres"),
    ],
)
def test_a_newcomer_is_answered_in_the_language_of_all_they_wrote(
    line: Line, first: str, command: str, words: str
) -> None:
    line.says(first, address=GUEST)
    assert words in told(line, command, GUEST)
