"""Answers to numbered questions however they come: by button, too late, twenty at once; and silence after STOP."""

import re

from bot.text.french import with_plain_spaces
from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.fakes.threads import at_once
from tests.fakes.twilio import Phone
from tests.fakes.waiting import eventually
from tests.flows.conftest import GUEST, PRO, PUPIL, Stack
from tests.flows.steps import NUMBER, asks_for_a_code, column, everything_in, hears_about, holds

EXPLANATION = "Neuf fois six font cinquante-quatre."
MULTIPLE = {
    "question": "Combien font 9 x 6 ?",
    "options": ["45", "54", "56"],
    "correct_index": 1,
    "explanation": EXPLANATION,
    "subject": "Maths",
}
STATEMENT = {
    "statement": "La Lune tourne autour de la Terre.",
    "is_true": True,
    "explanation": "Elle en fait le tour en un mois environ.",
    "subject": "SVT",
}


def teacher(request: Request) -> Step:
    """Asks one kind of quiz or the other, and reacts to outcomes."""
    text = last_user_text(request)
    if text.startswith("[Quiz]"):
        return says("On continue !")
    if "quiz" in text:
        return calls(("interactive_quiz", MULTIPLE))
    return calls(("true_false_quiz", STATEMENT)) if "vrai" in text else says("Bonjour.")


def presses(phone: Phone, payload: str, text: str) -> None:
    """Press a quick-reply button."""
    phone.says(text, extra={"ButtonPayload": payload, "ButtonText": text})


def opened(stack: Stack) -> int:
    """The question that is open."""
    return int(column(stack, "SELECT id FROM pending_interaction WHERE closed_at IS NULL")[0])


def begins(stack: Stack, address: str, **overrides: str) -> Phone:
    """A started product, and somebody who has said hello: a quiz is never the first message."""
    stack.model.script(teacher)
    stack.start(**overrides)
    phone = stack.twilio.phone(address)
    phone.says("Bonjour")
    assert phone.hears(20).body == "Bonjour."
    return phone


def test_a_button_answers_its_own_question_and_never_a_newer_one(stack: Stack) -> None:
    awa = begins(stack, PUPIL, FRAGMENT_WINDOW_S="0.05")
    awa.says("un quiz")
    hears_about(awa, "2. 54")
    first = opened(stack)
    presses(awa, f"i{first}:1", "54")
    assert EXPLANATION in hears_about(awa, "Bonne réponse")
    assert awa.hears(20).body == "On continue !"
    presses(awa, f"i{first}:0", "45")
    hears_about(awa, "n’est plus ouverte")
    awa.says("vrai ou faux ?")
    hears_about(awa, "2. Faux")
    second = opened(stack)
    presses(awa, f"i{first}:1", "54")
    hears_about(awa, "n’est plus ouverte")
    assert opened(stack) == second
    presses(awa, f"i{second}:1", "Faux")
    hears_about(awa, "Pas tout à fait")
    assert awa.hears(20).body == "On continue !"
    awa.says("/langue")
    hears_about(awa, "2. English")
    presses(awa, f"i{opened(stack)}:1", "English")
    hears_about(awa, "I will speak English")
    assert column(stack, "SELECT correct FROM exercise_result ORDER BY id") == [1, 0]


def test_twenty_identical_answers_at_once_are_one_result_and_one_verdict(stack: Stack) -> None:
    awa = begins(stack, PUPIL, FRAGMENT_WINDOW_S="1")
    awa.says("un quiz")
    hears_about(awa, "2. 54")
    at_once(20, lambda _index: awa.says("b"))
    eventually(lambda: not column(stack, "SELECT id FROM inbound_message WHERE processed_at IS NULL"), 40)
    assert column(stack, "SELECT correct FROM exercise_result") == [1]
    said = [with_plain_spaces(body) for body in column(stack, "SELECT body FROM outbound_part")]
    assert sum(EXPLANATION in body for body in said) == 1
    assert said.count("On continue !") == 1
    notes = [request for request in stack.model.requests if last_user_text(request).startswith("[Quiz]")]
    assert len(notes) == 1


def test_an_sms_quiz_takes_words_for_answers_and_zero_to_leave(stack: Stack) -> None:
    koffi = begins(stack, PRO, FRAGMENT_WINDOW_S="0.05")
    koffi.says("vrai ou faux ?")
    hears_about(koffi, "1. Vrai")
    koffi.says("c'est vrai")
    assert "en un mois" in hears_about(koffi, "Bonne r")
    hears_about(koffi, "On continue")
    koffi.says("un quiz")
    hears_about(koffi, "2. 54")
    koffi.says("je sais pas")
    hears_about(koffi, "ce n'est pas")
    koffi.says("0")
    hears_about(koffi, "on laisse ce quiz")
    koffi.says("2")
    assert koffi.hears(20).body == "Bonjour."
    assert column(stack, "SELECT correct FROM exercise_result") == [1]


def test_after_stop_that_twilio_has_answered_nothing_is_said_until_start(stack: Stack) -> None:
    awa = begins(stack, PUPIL, FRAGMENT_WINDOW_S="0.05")
    awa.says("STOP", extra={"OptOutType": "STOP"})
    awa.says("Bonjour")
    awa.silence(2)
    awa.says("START", extra={"OptOutType": "START"})
    awa.silence(2)
    awa.says("Bonjour")
    assert awa.hears(20).body == "Bonjour."
    assert len(stack.model.requests) == 2


def test_codes_and_answers_are_nowhere_they_could_be_read(stack: Stack) -> None:
    stack.model.script(teacher)
    stack.start(FRAGMENT_WINDOW_S="0.05", LOG_LEVEL="DEBUG")
    guest, sms = stack.twilio.phone(GUEST), stack.twilio.phone(NUMBER)
    code = asks_for_a_code(guest, sms)
    assert not holds(everything_in(stack), code)
    guest.says(code)
    hears_about(guest, "1. M’aider à apprendre")
    for answer, question in (("1", "2. Collège"), ("2", "niveau collège"), ("Bonjour", "Bonjour."), ("un quiz", "54")):
        guest.says(answer)
        hears_about(guest, question)
    stored = everything_in(stack)
    assert "Combien font 9 x 6 ?" in stored
    assert not holds(stored, code)
    assert "cinquante-quatre" not in stored
    assert not re.search(r"correct(_index)?\W{1,8}\d", stored)
    guest.says("le 2")
    assert EXPLANATION in hears_about(guest, "Bonne réponse")
    hears_about(guest, "On continue")
    guest.says("Merci")
    hears_about(guest, "Bonjour.")
    assert not holds(everything_in(stack), code)
    carriers = [message for message in stack.twilio.stand_in.sent if code in message.body]
    assert [message.to for message in carriers] == [NUMBER]
