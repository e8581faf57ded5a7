"""SECRET_KEY is changed under a running service: a quiz is open, a code on its way, a link in a pupil's hands."""

import requests

from tests.fakes.keys import SECRET
from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.flows.conftest import GUEST, PUPIL, Stack
from tests.flows.steps import NUMBER, asks_for_a_code, column, hears_about
from tests.flows.test_quizzes import QUIZ

OLD, NEW = SECRET, "the-second-key-of-this-service-and-no-other"


def tutor(request: Request) -> Step:
    """Writes a sheet, asks a quiz, or answers."""
    text = last_user_text(request)
    if request["messages"][-1]["role"] == "tool":
        return says("Voici la fiche.")
    if "fiche" in text:
        return calls(("generate_pdf", {"title": "Fiche", "content": "Une fiche sur les fractions."}))
    return calls(("interactive_quiz", QUIZ)) if "quiz" in text else says("Bravo !")


def rotate(stack: Stack, **keys: str) -> None:
    """All processes end in good order and come back with other keys; the database stays."""
    stack.end_processes()
    stack.overrides = {"FRAGMENT_WINDOW_S": "0.1", **keys}
    assert stack.flask("migrate") == 0, stack.log()
    stack.start_web()
    stack.start_worker()


def test_a_rotation_is_noticed_by_nobody(stack: Stack) -> None:
    stack.model.script(tutor)
    stack.start(FRAGMENT_WINDOW_S="0.1", SECRET_KEY=OLD)
    awa, guest, sms = (stack.twilio.phone(address) for address in (PUPIL, GUEST, NUMBER))
    awa.says("Une fiche")
    link = awa.hears_all(2, 30)[1].media_urls[0]
    awa.says("Un quiz")
    assert "2. 4" in hears_about(awa, "dénominateur")
    code = asks_for_a_code(guest, sms)
    before = column(stack, "SELECT id FROM conversation ORDER BY id")

    rotate(stack, SECRET_KEY=NEW, SECRET_KEY_PREVIOUS=OLD)
    awa.says("b")
    hears_about(awa, "parts egales")
    guest.says(code)
    hears_about(guest, "Bienvenue")
    assert requests.get(link, timeout=10).content.startswith(b"%PDF")
    assert column(stack, "SELECT id FROM conversation ORDER BY id") == before

    rotate(stack, SECRET_KEY=NEW)
    assert requests.get(link, timeout=10).status_code == 404, "nobody knows the first key any more"
    awa.says("Bonjour")
    hears_about(awa, "Bravo")
    assert column(stack, "SELECT id FROM conversation ORDER BY id") == before
