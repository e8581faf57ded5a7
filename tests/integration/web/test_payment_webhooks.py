"""Webhooks of payment providers at the door: who may speak, what is stored, what leaves no trace."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func
from sqlmodel import col, select
from werkzeug.test import TestResponse

from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.models import Address, Alert, Payment, PaymentEvent
from bot.queue.wake import WakeQueue
from bot.services.money.shop import shop_of
from bot.types import Mode
from tests.fakes.clock import FakeClock
from tests.fakes.keys import conversation_id, migrate, open_database
from tests.fakes.paystack import FakePaystack, signed
from tests.fakes.product import make_settings, open_web
from tests.fakes.wave import SECRET, FakeWave

AWA = "whatsapp:+2250700000001"
PATH = "/webhooks/payments/wave"
OLD_SECRET = "wave_ci_WHS_the_one_before_this_one"
NO_REDIS = "redis://127.0.0.1:9/0"


@dataclass
class Door:
    """The web application of an installation that sells by Wave, and can settle what Paystack sold."""

    database: Database
    clock: FakeClock
    wave: FakeWave
    client: FlaskClient

    def post(self, body: bytes, headers: dict[str, str] | None = None, path: str = PATH) -> TestResponse:
        given = self.wave.headers(body) if headers is None else headers
        return self.client.post(path, data=body, headers={"Content-Type": "application/json", **given})

    def events(self) -> list[tuple[str, str, str]]:
        with self.database.read() as session:
            rows = session.exec(select(PaymentEvent).order_by(col(PaymentEvent.id)))
            return [(row.provider, row.event_id, row.reference) for row in rows]

    def payment(self) -> Payment:
        with self.database.read() as session:
            return session.exec(select(Payment)).one()

    def is_due(self) -> bool:
        due_at = self.payment().due_at
        return due_at is not None and due_at <= self.clock.now()

    def alerts(self) -> int:
        with self.database.read() as session:
            return session.exec(select(func.count()).select_from(Alert)).one()


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    database, clock = open_database(f"sqlite:///{tmp_path}/palabre.db"), FakeClock()
    migrate(database)
    with FakeWave(clock) as wave, FakePaystack() as paystack:
        overrides: dict[str, Any] = {**paystack.settings, **wave.settings, "wave_webhook_secret_previous": OLD_SECRET}
        settings = make_settings(redis_url=NO_REDIS, storage_url=f"file://{tmp_path}/files", **overrides)
        web = open_web(settings, database, clock)
        made = Door(database, clock, wave, web.app.test_client())
        order(made, shop_of(settings))
        yield made
        web.wake.close()
    database.close()


def order(door: Door, shop: Any) -> None:
    """Awa has opened a payment, and has its link."""
    add_user(door.database, AWA, Mode.STUDENT, 5)
    with door.database.write() as session:
        user_id = session.exec(select(Address.user_id).where(Address.value == AWA)).one()
        opened = shop.open_payment(session, user_id, conversation_id(AWA), shop.packs[1], door.clock.now())
        assert opened
        opened.payment.status, opened.payment.due_at = "pending", door.clock.now() + timedelta(minutes=2)
        reference = opened.payment.reference
    back = "https://p.example/back"
    asked = {"amount": "1000", "currency": "XOF", "success_url": back, "error_url": back}
    door.wave.stand_in.create({**asked, "client_reference": reference})


def test_a_genuine_one_is_stored_and_its_payment_is_due(door: Door) -> None:
    body = door.wave.body(event_id="EV_1")
    answer = door.post(body)
    assert (answer.status_code, answer.data) == (200, b"")
    assert door.events() == [("wave", "EV_1", door.payment().reference)]
    assert door.is_due()
    assert door.payment().status == "pending", "nothing is credited by what a webhook says"


def test_whoever_looks_at_a_payment_is_woken_at_once_and_for_no_other(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the credits that somebody has just bought come with a sweep."""
    woken: list[tuple[object, ...]] = []
    monkeypatch.setattr(WakeQueue, "wake", lambda _self, *job: woken.append(job))
    bodies = [door.wave.body(event_id="EV_1")] * 2 + [door.wave.body(event_id="EV_2", client_reference="PALNOBODY")]
    assert [door.post(body).status_code for body in bodies] == [200, 200, 200]
    assert woken == [("pay", door.payment().id)]


def test_a_second_delivery_changes_nothing_and_is_welcome(door: Door) -> None:
    body = door.wave.body(event_id="EV_1")
    assert [door.post(body).status_code for _ in range(3)] == [200, 200, 200]
    assert len(door.events()) == 1


