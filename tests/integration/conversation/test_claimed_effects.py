"""A model that says that something was sent or noted behind calls that were refused: its person is told otherwise."""

import pytest

from tests.fakes.model import Step, calls, in_turn, says
from tests.integration.conversation.conftest import Line

pytestmark = pytest.mark.one_database

PAST = calls(("create_task", {"title": "Dentiste", "due": "2020-01-01 08:00"}))
SECRET = calls(("save_memory", {"fact": "Mon mot de passe est Awa2024!"}))
KEPT = calls(("save_memory", {"fact": "Awa est en terminale D"}))
MAIL = calls(("send_email_to_user", {"subject": "Fractions", "text": "Un demi."}))
NO_TASK, NO_MEMORY, NO_MAIL = "ce rappel n’a pas été enregistré", "cela n’a pas été enregistré", "rien n’est parti"


@pytest.mark.parametrize(
    ("call", "said", "line_below"),
    [
        (PAST, "C'est noté, dentiste demain à 8 h.", NO_TASK),
        (PAST, "Je te rappellerai le dentiste demain.", NO_TASK),
        (SECRET, "C'est noté.", NO_MEMORY),
        (MAIL, "Je t'ai envoyé l'e-mail.", NO_MAIL),
    ],
)
def test_what_has_failed_is_said_below_an_answer_that_claims_it(
    line: Line, call: Step, said: str, line_below: str
) -> None:
    line.model.script(in_turn(call, then=lambda: None, last=says(said)))
    line.says("Fais-le")
    (told,) = line.hears()
    assert said in told
    assert line_below in told


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ((KEPT,), "C'est noté !"),
        ((PAST, KEPT), "C'est noté !"),  # one of them is
        ((PAST,), "Cette date est passée. Quel jour veux-tu ?"),
        ((PAST,), "J'ai envoyé le message."),  # nothing was tried
        ((), "C'est noté !"),  # it may be of another turn
    ],
)
def test_nothing_is_said_below_what_is_true_or_may_be(line: Line, steps: tuple[Step, ...], said: str) -> None:
    line.model.script(in_turn(*steps, then=lambda: None, last=says(said)))
    line.says("Fais-le")
    assert not any("Attention" in told for told in line.hears())


def test_a_reminder_that_failed_is_one_though_something_else_was_noted(line: Line) -> None:
    line.model.script(in_turn(PAST, KEPT, then=lambda: None, last=says("C'est noté. Je te rappellerai le dentiste.")))
    line.says("Fais-le")
    assert any(NO_TASK in told for told in line.hears())
