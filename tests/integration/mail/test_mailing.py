"""E-mails through the outbox: once, in their own time, and told when nobody can know."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlmodel import select

from bot.channels.emails import Email
from bot.clients.mail import Mailer
from bot.dao.database import Database
from bot.dao.delivery import mails as waiting_mails
from bot.dao.delivery import parts
from bot.dao.work import workers
from bot.errors import TransientError
from bot.models import Alert, OutboundPart
from bot.queue.policy import job_policies
from bot.services.delivery import mails
from bot.services.delivery.by_mail import LOST_AFTER_S, ByMail
from bot.services.delivery.mails import Letter
from bot.services.delivery.sender import Delivery
from bot.services.delivery.transport import Accepted, Outgoing, Transport, Transports
from bot.services.delivery.unwritten import Unwritten
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.types import EMAIL, Language
from tests.fakes.keys import conversation_id
from tests.fakes.mail import PASSWORD, USER, MailServer, with_password
from tests.fakes.society import AWA, Society
from tests.fakes.threads import at_once

HUMAN = "aide@example.org"
NOWHERE = 9  # the discard port: nobody listens
WORKER = "w1"


class Hanging:
    """The way to a mail server that answers nothing for so many seconds."""

    def __init__(self, society: Society, seconds: float) -> None:
        self._society, self._seconds = society, seconds
        self._way = ByMail(None, society.store)
        self.lost_after_s, self.settles_s = self._way.lost_after_s, self._way.settles_s
        self.claiming, self.find, self.refusal = self._way.claiming, self._way.find, self._way.refusal
        self.pause_after = self._way.pause_after

    def send(self, _outgoing: Outgoing) -> Accepted:
        self._society.clock.skip(self._seconds)
        raise TransientError("no connection to the mail server")


class Office:
    """A conversation with one e-mail to send, and the worker that sends it."""

    def __init__(self, society: Society, port: int | None) -> None:
        self.society, self.port = society, port
        self.login = ""  # before the host in SMTP_URL
        self.unwritten = Unwritten(society.database)
        society.user(AWA)
        self.conversation = conversation_id(AWA)
        self.write("mail")

    def write(self, key: str) -> None:
        with self.society.database.write() as session:
            letter = Letter(key, Email((HUMAN,), "Sujet : élève"), "Ligne 1\n\nLigne 2\n")
            mails.post(session, self.conversation, letter, self.society.links, Language.FR)

    def deliver(self, way: Transport | None = None) -> None:
        society = self.society
        mailer = Mailer(f"smtp://{self.login}127.0.0.1:{self.port}", "bot@example.org") if self.port else None
        Delivery(
            database=society.database,
            transports=Transports({EMAIL: way or ByMail(mailer, society.store)}),
            links=society.links,
            clock=society.clock,
            worker_id=WORKER,
            part_wait_s=10.0,
            codes=OneTimeCodes(society.settings),
            unwritten=self.unwritten,
            default_language=Language.FR,
        ).deliver_mails(self.conversation)

    def dies(self) -> None:
        """From now on nobody has heard of the worker for an hour."""
        with self.society.database.write() as session:
            workers.register(session, WORKER, WORKER)
            session.connection().exec_driver_sql("UPDATE worker SET heartbeat = heartbeat - 3600")

    def part(self) -> OutboundPart:
        with self.society.database.read() as session:
            return session.exec(select(OutboundPart).where(OutboundPart.channel == EMAIL)).one()

    def alerts(self) -> list[str]:
        with self.society.database.read() as session:
            return list(session.exec(select(Alert.kind)))


@pytest.fixture
def society(database: Database, tmp_path: Path) -> Society:
    return Society(database, tmp_path)


@pytest.fixture
def server(serve: Callable[..., MailServer]) -> MailServer:
    return serve()


def test_an_email_is_sent_once(society: Society, server: MailServer) -> None:
    office = Office(society, server.port)
    for _ in range(3):
        office.deliver()
    (mail,) = server.inbox
    assert (mail["To"], mail["Subject"]) == (HUMAN, "Sujet : élève")
    assert mail.get_content().replace("\r\n", "\n") == "Ligne 1\n\nLigne 2\n"
    assert (office.part().state, office.part().closed_at is None) == ("sent", False)


def test_twenty_deliveries_at_once_send_it_once(society: Society, server: MailServer) -> None:
    office = Office(society, server.port)
    at_once(20, lambda _: office.deliver())
    assert len(server.inbox) == 1


def test_without_an_answer_it_is_unknown_told_and_never_repeated(society: Society, server: MailServer) -> None:
    server.answers.append(None)
    office = Office(society, server.port)
    for _ in range(3):
        office.deliver()
        society.clock.skip(10_000)
    assert len(server.inbox) == 1, "it did arrive; nobody could know"
    assert (office.part().state, office.alerts()) == ("unknown", ["mail_unknown"])
    (said,) = society.said(AWA)
    assert HUMAN in said
    assert "Je ne sais pas si" in said


def test_one_whose_worker_died_is_unknown_and_never_repeated(society: Society, server: MailServer) -> None:
    office = Office(society, server.port)
    with society.database.write() as session:
        (part,) = waiting_mails.due(session, office.conversation, society.clock.now())
        part.state, part.attempts, part.dispatched_at = "dispatching", 1, society.clock.now()
        part.claimed_by = WORKER
    office.dies()
    society.clock.skip(LOST_AFTER_S + 1)
    office.deliver()
    assert (office.part().state, server.inbox) == ("unknown", [])
    assert len(society.said(AWA)) == 1


def test_a_server_that_hangs_has_no_job_ended_with_an_email_in_hand(society: Society, server: MailServer) -> None:
    office, slowest = Office(society, server.port), 100.0
    for number in range(9):  # two drafts to five people each
        office.write(f"mail{number}")
    began = society.clock.monotonic()
    office.deliver(Hanging(society, seconds=10.0))
    assert society.clock.monotonic() - began + slowest < job_policies(180)["deliver"].timeout_s
    society.clock.skip(100.0)  # longer than those that were begun wait; the others are due still
    office.deliver()
    assert (len(server.inbox), office.alerts()) == (10, [])


def test_a_busy_server_gets_it_later(society: Society, server: MailServer) -> None:
    server.answers.extend(["451 later", "250 OK"])
    office = Office(society, server.port)
    office.deliver()
    office.deliver()
    assert (office.part().state, server.inbox) == ("pending", [])
    society.clock.skip(11)
    office.deliver()
    assert (office.part().state, len(server.inbox)) == ("sent", 1)


def test_a_password_that_is_mended_within_the_hour_loses_no_email(
    society: Society, serve: Callable[..., MailServer], trusted: Path
) -> None:
    """Every e-mail of those minutes was given up at once."""
    office = Office(society, 0)
    office.port, office.login = serve(**with_password(trusted)).port, "bot:old@"
    for _ in range(3):
        office.deliver()
        society.clock.skip(61)
    assert (office.part().state, office.alerts()) == ("pending", ["provider_auth"])
    office.login = f"{quote(USER, safe='')}:{quote(PASSWORD, safe='')}@"
    society.clock.skip(301)
    office.deliver()
    assert office.part().state == "sent"
    assert society.said(AWA) == []


@pytest.mark.parametrize(("answer", "port"), [("554 no", 0), (None, NOWHERE), (None, None)])
def test_what_cannot_be_sent_is_told(
    society: Society, server: MailServer, answer: str | None, port: int | None
) -> None:
    """Refused, no server for hours, no server configured."""
    if answer:
        server.answers.append(answer)
    office = Office(society, server.port if answer else port)
    for _ in range(10):
        office.deliver()
        society.clock.skip(4_000)
    assert (office.part().state, office.alerts().count("mail_failed"), server.inbox) == ("failed", 1, [])
    assert "n’est pas parti" in society.said(AWA)[-1]


def test_whoever_waits_for_an_email_reads_after_minutes_that_it_is_tried_on_and_when_it_has_left(
    society: Society, server: MailServer
) -> None:
    """« Votre e-mail part maintenant » was all they read for 81 minutes."""
    office = Office(society, NOWHERE)
    for seconds in (10, 60, 300):
        office.deliver()
        assert (society.said(AWA), office.alerts()) == ([], [])
        society.clock.skip(seconds)
    office.deliver()
    (said,) = society.said(AWA)
    assert f"{HUMAN} n’est pas encore parti" in said
    assert office.alerts() == ["mail_waits"]
    society.clock.skip(900)
    office.deliver()
    assert society.said(AWA) == [said]
    office.port = server.port
    society.clock.skip(900)
    for _ in range(2):
        office.deliver()
    assert society.said(AWA) == [said, f"L’e-mail pour {HUMAN} est parti."]
    assert (len(server.inbox), office.alerts()) == (1, ["mail_waits"])


def test_nobody_is_told_in_between_of_what_only_the_team_waits_for(society: Society) -> None:
    office = Office(society, NOWHERE)
    with society.database.write() as session:
        part = session.exec(select(OutboundPart).where(OutboundPart.channel == EMAIL)).one()
        part.email = Email((HUMAN,), "Sujet", to_team=True).stored()
    for _ in range(6):
        office.deliver()
        society.clock.skip(900)
    assert (society.said(AWA), set(office.alerts())) == ([], {"mail_waits"})


def test_an_email_neither_waits_for_messages_nor_holds_them_back(society: Society) -> None:
    office = Office(society, NOWHERE)
    with society.database.write() as session:
        session.add(OutboundPart(conversation_id=office.conversation, key="t", address=AWA, channel="whatsapp"))
    office.deliver()
    with society.database.read() as session:
        (part,) = parts.open_parts(session, office.conversation, society.clock.now(), timedelta()).parts
        assert part.key == "t"
        assert office.conversation in parts.conversations_with_work(session, society.clock.now())
