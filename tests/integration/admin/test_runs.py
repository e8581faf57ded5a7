"""Runs, deliveries and payments as an administrator reads them: what is shown, what is hidden, and what is asked."""

import json
import re
from datetime import timedelta

import pytest
from sqlmodel import select

from bot.dao import conversations
from bot.i18n.catalogue import sentences
from bot.models import (
    Address,
    AdminAction,
    AdminSession,
    InboundMessage,
    Iteration,
    OutboundPart,
    Payment,
    PaymentEvent,
    Run,
    ToolCallRecord,
    User,
)
from bot.services.admin.sessions import IDLE
from bot.services.delivery import by_twilio
from bot.services.delivery.states import RANKS
from bot.text.french import with_plain_spaces
from bot.types import Language
from tests.fakes.admin import Browser, text_of
from tests.fakes.clock import FakeClock
from tests.fakes.product import Web

WORDS = ("les fractions de Mariam", "voici la leçon pour Mariam", "Mariam cherche", "trouvé pour Mariam")


def part_of(web: Web) -> int:
    """The number of the answer of the newest run."""
    with web.database.read() as session:
        return session.exec(select(OutboundPart.id).where(OutboundPart.error_code == 63016)).all()[-1]


def make_run(web: Web, calls: int = 1, result: str = WORDS[3], **values: object) -> int:
    now = web.clients.clock.now()
    with web.database.write() as session:
        conversation = conversations.ensure(session, "whatsapp:+2250700000042")
        user = session.exec(select(User)).first() or User(phone="+2250700000042", mode="student")
        session.add(user)
        session.flush()
        session.get_one(Address, conversation.address_id).user_id = user.id
        run = Run(conversation_id=conversation.id, user_id=user.id, mode="student", language="fr", started_at=now,
                  **values)  # fmt: skip
        session.add(run)
        session.flush()
        session.add(InboundMessage(message_sid=f"SM{run.id:032}", conversation_id=conversation.id, run_id=run.id,
                                   sender="whatsapp:+2250700000042", channel="whatsapp", kind="text",
                                   body=WORDS[0]))  # fmt: skip
        session.add(OutboundPart(conversation_id=conversation.id, run_id=run.id, key=f"run:{run.id}:0", body=WORDS[1],
                                 address="whatsapp:+2250700000042", channel="whatsapp", state="undelivered",
                                 error_code=63016))  # fmt: skip
        session.add(Iteration(run_id=run.id, number=1, model="made/up", finish_reason="tool_calls", prompt_tokens=700,
                              completion_tokens=50, cost=0.0125, latency_ms=1_234))  # fmt: skip
        for number in range(calls):
            session.add(ToolCallRecord(run_id=run.id, call_id=f"c{number}", iteration=1, tool="web_search",
                                       arguments=json.dumps({"query": WORDS[2]}), state="done", status="success",
                                       result=result, attempts=1, latency_ms=456))  # fmt: skip
        return run.id


def ended(web: Web, **values: object) -> dict[str, object]:
    return {"status": "done", "stop_reason": "done_signal", "ended_at": web.clients.clock.now() + timedelta(seconds=9),
            "iterations": 1, "cost": 0.0125, **values}  # fmt: skip


def reveal(admin: Browser, subject: str, page: str) -> None:
    admin.get(page)
    assert admin.post(f"/admin/reveal?subject={subject}&next={page}", reason="La personne a écrit au support").location


def test_a_run_shows_how_it_went_and_hides_what_was_said(either_web: Web) -> None:
    admin = Browser(either_web)
    admin.signs_in()
    run = make_run(either_web, **ended(either_web))
    path = f"/admin/runs/{run}"
    before = admin.get(path)
    said = text_of(before)
    for shown in ("web_search", "made/up", "750 jetons", "0,0125", "456 ms", "1 234 ms", "réussi", "9 s", "…0042"):
        assert shown.lower() in said.lower(), shown
    assert not [words for words in WORDS if words in before.get_data(as_text=True)]
    assert "+2250700000042" not in before.get_data(as_text=True)
    reveal(admin, f"run:{run}", path)
    after = text_of(admin.get(path))
    assert [words for words in WORDS if words in after] == list(WORDS)
    with either_web.database.read() as session:
        logged = session.exec(select(AdminAction).where(AdminAction.kind == "reveal")).one()
    assert (logged.subject, logged.reason) == (f"run:{run}", "La personne a écrit au support")


