"""What each provider is told and how its answers are read, over real HTTP."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from bot.clients.payments import Order, Report, Standing
from bot.clients.paystack import Paystack
from bot.clients.wave import Wave
from bot.errors import AuthError, ProviderError, TransientError
from tests.fakes.paystack import SECRET_KEY, FakePaystack
from tests.fakes.wave import API_KEY, SECRET, FakeWave

ORDER = Order("PAL1", 1000, "XOF", "f00dfeed", "https://p.example/payments/back")


@pytest.fixture
def wave() -> Iterator[FakeWave]:
    with FakeWave() as served:
        yield served


@pytest.fixture
def paystack() -> Iterator[FakePaystack]:
    with FakePaystack() as served:
        yield served


def client(wave: FakeWave, key: str = API_KEY) -> Wave:
    return Wave(key, wave.url, [SECRET], timeout_s=5)


def other(paystack: FakePaystack, exponent: int = 2, key: str = SECRET_KEY) -> Paystack:
    return Paystack(key, paystack.url, exponent, "p.example", timeout_s=5)


def test_wave_is_told_a_string_and_our_reference(wave: FakeWave) -> None:
    checkout = client(wave).create(ORDER)
    session = wave.session
    assert (session.amount, session.currency, session.client_reference) == ("1000", "XOF", "PAL1")
    assert (checkout.session_id, checkout.link) == (session.id, session.launch_url)
    assert checkout.expires_at == session.expires.replace(microsecond=0)
    assert wave.requests == [("POST", "/v1/checkout/sessions")], "the first attempt looks for nothing"


def test_wave_is_searched_before_an_order_is_repeated(wave: FakeWave) -> None:
    first = client(wave).create(ORDER)
    again = client(wave).create(Order(**{**fields(ORDER), "attempt": 2}))
    assert again.session_id == first.session_id
    wave.stand_in.expire(first.session_id)
    assert client(wave).create(Order(**{**fields(ORDER), "attempt": 3})).session_id != first.session_id


def fields(order: Order) -> dict[str, Any]:
    return {name: getattr(order, name) for name in order.__slots__}


@pytest.mark.parametrize(
    ("checkout", "payment", "standing"),
    [
        ("open", "processing", Standing.OPEN), ("open", "cancelled", Standing.FAILED), ("open", None, Standing.OPEN),
        ("complete", "succeeded", Standing.PAID), ("complete", "processing", Standing.OPEN),
        ("expired", "processing", Standing.EXPIRED), ("expired", "cancelled", Standing.EXPIRED),
        ("expired", "succeeded", Standing.PAID),
    ],
)  # fmt: skip
def test_how_waves_sessions_stand(wave: FakeWave, checkout: str, payment: str, standing: Standing) -> None:
    made = client(wave).create(ORDER)
    wave.session.checkout_status, wave.session.payment_status = checkout, payment
    assert client(wave).query("PAL1", made.session_id) == Report(standing, "PAL1", 1000, "XOF")


@pytest.mark.parametrize("amount", ["1000.00", "-1000", "1e3", "", "١٠٠٠", "9" * 20])
def test_an_amount_that_is_no_whole_number_is_none(wave: FakeWave, amount: str) -> None:
    made = client(wave).create(ORDER)
    wave.session.amount = amount
    assert client(wave).query("PAL1", made.session_id).amount is None


@pytest.mark.parametrize(
    "answer", ["[" * 99_999, "{", "[]", "{}", "7", '{"checkout_status": "paid"}', '{"checkout_status": []}']
)
def test_waves_nonsense_is_named(wave: FakeWave, answer: str) -> None:
    wave.says(answer, answer)
    for ask in (lambda: client(wave).query("PAL1", "cos-1"), lambda: client(wave).create(ORDER)):
        with pytest.raises(TransientError):
            ask()


@pytest.mark.parametrize(
    "wrong",
    [
        {"client_reference": "PAL2"}, {"amount": "2000"}, {"amount": 1000}, {"id": ""}, {"id": "é"},
        {"wave_launch_url": "http://pay.wave.com/c/1"}, {"wave_launch_url": "https://pay.wave.com/c/1 and more"},
    ],
)  # fmt: skip
def test_a_session_that_is_not_the_orders_or_cannot_be_sent_is_not_taken(wave: FakeWave, wrong: dict[str, Any]) -> None:
    right = {"id": "cos-1", "wave_launch_url": "https://pay.wave.com/c/1", "client_reference": "PAL1", "amount": "1000"}
    wave.says(json.dumps(right), json.dumps(right | wrong))
    assert client(wave).create(ORDER).session_id == "cos-1"
    with pytest.raises(TransientError):
        client(wave).create(ORDER)


@pytest.mark.parametrize(("checkout", "payment"), [("frozen", "processing"), ("complete", "refunded")])
def test_a_standing_wave_does_not_have_is_nonsense(wave: FakeWave, checkout: str, payment: str) -> None:
    made = client(wave).create(ORDER)
    wave.session.checkout_status, wave.session.payment_status = checkout, payment
    with pytest.raises(TransientError):
        client(wave).query("PAL1", made.session_id)


def test_a_key_that_wave_does_not_know(wave: FakeWave) -> None:
    client(wave).try_out()
    with pytest.raises(AuthError):
        client(wave, "wave_ci_prod_another").try_out()
    with pytest.raises(ProviderError) as caught:
        client(wave).query("PAL1", "cos-nobody")
    assert caught.value.code == 404


@pytest.mark.parametrize(("exponent", "amount"), [(0, 1000), (2, 100_000)])
def test_paystack_counts_by_the_exponent_both_ways(paystack: FakePaystack, exponent: int, amount: int) -> None:
    provider = other(paystack, exponent)
    made = provider.create(ORDER)
    (asked,) = paystack.requests
    assert (asked["amount"], asked["email"], asked["reference"]) == (amount, "f00dfeed@p.example", "PAL1")
    assert provider.query("PAL1", made.session_id).standing is Standing.OPEN
    paystack.pay("PAL1")
    report = provider.query("PAL1", made.session_id)
    assert (report.standing, report.reference, report.amount, report.currency) == (Standing.PAID, "PAL1", 1000, "XOF")


def test_a_wrong_exponent_never_looks_like_the_right_amount(paystack: FakePaystack) -> None:
    made = other(paystack, 0).create(ORDER)
    paystack.pay("PAL1")
    assert other(paystack, 2).query("PAL1", made.session_id).amount == 10
    paystack.transactions["PAL1"]["amount"] = 100_050
    assert other(paystack, 2).query("PAL1", made.session_id).amount is None


@pytest.mark.parametrize("wrong", [{"reference": "PAL2"}, {"authorization_url": "http://checkout.paystack.example/1"}])
def test_a_transaction_that_is_not_the_orders_or_cannot_be_sent_is_not_taken(
    paystack: FakePaystack, wrong: dict[str, str]
) -> None:
    right = {"reference": "PAL1", "authorization_url": "https://checkout.paystack.example/1"}
    paystack.says = [(json.dumps({"data": data}), 200) for data in (right, right | wrong)]
    assert other(paystack).create(ORDER).session_id == "PAL1"
    with pytest.raises(TransientError):
        other(paystack).create(ORDER)


def test_what_paystack_refuses_for_another_reason_is_no_payment_that_it_does_not_know(paystack: FakePaystack) -> None:
    """That would close it, and what was paid would never be credited."""
    for ask in (lambda: other(paystack).query("PAL1", "PAL1"), other(paystack).try_out):
        paystack.says = [("{}", 422)]
        with pytest.raises(ProviderError) as caught:
            ask()
        assert caught.value.code == 422


@pytest.mark.parametrize("status", ["failed", "reversed", "ongoing", "queued"])
def test_how_paystacks_transactions_stand(paystack: FakePaystack, status: str) -> None:
    made = other(paystack).create(ORDER)
    paystack.transactions["PAL1"]["status"] = status
    standing = other(paystack).query("PAL1", made.session_id).standing
    assert standing is (Standing.FAILED if status in ("failed", "reversed") else Standing.OPEN)


def test_a_status_paystack_does_not_have_is_nonsense(paystack: FakePaystack) -> None:
    made = other(paystack).create(ORDER)
    paystack.transactions["PAL1"]["status"] = "great"
    with pytest.raises(TransientError):
        other(paystack).query("PAL1", made.session_id)


def test_a_key_that_paystack_does_not_know(paystack: FakePaystack) -> None:
    other(paystack).try_out()
    with pytest.raises(AuthError):
        other(paystack, key="sk_live_another").try_out()
    with pytest.raises(ProviderError) as caught:
        other(paystack).query("PAL1", "PAL1")
    assert caught.value.code == 404, "it says 400 itself"
