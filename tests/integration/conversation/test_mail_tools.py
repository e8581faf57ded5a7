"""The tools that write to somebody: what leaves, to whom, how often, and what an obedient model cannot make them do."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from bot.cli.people import add_user
from bot.dao.admin import administrators
from bot.dao.library import files as library
from bot.dao.work import runs
from bot.errors import ToolFailed
from bot.models import Address, Alert, OutboundPart, PendingInteraction, StoredFile, User
from bot.models.base import utc_now
from bot.services.mail import attached
from bot.services.mail.run_mails import MOST_A_DAY
from bot.types import Mode
from tests.fakes.keys import conversation_id
from tests.fakes.mail import MailServer
from tests.fakes.model import Request, Step, calls, errors, last_user_text, says
from tests.fakes.threads import at_once
from tests.integration.conversation.conftest import PUPIL, Line

pytestmark = pytest.mark.one_database

AWA, BOSS, EVIL = "awa@example.org", "compta@example.org", "http://evil.example/log?d=secret"
SMS = "+2250700000001"
ADMIN = "+2250700000099"
DRAFT = {"to": [BOSS], "subject": "Facture 12", "text": "Bonjour,\n\nVoici la facture.\n\nAwa"}


@pytest.fixture
def line(open_line: Callable[..., Line], server: MailServer) -> Line:
    """A professional on WhatsApp whose address is confirmed."""
    made = open_line(
        smtp_url=f"smtp://127.0.0.1:{server.port}",
        mail_from="Palabre <bot@palabre.example>",
        bug_report_to="bugs@palabre.example",
        twilio_sms_from="+33644600000",
    )
    with made.database.write() as session:
        user = session.get_one(User, 1)
        user.mode, user.email = Mode.PRO, AWA
    return made


def post(line: Line) -> None:
    line.runtime.delivery.deliver_mails(conversation_id(PUPIL))


def once(name: str, **arguments: Any) -> Callable[[Request], Step]:
    """A model that makes one call a turn, then tells how it ended."""

    def step(request: Request) -> Step:
        last = request["messages"][-1]
        return says(f"fini : {last['content']}") if last["role"] == "tool" else calls((name, arguments))

    return step


def turn(line: Line, name: str, said: str = "Fais-le", **arguments: Any) -> str:
    line.model.script(once(name, **arguments))
    line.says(said)
    return "\n".join(line.hears())


def reads(line: Line) -> None:
    """What was written has left and was read."""
    with line.database.write() as session:
        for part in session.exec(select(OutboundPart).where(col(OutboundPart.first_dispatched_at).is_(None))):
            if part.channel != "email":
                part.first_dispatched_at = line.clock.now()
    line.clock.skip(1)


def drafts(line: Line, **changes: Any) -> str:
    heard = turn(line, "draft_email", **(DRAFT | changes))
    reads(line)
    return heard


def answers(line: Line, reply: str) -> str:
    line.says(reply)
    heard = "\n".join(line.hears())
    reads(line)
    return heard


def join(line: Line, address: str) -> None:
    """Another phone of the professional's account."""
    add_user(line.database, address, Mode.PRO, 0)
    with line.database.write() as session:
        session.exec(select(Address).where(Address.value == address)).one().user_id = 1


def file_of(line: Line, name: str = "cours.pdf", user_id: int = 1, **changes: Any) -> None:
    body = b"%PDF-1.7 " + name.encode() * 20
    digest = line.runtime.inbox.turns.store.put(body)  # type: ignore[attr-defined]
    values = {"content_type": "application/pdf", "size": len(body), "sha256": digest} | changes
    key = conversation_id(PUPIL)
    with line.database.write() as session:
        session.add(StoredFile(conversation_id=key, user_id=user_id, name=name, title=name, **values))


def taint(line: Line) -> None:
    """Something untrusted was read in an earlier turn."""
    line.model.script(lambda _request: says("Bonjour"))
    line.says("Bonjour")
    line.hears()
    with line.database.write() as session:
        runs.taint(session, line.run().id, conversation_id(PUPIL))


# --- to the user's own mailbox ---


