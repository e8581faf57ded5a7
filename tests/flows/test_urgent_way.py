"""While every thread of the worker waits for a model: who asks how it stands, stops, or answers a quiz is served."""

import threading

import pytest

from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.flows.conftest import PRO, PUPIL, Stack
from tests.flows.steps import column, hears_about

QUIZ = {
    "question": "Dans 3/4, que vaut le dénominateur ?", "options": ["3", "4", "7"], "correct_index": 1,
    "explanation": "Le dénominateur dit en combien de parts on coupe.", "subject": "Maths",
}  # fmt: skip
OTHERS = [f"whatsapp:+22507100000{number:02d}" for number in range(4)]
SLOW = "Une longue question"


@pytest.fixture
def stack_database(database_url: str) -> str:
    """Each kind of database."""
    return database_url


def test_verdicts_status_and_stop_pass_all_the_turns_that_wait(stack: Stack) -> None:
    served = threading.Event()

    def model(request: Request) -> Step:
        text = last_user_text(request)
        if text.startswith(SLOW):
            served.wait(60)
            return says("Voilà.")
        return calls(("interactive_quiz", QUIZ)) if text == "Un quiz" else says("Continue comme ça !")

    stack.model.script(model)
    stack.threads = "2"
    stack.start(FRAGMENT_WINDOW_S="0.05", PROGRESS_AFTER_S="60")
    awa, pro = stack.twilio.phone(PUPIL), stack.twilio.phone(PRO)
    try:
        awa.says("Un quiz")
        hears_about(awa, "dénominateur")
        for number, address in enumerate(OTHERS):  # twice as many as there are threads
            stack.twilio.phone(address).says(f"{SLOW} {number}")
        pro.says(SLOW)
        awa.says("b")
        hears_about(awa, "parts on coupe")
        pro.says("/statut")
        hears_about(pro, "J’ai bien votre message")
        stop = stack.twilio.phone(OTHERS[3])
        stop.says("STOP")
        hears_about(stop, "plus de messages")
        guest = stack.twilio.phone("whatsapp:+2250710000099")
        guest.says("me connecter")
        hears_about(guest, "numéro")
        guest.says("+2250710000099")
        hears_about(stack.twilio.phone("+2250710000099"), "Code")
    finally:
        served.set()
    hears_about(awa, "Continue comme ça")
    hears_about(pro, "Voilà.")
    assert column(stack, "SELECT count(*) FROM run WHERE status = 'dead'") == [0]
