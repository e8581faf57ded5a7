"""Mail settings and addresses: what is accepted, and that nothing secret is told about what is not."""

from email import message_from_bytes
from email.policy import SMTP, default

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.clients.mail import Server, read_server
from bot.clients.mail_message import MOST_SUBJECT, Attachment, Mail, is_address, message_of
from bot.config import load_settings
from bot.errors import ConfigurationError
from tests.fakes.product import make_settings


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://mail.example.org", Server("mail.example.org", 587, False, "", "")),
        ("smtps://mail.example.org/", Server("mail.example.org", 465, True, "", "")),
        ("smtp://127.0.0.1:1025", Server("127.0.0.1", 1025, False, "", "")),
        ("smtp://[::1]:25", Server("::1", 25, False, "", "")),
        ("smtp://bot%40a.ci:p%40ss%2Fw%3Ard@h:25", Server("h", 25, False, "bot@a.ci", "p@ss/w:rd")),
    ],
)
def test_a_mail_servers_address_is_read(url: str, server: Server) -> None:
    assert read_server(url) == server
    assert make_settings(smtp_url=url, mail_from="Palabre <bot@example.org>").smtp_url is not None


@pytest.mark.parametrize(
    "url",
    ["http://h", "smtp://", "smtp://u:s3cret@", "smtp://u:s3/cret@h", "smtp://u:s3cret@h:port", "mail.example.org",
     "smtp://u:s3cret%C3%A9@h", "smtp://h:25/path", "smtp://u:s3cret@h?x=1", "smtp://u:s3 cret@h", "smtp://u:s3@cret@h"],
)  # fmt: skip
def test_another_address_stops_the_start_with_one_line_without_the_password(url: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load_settings(
            _env_file=None, smtp_url=url, mail_from="bot@example.org", twilio_account_sid="AC" + "0" * 32,
            twilio_auth_token="t", twilio_sms_from="+1", openai_api_key="k",
        )  # fmt: skip
    text = str(caught.value)
    assert text.startswith("SMTP_URL must look like smtp://")
    assert "\n" not in text
    assert "s3" not in text


@pytest.mark.parametrize("sender", ["", "nobody", "Palabre", "a@b", "a@b.ci\r\nBcc: x@y.ci", "Awa\n<a@b.ci>"])
def test_a_sender_is_needed_and_is_one_address(sender: str) -> None:
    with pytest.raises(ValueError, match=r"MAIL_FROM|e-mail address"):
        make_settings(smtp_url="smtp://h", mail_from=sender)


def test_no_password_of_an_address_stands_in_a_log() -> None:
    settings = make_settings(smtp_url="smtp://bot:p%40ssword@h", mail_from="bot@example.org")
    assert {"p%40ssword", "p@ssword"} <= set(settings.secret_values())


@pytest.mark.parametrize("text", ["a@b.ci", "aide@palabre.example", "a.b+c_d@sous-domaine.example.org", "o'n@b.ci"])
def test_an_address_is_known(text: str) -> None:
    assert is_address(text)


@pytest.mark.parametrize("text", [".a@b.ci", "a.@b.ci", "a..b@b.ci", ".@b.ci", f"{'a' * 65}@b.ci", "a@b", "a@b."])
def test_what_no_header_takes_is_no_address(text: str) -> None:
    assert not is_address(text)


@given(st.text("aZ0.!'+-_|{", min_size=1, max_size=12))
def test_whatever_is_an_address_can_be_written_to(local: str) -> None:
    address = f"{local}@b-1.ci"
    assume(is_address(address))
    wire = message_of(Mail([address], "Bonjour", "texte"), "Palabre", "bot@example.org").as_bytes(policy=SMTP)
    assert message_from_bytes(wire, policy=default)["To"].addresses[0].addr_spec == address


@given(st.text(max_size=80), st.sampled_from([" ", "\n", "\r", "\0", ",", ";", "<", ">", "@", '"', "\u2028"]))
def test_nothing_with_room_for_a_second_recipient_is_an_address(text: str, separator: str) -> None:
    assert not is_address(f"a@b.ci{separator}{text}")
    assert not is_address(f"{text}{separator}@b.ci")


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029", "\x00"])
def test_nothing_that_is_written_begins_another_header(end: str) -> None:
    written = f"Bonjour{end}Bcc: evil@evil.example"
    mail = Mail(["awa@example.org"], written, "texte", attachments=[Attachment(written, f"text/plain{end}X: y", b"x")])
    message = message_of(mail, written, "bot@example.org")
    head = message.as_bytes().partition(b"\n\n")[0]
    assert not [line for line in head.splitlines() if line.lower().startswith((b"bcc", b"x:"))]
    assert message["Subject"] == "Bonjour Bcc: evil@evil.example"
    assert message["Bcc"] is None
    (attached,) = message.iter_attachments()
    assert attached["X"] is None
    assert attached["Bcc"] is None


@pytest.mark.parametrize(
    "word",
    ["=?utf-8?q?a=0d=0aBcc=3a_x=40evil.example?=", "=?utf-8?b?DQpCY2M6IGV2aWxAZXZpbC5leGFtcGxl?=", "=?x?q?=2F?="],
)
def test_no_encoded_word_in_a_name_is_decoded_on_its_way(word: str) -> None:
    """The library reads what it is given, and wrote out the line ends that it had read."""
    mail = Mail(["awa@example.org"], word, "texte", attachments=[Attachment(word, "text/plain", b"x")])
    wire = message_of(mail, word, "bot@example.org").as_bytes(policy=SMTP)
    assert not [line for line in wire.splitlines() if line.lower().startswith(b"bcc")]
    read = message_from_bytes(wire, policy=default)
    (attached,) = read.iter_attachments()
    assert (read["Subject"], attached.get_filename()) == (word, word.replace("=?", "= ?"))
    assert read["From"].addresses[0].display_name == word.replace("=?", "= ?")


def test_a_text_that_goes_along_says_its_charset() -> None:
    table = Attachment("notes.csv", "text/csv; charset=utf-8", "élève;15".encode())
    wire = message_of(Mail(["awa@example.org"], "S", "T", attachments=[table]), "", "bot@example.org").as_bytes()
    (attached,) = message_from_bytes(wire, policy=default).iter_attachments()
    assert attached.get_content() == "élève;15"


WORDS = st.sampled_from(
    ["Compte-rendu", "de", "l’assemblée", "générale", "—", "« bilan »", "5 000", "FCFA", ":", "élève", "Côte",
     "d’Ivoire", "R&D", "anticonstitutionnellement,", '"important"', "(x)", "[Urgent]", "😀", "=?utf-8?q?x?=",
     "x" * 90, "é" * 70, "👨\u200d👩\u200d👧", "می\u200cخواهم"]
)  # fmt: skip


@given(st.lists(WORDS, min_size=1, max_size=20).map(" ".join))
def test_a_subject_is_read_as_it_was_written(written: str) -> None:
    wire = message_of(Mail(["awa@example.org"], written, "texte"), "Palabre", "bot@example.org").as_bytes(policy=SMTP)
    head = wire.partition(b"\r\n\r\n")[0]
    assert head.isascii()
    assert all(len(line) < 300 for line in head.split(b"\r\n"))
    assert message_from_bytes(wire, policy=default)["Subject"] == written[:MOST_SUBJECT].strip()


def test_a_subject_has_an_end() -> None:
    message = message_of(Mail(["awa@example.org"], "x" * 5_000, "texte"), "Palabre", "bot@example.org")
    assert len(message["Subject"]) == MOST_SUBJECT