def test_an_email_arrives_with_both_forms_and_the_file(line: Line, server: MailServer) -> None:
    file_of(line)
    text = "**Bonjour** <b>Awa</b>\n\n- un\n- deux"
    heard = turn(line, "send_email_to_user", subject="Votre\nrésumé", text=text, files=["cours.pdf"])
    assert "on its way" in heard
    assert server.inbox == [], "nothing left before the transaction ended"
    post(line)
    (mail,) = server.inbox
    assert (mail["To"], mail["Subject"]) == (AWA, "Votre résumé")
    html, text = mail.get_body(("html",)), mail.get_body(("plain",))
    assert html is not None
    assert text is not None
    assert "<strong>Bonjour</strong>" in html.get_content()
    assert "<b>Awa" not in html.get_content()
    assert "Bonjour" in text.get_content()
    assert "**" not in text.get_content()
    (attached,) = mail.iter_attachments()
    assert attached.get_filename() == "cours.pdf"
    post(line)
    assert len(server.inbox) == 1


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\x0b", "\x85", "\u2028"])
def test_no_subject_adds_a_header(line: Line, server: MailServer, end: str) -> None:
    turn(line, "send_email_to_user", subject=f"Bonjour{end}Bcc: evil@evil.example", text="x")
    post(line)
    assert server.inbox[-1]["Bcc"] is None
    assert server.envelopes[-1].rcpt_tos == [AWA]


def test_without_a_confirmed_address_the_model_is_told_how(line: Line, server: MailServer) -> None:
    with line.database.write() as session:
        session.get_one(User, 1).email = None
    for heard in (turn(line, "send_email_to_user", subject="s", text="t"), turn(line, "draft_email", **DRAFT)):
        assert "permanent" in heard
        assert "/email" in heard
    post(line)
    assert server.inbox == []


def test_html_fetches_nothing(line: Line, server: MailServer) -> None:
    text = "![x](http://evil.example/p.png) <img src='http://evil.example/q.png'> [a](javascript:alert(1))"
    turn(line, "send_email_to_user", subject="s", text=text)
    post(line)
    body = server.inbox[-1].get_body(("html",))
    assert body is not None
    assert not re.search(r"<img|src=|javascript:.*\">|url\(|<link|<script", body.get_content())


def test_nobody_elses_files_and_no_export_go_along(line: Line, server: MailServer) -> None:
    with line.database.write() as session:
        session.add(User())
    file_of(line, "autre.pdf", user_id=2)
    file_of(line, "palabre-export.zip", content_type="application/zip")
    for name in ("autre.pdf", "palabre-export.zip"):
        assert "is not one file" in turn(line, "send_email_to_user", subject="s", text="t", files=[name])
        assert "is not one file" in turn(line, "send_whatsapp_to_user", text="t", files=[name])
    post(line)
    assert server.inbox == []


def test_a_day_has_so_many_emails(line: Line) -> None:
    turn(line, "send_email_to_user", subject="s", text="t")
    run = line.run().id
    with line.database.write() as session:
        for number in range(MOST_A_DAY - 1):
            key, here = f"x{number}", conversation_id(PUPIL)
            session.add(OutboundPart(conversation_id=here, run_id=run, key=key, address=AWA, channel="email"))
    assert "Refused" in turn(line, "send_email_to_user", subject="s", text="t")
    assert "Refused" in turn(line, "draft_email", **DRAFT)
    line.clock.skip(timedelta(days=2).total_seconds())
    with line.database.write() as session:
        session.exec(select(Address)).one().signed_in_until = utc_now() + timedelta(days=20)
    assert "on its way" in turn(line, "send_email_to_user", subject="s", text="t")


@pytest.mark.parametrize(("answer", "told"), [("554 no", "n’est pas parti"), (None, "s’il n’y est pas")])
def test_nobody_is_sent_to_write_to_themselves(line: Line, server: MailServer, answer: str | None, told: str) -> None:
    server.answers = [answer]
    turn(line, "send_email_to_user", subject="s", text="t")
    post(line)
    (heard,) = line.hears()
    assert told in heard
    assert "edemandez-le-moi" in heard
    assert "crivez-lui" not in heard


def test_who_writes_to_others_is_sent_to_look_at_the_address(line: Line, server: MailServer) -> None:
    server.refused.add(BOSS)
    drafts(line)
    answers(line, "1")
    post(line)
    assert line.hears() == [f"Votre e-mail à {BOSS} n’est pas parti. Vérifiez cette adresse. Au besoin, écrivez-lui "
                            "directement."]  # fmt: skip


@pytest.mark.parametrize(("files", "told"), [(["cours.pdf"], "trop lourd"), ([], "cette boîte est pleine")])
def test_nobody_doubts_an_address_whose_mailbox_is_full(
    line: Line, server: MailServer, files: list[str], told: str
) -> None:
    file_of(line)
    drafts(line, files=files)
    answers(line, "1")
    server.answers = ["552 5.2.3 too large"]
    post(line)
    (heard,) = line.hears()
    assert told in heard
    assert "Vérifiez" not in heard
    server.answers = ["552 5.2.3 too large"]
    turn(line, "send_email_to_user", subject="s", text="t", files=files)
    post(line)
    assert told in line.hears()[0]


