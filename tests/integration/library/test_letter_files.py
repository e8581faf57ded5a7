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


HEAD = "From: Awa Koné <awa@example.com>\nSubject: Devoir\nMIME-Version: 1.0\n"
PICTURE = 'Content-Type: image/jpeg; name="IMG_1.jpg"\nContent-Disposition: inline; filename=IMG_1.jpg\n\nx'
PDF = "Content-Type: application/pdf\nContent-Disposition: attachment; filename=sujet.pdf\n\nx"


def plain(text: str) -> str:
    return f"Content-Type: text/plain; charset=utf-8\n\n{text}"


def page(text: str) -> str:
    return f"Content-Type: text/html; charset=utf-8\n\n<p>{text}</p>"


def parts(kind: str, *parts: str) -> str:
    """Parts with a boundary of their own."""
    border = f"{kind}{len(parts)}"
    return (
        f"Content-Type: multipart/{kind}; boundary={border}\n\n"
        + "".join(f"--{border}\n{part}\n" for part in parts)
        + f"--{border}--\n"
    )


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (parts("mixed", plain("Voici le sujet :"), PICTURE, plain("À rendre lundi")),
         "Voici le sujet :\n[Attached] IMG_1.jpg\nÀ rendre lundi"),
        (parts("mixed", page("Un"), PDF, page("Deux")), "Un\n[Attached] sujet.pdf\nDeux"),
        (parts("mixed", page("Un"), PDF, plain("Deux")), "Un\n[Attached] sujet.pdf\nDeux"),
        (parts("mixed", plain("Un"), PDF, page("Deux")), "Un\n[Attached] sujet.pdf\nDeux"),
        (parts("mixed", *(parts("alternative", plain(text), page(text)) for text in ("Un", "Deux"))), "Un\nDeux"),
        (parts("mixed", "Content-Type: text/plain; name=corps.txt\n\nUn", PDF),
         "[Attached] corps.txt\nUn\n[Attached] sujet.pdf"),
        (parts("alternative", plain("Un, deux"), parts("mixed", page("Un"), PDF, page("deux"))),
         "Un, deux\n[Attached] sujet.pdf"),
        (parts("signed", parts("mixed", plain("Un"), PDF), PICTURE), "Un\n[Attached] sujet.pdf\n[Attached] IMG_1.jpg"),
        (parts("mixed", parts("related", parts("alternative", plain("Un"), page("Un")), PICTURE), PDF),
         "Un\n[Attached] IMG_1.jpg\n[Attached] sujet.pdf"),
        (parts("related", page("Un"), "Content-Type: text/css\n\nbody {}", page("Cadre")), "Un"),
        ("Content-Type: multipart/mixed\n\nSans borne", "Sans borne"),
        ("Content-Type: multipart/mixed; boundary=B\n\nSans borne", "Sans borne"),
    ],
)  # fmt: skip
def test_words_behind_a_picture_and_files_in_any_part_are_told(body: str, said: str) -> None:
    """As telephones and signed letters have them: what stood behind the picture was lost, and the file nobody’s."""
    assert read((HEAD + body).encode()).pieces[0].text == f"{HEAD.rpartition('MIME')[0]}\n{said}"


@pytest.mark.parametrize(
    ("field", "shown"),
    [
        ("Cc: =?utf-8?q?a=0d=0ab?= <x@y>", "Cc: =?utf-8?q?a=0d=0ab?= <x@y>"),
        ("To: undisclosed-recipients:;a:;", None),
        ("Content-Type: text/plain; filename*=idna''x", ""),
        ("Content-Disposition: ;filename*=idna''x", ""),
    ],
)
def test_a_field_that_nobody_can_make_out_costs_nobody_the_letter(field: str, shown: str | None) -> None:
    text = read(f"From: a@b.c\nMIME-Version: 1.0\n{field}\n\nBonjour".encode()).pieces[0].text
    assert text.endswith("\n\nBonjour")
    assert shown is None or shown in text


def test_a_subject_in_letters_of_old_programs_is_read() -> None:
    body = "From: a@b.c\nSubject: Élève reçu\nMIME-Version: 1.0\n\nOui".encode("latin-1")
    assert read(body).pieces[0].text == "From: a@b.c\nSubject: Élève reçu\n\nOui"
