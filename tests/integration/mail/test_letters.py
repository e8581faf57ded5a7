"""E-mails as parts: several recipients, files of the library, Reply-To, a way to unsubscribe, a count for a cap."""

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest
from sqlmodel import select

from bot.channels.emails import Email
from bot.clients.mail import Mailer
from bot.clients.mail_message import MOST_RECIPIENTS, Attachment, Mail, message_of
from bot.dao.database import Database
from bot.dao.delivery import mails as waiting_mails
from bot.dao.library import files
from bot.errors import PermanentError
from bot.models import Alert, OutboundPart, StoredFile
from bot.services.delivery import mails
from bot.services.delivery.by_mail import ByMail
from bot.services.delivery.mails import Letter
from bot.services.delivery.sender import Delivery
from bot.services.delivery.transport import Transports
from bot.services.delivery.unwritten import Unwritten
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.types import EMAIL, Language
from tests.fakes.keys import conversation_id
from tests.fakes.mail import MailServer
from tests.fakes.society import AWA, BINTOU, Society

PDF = b"%PDF-1.7 " + bytes(range(256)) * 40
TO = ("awa@ecole.example", "directeur@ecole.example")
ENDS = ["\r\n", "\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029", "\x00"]


class Office:
    """One conversation, whose e-mails leave for one mail server."""

    def __init__(self, society: Society, server: MailServer) -> None:
        self.society, self.server = society, server
        society.user(AWA)
        self.conversation = conversation_id(AWA)

    def file(self, name: str = "cours.pdf", body: bytes = PDF, size: int | None = None) -> StoredFile:
        file = StoredFile(
            conversation_id=self.conversation, name=name, title=f"Titre de {name}", content_type="application/pdf",
            size=len(body) if size is None else size, sha256=self.society.store.put(body),
        )  # fmt: skip
        with self.society.database.write() as session:
            files.add(session, file)
        return file

    def post(self, letter: Letter, run_id: int | None = None) -> None:
        with self.society.database.write() as session:
            mails.post(session, self.conversation, letter, self.society.links, Language.FR, run_id)

    def deliver(self) -> None:
        Delivery(
            database=self.society.database,
            transports=Transports(
                {EMAIL: ByMail(Mailer(f"smtp://127.0.0.1:{self.server.port}", "bot@example.org"), self.society.store)}
            ),
            links=self.society.links,
            clock=self.society.clock,
            worker_id="w1",
            part_wait_s=10.0,
            codes=OneTimeCodes(self.society.settings),
            unwritten=Unwritten(self.society.database),
            default_language=Language.FR,
        ).deliver_mails(self.conversation)

    def sent(self, letter: Letter) -> EmailMessage:
        self.post(letter)
        self.deliver()
        (mail,) = self.server.inbox
        return mail

    def state(self) -> str:
        with self.society.database.read() as session:
            return session.exec(select(OutboundPart.state).where(OutboundPart.channel == EMAIL)).one()


@pytest.fixture
def office(database: Database, tmp_path: Path, serve: Callable[..., MailServer]) -> Office:
    return Office(Society(database, tmp_path), serve())


def text_of(mail: EmailMessage, kind: str = "plain") -> str:
    part = mail.get_body((kind,))
    assert part is not None
    return part.get_content().replace("\r\n", "\n")


def test_everything_arrives_as_it_was_written(office: Office) -> None:
    email = Email(TO, "Bulletin de l’élève", html="<p>Voilà&nbsp;!</p>", reply_to="awa@ecole.example")
    mail = office.sent(Letter("m", email, "Voilà !\n", files=[office.file(), office.file("notes.pdf", b"%PDF-2")]))
    assert mail["To"] == ", ".join(TO)
    assert office.server.envelopes[0].rcpt_tos == list(TO)
    assert (mail["Subject"], mail["Reply-To"]) == ("Bulletin de l’élève", "awa@ecole.example")
    assert (text_of(mail), text_of(mail, "html")) == ("Voilà !\n", "<p>Voilà&nbsp;!</p>\n")
    attached = {part.get_filename(): part for part in mail.iter_attachments()}
    assert list(attached) == ["cours.pdf", "notes.pdf"]
    assert attached["cours.pdf"].get_content() == PDF
    assert attached["cours.pdf"].get_content_type() == "application/pdf"
    assert office.state() == "sent"