def lose_bytes(line: Line, file: StoredFile) -> None:
    """As by a backup that was played back without its files."""
    line.runtime.inbox.turns.store.delete(file.sha256)  # type: ignore[attr-defined]


def delete(line: Line, file: StoredFile) -> None:
    with line.database.write() as session:
        library.remove_all(session, [file.id])


@pytest.mark.parametrize("goes", [delete, lose_bytes])
def test_nor_one_to_which_nothing_left_because_a_file_was_gone(
    line: Line, server: MailServer, goes: Callable[[Line, StoredFile], None]
) -> None:
    """While the server had it wait."""
    file_of(line)
    drafts(line, files=["cours.pdf"])
    answers(line, "1")
    server.answers = ["451 greylisted"]
    post(line)
    with line.database.read() as session:
        (file,) = session.exec(select(StoredFile)).all()
    goes(line, file)
    line.clock.skip(11)
    post(line)
    assert line.hears() == [f"L’e-mail pour {BOSS} n’est pas parti\u00a0: un des fichiers joints n’existe plus. "
                            "Redemandez-le-moi."]  # fmt: skip
    assert server.inbox == []
    with line.database.read() as session:
        assert session.exec(select(Alert.kind)).all() == ["mail_failed"]


def test_later_turns_know_of_an_email_that_did_not_leave(line: Line, server: MailServer) -> None:
    """The agent had read that it leaves, and said so when it was asked."""
    drafts(line)
    answers(line, "1")
    server.answers = ["554 no"]
    post(line)
    told = "\n".join(line.hears())
    assert BOSS in told
    line.model.script(lambda _request: says("Non."))
    line.says("Il est bien parti ?")
    notes = [str(said["content"]) for said in line.model.requests[-1]["messages"] if said["role"] == "user"]
    assert told in notes[-2]
    assert notes[-2].startswith("[Draft]")
    assert DRAFT["subject"] in notes[-2]


def test_a_draft_that_was_left_is_not_taken_for_done(line: Line) -> None:
    """Cut to a line, the result that shows it counted as a success."""
    drafts(line)
    line.clock.skip(3_601)
    line.model.script(lambda _request: says("Bonjour"))
    for said in ("Bonjour", "Tu l’as envoyé ?"):
        answers(line, said)
    (result,) = [said["content"] for said in line.model.requests[-1]["messages"] if said["role"] == "tool"]
    assert "not done" in result
    assert "success" not in result


# --- drafts ---


def test_a_draft_leaves_by_the_digit_exactly_as_shown(line: Line, server: MailServer) -> None:
    file_of(line)
    shown = drafts(line, files=["cours.pdf"])
    post(line)
    assert server.inbox == []
    for word in (BOSS, AWA, "Facture 12", "Voici la facture.", "cours.pdf", "1. Envoyer", "3. Ne pas"):
        assert word in shown
    assert "part maintenant" in answers(line, "1")
    post(line)
    (mail,) = server.inbox
    assert (mail["To"], mail["Reply-To"], mail["Subject"]) == (BOSS, AWA, "Facture 12")
    assert mail["List-Unsubscribe"] == f"<mailto:{AWA}?subject=unsubscribe>"
    body = mail.get_body(("plain",))
    assert body is not None
    assert body.get_content().replace("\r\n", "\n").startswith(f"{DRAFT['text']}\n")  # type: ignore[attr-defined]
    assert [one.get_filename() for one in mail.iter_attachments()] == ["cours.pdf"]
    answers(line, "1")
    post(line)
    assert len(server.inbox) == 1
    told = next(text for text in (str(one) for one in line.asked()[-1]) if "[Draft]" in text)
    assert BOSS in told
    assert "Facture 12" in told


def test_a_draft_says_which_address_looks_mistyped(line: Line, server: MailServer) -> None:
    shown = drafts(line, to=["koffi@gmial.com", BOSS])
    assert shown.count("ressemble à") == 1
    assert "koffi@gmial.com ressemble à koffi@gmail.com" in shown
    answers(line, "1")
    post(line)
    assert [mail["To"] for mail in server.inbox] == [f"koffi@gmial.com, {BOSS}"] * 2, "it may be right all the same"