def forged(door: Door, body: bytes, what: str) -> tuple[bytes, dict[str, str]]:
    """The same webhook with one thing wrong."""
    genuine, now = door.wave.headers(body), door.clock.now()
    stamp = int(now.timestamp())
    hexadecimal = genuine["Wave-Signature"].rpartition("v1=")[2]
    cases: dict[str, tuple[bytes, dict[str, str]]] = {
        "no signature": (body, {}),
        "another secret": (body, door.wave.headers(body, secrets=["wave_ci_WHS_of_somebody_else"])),
        "another body": (body.replace(b"1000", b"9000"), genuine),
        "a space more": (body + b" ", genuine),
        "a dot between": (body, door.wave.headers(b"." + body)),
        "an old one": (body, door.wave.headers(body, now - timedelta(seconds=301))),
        "one from the future": (body, door.wave.headers(body, now + timedelta(seconds=302))),
        "another time": (body, {"Wave-Signature": f"t={stamp + 1},v1={hexadecimal}"}),
        "two times": (body, {"Wave-Signature": f"t={stamp},t={stamp},v1={hexadecimal}"}),
        "no time": (body, {"Wave-Signature": f"v1={hexadecimal}"}),
        "a time in other digits": (body, {"Wave-Signature": f"t={'٣' * 10},v1={hexadecimal}"}),
        "an empty signature": (body, {"Wave-Signature": f"t={stamp},v1="}),
        "another scheme": (body, {"Wave-Signature": f"t={stamp},v0={hexadecimal}"}),
        "no hexadecimal": (body, {"Wave-Signature": f"t={stamp},v1=é"}),
    }
    return cases[what]


WRONG = (
    "no signature", "another secret", "another body", "a space more", "a dot between", "an old one",
    "one from the future", "another time", "two times", "no time", "a time in other digits", "an empty signature",
    "another scheme", "no hexadecimal",
)  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_what_wave_has_not_signed_leaves_no_trace(door: Door, what: str) -> None:
    body, headers = forged(door, door.wave.body(), what)
    answer = door.post(body, headers)
    assert (answer.status_code, answer.data) == (403, b"")
    assert (door.events(), door.is_due(), door.alerts()) == ([], False, 0)


def test_clocks_may_differ_by_five_minutes(door: Door) -> None:
    for seconds in (-298, 298):
        body = door.wave.body(event_id=f"EV_{seconds}")
        assert (
            door.post(body, door.wave.headers(body, door.clock.now() + timedelta(seconds=seconds))).status_code == 200
        )


def test_several_signatures_and_the_secret_before_are_good_during_a_rotation(door: Door) -> None:
    body = door.wave.body(event_id="EV_1")
    assert door.post(body, door.wave.headers(body, secrets=["of nobody", SECRET])).status_code == 200
    assert door.post(body, door.wave.headers(body, secrets=[OLD_SECRET])).status_code == 200


@pytest.mark.parametrize("path", ["/webhooks/payments/demo", "/webhooks/payments/orange", "/webhooks/payments/WAVE"])
def test_a_provider_that_is_not_set_up_is_not_there(door: Door, path: str) -> None:
    assert door.post(door.wave.body(), path=path).status_code == 404
    assert door.events() == []


def test_a_body_beyond_the_limit_is_refused(door: Door) -> None:
    assert door.post(b"x" * 70_000).status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"null", b"[]", b'"EV_1"', b"{}", b"\xff\xfe", b'{"id":"EV_1","type":"checkout.session.completed"}',
        b'{"id":"EV_1","type":"checkout.session.completed","data":[]}',
        b'{"id":"EV_1","type":"checkout.session.completed","data":{"client_reference":"PAL\\u0000"}}',
        b'{"id":"EV_\\u00e9","type":"checkout.session.completed","data":{"client_reference":"PALX"}}',
        b'{"id":"EV_\\u0000","type":"checkout.session.completed","data":{"client_reference":"PALX"}}',
        b'{"id":"' + b"E" * 200 + b'","type":"checkout.session.completed","data":{"client_reference":"PALX"}}',
        b'{"id":"EV_1","type":"checkout.session.completed","data":{"client_reference":"PAL' + b"P" * 90 + b'"}}',
        b'{"id":"EV_1","type":"checkout.session.<b>","data":{"client_reference":"PALX"}}',
        b"[" * 30_000,
    ],
)  # fmt: skip
def test_signed_nonsense_is_refused_and_leaves_no_trace(door: Door, body: bytes) -> None:
    assert door.post(body).status_code == 400
    assert (door.events(), door.alerts()) == ([], 0)


@pytest.mark.parametrize(
    "body",
    [
        b'{"id":"EV_1","type":"b2b.payment_received","data":{"client_reference":"PALX"}}',
        b'{"id":"EV_1","type":"test.test_event","data":{}}',
        b'{"id":"EV_1","type":"checkout.session.completed","data":{"client_reference":null}}',
        b'{"id":"EV_1","type":"checkout.session.completed","data":{"client_reference":"order-17-of-another-shop"}}',
        '{"id":"EV_1","type":"checkout.session.completed","data":{"client_reference":"Commande n° 17, café"}}'.encode(),
        b'{"id":"EV_1","type":"checkout.session.completed","data":{"client_reference":"' + b"x" * 255 + b'"}}',
    ],
)
def test_what_is_not_about_our_sales_is_answered_and_not_kept(door: Door, body: bytes) -> None:
    assert door.post(body).status_code == 200
    assert (door.events(), door.alerts()) == ([], 0)


