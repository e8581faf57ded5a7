"""Who is talking: sign-in from both phones, modes, linking, commands, and what a stranger gets."""

import threading

import pytest

from tests.fakes.model import last_user_text, says
from tests.fakes.twilio import Phone
from tests.flows.conftest import GUEST, PUPIL, Stack
from tests.flows.steps import NUMBER, asks_for_a_code, code_in, everything_in, hears_about, holds, sign_in

HIDDEN = "whatsapp:CI.1A2b3C4d5E"


def test_a_stranger_signs_in_with_a_code_that_arrives_by_sms(stack: Stack) -> None:
    stack.model.script(lambda request: says(f"Lu : {last_user_text(request)}"))
    stack.start(FRAGMENT_WINDOW_S="0.1")
    guest, sms = stack.twilio.phone(GUEST), stack.twilio.phone(NUMBER)
    sign_in(guest, sms)
    assert "20 crédits" in hears_about(guest, "crédit")
    hears_about(guest, "2. M’aider dans mon travail")
    guest.says("1")
    assert "2. Collège" in guest.hears(20).body
    guest.says("la deuxième")
    assert "collège" in guest.hears(20).body
    guest.says("Bonjour")
    assert guest.hears(20).body == "Lu : Bonjour"
    assert stack.model.requests[-1]["tools"]
    assert "collège" in stack.model.requests[-1]["messages"][0]["content"]


def test_the_same_number_by_sms_is_the_same_person(stack: Stack) -> None:
    stack.start(FRAGMENT_WINDOW_S="0.1", OTP_RESEND_S="0.1")
    guest, sms = stack.twilio.phone(GUEST), stack.twilio.phone(NUMBER)
    sign_in(guest, sms)
    hears_about(guest, "crédit")
    sms.says("connexion")
    sms.says(code_in(hears_about(sms, "Code Palabre")))
    assert "20 " in hears_about(sms, "dit")
    with stack.database.read() as session:
        connection = session.connection()
        owners = connection.exec_driver_sql(
            "SELECT count(DISTINCT user_id) FROM address WHERE value IN (?, ?)", (GUEST, NUMBER)
        ).scalar_one()
    assert owners == 1


def test_somebody_who_hides_the_number_is_asked_for_one(stack: Stack) -> None:
    stack.start(FRAGMENT_WINDOW_S="0.1")
    hidden, sms = stack.twilio.phone(HIDDEN), stack.twilio.phone(NUMBER)
    hidden.says("/connexion")
    assert "numéro" in hidden.hears(20).body
    hidden.says("07 00 00 00 03")
    hidden.says(code_in(hears_about(sms, "Code Palabre")))
    assert any("crédit" in message.body for message in hidden.hears_all(3, 20))


def test_a_wrong_code_then_the_right_one_and_never_the_model(stack: Stack) -> None:
    stack.model.script(lambda _request: says("Réponse."))
    stack.start(FRAGMENT_WINDOW_S="0.1")
    guest, sms = stack.twilio.phone(GUEST), stack.twilio.phone(NUMBER)
    code = asks_for_a_code(guest, sms)
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    guest.says(wrong)
    assert "4" in guest.hears(20).body
    guest.says(f"mon code est {code[:3]} {code[3:]}")
    hears_about(guest, "1. M’aider à apprendre")
    guest.says("0")
    hears_about(guest, "annulé")
    guest.says(code)
    hears_about(guest, "code")
    assert stack.model.requests == []
    assert not holds(everything_in(stack), code)


def test_signing_out_makes_a_guest_again(stack: Stack) -> None:
    stack.model.script(lambda _request: says("Réponse."))
    stack.start(FRAGMENT_WINDOW_S="0.1")
    awa = stack.twilio.phone(PUPIL)
    awa.says("/deconnexion")
    assert "1." in awa.hears(20).body
    awa.says("1")
    assert "déconnecté" in awa.hears(20).body
    awa.says("Bonjour")
    assert awa.hears(20).body == "Réponse."
    assert not stack.model.requests[-1].get("tools")


def test_the_guest_allowance_ends_with_an_invitation(stack: Stack) -> None:
    stack.model.script(lambda _request: says("Oui."))
    stack.start(FRAGMENT_WINDOW_S="0.05", GUEST_DAILY_MESSAGES="2")
    guest = stack.twilio.phone(GUEST)
    guest.says("un")
    answer, notice = guest.hears_all(2, 20)
    assert (answer.body, "/connexion" in notice.body) == ("Oui.", True)
    guest.says("deux")
    assert guest.hears(20).body == "Oui."
    guest.says("trois")
    assert "/connexion" in guest.hears(20).body
    assert len(stack.model.requests) == 2


@pytest.mark.parametrize("language", ["fr", "en"])
def test_mode_and_language_by_number(stack: Stack, language: str) -> None:
    stack.start(FRAGMENT_WINDOW_S="0.05")
    awa = stack.twilio.phone(PUPIL)
    awa.says("/langue")
    assert "2. English" in awa.hears(20).body
    awa.says("2️⃣" if language == "en" else "français")
    assert ("I will speak English" if language == "en" else "je vous parle en français") in awa.hears(20).body
    awa.says("/mode")
    menu = awa.hears(20).body
    assert ("0. Cancel" if language == "en" else "0. Annuler") in menu
    awa.says("9")
    assert menu.splitlines()[1] in awa.hears(20).body
    awa.says("2")
    assert ("help you at work" if language == "en" else "votre travail") in awa.hears(20).body


def during_a_turn(stack: Stack) -> tuple[Phone, threading.Event]:
    """A person whose turn runs until it is released."""
    release = threading.Event()

    def slow(_request: object) -> object:
        release.wait(30)
        return says("Trop tard.")

    stack.model.script(slow)  # type: ignore[arg-type]
    stack.start(FRAGMENT_WINDOW_S="0.05")
    awa = stack.twilio.phone(PUPIL)
    awa.says("Explique-moi tout")
    stack.model.wait_for_requests(1)
    return awa, release


def test_status_and_cancel_act_while_a_turn_runs(stack: Stack) -> None:
    awa, release = during_a_turn(stack)
    awa.says("/statut")
    assert "depuis" in awa.hears(20).body
    awa.says("/annuler")
    assert "j’arrête" in awa.hears(20).body
    release.set()
    awa.silence(2)
    with stack.database.read() as session:
        connection = session.connection()
        run = connection.exec_driver_sql("SELECT status, stop_reason FROM run").one()
        balance = connection.exec_driver_sql("SELECT credits FROM user_account WHERE id = 1").scalar_one()
    assert tuple(run) == ("done", "cancelled")
    assert balance == 50


def test_stop_acts_while_a_turn_runs_and_its_answer_is_dropped(stack: Stack) -> None:
    awa, release = during_a_turn(stack)
    awa.says("ARRÊT")
    assert "ne recevrez plus" in awa.hears(20).body
    release.set()
    awa.silence(2)