def test_a_plain_one_has_no_headers_it_does_not_need(office: Office) -> None:
    mail = office.sent(Letter("m", Email(TO[:1], "S"), "T"))
    assert (mail.get_content_type(), mail["Reply-To"], mail["List-Unsubscribe"]) == ("text/plain", None, None)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("field", ["subject", "name", "content_type"])
def test_no_text_adds_a_header(end: str, field: str) -> None:
    evil = f"a{end}Bcc: x@evil.example{end}{end}<b>body</b>"
    subject, name, kind = (evil if field == wanted else "ok" for wanted in ("subject", "name", "content_type"))
    mail = message_of(Mail(TO, subject, "T", attachments=[Attachment(name, kind, b"x")]), evil, "bot@example.org")
    wire = mail.as_bytes()
    assert mail["Bcc"] is None
    assert b"\nBcc:" not in wire.replace(b"\r", b"\n")
    (part,) = mail.iter_attachments()
    assert part["Bcc"] is None


@pytest.mark.parametrize("end", [*ENDS, ", ", " ", ">,<", ";"])
@pytest.mark.parametrize("field", ["recipients", "reply_to", "unsubscribe"])
def test_no_address_smuggles_another(end: str, field: str) -> None:
    evil = f"a@b.ci{end}x@evil.example"
    values = {"recipients": [evil] if field == "recipients" else TO, "subject": "S", "text": "T"}
    if field != "recipients":
        values[field] = evil
    with pytest.raises(PermanentError):
        message_of(Mail(**values), "Palabre", "bot@example.org")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("way", "header"),
    [("stop@ecole.example", "<mailto:stop@ecole.example?subject=unsubscribe>"), ("https://e.example/u?k=1&x=é", None),
     ("https://e.example/u?k=1", "<https://e.example/u?k=1>"), ("http://e.example/u", None),
     ("https://e.example/>\r\nBcc:a@b.ci", None), ("javascript:alert(1)", None)],
)  # fmt: skip
def test_a_way_to_unsubscribe_is_an_address_or_a_safe_link(way: str, header: str | None) -> None:
    mail = Mail(TO, "S", "T", unsubscribe=way)
    if header is None:
        with pytest.raises(PermanentError):
            message_of(mail, "Palabre", "bot@example.org")
    else:
        assert message_of(mail, "Palabre", "bot@example.org")["List-Unsubscribe"] == header


@pytest.mark.parametrize("count", [0, MOST_RECIPIENTS + 1, 200])
def test_nobody_and_a_crowd_are_refused_and_told(office: Office, count: int) -> None:
    with pytest.raises(PermanentError):
        message_of(Mail([f"a{n}@b.ci" for n in range(count)], "S", "T"), "Palabre", "bot@example.org")


def test_a_link_longer_than_a_line_reaches_the_wire_as_it_is() -> None:
    """The library would make encoded words of it, which no mail program follows."""
    link = f"https://palabre.example/unsubscribe/{'a' * 200}"
    mail = Mail(TO, "S", "T", unsubscribe="stop@ecole.example", one_click=link)
    wire = message_of(mail, "Palabre", "bot@example.org").as_bytes(policy=SMTP)
    ways = f"List-Unsubscribe: <mailto:stop@ecole.example?subject=unsubscribe>,\r\n <{link}>\r\n"
    assert f"\r\n{ways}List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n".encode() in wire


@pytest.mark.parametrize("link", ["http://e.example/u", "stop@ecole.example", "https://e.example/>\r\nBcc:a@b.ci"])
def test_one_click_is_a_safe_link(link: str) -> None:
    with pytest.raises(PermanentError):
        message_of(Mail(TO, "S", "T", one_click=link), "Palabre", "bot@example.org")


def test_the_line_to_unsubscribe_by_ends_text_and_html(office: Office) -> None:
    email = Email(TO[:1], "S", html="<html><body><p>Bonjour</p></body></html>", unsubscribe="https://e.example/u")
    mail = office.sent(Letter("m", email, "Bonjour\n", unsubscribe_line="Pour ne plus en recevoir : <ici>"))
    assert text_of(mail) == "Bonjour\n\nPour ne plus en recevoir : <ici>\n"
    assert "<p>Pour ne plus en recevoir : &lt;ici&gt;</p></div></body></html>" in text_of(mail, "html")
    assert mail["List-Unsubscribe"] == "<https://e.example/u>"


