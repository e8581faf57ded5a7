"""Somebody is asked something while they sign in, goes on with their lesson, and answers what the agent says there."""

import pytest
from sqlmodel import col, select

from bot.models import OtpCode, User
from tests.fakes.model import says
from tests.integration.conversation.conftest import GUEST, Line

pytestmark = pytest.mark.one_database

DAY = 86_400
ASKED = "Tu veux un autre exemple."


@pytest.fixture(autouse=True)
def _model(line: Line) -> None:
    line.model.script(lambda _request: says(ASKED))


def code_of(line: Line) -> str:
    """The code that was sent last."""
    with line.database.read() as session:
        row = session.exec(select(OtpCode).order_by(col(OtpCode.id).desc()).limit(1)).one()
        return line.runtime.delivery.codes.code_of(row)


def sends(line: Line) -> int:
    """How many codes were sent so far."""
    with line.database.read() as session:
        return len(session.exec(select(OtpCode)).all())


def signs_in(line: Line) -> None:
    line.says("/connexion", address=GUEST)
    line.says("1", address=GUEST)
    line.says(code_of(line), address=GUEST)


def is_asked_whose_it_is(line: Line) -> None:
    """The number was silent for long, and its code was typed."""
    signs_in(line)
    line.clock.skip(150 * DAY)
    signs_in(line)


def at_step(line: Line, step: str) -> None:
    """Somebody who signs in, as far as a step, and then asks about their lesson."""
    if step == "former":
        is_asked_whose_it_is(line)
    else:
        line.says("/connexion", address=GUEST)
        if step != "choose":
            line.says({"number": "2", "code": "1"}[step], address=GUEST)
    line.clock.skip(5)
    line.says("explique moi les fractions", address=GUEST)
    assert ASKED in line.hears(GUEST)


@pytest.mark.parametrize("step", ["choose", "number", "code", "former"])
@pytest.mark.parametrize("said", ["oui", "ok", "non", "d’accord", "Yes"])
def test_a_yes_or_no_behind_a_lesson_is_said_of_that(line: Line, step: str, said: str) -> None:
    at_step(line, step)
    before = sends(line)
    line.hears(GUEST)
    line.says(said, address=GUEST)
    assert line.hears(GUEST) == [ASKED]
    assert sends(line) == before
    with line.database.read() as session:
        numbers = [user.phone for user in session.exec(select(User)) if user.id != 1]
    assert numbers == ([GUEST.removeprefix("whatsapp:")] if step == "former" else [])


@pytest.mark.parametrize(
    ("step", "said", "answer"),
    [
        ("choose", "1", "Votre code à 6 chiffres part"),
        ("number", "0", "C’est annulé"),
        ("code", "renvoyer", "Un code est déjà parti"),
        ("code", "code", "J’attends le code"),
        ("code", "123", "Votre code a 6 chiffres"),
        ("former", "1", "Content de vous revoir"),
        ("former", "Oui, c’est moi", "Content de vous revoir"),
        ("former", "2", "compte neuf"),
    ],
)
def test_what_only_the_question_can_mean_is_said_to_that_behind_a_lesson_too(
    line: Line, step: str, said: str, answer: str
) -> None:
    at_step(line, step)
    line.says(said, address=GUEST)
    assert answer in "\n".join(line.hears(GUEST))


def test_a_yes_behind_what_the_question_itself_has_said_since_is_said_to_that(line: Line) -> None:
    at_step(line, "choose")
    line.says("1", address=GUEST)
    line.hears(GUEST)
    line.says("ok", address=GUEST)
    assert line.hears(GUEST)[0].startswith("J’attends le code")