def test_a_reason_opens_one_run_for_ten_minutes(web: Web, admin: Browser, clock: FakeClock) -> None:
    first, second = make_run(web, **ended(web)), make_run(web, **ended(web))
    reveal(admin, f"run:{first}", f"/admin/runs/{first}")
    for path in (f"/admin/runs/{first}", f"/admin/runs/{first}/live", f"/admin/runs/{first}/calls/1"):
        assert WORDS[2] in text_of(admin.get(path)), path
    assert WORDS[2] not in text_of(admin.get(f"/admin/runs/{second}"))
    clock.skip(601)
    for path in (f"/admin/runs/{first}", f"/admin/runs/{first}/live", f"/admin/runs/{first}/calls/1"):
        assert WORDS[2] not in text_of(admin.get(path)), path


def test_what_is_sealed_stays_sealed(web: Web, admin: Browser) -> None:
    """A quiz's answer is nobody's business while it may still be asked: nor the cipher it lies in."""
    run = make_run(web, **ended(web))
    with web.database.write() as session:
        call = session.exec(select(ToolCallRecord)).one()
        call.tool, call.arguments = "true_false_quiz", json.dumps({"statement": "2+2=4", "sealed": "gAAAAcipher"})
    reveal(admin, f"run:{run}", f"/admin/runs/{run}")
    for path in (f"/admin/runs/{run}", f"/admin/runs/{run}/live", f"/admin/runs/{run}/calls/1"):
        said = text_of(admin.get(path))
        assert "2+2=4" in said
        assert "kept by the server" in said
        assert "gAAAA" not in said, path


def test_a_long_run_stays_a_small_page_and_each_call_can_be_read_whole(web: Web, admin: Browser) -> None:
    result = '"é<' * 2_600
    run = make_run(web, calls=50, result=result, **ended(web))
    with web.database.write() as session:
        for number in range(2, 31):
            session.add(Iteration(run_id=run, number=number, model="a-model/with-a-long-name", finish_reason="stop"))
    path = f"/admin/runs/{run}"
    reveal(admin, f"run:{run}", path)
    page = admin.get(path)
    assert len(page.data) < 60_000
    assert "Le début seulement" in text_of(page)
    seen: set[str] = set()
    while True:
        seen |= set(re.findall(r"/calls/(\d+)", page.get_data(as_text=True)))
        assert len(page.data) < 60_000
        older = re.search(r'href="([^"]+before=\d+)"', page.get_data(as_text=True))
        if not older:
            break
        page = admin.get(older[1])
    assert len(seen) == 50
    whole = admin.get(f"{path}/calls/1")
    assert result in whole.get_data(as_text=True).replace("&#34;", '"').replace("&lt;", "<")
    assert len(whole.data) < 60_000


def test_a_run_is_followed_while_it_works(web: Web, admin: Browser, clock: FakeClock) -> None:
    """What a browser asks for every two seconds: nothing new, 204; something new, the steps; the end, said."""
    run = make_run(web)
    page = admin.get(f"/admin/runs/{run}").get_data(as_text=True)
    assert f'data-live="/admin/runs/{run}/live"' in page
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page
    version = re.search(r'data-version="(\w+)"', page)
    assert version
    assert admin.get(f"/admin/runs/{run}/live?seen={version[1]}").status_code == 204
    with web.database.write() as session:
        session.add(ToolCallRecord(run_id=run, call_id="x", iteration=2, tool="generate_pdf", arguments="{}"))
    fresh = admin.get(f"/admin/runs/{run}/live?seen={version[1]}")
    assert fresh.status_code == 200
    assert "generate_pdf" in text_of(fresh)
    assert "data-over" not in fresh.get_data(as_text=True)
    with web.database.write() as session:
        row = session.get_one(Run, run)
        for name, value in ended(web).items():
            setattr(row, name, value)
    over = admin.get(f"/admin/runs/{run}/live?seen={version[1]}").get_data(as_text=True)
    assert "data-over" in over
    assert "data-live" not in admin.get(f"/admin/runs/{run}").get_data(as_text=True)