@pytest.mark.parametrize(
    "reply",
    ["oui", "ok envoie", "D’accord", "oui envoie le mail", "👍🏾", "un", "le chiffre un", "le 1er", "Super !",
     "je confirme", "tu peux l’envoyer", "oui 👎", "1 ✋🏾", "✋ 1", "1 non", "waaw", "ok mais pas encore"],
)  # fmt: skip
def test_words_are_no_digit(line: Line, server: MailServer, reply: str) -> None:
    """Nor is the agent asked because of them, however often they are said."""
    drafts(line)
    before, asked = line.credits(), len(line.model.requests)
    for _ in range(3):
        assert "chiffre 1" in answers(line, reply)
    assert (line.credits(), len(line.model.requests)) == (before, asked)
    post(line)
    assert server.inbox == []
    answers(line, "1")
    post(line)
    assert len(server.inbox) == 1


@pytest.mark.parametrize("said", ["c’est envoyé ?", "tu l’as envoyé ?", "C’est parti ?", "did you send it?"])
def test_who_asks_whether_it_has_left_is_told_the_digit(line: Line, server: MailServer, said: str) -> None:
    drafts(line)
    before, asked = line.credits(), len(line.model.requests)
    assert "chiffre 1" in answers(line, said)
    assert (line.credits(), len(line.model.requests)) == (before, asked)
    answers(line, "1")
    post(line)
    assert len(server.inbox) == 1


def test_who_wants_to_think_first_has_the_draft_kept(line: Line, server: MailServer) -> None:
    drafts(line)
    before, asked = line.credits(), len(line.model.requests)
    assert "Prenez votre temps" in answers(line, "attends un peu")
    assert (line.credits(), len(line.model.requests)) == (before, asked)
    answers(line, "1")
    post(line)
    assert len(server.inbox) == 1


@pytest.mark.parametrize(
    ("reply", "told"),
    [("1. Envoyer", "part maintenant"), ("2. Changer quelque chose", "faut-il changer"), ("1 ?", "chiffre 1"),
     ("changer quelque chose", "faut-il changer"), ("3. Ne pas envoyer", "pas envoyé"), ("3 ?", "chiffre 1"),
     ("C’est bon, non ?", "chiffre 1"), ("?", "chiffre 1"), ("non 3", "pas envoyé"), ("annule", "pas envoyé")],
)  # fmt: skip
def test_a_line_below_the_draft_may_be_written_out(line: Line, server: MailServer, reply: str, told: str) -> None:
    """They went to the agent, which was paid and had another draft written; « 1 ? » sent it."""
    drafts(line)
    before = line.credits()
    assert told in answers(line, reply)
    post(line)
    assert (line.credits(), len(server.inbox)) == (before, int(reply == "1. Envoyer"))


@pytest.mark.parametrize("first", ["1", "3"])
def test_two_drafts_of_one_step_are_shown_one_after_the_other(line: Line, server: MailServer, first: str) -> None:
    """The second took the first one's place, which was never shown, while the agent was told that it was."""
    both = [("draft_email", DRAFT | {"to": [to]}) for to in (BOSS, "dg@example.org")]
    line.model.script(lambda _request: calls(*both))
    line.says("Écris à la compta et à la DG")
    assert BOSS in "\n".join(line.hears())
    reads(line)
    before = line.credits()
    line.model.script(lambda _request: calls(both[1]))
    assert "dg@example.org" in answers(line, first)
    assert "Un autre appel" in last_user_text(line.model.requests[-1])
    answers(line, "1")
    post(line)
    assert [mail["To"] for mail in server.inbox] == ([BOSS] if first == "1" else []) + ["dg@example.org"]
    assert line.credits() == before, "it goes on with what was paid for"


@pytest.mark.parametrize(
    "reply", ["oui mais change l’objet", "non, change l’objet", "c’est pas bon", "deux", "👎", "3e"]
)
def test_a_yes_or_a_no_with_more_is_a_change(line: Line, reply: str) -> None:
    drafts(line)
    line.model.script(once("draft_email", **(DRAFT | {"subject": "Votre facture"})))
    assert "Votre facture" in answers(line, reply)
    assert reply in last_user_text(line.model.requests[-1])


@pytest.mark.parametrize("reply", ["3", "0", "annuler", "non", "Non merci", "no", "laisse tomber", "Ne l’envoie pas !"])
def test_discarded_is_discarded(line: Line, server: MailServer, reply: str) -> None:
    drafts(line)
    answers(line, reply)
    line.model.script(lambda _request: says("D’accord"))
    answers(line, "1")
    assert "ne veut pas l’envoyer" in str(line.model.requests[-1]["messages"])
    post(line)
    assert server.inbox == []


