"""Buying over the real stack, by WhatsApp and by SMS: real processes, a real server in the provider's place, webhooks
that are forged, repeated, late or missing, a worker that dies in the middle."""

import re
import threading
from collections.abc import Iterator

import pytest
import requests

from tests.fakes.paystack import FakePaystack
from tests.fakes.paystack import signed as signed_by_paystack
from tests.fakes.twilio import Phone
from tests.fakes.waiting import eventually
from tests.fakes.wave import FakeWave
from tests.flows.conftest import GUEST, PRO, PUPIL, Stack
from tests.flows.steps import NUMBER, column, dump, hears_about, sign_in

LINK = re.compile(r"https://\S+")


@pytest.fixture
def wave() -> Iterator[FakeWave]:
    with FakeWave() as served:
        yield served


def sells(stack: Stack, wave: FakeWave, workers: int = 1) -> None:
    """Start a stack that sells by Wave, and Wave's webhooks."""
    wave.webhook_url = f"{stack.url}/webhooks/payments/wave"
    stack.start(workers, FRAGMENT_WINDOW_S="0.05", **{name.upper(): value for name, value in wave.settings.items()})


def buys(phone: Phone, digit: str = "2") -> str:
    """From the first word to the link."""
    phone.says("/acheter")
    assert "1. 50 crédits, 500 FCFA" in phone.hears(20).body
    phone.says(digit)
    return LINK.findall(hears_about(phone, "Pour payer"))[0]


def posts(stack: Stack, body: bytes, headers: dict[str, str], provider: str = "wave") -> int:
    url = f"{stack.url}/webhooks/payments/{provider}"
    return requests.post(url, data=body, headers=headers, timeout=10).status_code


def is_paid_once(stack: Stack, credits: int = 120) -> None:
    """One credit, and balances that are the sums of the ledger."""
    assert column(stack, "SELECT amount FROM ledger_entry WHERE kind = 'purchase'") == [credits]
    assert column(stack, "SELECT status FROM payment ORDER BY id DESC LIMIT 1") == ["paid"]
    sums = "SELECT credits - (SELECT sum(amount) FROM ledger_entry WHERE user_id = user_account.id) FROM user_account"
    assert set(column(stack, sums)) == {0}


@pytest.mark.parametrize("address", [PUPIL, PRO])
def test_from_the_first_word_to_the_receipt(stack: Stack, wave: FakeWave, address: str) -> None:
    sells(stack, wave)
    phone = stack.twilio.phone(address)
    session = wave.at(buys(phone))
    assert wave.stand_in.pay(session.id)
    receipt = phone.hears(20).body  # an SMS without ç and °, for which it would cost two segments
    assert re.fullmatch(
        r"Paiement re[çc]u : 1 000 FCFA, \+120 crédits\. Solde : 170 crédits\. Re[çc]u n[°o] PAL\w{12}", receipt
    )
    is_paid_once(stack)
    phone.silence(1.5)


def test_whoever_forges_repeats_and_reorders_changes_nothing(stack: Stack, wave: FakeWave) -> None:
    wave.delivers = False
    sells(stack, wave)
    phone = stack.twilio.phone(PUPIL)
    session = wave.at(buys(phone))
    eventually(lambda: set(column(stack, "SELECT state FROM outbound_part")) == {"read"}, 10)
    before = dump(stack)
    body = wave.body(event_id="EV_1", payment_status="succeeded", checkout_status="complete")
    for headers in ({}, wave.headers(body, secrets=["wave_ci_WHS_of_somebody_else"]), wave.headers(body + b" ")):
        assert posts(stack, body, headers) == 403
    assert changed(before, dump(stack)) == set()
    assert posts(stack, body, wave.headers(body)) == 200, "signed, and not true: nobody has paid"
    eventually(lambda: column(stack, "SELECT count(*) FROM payment WHERE checked_at > created_at")[0], 10)
    phone.silence(1)
    assert column(stack, "SELECT status FROM payment") == ["pending"]
    wave.stand_in.pay(session.id)
    late, failed = wave.body(event_id="EV_3"), wave.body("checkout.session.payment_failed", "EV_2")
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda told=told: answers.append(posts(stack, told, wave.headers(told))))
        for told in (late, failed, late, late, failed, body)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert answers == [200] * 6
    assert phone.hears(20).body.startswith("Paiement reçu")
    assert posts(stack, late, wave.headers(late)) == 200
    phone.silence(1.5)
    is_paid_once(stack)
    assert len(column(stack, "SELECT id FROM payment_event")) == 3