def test_what_is_too_large_goes_as_a_link_with_its_size(office: Office) -> None:
    fits = [office.file(f"f{n}.pdf", b"%d" % n, size=8_000_000) for n in (1, 2)]  # the second is over what is left
    alone = office.file("gros.pdf", b"3", size=12_345_678)
    office.post(Letter("m", Email(TO[:1], "S", html="<p>T</p>"), "T", files=[*fits, alone]))
    with office.society.database.read() as session:
        part = session.exec(select(OutboundPart).where(OutboundPart.channel == EMAIL)).one()
    assert Email.read(part.email or {}).attachments == (fits[0].id,)
    html = Email.read(part.email or {}).html
    for words in ("Titre de f2.pdf (8\u00a0Mo) :", "Titre de gros.pdf (12\u00a0Mo) :"):
        assert f"{words} http" in part.body
        assert f'{words} <a href="http' in html


def test_one_refused_recipient_and_nobody_gets_it(office: Office) -> None:
    """A person who wrote to two is never told that it was sent when one of them did not get it."""
    office.server.refused.add(TO[1])
    office.post(Letter("m", Email(TO, "S"), "T"))
    office.deliver()
    assert (office.server.inbox, office.state()) == ([], "failed")
    assert ", ".join(TO) in office.society.said(AWA)[-1]


def test_an_attachment_that_is_gone_is_told_and_nothing_leaves(office: Office) -> None:
    file = office.file()
    office.post(Letter("m", Email(TO[:1], "S"), "T", files=[file]))
    with office.society.database.write() as session:
        session.delete(session.get_one(StoredFile, file.id))
    office.deliver()
    assert (office.server.inbox, office.state()) == ([], "failed")
    assert "n’est pas parti" in office.society.said(AWA)[-1]


def test_while_the_store_is_away_it_waits(office: Office) -> None:
    file = office.file()
    office.post(Letter("m", Email(TO[:1], "S"), "T", files=[file]))
    folder = office.society.settings.storage_folder
    folder.rename(folder.with_suffix(".away"))
    office.deliver()
    assert (office.server.inbox, office.state()) == ([], "pending")
    folder.with_suffix(".away").rename(folder)
    office.society.clock.skip(11)
    office.deliver()
    assert (len(office.server.inbox), office.state()) == (1, "sent")


def test_a_file_that_has_gone_is_told_at_once(office: Office) -> None:
    file = office.file()
    office.post(Letter("m", Email(TO[:1], "S"), "T", files=[file]))
    office.society.store.delete(file.sha256)
    office.deliver()
    assert (office.server.inbox, office.state()) == ([], "failed")
    assert "n’est pas parti" in office.society.said(AWA)[-1]


def test_a_key_is_one_email(office: Office) -> None:
    for text in ("un", "encore un"):
        office.post(Letter("m", Email(TO[:1], "S"), text))
    office.deliver()
    assert [text_of(mail) for mail in office.server.inbox] == ["un\n"]


def test_what_a_user_has_written_is_counted_for_a_cap(office: Office) -> None:
    """Those of their runs, in any conversation; none of anybody else, none that failed, none of yesterday."""
    society = office.society
    user, other = society.user(AWA), society.user(BINTOU)
    mine, theirs = society.past(AWA, "mot").run_id, society.past(BINTOU, "autre").run_id
    for key, run_id in (("a", mine), ("b", mine), ("c", theirs), ("d", None), ("e", mine)):
        office.post(Letter(key, Email(TO[:1], "S"), "T"), run_id)
    since = society.clock.now() - timedelta(days=1)
    with society.database.write() as session:
        old = session.exec(select(OutboundPart).where(OutboundPart.key == "a")).one()
        old.created_at = since - timedelta(seconds=1)
        session.exec(select(OutboundPart).where(OutboundPart.key == "e")).one().state = "failed"
        session.flush()
        assert waiting_mails.written(session, user, since) == 1
        assert waiting_mails.written(session, other, since) == 1
        assert session.exec(select(Alert)).all() == []