def test_the_word_that_deletes_an_account_is_about_the_draft_below_one(line: Line) -> None:
    drafts(line)
    assert answers(line, "Supprimer") == "D’accord, cet e-mail n’est pas envoyé."
    assert "tout effacer" in answers(line, "Supprimer")


def test_twenty_changes_send_the_last_version_once(line: Line, server: MailServer) -> None:
    drafts(line)
    for number in range(20):
        line.clock.skip(60)
        assert "changer" in answers(line, "2")
        line.model.script(once("draft_email", **(DRAFT | {"text": f"Version {number}."})))
        assert f"Version {number}." in answers(line, "plus court stp")
    asked = last_user_text(line.model.requests[-1])
    assert asked.startswith("[Draft]")
    assert "Version 18." in asked
    assert "plus court" in asked
    answers(line, "1")
    answers(line, "1")
    post(line)
    (mail,) = server.inbox
    body = mail.get_body(("plain",))
    assert body is not None
    assert "Version 19." in body.get_content()


def test_words_let_go_of_the_draft(line: Line, server: MailServer) -> None:
    """A list in the answer to something else must not make a digit send the e-mail."""
    drafts(line)
    line.model.script(lambda _request: says("1. Lomé\n2. Accra"))
    answers(line, "Quelle est la capitale du Togo ?")
    answers(line, "1")
    post(line)
    assert server.inbox == []


@pytest.mark.parametrize("reply", ["1 ok", "je tape 1", "oui, 1, envoie"])
def test_the_digit_with_a_yes_around_it_is_the_digit(line: Line, server: MailServer, reply: str) -> None:
    drafts(line)
    assert "part maintenant" in answers(line, reply)
    post(line)
    assert len(server.inbox) == 1


def test_two_digits_at_once_send_once(line: Line, open_line: Callable[..., Line], server: MailServer) -> None:
    drafts(line)
    other = open_line(smtp_url=f"smtp://127.0.0.1:{server.port}", mail_from="Palabre <bot@palabre.example>")
    line.model.script(lambda _request: says("fini"))
    line.stores("1")
    line.stores("1")
    at_once(2, lambda at: (line, other)[at].drain())
    post(line)
    assert len(server.inbox) == 1


def test_the_digit_on_another_phone_of_the_account_sends_nothing(line: Line, server: MailServer) -> None:
    """It was never shown there: « 1 » is said of something else."""
    join(line, SMS)
    drafts(line)
    line.model.script(lambda _request: says("Oui."))
    line.says("1", address=SMS)
    assert line.hears(SMS) == ["Oui."]
    post(line)
    assert server.inbox == []
    assert "part maintenant" in answers(line, "1"), "where it was shown it is open still"
    post(line)
    assert len(server.inbox) == 1


def test_the_number_in_a_draft_sends_it_where_it_was_shown_alone(line: Line, server: MailServer) -> None:
    join(line, SMS)
    line.model.script(once("draft_email", **DRAFT))
    line.says("Fais-le", address=SMS)
    (number,) = re.findall(r"\b\d{4,8}\b", "\n".join(line.hears(SMS)))
    reads(line)
    line.model.script(lambda _request: says("Lequel."))
    line.says(number)
    assert line.hears() == ["Lequel."]
    line.says(number, address=SMS)
    assert "part maintenant" in "\n".join(line.hears(SMS))
    line.runtime.delivery.deliver_mails(conversation_id(SMS))
    assert len(server.inbox) == 1


def test_an_expired_draft_and_one_that_was_altered_send_nothing(line: Line, server: MailServer) -> None:
    drafts(line)
    with line.database.write() as session:
        row = session.exec(select(PendingInteraction).where(col(PendingInteraction.closed_at).is_(None))).one()
        row.payload = {**row.payload, "draft": {**row.payload["draft"], "recipients": ["evil@evil.example"]}}
    assert "plus celui" in answers(line, "1")
    drafts(line)
    line.clock.skip(3_601)
    line.model.script(lambda _request: says("fini"))
    answers(line, "1")
    post(line)
    assert server.inbox == []


def test_a_digit_that_crosses_the_draft_sends_nothing(line: Line, server: MailServer) -> None:
    turn(line, "draft_email", **DRAFT)
    line.model.script(lambda _request: says("fini"))
    line.says("1")
    post(line)
    assert server.inbox == []


