"""Writing to people, over the real stack: what a real mail server and the phones received, once, also when a worker is
killed in the middle."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.fakes.mail import MailServer
from tests.fakes.model import Request, Step, calls, hangs, last_user_text, says
from tests.fakes.twilio import Phone
from tests.fakes.waiting import eventually
from tests.flows.conftest import PRO, PUPIL, Stack
from tests.flows.steps import column, hears_about

ADMIN = "+2250700000099"
AWA = "awa@example.org"
DRAFT = {"to": ["compta@example.org"], "subject": "Facture 12", "text": "Bonjour,\n\nVoici la facture.\n\nAwa"}
PDF = ("generate_pdf", {"title": "Fiche", "content": "Une fiche sur les fractions."})


@pytest.fixture
def post() -> Iterator[MailServer]:
    server = MailServer()
    yield server
    server.stop()


def starts(stack: Stack, post: MailServer, *steps: tuple[str, dict[str, Any]], workers: int = 1) -> None:
    """A model that makes these calls one after the other, then says « fini »."""

    def rule(request: Request) -> Step:
        last = max(at for at, message in enumerate(request["messages"]) if message["role"] == "user")
        done = len([message for message in request["messages"][last:] if message["role"] == "tool"])
        return calls(steps[done]) if done < len(steps) else says("fini")

    stack.model.script(rule)
    smtp = {"SMTP_URL": f"smtp://127.0.0.1:{post.port}", "MAIL_FROM": "Palabre <bot@palabre.example>"}
    stack.start(workers, BUG_REPORT_TO="bugs@palabre.example", FRAGMENT_WINDOW_S="0.2", **smtp)


def confirms(phone: Phone, post: MailServer) -> None:
    """/email, the number of the question where one is asked, the code from the mailbox."""
    phone.says(f"/email {AWA}")
    if not phone.address.startswith("whatsapp:"):
        number = re.search(r"\b\d{5}\b", hears_about(phone, "Confirmer"))
        assert number is not None
        phone.says(number[0])
    hears_about(phone, "6 chiffres")
    eventually(lambda: post.inbox, 20)
    phone.says(re.findall(r"\b\d{6}\b", text_of(post, 0))[0])
    hears_about(phone, "est fait")


def text_of(post: MailServer, at: int = -1) -> str:
    body = post.inbox[at].get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_the_file_made_in_the_turn_arrives_in_the_mailbox(stack: Stack, post: MailServer) -> None:
    mail = {"subject": "Votre fiche", "text": "**Voici** la fiche.", "files": ["fiche.pdf"]}
    starts(stack, post, PDF, ("send_email_to_user", mail))
    phone = stack.twilio.phone(PUPIL)
    confirms(phone, post)
    phone.says("Fais une fiche et envoie-la-moi par e-mail")
    hears_about(phone, "fini")
    eventually(lambda: len(post.inbox) == 2, 20)
    received = post.inbox[-1]
    assert (received["To"], received["Subject"]) == (AWA, "Votre fiche")
    (attached,) = received.iter_attachments()
    assert attached.get_content().startswith(b"%PDF")
    code = re.findall(r"\b\d{6}\b", text_of(post, 0))[0]
    assert not [request for request in stack.model.requests if code in str(request)]


def test_a_draft_is_shown_changed_and_sent_by_the_digit(stack: Stack, post: MailServer) -> None:
    starts(stack, post, ("draft_email", DRAFT))
    phone = stack.twilio.phone(PRO)
    confirms(phone, post)
    phone.says("Écris à la compta")
    assert "compta@example.org" in hears_about(phone, "ce nombre")
    phone.says("2")
    hears_about(phone, "changer")
    phone.says("Plus court")
    number = re.findall(r"ce nombre : (\d{5})", hears_about(phone, "ce nombre"))[-1]
    assert last_user_text(stack.model.requests[-1]).startswith("[Draft]")
    assert len(post.inbox) == 1
    phone.says(number)
    phone.says(number)
    hears_about(phone, "part maintenant")
    eventually(lambda: len(post.inbox) == 2, 20)
    assert (post.inbox[-1]["To"], post.inbox[-1]["Reply-To"]) == ("compta@example.org", AWA)
    assert text_of(post).replace("\r\n", "\n").startswith(DRAFT["text"])  # type: ignore[arg-type]


def test_own_numbers_and_the_team_are_reached(stack: Stack, post: MailServer) -> None:
    starts(
        stack,
        post,
        ("send_sms_to_user", {"text": "Le résumé"}),
        ("report_bug", {"what_happened": "Le PDF ne s’ouvre pas sur mon téléphone"}),
    )
    assert stack.flask("admin", "add", ADMIN) == 0
    phone, admin = stack.twilio.phone(PRO), stack.twilio.phone(ADMIN)
    phone.says("Envoie-le-moi par SMS et signale le problème")
    hears_about(phone, "Le résumé")
    hears_about(phone, "fini")
    assert "ne s" in hears_about(admin, "0002")
    eventually(lambda: post.inbox, 20)
    assert post.inbox[0]["To"] == "bugs@palabre.example"
    assert PRO[1:] not in text_of(post)


def test_whatsapp_takes_the_file(stack: Stack, post: MailServer) -> None:
    starts(stack, post, PDF, ("send_whatsapp_to_user", {"text": "Voici", "files": ["fiche.pdf"]}))
    phone = stack.twilio.phone(PUPIL)
    phone.says("Envoie la fiche sur WhatsApp")
    hears_about(phone, "Voici")
    hears_about(phone, "fini")
    assert column(stack, "SELECT count(*) FROM outbound_part WHERE key LIKE 'own%' AND kind = 'media'") == [1]


def test_a_worker_killed_behind_the_call_sends_nothing_twice(stack: Stack, post: MailServer) -> None:
    """The call's result is stored, and with it the e-mail; the model hangs when the worker dies."""
    starts(stack, post, workers=0)
    worker = stack.start_worker()
    phone = stack.twilio.phone(PUPIL)
    confirms(phone, post)
    behind: list[int] = []

    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] != "tool":
            return calls(("send_email_to_user", {"subject": "Une fois", "text": "Voici."}))
        behind.append(1)
        return hangs(60) if len(behind) == 1 else says("fini")

    stack.model.script(rule)
    phone.says("Envoie-le-moi par e-mail")
    eventually(lambda: behind, 20)
    stack.kill(worker)
    stack.start_worker()
    hears_about(phone, "fini")
    eventually(lambda: len(post.inbox) == 2, 20)
    assert [mail["Subject"] for mail in post.inbox[1:]] == ["Une fois"]
    assert column(stack, "SELECT count(*) FROM outbound_part WHERE channel = 'email' AND kind = 'email'") == [1]
