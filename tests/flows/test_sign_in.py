"""Everything that can go wrong while somebody signs in: one clear answer each, and nothing is lost."""

from datetime import timedelta

from sqlalchemy import update
from sqlmodel import col

from bot.models import Address, OtpCode, User
from bot.models.base import utc_now
from tests.fakes.model import last_user_text, says
from tests.fakes.threads import at_once
from tests.fakes.waiting import eventually
from tests.flows.conftest import GUEST, PUPIL, Stack
from tests.flows.steps import NUMBER, asks_for_a_code, code_in, column, everything_in, hears_about, holds, sign_in


def reads_back(stack: Stack) -> None:
    """A model that says what it was asked."""
    stack.model.script(lambda request: says(f"Read: {last_user_text(request)}"))


def wrong(code: str, number: int = 1) -> str:
    """Another code."""
    return f"{(int(code) + number) % 1_000_000:06d}"


def test_an_english_speaker_signs_in_by_sms_with_every_slip_on_the_way(stack: Stack) -> None:
    reads_back(stack)
    stack.start(FRAGMENT_WINDOW_S="0.05")
    sms = stack.twilio.phone(NUMBER)
    sms.says("Hello, what can you do?")
    hears_about(sms, "Read: Hello")
    assert "/login" in hears_about(sms, "automated service")
    sms.says("login")
    told = "\n".join(message.body for message in sms.hears_all(2, 20))
    assert "1. Send a new code" in told
    assert "Do not share it" in told
    code = code_in(told)
    for slip in ("abcdef", code[:3], code[3:]):
        sms.says(slip)
        assert "6 digits: write all of it in one message" in sms.hears(20).body, slip
    sms.says("Sorry, I have 2 questions")
    assert sms.hears(20).body == "Read: Sorry, I have 2 questions"
    sms.says(wrong(code))
    assert "4 tries left" in sms.hears(20).body
    sms.says("login")
    assert "I am waiting for the code" in sms.hears(20).body
    sms.says(f"the code is {code[:3]} {code[3:]}")
    assert "20 credits" in hears_about(sms, "Welcome")
    assert "0. Cancel" in hears_about(sms, "1. Help me learn")
    sms.says("9")
    assert "2. Help me at work" in hears_about(sms, "not on the list")
    sms.says("I have 2 questions first")
    assert sms.hears(20).body == "Read: I have 2 questions first"
    sms.says("two")
    hears_about(sms, "I will help you at work")
    sms.says("my account")
    assert "Balance: 19 credits" in hears_about(sms, "professional")
    sms.says("credits")
    assert sms.hears(20).body.splitlines()[0] == "19 credits"
    assert column(stack, "SELECT count(*) FROM otp_code") == [1]
    assert not holds(everything_in(stack), code)


def test_a_code_expires_and_another_conversation_is_no_place_for_the_next(stack: Stack) -> None:
    reads_back(stack)
    stack.start(FRAGMENT_WINDOW_S="0.05", OTP_RESEND_S="0.1")
    guest, sms = stack.twilio.phone(GUEST), stack.twilio.phone(NUMBER)
    first = asks_for_a_code(guest, sms)
    with stack.database.write() as session:
        session.execute(update(OtpCode).values(expires_at=utc_now()))
    guest.says(first)
    assert "1. Recevoir un nouveau code" in hears_about(guest, "a expiré")
    guest.says("1")
    hears_about(guest, "6 chiffres")
    second = code_in(hears_about(sms, "Code Palabre"))
    sms.says(second)
    assert "dans la conversation où" in hears_about(sms, "attends pas de code ici")
    guest.says(first)
    assert "4 essais" in guest.hears(20).body
    guest.says("/connexion")
    assert "J’attends le code" in guest.hears(20).body
    guest.says(f"{second[:2]}-{second[2:4]}-{second[4:]}")
    hears_about(guest, "1. M’aider à apprendre")
    guest.says("J’ai 3 exercices pour demain")
    assert guest.hears(20).body.startswith("Read: J’ai 3")
    guest.says("1")
    assert "0. Annuler" in hears_about(guest, "Quel est votre niveau")
    guest.says("0")
    assert guest.hears(20).body == "C’est annulé."
    guest.says("0")
    assert guest.hears(20).body == "Read: 0"
    stored = everything_in(stack)
    assert not holds(stored, first)
    assert not holds(stored, second)