def test_a_page_that_asks_by_itself_keeps_nobody_signed_in(web: Web, admin: Browser, clock: FakeClock) -> None:
    run = make_run(web)
    for _ in range(4):
        clock.skip(IDLE.total_seconds() / 4 + 1)
        answer = admin.get(f"/admin/runs/{run}/live")
    assert answer.status_code == 303
    assert answer.location.startswith("/admin/login")
    with web.database.read() as session:
        (row,) = session.exec(select(AdminSession).where(AdminSession.administrator_id != None)).all()  # noqa: E711
        assert clock.now() - row.seen_at > IDLE


def test_the_list_is_filtered_and_says_what_is_wrong(web: Web, admin: Browser) -> None:
    good, bad = make_run(web, **ended(web)), make_run(web, **ended(web, stop_reason="error"))
    listed = admin.get("/admin/runs?failed=1").get_data(as_text=True)
    assert (f"/admin/runs/{bad}" in listed, f"/admin/runs/{good}" in listed) == (True, False)
    assert "Aucune réponse ne correspond" in text_of(admin.get("/admin/runs?mode=pro"))
    for query, problem in (
        ("user=07+99+99+99+99", "Personne de connu à ce numéro"),
        ("since=hier", "Il faut une date"),
        ("since=2026-11-02&until=2026-11-01", "La fin est avant le début"),
        ("state=nix", "Ce choix n’existe pas"),
        ("before=zut", "Cette page de la liste n’existe pas"),
        ("tool=" + "x" * 10_000, "C’est trop long"),
    ):
        answer = admin.get(f"/admin/runs?{query}")
        assert answer.status_code == 200
        assert problem in text_of(answer), query
        assert len(answer.data) < 60_000
    past = admin.get("/admin/runs?mode=student&before=1")
    assert "Il n’y a plus rien ici" in text_of(past)
    assert 'href="/admin/runs?mode=student"' in past.get_data(as_text=True)


@pytest.mark.parametrize("number", ["00225 07 00 00 00 42", "+2250700000042", "1", "n° 1", "225 0700000042"])
def test_a_person_is_found_as_people_write_numbers(web: Web, admin: Browser, number: str) -> None:
    run = make_run(web, **ended(web))
    for page in ("runs", "deliveries"):
        answer = admin.client.get(f"/admin/{page}", query_string={"user": number})
        assert f"/admin/{page}/" in answer.get_data(as_text=True).partition("<tbody>")[2], (page, run)


def test_a_delivery_says_its_error_in_words_and_hides_its_own(web: Web, admin: Browser) -> None:
    make_run(web, **ended(web))
    part = part_of(web)
    page = f"/admin/deliveries/{part}"
    for path in ("/admin/deliveries", "/admin/deliveries?code=63016&state=undelivered", page):
        answer = admin.get(path)
        assert "63016 Plus de 24 heures depuis son dernier message" in text_of(answer), path
        assert WORDS[1] not in answer.get_data(as_text=True)
    reveal(admin, f"part:{part}", page)
    assert WORDS[1] in text_of(admin.get(page))
    assert "Aucun envoi ne correspond" in text_of(admin.get("/admin/deliveries?code=30003"))
    assert "Il faut un nombre entier" in text_of(admin.get("/admin/deliveries?code=zut"))
    with web.database.write() as session:
        session.get_one(OutboundPart, part).error_code = 12345
    assert "code sans explication ici" in text_of(admin.get(page))


def test_every_code_that_means_something_to_us_has_words() -> None:
    known = {*by_twilio.NEEDS_NOBODY, *by_twilio.RETRY_LATER_S}
    for language in Language:
        keys = sentences(language)
        assert [code for code in sorted(known) if f"delivery_code_{code}" not in keys] == []
        assert [state for state in RANKS if f"admin_part_{state}" not in keys] == []