def test_what_no_draft_may_be(line: Line) -> None:
    many = [f"a{number}@example.org" for number in range(200)]
    assert "5 people at most" in turn(line, "draft_email", **(DRAFT | {"to": many}))
    assert "No e-mail address" in turn(line, "draft_email", **(DRAFT | {"to": ["x@y.zz\nBcc: z@z.zz"]}))
    assert "too long" in turn(line, "draft_email", **(DRAFT | {"text": "é" * 3_900}))
    assert "plain text" in turn(line, "draft_email", **(DRAFT | {"text": "```\nfin"}))


@pytest.mark.parametrize(
    ("to", "shown"),
    [
        (["Awa Koné <awa@example.org>"], "awa@example.org"),
        (['"Koné, Awa" <awa@example.org>', " b@example.org "], "awa@example.org, b@example.org"),
        (["awa@example.org; b@example.org, awa@example.org"], "awa@example.org, b@example.org"),
        ("awa@example.org", "awa@example.org"),
        (["mailto:awa@example.org\nb@example.org.", "AWA@example.org"], "awa@example.org, b@example.org"),
    ],
)
def test_addresses_are_read_as_the_head_of_an_email_has_them(
    line: Line, server: MailServer, to: Any, shown: str
) -> None:
    asked = drafts(line, to=to).replace("\u00a0", " ")
    assert f": {shown}\n" in asked
    assert ("Chaque destinataire verra" in asked) == ("," in shown), "there are no blind copies"
    answers(line, "1")
    post(line)
    assert [", ".join(envelope.rcpt_tos) for envelope in server.envelopes] == shown.split(", ")


@pytest.mark.parametrize(
    "to",
    ["Awa Koné", "Awa <awa>", "a@example.org et b@example.org", "a@example.org, x", "a@b.org <c@d.org>x"],
)
def test_what_is_no_address_is_asked_for(line: Line, server: MailServer, to: str) -> None:
    assert "No e-mail address" in turn(line, "draft_email", **(DRAFT | {"to": [to]}))
    assert server.inbox == []


def test_pupils_have_no_drafts(line: Line) -> None:
    with line.database.write() as session:
        session.get_one(User, 1).mode = Mode.STUDENT
    assert "There is no tool draft_email" in turn(line, "draft_email", **DRAFT)


def test_an_email_of_another_is_not_the_reply_address_any_more(line: Line, server: MailServer) -> None:
    drafts(line)
    with line.database.write() as session:
        session.get_one(User, 1).email = "other@example.org"
    assert "n’est pas parti" in answers(line, "1")
    post(line)
    assert server.inbox == []


# --- what a tainted run sends ---


@pytest.mark.parametrize("name", ["send_email_to_user", "send_whatsapp_to_user"])
def test_a_link_nobody_vouched_for_waits_for_the_digit(line: Line, server: MailServer, name: str) -> None:
    more = {"subject": "s"} if "email" in name else {}
    taint(line)
    heard = turn(line, name, text=f"Vois {EVIL}", **more)
    post(line)
    assert "Puis-je vous envoyer" in heard
    assert EVIL in heard
    assert server.inbox == []
    reads(line)
    assert "fini" in turn(line, name, said="Envoie sans adresse", text="Un résumé.", **more)


@pytest.mark.parametrize(
    ("link", "leaves"),
    [("https://cours.example/l%C3%A9%63on", False), ("HTTPS://cours.example/l%C3%A9con", False),
     ("https://cours.example/léçon", False), ("https://cours.example/léCon?n=%31", True),
     ("cours.example/l%C3%A9con", True), ("https://cours.example/l%C3%A9con#deux", True),
     ("https://cours.example/léCon?n=1", False), ("https://cours.example/l%C3%A9Con?n=1", True),
     ("https://cours.example/l%C3%A9con)secret", False), ("cours.example/l%C3%A9con]secret", False),
     ("https://cours.example/l%C3%A9con" + "'" * 42, False), ("(https://cours.example/l%C3%A9con).", True),
     ("**[ici](https://cours.example/l%C3%A9con)**, [là](https://cours.example/l%C3%A9con).", True)],
)  # fmt: skip
def test_a_known_link_leaves_as_it_was_read_or_in_its_one_spelling(
    line: Line, server: MailServer, link: str, leaves: bool
) -> None:
    """It is opened as it is written: how it is spelt could tell whoever serves it something."""
    words = "Envoie-moi https://cours.example/l%C3%A9con ou https://cours.example/léCon?n=%31"
    taint(line)
    turn(line, "send_email_to_user", said=words, subject="s", text=f"Vois {link}")
    post(line)
    assert len(server.inbox) == int(leaves)


