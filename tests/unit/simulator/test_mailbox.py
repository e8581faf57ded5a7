"""The mailbox of `make run` over real sockets, by the product's own mailer and by clients with other manners."""

import smtplib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.clients.mail import Mailer
from bot.clients.mail_message import Attachment, Mail
from bot.errors import PermanentError, TransientError
from bot.simulator import mailbox as module
from bot.simulator import mails
from bot.simulator.mailbox import Mailbox
from bot.simulator.mails import keep, mails_in


@pytest.fixture
def mailbox(tmp_path: Path) -> Iterator[Mailbox]:
    with Mailbox(tmp_path / "mails") as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def mailer(mailbox: Mailbox) -> Mailer:
    return Mailer(f"smtp://127.0.0.1:{mailbox.server_address[1]}", "Palabre <bot@palabre.example>")


def test_what_the_product_sends_is_read_in_the_drawer(mailbox: Mailbox) -> None:
    text = "Chère Awa,\n.\n..deux points\n" + "é" * 3_000 + "\n"
    files = [Attachment("leçon.pdf", "application/pdf", b"%PDF-1.7\r\n.\r\n" * 500)]
    sent = Mail(["awa@lycee.ci", "koffi@lycee.ci"], "Réunion à 15 h", text, "<p>Chère</p>", "moi@p.ci", files)
    mailer(mailbox).send(sent)
    (mail,) = mails_in(mailbox.folder)
    assert mail["text"] == text
    assert (mail["subject"], mail["from"]) == ("Réunion à 15 h", "Palabre <bot@palabre.example>")
    assert (mail["to"], mail["reply_to"]) == ("awa@lycee.ci, koffi@lycee.ci", "moi@p.ci")
    assert mail["files"] == ["leçon.pdf"]


def test_one_connection_may_bring_several_and_lines_of_any_length(mailbox: Mailbox) -> None:
    line = "x" * (module.LINE - 2) + ".\r\n"  # its second piece alone would look like the end
    with smtplib.SMTP("127.0.0.1", mailbox.server_address[1], timeout=10) as client:
        for subject in ("un", "deux"):
            client.sendmail("a@b.ci", ["c@d.ci"], f"Subject: {subject}\r\n\r\n{'x' * module.LINE}.\r\n{line}fin\r\n")
    newest, oldest = mails_in(mailbox.folder)
    assert (newest["subject"], oldest["subject"]) == ("deux", "un")
    assert newest["text"].splitlines() == ["x" * module.LINE + ".", line.strip(), "fin"]


def test_one_that_is_too_large_is_refused_and_the_next_is_taken(mailbox: Mailbox, monkeypatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 5_000)
    with pytest.raises(PermanentError):
        mailer(mailbox).send(Mail(["a@b.ci"], "Trop", "x " * 5_000))
    assert mails_in(mailbox.folder) == []
    mailer(mailbox).send(Mail(["a@b.ci"], "Assez", "x"))
    assert [mail["subject"] for mail in mails_in(mailbox.folder)] == ["Assez"]


def test_one_that_breaks_off_is_not_kept(mailbox: Mailbox) -> None:
    with socket.create_connection(mailbox.server_address, timeout=10) as client:
        client.sendall(b"DATA\r\nSubject: x\r\n\r\nhalf")
        client.shutdown(socket.SHUT_WR)
        while client.recv(1_000):
            pass
    assert not list(mailbox.folder.glob("*"))


def test_a_web_page_that_posts_here_brings_nothing(mailbox: Mailbox) -> None:
    with socket.create_connection(mailbox.server_address, timeout=10) as client:
        client.sendall(b"POST / HTTP/1.1\r\n")
        assert b"".join(iter(lambda: client.recv(1_000), b"")).endswith(b"502 Not here\r\n")  # and it hung up


def test_too_many_at_once_are_sent_away_and_taken_later(mailbox: Mailbox) -> None:
    held = [smtplib.SMTP("127.0.0.1", mailbox.server_address[1], timeout=10) for _ in range(module.MOST_AT_ONCE)]
    with pytest.raises(TransientError):
        mailer(mailbox).send(Mail(["a@b.ci"], "x", "x"))
    held[0].quit()
    with smtplib.SMTP() as later:
        later.timeout = 10
        while True:  # its thread ends a moment after its « 221 »
            try:
                assert later.connect("127.0.0.1", mailbox.server_address[1])[0] == 220
                break
            except (smtplib.SMTPServerDisconnected, ConnectionError):
                continue
    for client in held[1:]:
        client.close()


def test_without_room_on_the_disk_it_says_so(mailbox: Mailbox) -> None:
    mailbox.folder.write_bytes(b"no folder")
    with pytest.raises(TransientError):
        mailer(mailbox).send(Mail(["a@b.ci"], "x", "x"))


def test_it_listens_on_this_machine_alone(mailbox: Mailbox) -> None:
    assert mailbox.socket.getsockname()[0] == "127.0.0.1"


def test_the_newest_are_kept_by_number_and_by_size(tmp_path: Path, monkeypatch) -> None:
    for number in range(mails.KEPT + 3):
        keep(tmp_path, f"Subject: {number}\n\n{'x' * 100}".encode())
    assert [mail["subject"] for mail in mails_in(tmp_path)] == [str(number) for number in range(mails.KEPT + 2, 2, -1)]
    monkeypatch.setattr(mails, "KEPT_BYTES", 250)
    keep(tmp_path, b"Subject: last\n\n" + b"x" * 100)
    assert [mail["subject"] for mail in mails_in(tmp_path)] == ["last", "32"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"Content-Type: text/plain; charset=none-such\n\nBonjour",
        b"Content-Type: text/plain; charset=utf-8\n\n\xff\xed\xa0\x80",
        b"To: @[\nFrom: <\nSubject: =?x?q?\n\nBonjour",
        b"Content-Type: multipart/mixed\n\nBonjour",
        b"Subject: " + b"x" * 100_000 + b"\n\n" + b"y" * 100_000,
    ],
)
def test_no_email_breaks_the_list(tmp_path: Path, content: bytes) -> None:
    keep(tmp_path, content)
    (mail,) = mails_in(tmp_path)
    assert len(mail["text"]) <= mails.TEXT_CHARS
    assert len(mail["subject"]) <= mails.LINE_CHARS


def test_html_alone_is_not_shown(tmp_path: Path) -> None:
    keep(tmp_path, b"Subject: x\nContent-Type: text/html\n\n<script>alert(1)</script>")
    assert [mail["text"] for mail in mails_in(tmp_path)] == [""]


def test_no_folder_is_no_mail(tmp_path: Path) -> None:
    assert mails_in(tmp_path / "none") == []