def test_a_number_that_was_silent_for_long_begins_anew_when_it_is_somebody_elses(stack: Stack) -> None:
    reads_back(stack)
    stack.start(FRAGMENT_WINDOW_S="0.05", OTP_RESEND_S="0.1")
    guest, sms = stack.twilio.phone(GUEST), stack.twilio.phone(NUMBER)
    sign_in(guest, sms)
    hears_about(guest, "1. M’aider à apprendre")
    guest.says("0")
    guest.hears(20)
    guest.says("Mon secret est jaune")
    hears_about(guest, "Read: Mon secret")
    owner = column(stack, f"SELECT id FROM user_account WHERE phone = '{NUMBER}'")[0]
    long_ago = utc_now() - timedelta(days=200)
    with stack.database.write() as session:
        session.execute(update(User).where(col(User.phone) == NUMBER).values(last_seen_at=long_ago))
        session.execute(update(Address).values(signed_in_until=long_ago))
    sms.says("/connexion")
    sms.says(code_in(hears_about(sms, "Code Palabre")))
    asked = hears_about(sms, "pas écrit ici depuis longtemps")
    assert "2. Non, ce numéro est nouveau" in asked
    sms.says("2")
    hears_about(sms, "vous commencez avec un compte neuf")
    hears_about(sms, "aider à apprendre")
    sms.says("mon compte")
    assert "Solde : 0" in hears_about(sms, "Solde"), "a number has one gift a year"
    assert column(stack, "SELECT kind FROM alert") == ["number_changed_hands"]
    assert column(stack, f"SELECT credits FROM user_account WHERE phone IS NULL AND id = {owner}") == [19]


def test_too_many_wrong_codes_lock_the_number_and_the_time_left_is_told(stack: Stack) -> None:
    stack.start(FRAGMENT_WINDOW_S="0.05", OTP_RESEND_S="0.1")
    guest, sms = stack.twilio.phone(GUEST), stack.twilio.phone(NUMBER)
    code = asks_for_a_code(guest, sms)
    for number in range(1, 5):
        guest.says(wrong(code, number))
        assert f"Il vous reste {5 - number} essai" in guest.hears(20).body
    guest.says(wrong(code, 5))
    assert "Après cinq essais" in guest.hears(20).body
    guest.says(code)
    assert "Après cinq essais" in guest.hears(20).body
    guest.says("renvoyer le code")
    hears_about(guest, "6 chiffres")
    code = code_in(hears_about(sms, "Code Palabre"))
    for number in range(1, 6):
        guest.says(wrong(code, number))
        told = guest.hears(20).body
    assert "bloquée pendant encore 24 heures" in told
    guest.says(code)
    assert "bloquée pendant encore 24 heures" in guest.hears(20).body
    guest.says("/annuler")
    guest.hears(20)
    guest.says("/connexion")
    guest.hears(20)
    guest.says("1")
    assert "bloquée pendant encore 24 heures" in guest.hears(20).body
    assert column(stack, "SELECT phone FROM user_account WHERE phone IS NOT NULL") == []


def test_a_number_of_another_user_makes_one_wallet_and_the_other_telephone_is_told(stack: Stack) -> None:
    stack.start(FRAGMENT_WINDOW_S="0.05", OTP_RESEND_S="0.1")
    guest, sms, awa = (stack.twilio.phone(address) for address in (GUEST, NUMBER, PUPIL))
    sign_in(guest, sms)
    hears_about(guest, "1. M’aider à apprendre")
    awa.says("/connexion")
    assert "2. Changer le numéro du compte" in hears_about(awa, "déjà connecté")
    awa.says("2")
    hears_about(awa, "nouveau numéro")
    awa.says("07 00 00 00 03")
    hears_about(awa, "6 chiffres")
    awa.says(code_in(hears_about(sms, "Code Palabre")))
    assert "70 crédits" in hears_about(awa, "Content de vous revoir")
    assert "WhatsApp (…0001)" in hears_about(guest, "Quelqu’un vient de se connecter")
    guest.says("mon compte")
    assert "Solde : 70 crédits" in hears_about(guest, "WhatsApp …0001")
    guest.says("/exporter")
    assert "pourront vous être envoyés dans 24 heures" in guest.hears(20).body
    owners = column(stack, f"SELECT DISTINCT user_id FROM address WHERE value IN ('{PUPIL}', '{GUEST}')")
    assert column(stack, f"SELECT sum(amount) FROM ledger_entry WHERE user_id = {owners[0]}") == [70]
    assert len(owners) == 1
    assert column(stack, "SELECT sum(amount) FROM ledger_entry") == column(
        stack, "SELECT sum(credits) FROM user_account"
    )


def test_twenty_wrong_codes_at_once_are_five_tries(stack: Stack) -> None:
    stack.start(FRAGMENT_WINDOW_S="0")
    guest, sms = stack.twilio.phone(GUEST), stack.twilio.phone(NUMBER)
    code = asks_for_a_code(guest, sms)
    at_once(20, lambda index: guest.says(wrong(code, index + 1)))
    eventually(lambda: not column(stack, "SELECT id FROM inbound_message WHERE processed_at IS NULL"), 30)
    assert column(stack, "SELECT tries FROM otp_code") == [5]
    told = column(stack, "SELECT body FROM outbound_part")
    assert sum("Il vous reste" in body for body in told) == 4
    guest.says(code)
    eventually(lambda: not column(stack, "SELECT id FROM inbound_message WHERE processed_at IS NULL"), 30)
    assert column(stack, "SELECT state FROM otp_code") == ["dead"]
    assert column(stack, "SELECT id FROM address WHERE user_id IS NOT NULL AND value LIKE '%0003'") == []
