"""Work in the background over the real stack: asked for, talked beside, stopped, killed, frozen; on both channels."""

import signal
import threading
import time

import pytest

from bot.cli.commands import add_user
from bot.types import Mode
from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.fakes.twilio import Phone
from tests.fakes.waiting import eventually
from tests.flows.conftest import PRO, PUPIL, Stack
from tests.flows.steps import column, hears_about
from tests.flows.test_endurance import PAGE, credits_of

DOSSIER = "Fais-moi un dossier complet sur le cacao ivoirien"


def dossier(stack: Stack, pages: int = 1) -> None:
    """A model that reads pages for whoever wants a dossier, one a step, and answers everybody else at once."""

    def rule(request: Request) -> Step:
        asked = last_user_text(request)
        if not asked.startswith("Fais-moi"):
            return says(f"Tout de suite : {asked}")
        read = sum(message["role"] == "tool" for message in request["messages"])
        if read < pages:
            return calls(("browse_url", {"urls": [f"{stack.web.url}/page{read}"]}))
        return says("Le dossier est prêt.")

    stack.web.pages = {f"/page{number}": PAGE for number in range(pages)}
    stack.model.script(rule)


def wish(stack: Stack) -> str:
    """A request that names the pages: after the first one a run opens only addresses that stand somewhere."""
    return f"/fond {DOSSIER} d’après {' '.join(f'{stack.web.url}{page}' for page in stack.web.pages)}"


def runs(stack: Stack, what: str) -> list[object]:
    return column(stack, f"SELECT {what} FROM run WHERE number > 0 ORDER BY id")


@pytest.mark.parametrize("person", [PUPIL, PRO])
def test_one_chats_on_while_it_works_and_hears_the_end(stack: Stack, person: str) -> None:
    dossier(stack)
    stack.web.hold = True
    stack.start()
    phone = stack.twilio.phone(person)
    began = time.monotonic()
    phone.says(f"/fond {DOSSIER}")
    hears_about(phone, "1")
    assert time.monotonic() - began < 3
    eventually(lambda: stack.web.requests, 20)
    phone.says("Combien font 2 et 2 ?")
    assert "Tout de suite" in phone.hears(20).body
    phone.says("/statut")
    assert "cacao" in phone.hears(20).body
    stack.web.release()
    hears_about(phone, "Le dossier est pr")
    eventually(lambda: runs(stack, "status") == ["done"], 10)


def test_cancelled_it_falls_silent_soon_and_gives_everything_back(stack: Stack) -> None:
    stack.model.script(lambda _request: Step(hangs_s=60, hangs_first=True))
    stack.start()
    phone = stack.twilio.phone(PUPIL)
    phone.says(f"/fond {DOSSIER}")
    hears_about(phone, "arrière-plan")
    stack.model.wait_for_requests(1, 20)
    began = time.monotonic()
    phone.says("/annuler 1")
    eventually(lambda: stack.model.left == 1, 10)
    took = time.monotonic() - began
    assert took < 3  # of which 2 s are ours
    hears_about(phone, "C’est arrêté")
    assert credits_of(stack) == (50, 50)


def test_killed_five_times_it_goes_on_each_time_and_is_paid_once(stack: Stack) -> None:
    dossier(stack, pages=6)
    stack.web.held = {page: threading.Event() for page in stack.web.pages}
    stack.start(workers=0)
    worker = stack.start_worker()
    phone = stack.twilio.phone(PUPIL)
    phone.says(wish(stack))
    for life in range(5):
        eventually(lambda life=life: f"/page{life}" in stack.web.requests, 30)
        stack.kill(worker)
        stack.web.held[f"/page{life}"].set()
        worker = stack.start_worker()
    stack.web.held["/page5"].set()
    hears_about(phone, "Le dossier est prêt.")
    phone.silence(1.5)
    assert credits_of(stack) == (45, 45)
    assert len(stack.model.requests) == 7, "what the model said was not asked for again"
    assert column(stack, "SELECT count(*) FROM ledger_entry WHERE kind = 'turn'") == [1]


def test_a_frozen_worker_that_wakes_up_says_nothing_of_it(stack: Stack) -> None:
    dossier(stack)
    stack.web.hold = True
    stack.start(workers=0)
    ghost = stack.start_worker()
    phone = stack.twilio.phone(PUPIL)
    phone.says(f"/fond {DOSSIER}")
    eventually(lambda: stack.web.requests, 20)
    stack.freeze(ghost)
    stack.start_worker()
    eventually(lambda: len(stack.web.requests) == 2, 30)
    stack.web.release()
    hears_about(phone, "Le dossier est prêt.")
    ghost.send_signal(signal.SIGCONT)
    phone.silence(3)
    assert ghost.poll() is None
    assert credits_of(stack) == (45, 45)


def test_a_worker_told_to_leave_hands_it_on_at_its_next_step(stack: Stack) -> None:
    dossier(stack, pages=3)
    stack.web.hold = True
    stack.start(workers=0)
    first = stack.start_worker()
    phone = stack.twilio.phone(PUPIL)
    phone.says(wish(stack))
    eventually(lambda: stack.web.requests, 20)
    first.terminate()
    stack.web.release()
    assert first.wait(25) == 0
    assert runs(stack, "status") == ["running"]
    began = time.monotonic()
    stack.start_worker()
    hears_about(phone, "Le dossier est prêt.")
    assert time.monotonic() - began < 20
    assert stack.web.requests.count("/page0") == 1


def test_direct_turns_do_not_wait_for_a_background_that_is_full(stack: Stack) -> None:
    """Eight of them, more than one worker has threads for here, and somebody asks something small."""
    dossier(stack)
    stack.web.hold = True
    people = [f"whatsapp:+22507000001{number:02}" for number in range(5)]
    stack.start(workers=0)
    for person in people:
        add_user(stack.database, person, Mode.STUDENT, 50)
    stack.start_worker()
    for person in people:
        phone: Phone = stack.twilio.phone(person)
        phone.says(f"/fond {DOSSIER} et le café")
        phone.says(f"/fond {DOSSIER} et le mil")
    eventually(lambda: len(stack.web.requests) == 8, 40)
    awa = stack.twilio.phone(PUPIL)
    awa.says("Combien font 2 et 2 ?")
    assert "Tout de suite" in awa.hears(10).body
    assert len(stack.web.requests) == 8
    stack.web.release()
    eventually(lambda: runs(stack, "status") == ["done"] * 10, 40)


def test_a_day_after_the_person_wrote_it_waits_for_their_next_word(stack: Stack) -> None:
    """WhatsApp takes nothing but a template then: the end is held, and comes with the next message."""
    dossier(stack)
    stack.web.hold = True
    stack.start()
    phone = stack.twilio.phone(PUPIL)
    phone.says(wish(stack))
    hears_about(phone, "arrière-plan")
    eventually(lambda: stack.web.requests, 20)
    stack.twilio.stand_in.close_window(PUPIL)
    stack.web.release()
    eventually(lambda: column(stack, "SELECT count(*) FROM outbound_part WHERE state = 'held'") == [1], 20)
    phone.silence(0.5)
    phone.says("Alors ?")
    heard = [phone.hears(20).body, phone.hears(20).body]
    assert any("Le dossier est prêt." in body for body in heard)
    assert any("Tout de suite" in body for body in heard)
    assert credits_of(stack) == (44, 44)
