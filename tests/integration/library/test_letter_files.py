"""E-mails that people saved and send on: what a person reads of them, never how it was packed."""

import contextlib
import email
from email.message import EmailMessage
from email.policy import default

import pytest

from bot.errors import FileUnreadable
from tests.integration.library.test_files import read


def letter(*, html: str = "", plain: str | None = "Le total est de 1 250,50 F.", files: tuple[str, ...] = ()) -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "Awa Koné <awa@example.com>", "Facture n° 12 à régler"
    if plain is not None:
        message.set_content(plain, cte="base64")
    if html:
        add = message.add_alternative if plain is not None else message.set_content
        add(html, subtype="html", charset="iso-8859-1", cte="quoted-printable")
    for name in files:
        message.add_attachment(bytes(range(256)) * 20, "application", "pdf", filename=name)
    return message.as_bytes()


FIELDS = "From: Awa Koné <awa@example.com>\nSubject: Facture n° 12 à régler\n\n"


@pytest.mark.parametrize(
    ("body", "text", "unread"),
    [
        (letter(), FIELDS + "Le total est de 1 250,50 F.", ()),
        (letter(html="<p>Le <b>total</b></p>"), FIELDS + "Le total est de 1 250,50 F.", ()),
        (letter(html="<p>L’élève</p><script>x()</script>".replace("’", "'"), plain=None), FIELDS + "L'élève", ()),
        (letter(html="<p>Seulement ici</p>", plain=" "), FIELDS + "Seulement ici", ()),
        (letter(files=("a.pdf", "é.pdf")), FIELDS + "Le total est de 1 250,50 F.\n\n[Attached] a.pdf\n[Attached] é.pdf",
         ("2 attached files",)),
        (b"From x@y Mon Apr 3\r\n" + letter().replace(b"\n", b"\r\n"), FIELDS + "Le total est de 1 250,50 F.", ()),
    ],
)  # fmt: skip
def test_a_saved_letter_is_read_as_it_shows(body: bytes, text: str, unread: tuple[str, ...]) -> None:
    found = read(body)
    assert (found.kind, found.pieces[0].text, found.unread) == ("letter", text, unread)


@pytest.mark.parametrize("is_file", [False, True])
def test_a_letter_in_a_letter_is_read_too(is_file: bool) -> None:
    inside = letter(files=("devis.pdf",))
    outer = EmailMessage()
    outer["From"], outer["Subject"] = "Chef <chef@example.com>", "Fwd"
    outer.set_content("Voir dessous.")
    if is_file:
        outer.add_attachment(inside, "application", "octet-stream", filename="Facture.eml")
    else:
        outer.add_attachment(email.message_from_bytes(inside, policy=default))
    found = read(outer.as_bytes())
    assert found.pieces[0].text == (
        f"From: Chef <chef@example.com>\nSubject: Fwd\n\nVoir dessous.\n\n[Attached e-mail]\n{FIELDS}"
        "Le total est de 1 250,50 F.\n\n[Attached] devis.pdf"
    )
    assert found.unread == ("1 attached file",)


def test_letters_in_letters_end() -> None:
    body = letter()
    for _ in range(20):
        outer = EmailMessage()
        outer["From"], outer["Subject"] = "x@example.com", "Fwd"
        outer.set_content("Suite.")
        outer.add_attachment(body, "application", "octet-stream", filename="a.eml")
        body = outer.as_bytes()
    found = read(body)
    assert (found.pieces[0].text.count("Suite."), found.unread) == (6, ("1 attached file",))


@pytest.mark.parametrize(
    "text", ["From: Awa\nSubject: Congé\n\nMonsieur le directeur,", "Note: 12\nMIME-Version: 1.0, dit le cours."]
)
def test_a_letter_that_somebody_types_is_a_text(text: str) -> None:
    found = read(text.encode())
    assert (found.kind, found.pieces[0].text) == ("text", text)


@pytest.mark.parametrize("depth", [30, 3_000])
def test_parts_within_parts_end(depth: int) -> None:
    inside = b"MIME-Version: 1.0\nSubject: x\n"
    for number in range(depth):
        inside += b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number)
    with contextlib.suppress(FileUnreadable):
        assert read(inside + b"\n\nfin").kind == "letter"