def test_a_payment_nobody_made_is_an_alert_once(door: Door) -> None:
    body = door.wave.body(event_id="EV_1", client_reference="PALNOBODY")
    assert [door.post(body).status_code for _ in range(2)] == [200, 200]
    assert door.alerts() == 1


def test_the_same_event_id_of_another_provider_is_another_event(door: Door) -> None:
    reference = door.payment().reference
    body = f'{{"event":"charge.success","data":{{"id":17,"reference":"{reference}"}}}}'.encode()
    assert door.post(body, signed(body), "/webhooks/payments/paystack").status_code == 200
    assert door.events() == [("paystack", "charge.success:17", reference)]
    assert not door.is_due(), "a payment is looked at for its own provider only"


@pytest.mark.parametrize(
    "body",
    [
        b'{"event":"charge.dispute.create","data":{"id":358950,"transaction":{"reference":"PALX.2"},"status":"pending"}}',
        b'{"event":"refund.processed","data":{"transaction_reference":"PALX","refund_reference":"1320133"}}',
        b'{"event":"refund.processed","data":{"transaction_reference":"PALX","refund_reference":null}}',
    ],
)
def test_money_that_goes_back_takes_no_credits_and_operators_know(door: Door, body: bytes) -> None:
    with door.database.write() as session:
        payment = session.exec(select(Payment)).one()
        payment.provider, payment.status, payment.due_at = "paystack", "paid", None
    told = body.replace(b"PALX", door.payment().reference.encode())
    for _ in range(2):
        assert door.post(told, signed(told), "/webhooks/payments/paystack").status_code == 200
    with door.database.read() as session:
        (alert,) = session.exec(select(Alert)).all()
    assert (alert.kind, door.payment().status, door.payment().due_at) == ("payment_goes_back", "paid", None)
    assert door.payment().reference in alert.detail


def test_each_of_two_refunds_of_one_payment_is_told_to_operators(door: Door) -> None:
    """Half of it, and the other half later."""
    with door.database.write() as session:
        session.exec(select(Payment)).one().provider = "paystack"
    reference = door.payment().reference
    for refund in ("1320133", "1320134", "1320134"):
        told = (
            f'{{"event":"refund.processed","data":{{"transaction_reference":"{reference}",'
            f'"refund_reference":"{refund}"}}}}'
        ).encode()
        assert door.post(told, signed(told), "/webhooks/payments/paystack").status_code == 200
    assert [event for _, event, _ in door.events()] == ["refund.processed:1320133", "refund.processed:1320134"]


@pytest.mark.parametrize(
    "body",
    [
        b'{"event":"charge.dispute.create","data":{"id":358950,"transaction":{"reference":"another-shop-17"}}}',
        b'{"event":"refund.processed","data":{"transaction_reference":"another-shop-17"}}',
        b'{"event":"refund.pending","data":{"transaction_reference":"PALX"}}',
    ],
)
def test_disputes_of_other_sales_and_refunds_to_come_leave_no_trace(door: Door, body: bytes) -> None:
    assert door.post(body, signed(body), "/webhooks/payments/paystack").status_code == 200
    assert (door.events(), door.alerts()) == ([], 0)


@pytest.mark.parametrize("key", ["", "sk_live_of_somebody_else"])
def test_what_paystack_has_not_signed_is_refused(door: Door, key: str) -> None:
    body = b'{"event":"charge.success","data":{"id":17,"reference":"PALX"}}'
    headers = signed(body, key) if key else {}
    assert door.post(body, headers, "/webhooks/payments/paystack").status_code == 403
    assert door.events() == []


def test_while_the_database_is_away_the_provider_is_asked_to_come_again(door: Door) -> None:
    with door.database.write() as session:
        session.connection().exec_driver_sql("DROP TABLE payment_event")
    assert door.post(door.wave.body()).status_code >= 500


def test_only_posts_are_taken(door: Door) -> None:
    answer = door.client.get(PATH)
    assert (answer.status_code, answer.data, sorted(answer.allow)) == (405, b"", ["OPTIONS", "POST"])


def test_the_page_one_comes_back_to_knows_nothing(door: Door) -> None:
    answer = door.client.get("/payments/back?reference=<script>&status=succeeded")
    assert answer.status_code == 200
    assert "Retournez dans votre conversation" in answer.text
    assert "script" not in answer.text
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert door.payment().status == "pending"