def make_payment(web: Web, **values: object) -> int:
    now = web.clients.clock.now()
    with web.database.write() as session:
        user = session.exec(select(User)).first() or User(phone="+2250700000042")
        session.add(user)
        session.flush()
        count = len(session.exec(select(Payment)).all())
        payment = Payment(**{
            "user_id": user.id, "provider": "wave", "reference": f"PAL{count}", "pack": "120", "credits": 120,
            "amount": 1_000, "currency": "XOF", "status": "pending", "session_id": "cos-1",
            "expires_at": now + timedelta(minutes=30), **values})  # fmt: skip
        session.add(payment)
        session.add(PaymentEvent(provider="wave", event_id=f"EV_{count}", kind="checkout.session.completed",
                                 reference=payment.reference))  # fmt: skip
        session.flush()
        return payment.id


def test_payments_are_listed_summed_and_opened(web: Web, admin: Browser) -> None:
    first, _ = make_payment(web, status="paid"), make_payment(web, status="expired")
    listed = text_of(admin.get("/admin/payments"))
    assert listed.count("1\u00a0000\u00a0FCFA") + listed.count("1 000 FCFA") >= 4
    only = text_of(admin.get("/admin/payments?status=paid&reference=pal0"))
    assert "PAL0" in only
    assert "PAL1" not in only
    one = text_of(admin.get(f"/admin/payments/{first}"))
    assert "checkout.session.completed" in one
    assert "EV_0" in one
    assert "Redemander au prestataire" not in one


def test_a_provider_is_asked_again_and_that_is_logged(web: Web, admin: Browser) -> None:
    payment = make_payment(web, status="expired")
    page = f"/admin/payments/{payment}"
    admin.get(page)
    answer = admin.post(f"{page}/ask")
    assert answer.location == page
    assert "La question part" in text_of(admin.get(page))
    with web.database.read() as session:
        assert (
            session.get_one(Payment, payment).due_at == web.clients.clock.now()
            or session.get_one(Payment, payment).due_at
        )
        logged = session.exec(select(AdminAction).where(AdminAction.kind == "ask_provider")).one()
    assert (logged.subject, logged.detail) == (f"payment:{payment}", "wave PAL0")
    assert "Prestataire interrogé" in text_of(admin.get("/admin/actions"))


def test_that_something_else_was_paid_is_seen_in_the_lists_too(web: Web, admin: Browser) -> None:
    """It is pending for us, and not for who has paid."""
    payment = make_payment(web, status="pending", detail="mismatch")
    with web.database.read() as session:
        whose = session.get_one(Payment, payment).user_id
    for path in ("/admin/payments", f"/admin/users/{whose}"):
        listed = admin.get(path)
        assert "autre montant reçu" in text_of(listed)
        assert "1 000 FCFA" in with_plain_spaces(text_of(listed))
        assert f'href="/admin/payments/{payment}"' in listed.get_data(as_text=True)
    one = text_of(admin.get(f"/admin/payments/{payment}"))
    assert "rien n’a été crédité" in one
    assert "mismatch" not in one


def test_of_a_paid_payment_nothing_is_asked(web: Web, admin: Browser) -> None:
    payment = make_payment(web, status="paid")
    admin.get(f"/admin/payments/{payment}")
    admin.post(f"/admin/payments/{payment}/ask")
    assert "déjà payé" in text_of(admin.get(f"/admin/payments/{payment}"))
    with web.database.read() as session:
        assert session.get_one(Payment, payment).due_at is None
        assert not session.exec(select(AdminAction).where(AdminAction.kind == "ask_provider")).all()


def test_a_payment_that_never_had_a_link_is_not_asked_about(web: Web, admin: Browser) -> None:
    """To ask would make a link, days later, that nobody wants."""
    payment = make_payment(web, status="refused", session_id="")
    page = f"/admin/payments/{payment}"
    shown = text_of(admin.get(page))
    assert "Redemander au prestataire" not in shown
    assert "n’a jamais eu de lien" in shown
    admin.post(f"{page}/ask")
    with web.database.read() as session:
        assert session.get_one(Payment, payment).due_at is None
        assert not session.exec(select(AdminAction).where(AdminAction.kind == "ask_provider")).all()
    waits = make_payment(web, status="created", session_id="")
    assert "Redemander au prestataire" in text_of(admin.get(f"/admin/payments/{waits}"))
    admin.post(f"/admin/payments/{waits}/ask")
    with web.database.read() as session:
        assert session.get_one(Payment, waits).due_at is not None