def changed(before: str, after: str) -> set[str]:
    """The lines of a dump that are new, without what beats by itself."""
    return {line for line in set(after.splitlines()) - set(before.splitlines()) if "PAL" in line or "wave" in line}


def test_a_webhook_that_never_comes_is_not_needed(stack: Stack, wave: FakeWave) -> None:
    wave.delivers = False
    sells(stack, wave)
    phone = stack.twilio.phone(PUPIL)
    wave.stand_in.pay(wave.at(buys(phone)).id)
    time_passes(stack)
    assert phone.hears(20).body.startswith("Paiement reçu")
    is_paid_once(stack)


def time_passes(stack: Stack) -> None:
    """The moment has come at which a payment is looked at again."""
    with stack.database.write() as session:
        session.connection().exec_driver_sql("UPDATE payment SET due_at = created_at")


def test_a_worker_killed_while_the_provider_is_asked_is_replaced(stack: Stack, wave: FakeWave) -> None:
    """Killed while it waits for the answer, to the link first and then to how it stands."""
    asked, answer = threading.Event(), threading.Event()

    def hangs() -> None:
        asked.set()
        answer.wait(60)

    sells(stack, wave, workers=0)
    worker = stack.start_worker()
    phone = stack.twilio.phone(PUPIL)
    for step in ("link", "receipt"):
        asked.clear()
        answer.clear()
        wave.faults.append(hangs)
        if step == "link":
            phone.says("/acheter")
            phone.says("2")
        else:
            wave.stand_in.pay(wave.session.id)
        assert asked.wait(30), step
        stack.kill(worker)
        answer.set()
        time_passes(stack)
        worker = stack.start_worker()
        hears_about(phone, "Pour payer" if step == "link" else "Paiement reçu")
    is_paid_once(stack)


def test_a_provider_that_is_down_when_somebody_buys(stack: Stack, wave: FakeWave) -> None:
    wave.fails(503, 503)
    sells(stack, wave)
    phone = stack.twilio.phone(PUPIL)
    phone.says("/acheter")
    phone.says("1")
    hears_about(phone, "ne répond pas pour l’instant")
    for _ in range(2):
        time_passes(stack)
        eventually(lambda: len(wave.faults) == 0 or column(stack, "SELECT tries FROM payment")[0] > 1, 20)
    time_passes(stack)
    assert "500 FCFA" in hears_about(phone, "Pour payer")


def test_a_guest_signs_in_first_and_then_buys(stack: Stack, wave: FakeWave) -> None:
    sells(stack, wave)
    phone, sms = stack.twilio.phone(GUEST), stack.twilio.phone(NUMBER)
    phone.says("/acheter")
    hears_about(phone, "/connexion")
    sign_in(phone, sms)
    hears_about(phone, "1. ")
    phone.says("2")
    session = wave.at(LINK.findall(_after_the_list(phone))[0])
    wave.stand_in.pay(session.id)
    hears_about(phone, "Paiement reçu : 500 FCFA, +50 crédits. Solde : 70 crédits.")


def _after_the_list(phone: Phone) -> str:
    phone.says("/acheter")
    hears_about(phone, "50 crédits, 500 FCFA")
    phone.says("1")
    return hears_about(phone, "Pour payer")


def test_paystack_over_the_real_stack(stack: Stack) -> None:
    with FakePaystack() as paystack:
        stack.start(FRAGMENT_WINDOW_S="0.05", **{name.upper(): str(value) for name, value in paystack.settings.items()})
        phone = stack.twilio.phone(PRO)
        buys(phone, "3")
        (reference,) = paystack.transactions
        body = paystack.pay(reference)
        assert posts(stack, body, signed_by_paystack(body, "sk_live_of_somebody"), "paystack") == 403
        assert posts(stack, body, signed_by_paystack(body), "wave") == 404
        assert posts(stack, body, signed_by_paystack(body), "paystack") == 200
        assert phone.hears(20).body.startswith("Paiement recu : 2 000 FCFA, +300 crédits.")
        is_paid_once(stack, 300)


def test_nothing_secret_stands_in_a_log_and_nothing_personal_goes_out(stack: Stack, wave: FakeWave) -> None:
    wave.fails(401)
    sells(stack, wave)
    phone = stack.twilio.phone(PUPIL)
    phone.says("/acheter")
    phone.says("2")
    hears_about(phone, "n’a pas pu être préparé")
    buys(phone, "1")
    log = (stack.folder / "log").read_text(errors="replace")
    for secret in wave.settings.values():
        assert secret not in log or secret in ("wave", wave.url)
    assert "alert payment_provider" in log
    assert "2250700000001" not in str(wave.session.shown())