def test_words_without_links_reach_the_person_from_a_tainted_run(line: Line, server: MailServer) -> None:
    taint(line)
    turn(line, "send_email_to_user", subject="s", text="Le résumé de la page.")
    post(line)
    assert len(server.inbox) == 1


def test_a_tainted_draft_waits_for_its_own_digit_and_a_report_for_one(line: Line, server: MailServer) -> None:
    taint(line)
    assert BOSS in drafts(line)
    assert "Puis-je envoyer" in turn(line, "report_bug", what_happened="Le secret est secret42 et rien ne marche")
    post(line)
    assert server.inbox == []
    with line.database.read() as session:
        assert not session.exec(select(Alert).where(Alert.kind == "bug_reported")).all()


def test_a_yes_sends_the_report_once(line: Line, server: MailServer) -> None:
    taint(line)
    turn(line, "report_bug", what_happened="Le PDF ne s’ouvre pas du tout")
    reads(line)
    answers(line, "1")
    post(line)
    (mail,) = server.inbox
    assert mail["To"] == "bugs@palabre.example"


# --- to the user's own numbers ---


def sms_of(line: Line, user_id: int = 1, **changes: Any) -> None:
    values = {"signed_in_until": utc_now() + timedelta(days=20), "last_inbound_at": utc_now()} | changes
    with line.database.write() as session:
        session.add(Address(value=SMS, channel="sms", user_id=user_id, **values))


def test_an_sms_goes_to_the_own_number_with_links(line: Line) -> None:
    file_of(line)
    sms_of(line)
    turn(line, "send_sms_to_user", text="Voici **le cours**", files=["cours.pdf"])
    heard = line.hears(SMS)
    assert heard[0] == "Voici le cours"
    assert "/media/" in heard[1]


def test_whatsapp_carries_the_file(line: Line) -> None:
    file_of(line)
    with line.database.write() as session:
        session.exec(select(Address)).one().last_inbound_at = line.clock.now()
    turn(line, "send_whatsapp_to_user", text="Voici", files=["cours.pdf"])
    with line.database.read() as session:
        kinds = [part.kind for part in session.exec(select(OutboundPart)) if part.key.startswith("own")]
    assert kinds == ["text", "media"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"signed_in_until": None}, "not signed in"),
        ({"opted_out_at": utc_now()}, "stopped messages"),
        ({"bad_at": utc_now()}, "cannot be reached"),
    ],
)
def test_where_the_user_cannot_be_written_to_nothing_is_written(line: Line, changes: dict[str, Any], why: str) -> None:
    sms_of(line, **changes)
    assert why in turn(line, "send_sms_to_user", text="Voici")
    assert line.hears(SMS) == []


def test_a_stranger_number_is_never_an_argument(line: Line) -> None:
    assert "permanent" in turn(line, "send_sms_to_user", text="x", to="+2250500000002")
    assert line.hears("+2250500000002") == []


def test_a_closed_window_is_respected(line: Line) -> None:
    with line.database.write() as session:
        session.add(Address(value="whatsapp:+2250700000042", channel="whatsapp", user_id=1,
                            signed_in_until=utc_now() + timedelta(days=20)))  # fmt: skip
        session.exec(select(Address).where(Address.value == PUPIL)).one().channel = "sms"
    assert "24 hours" in turn(line, "send_whatsapp_to_user", text="Voici")
    assert line.hears("whatsapp:+2250700000042") == []


def test_a_day_has_so_many_sms(line: Line) -> None:
    sms_of(line)
    for _ in range(15):
        assert "fini" in turn(line, "send_sms_to_user", text="Voici")
    assert "too many" in turn(line, "send_sms_to_user", text="Voici")
    assert len(line.hears(SMS)) == 15


# --- reports ---


def test_a_report_reaches_the_team_without_the_number(line: Line, server: MailServer) -> None:
    with line.database.write() as session:
        assert administrators.add(session, ADMIN)
        assert not administrators.add(session, ADMIN)
    turn(line, "report_bug", what_happened="Le PDF ne s’ouvre pas sur mon téléphone")
    post(line)
    (mail,) = server.inbox
    body = mail.get_body(("plain",))
    assert body is not None
    told = line.hears(ADMIN)
    for text in (body.get_content(), told[0]):
        assert "Le PDF ne s’ouvre pas" in text.replace("'", "’")
        assert "0001" in text
        assert "2250700000001" not in text
        assert str(line.run().id) in text
    for _ in range(2):
        turn(line, "report_bug", what_happened="Le PDF ne s’ouvre pas sur mon téléphone")
    assert "enough was reported" in turn(line, "report_bug", what_happened="Encore une fois la même chose")
    assert json.dumps(line.model.requests).count(ADMIN) == 0


