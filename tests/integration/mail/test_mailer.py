"""The mail client against a real server: what arrives, what is refused, what nobody can know."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import quote

import pytest
from aiosmtpd.smtp import AuthResult

from bot.clients import mail as mail_client
from bot.clients.mail import Mailer
from bot.clients.mail_message import Attachment, Mail
from bot.errors import AuthError, PermanentError, ProviderError, ProviderTimeout, TransientError
from tests.fakes.dripping import dripping
from tests.fakes.mail import PASSWORD, USER, MailServer, server_context, with_password

Serve = Callable[..., MailServer]
FROM = "Palabre <bot@example.org>"
LOGIN = f"{quote(USER, safe='')}:{quote(PASSWORD, safe='')}"


def failure(mailer: Mailer, to: str = "aide@example.org") -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        mailer.send(Mail((to,), "Sujet", "Texte"))
    return caught.value


def test_a_french_text_arrives_as_it_was_written(serve: Serve) -> None:
    server = serve()
    text = "Élève de 3ᵉ : « Où est l’œuvre ? » 😀\n.\nFrom here on\n" + "très long " * 200
    Mailer(f"smtp://127.0.0.1:{server.port}", FROM).send(Mail(("aide@example.org",), "Demande d’aide : élève", text))
    (mail,) = server.inbox
    assert mail.get_content().replace("\r\n", "\n").rstrip("\n") == text
    assert (mail["From"], mail["To"], mail["Subject"]) == (FROM, "aide@example.org", "Demande d’aide : élève")
    assert parsedate_to_datetime(mail["Date"]).tzinfo is not None
    assert mail["Message-ID"].endswith("@example.org>")
    assert mail["Auto-Submitted"] == "auto-generated"
    assert server.envelopes[0].rcpt_tos == ["aide@example.org"]


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\x0b", "\x85", "\u2028", "\x00"])
def test_a_subject_cannot_add_a_header(serve: Serve, end: str) -> None:
    server = serve()
    Mailer(f"smtp://127.0.0.1:{server.port}", FROM).send(
        Mail(("aide@example.org",), f"Bonjour{end}Bcc: x@evil.example", "T")
    )
    (mail,) = server.inbox
    assert mail["Bcc"] is None
    assert mail["Subject"] == "Bonjour Bcc: x@evil.example"


@pytest.mark.parametrize(
    "to",
    ["a@b.ci\r\nBcc: x@evil.example", "a@b.ci, x@evil.example", "a@b.ci> <x@evil.example", "a b@c.ci", "Awa <a@b.ci>",
     "@b.ci", "a@b", "élève@b.ci", "", "a@b.ci\n"],
)  # fmt: skip
def test_what_is_not_one_plain_address_is_refused_before_anything_is_sent(serve: Serve, to: str) -> None:
    server = serve()
    assert type(failure(Mailer(f"smtp://127.0.0.1:{server.port}", FROM), to)) is PermanentError
    assert server.inbox == []


def test_the_password_goes_over_starttls(serve: Serve, trusted: Path) -> None:
    server = serve(**with_password(trusted))
    Mailer(f"smtp://{LOGIN}@127.0.0.1:{server.port}", FROM).send(Mail(("aide@example.org",), "S", "T"))
    assert server.encrypted == [True]


def test_smtps_is_encrypted_from_the_first_byte(serve: Serve, trusted: Path) -> None:
    server = serve(tls=server_context(trusted))
    Mailer(f"smtps://127.0.0.1:{server.port}", FROM).send(Mail(("aide@example.org",), "S", "T"))
    assert server.encrypted == [True]


def test_a_certificate_nobody_vouches_for_ends_it(serve: Serve, certificate: Path) -> None:
    server = serve(**with_password(certificate))
    assert type(failure(Mailer(f"smtp://{LOGIN}@127.0.0.1:{server.port}", FROM))) is TransientError
    assert server.inbox == []


def test_no_password_is_sent_in_clear_beyond_this_machine(serve: Serve) -> None:
    away = serve(host="127.0.0.2", **with_password(auth_require_tls=False))
    assert type(failure(Mailer(f"smtp://{LOGIN}@127.0.0.2:{away.port}", FROM))) is AuthError
    here = serve(**with_password(auth_require_tls=False))
    Mailer(f"smtp://{LOGIN}@127.0.0.1:{here.port}", FROM).send(Mail(("aide@example.org",), "S", "T"))
    assert (len(away.inbox), len(here.inbox)) == (0, 1)


def test_a_wrong_password_is_an_error_of_ours(serve: Serve, trusted: Path) -> None:
    server = serve(**with_password(trusted))
    error = failure(Mailer(f"smtp://{LOGIN}x@127.0.0.1:{server.port}", FROM))
    assert (type(error), error.code) == (AuthError, 535)
    assert PASSWORD not in str(error)


def test_a_server_that_cannot_look_the_password_up_now_may_be_asked_later(serve: Serve, trusted: Path) -> None:
    later = AuthResult(success=False, handled=False, message="454 4.7.0 Temporary authentication failure")
    server = serve(**with_password(trusted) | {"authenticator": lambda *_asked: later})
    error = failure(Mailer(f"smtp://{LOGIN}@127.0.0.1:{server.port}", FROM))
    assert (type(error), error.code) == (TransientError, 454)


@pytest.mark.parametrize(
    ("answer", "kind", "code"),
    [
        ("421 closing", TransientError, 421),
        ("451 later", TransientError, 451),
        ("552 full", PermanentError, 552),
        ("554 spam", PermanentError, 554),
        ("???", ProviderTimeout, None),
        ("354 go on", ProviderTimeout, None),
        (None, ProviderTimeout, None),
    ],
)
def test_what_an_answer_to_the_text_means(serve: Serve, answer: str | None, kind: type, code: int | None) -> None:
    server = serve()
    server.answers.append(answer)
    error = failure(Mailer(f"smtp://127.0.0.1:{server.port}", FROM))
    assert (type(error), error.code) == (kind, code)


def test_any_answer_that_says_yes_is_one(serve: Serve) -> None:
    server = serve()
    server.answers.append("251 will forward")
    Mailer(f"smtp://127.0.0.1:{server.port}", FROM).send(Mail(("aide@example.org",), "Sujet", "Texte"))


@contextmanager
def slow_server(*, bytes_a_second: float | None, thinks_s: float = 0.0) -> Iterator[tuple[int, list[bytes]]]:
    """A server that takes the text no faster; None: that goes away at the word DATA. Its port, and what it took. For
    `thinks_s` seconds it looks at what it was given before it takes it."""
    taken: list[bytes] = []

    def serve() -> None:
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as lines:
            connection.sendall(b"220 here\r\n")
            for line in lines:
                is_text = line.upper().startswith(b"DATA")
                if is_text and bytes_a_second is None:
                    return
                connection.sendall(b"354 go on\r\n" if is_text else b"250 yes\r\n")
                while is_text and not b"".join(taken[-2:]).endswith(b"\r\n.\r\n"):
                    if not (piece := lines.read1(64 * 1024)):
                        return
                    taken.append(piece)
                    time.sleep(len(piece) / (bytes_a_second or 1))
                if is_text:
                    time.sleep(thinks_s)
                    connection.sendall(b"250 taken\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 * 1024)
        thread = threading.Thread(target=serve)
        thread.start()
        yield listener.getsockname()[1], taken
        thread.join()


def test_a_large_email_has_the_time_that_a_slow_line_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_client, "TIMEOUT_S", 1.0)
    photo = Attachment("photo.bin", "application/octet-stream", b"x" * 6_000_000)
    with slow_server(bytes_a_second=3_000_000) as (port, taken):
        Mailer(f"smtp://127.0.0.1:{port}", FROM).send(Mail(("aide@example.org",), "S", ".\n..x", attachments=[photo]))
    assert b"\r\n..\r\n...x\r\n" in b"".join(taken)


def test_a_server_that_looks_at_the_text_before_it_takes_it_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_client, "TIMEOUT_S", 0.3)
    with slow_server(bytes_a_second=3_000_000, thinks_s=0.9) as (port, taken):
        Mailer(f"smtp://127.0.0.1:{port}", FROM).send(Mail(("aide@example.org",), "S", "T"))
    assert taken


def test_a_server_that_goes_away_before_the_text_has_taken_nothing() -> None:
    with slow_server(bytes_a_second=None) as (port, _):
        assert type(failure(Mailer(f"smtp://127.0.0.1:{port}", FROM))) is TransientError


@pytest.mark.parametrize("piece", [b"x", b"220-welcome\r\n"], ids=["a line", "lines"])
def test_an_answer_without_an_end_is_waited_for_no_longer_than_a_silence(
    monkeypatch: pytest.MonkeyPatch, piece: bytes
) -> None:
    monkeypatch.setattr(mail_client, "TIMEOUT_S", 0.2)
    with dripping(b"220 ", piece, greets=True) as url:
        assert type(failure(Mailer(url.replace("http", "smtp").removesuffix("/v1"), FROM))) is TransientError


def test_a_server_that_asks_for_the_password_in_nonsense_got_nothing() -> None:
    said = b"220 here\r\n250-here\r\n250 AUTH CRAM-MD5\r\n334 !!!not-base64\r\n"
    with dripping(said, greets=True) as url:
        server = url.replace("http://", f"smtp://{LOGIN}@").removesuffix("/v1")
        assert type(failure(Mailer(server, FROM))) is TransientError


@pytest.mark.parametrize(
    "said", [b"554 no service here\r\n", b"220 here\r\n250-here\r\n250 STARTTLS\r\n501 what is that\r\n"]
)
def test_what_a_server_refuses_before_it_has_heard_of_an_email_is_tried_again(said: bytes) -> None:
    with dripping(said, greets=True) as url:
        error = failure(Mailer(url.replace("http", "smtp").removesuffix("/v1"), FROM))
    assert (type(error), error.code) == (TransientError, int(said.splitlines()[-1][:3]))


def test_a_server_that_wants_a_password_which_we_have_not_is_an_error_of_ours(serve: Serve) -> None:
    server = serve(**with_password(auth_require_tls=False) | {"auth_required": True})
    error = failure(Mailer(f"smtp://127.0.0.1:{server.port}", FROM))
    assert (type(error), error.code) == (AuthError, 530)


def test_no_server_means_surely_not_sent() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert type(failure(Mailer(f"smtp://127.0.0.1:{port}", FROM))) is TransientError


def test_a_server_that_talks_nonsense_means_surely_not_sent() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        mailer = Mailer(f"smtp://127.0.0.1:{listener.getsockname()[1]}", FROM)

        def hang_up() -> None:
            connection, _ = listener.accept()
            connection.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        assert type(failure(mailer)) is TransientError
        thread.join()