def test_a_report_that_is_refused_does_not_tell_where_it_went(line: Line, server: MailServer) -> None:
    server.refused.add("bugs@palabre.example")
    heard = turn(line, "report_bug", what_happened="Le PDF ne s’ouvre pas sur mon téléphone")
    post(line)
    told = line.hears()
    assert any("signalement" in text and "/humain" in text for text in told)
    assert "bugs@palabre.example" not in "\n".join([heard, *told])


# --- what goes along ---


def test_a_file_that_has_gone_over_to_somebody_else_does_not_go_along(line: Line) -> None:
    """Between the look for its name and the transaction that writes the e-mail."""
    file_of(line)
    with line.database.write() as session:
        session.add(User())
        file = session.exec(select(StoredFile)).one()
        assert attached.again(session, [file], 1) == [file]
        with pytest.raises(ToolFailed):
            attached.again(session, [file], 2)
        with pytest.raises(ToolFailed):
            attached.again(session, [file], None)


@pytest.mark.parametrize("changes", [{"user_id": 2}, {"sha256": "0" * 64}])
def test_a_draft_s_file_is_still_the_one_that_was_shown(
    line: Line, server: MailServer, changes: dict[str, Any]
) -> None:
    file_of(line)
    with line.database.write() as session:
        session.add(User())
    assert "cours.pdf" in drafts(line, files=["cours.pdf"])
    with line.database.write() as session:
        file = session.exec(select(StoredFile)).one()
        for name, value in changes.items():
            setattr(file, name, value)
    assert "fichiers joints" in answers(line, "1")
    post(line)
    assert server.inbox == []


@pytest.mark.parametrize("sizes", [[11_000_000], [6_000_000, 6_000_000, 6_000_000]])
def test_a_draft_takes_no_more_than_a_mail_server_does(line: Line, sizes: list[int]) -> None:
    for number, size in enumerate(sizes):
        file_of(line, f"cours{number}.pdf", size=size)
    heard = turn(line, "draft_email", **(DRAFT | {"files": [f"cours{number}.pdf" for number in range(len(sizes))]}))
    assert "too large for an e-mail" in heard
    with line.database.read() as session:
        assert not list(session.exec(select(PendingInteraction)))


# --- a change that nobody can make ---


@pytest.mark.parametrize("why", ["no credits", "an outage", "a failure"])
def test_a_draft_stays_open_while_nobody_can_change_it(line: Line, server: MailServer, why: str) -> None:
    drafts(line)
    if why == "no credits":
        with line.database.write() as session:
            session.get_one(User, 1).credits = 1
    elif why == "a failure":
        line.model.script(lambda _request: errors(503))
    else:
        line.model.script(lambda _request: errors(402, {"error": {"message": "Insufficient credits"}}))
        line.says("Bonjour", address=SMS)
    assert "lundi" not in answers(line, "Écris plutôt lundi")
    assert line.outcomes()[-1] in ("no_credits", "not_served", "error")
    assert "part maintenant" in answers(line, "1")
    post(line)
    assert len(server.inbox) == 1


@pytest.mark.parametrize("why", ["no credits", "a failure"])
def test_a_digit_that_crossed_the_news_of_that_sends_nothing(line: Line, server: MailServer, why: str) -> None:
    """« Plus court », then « 1 » before they could read that it was not made shorter."""
    drafts(line)
    line.model.script(lambda _request: errors(503))
    if why == "no credits":
        with line.database.write() as session:
            session.get_one(User, 1).credits = 1
    line.says("Écris plutôt lundi", "1")
    assert "part maintenant" not in "\n".join(line.hears())
    reads(line)
    assert "part maintenant" in answers(line, "1"), "read by now"
    post(line)
    assert len(server.inbox) == 1


def test_the_agent_is_told_what_comes_along_with_a_change(line: Line) -> None:
    drafts(line)
    details = {"attachments": [{"kind": "document", "file": 7, "note": "Document: devis.pdf, file 7, 2 pages"}]}
    line.model.script(lambda _request: says("D’accord"))
    line.says("Joins aussi ce devis", kind="media", details=details)
    told = last_user_text(line.model.requests[-1])
    assert told.startswith("[Draft] ")
    assert told.endswith("Joins aussi ce devis\n[Document: devis.pdf, file 7, 2 pages]")
