"""Letters that people saved in Outlook and send on: what a person reads of them, whatever stands in their files."""

import contextlib
import random
import time
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from bot.errors import FileUnreadable
from bot.isolation.readers.child import read as read_here
from bot.isolation.readers.outline import Wanted
from bot.refusals import Unreadable
from tests.fakes.old_texts import Letters, old_text
from tests.fakes.outlook import Tree, Value, container, letter
from tests.integration.library.test_files import read

FROM: Mapping[int, Value] = {0x0042: "Awa Koné", 0x5D02: "awa@example.com", 0x0037: "Facture n° 12 à régler"}
FIELDS = "From: Awa Koné <awa@example.com>\nSubject: Facture n° 12 à régler\n\n"
PLAIN, HTML, RICH = 0x1000, 0x1013, 0x1009
NAME, CONTENT = 0x3707, 0x3701
EXAMPLE = bytes.fromhex(  # « hello world », as [MS-OXRTFCP] packs it
    "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
)
PAGE = b"<meta charset=utf-8><p>Prix</p><table><tr><td>Riz<td>500 F</table><script>x()</script>"


def saved(*args: Mapping[int, Value], charset: str = "", **more: object) -> bytes:
    return container(letter({**FROM, **args[0]}, *args[1:], charset=charset, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (saved({PLAIN: "Le total est de 1 250,50 F.\0", HTML: b"<p>Le total</p>"}), "Le total est de 1 250,50 F."),
        (saved({PLAIN: "Réglé : 5 €", 0x3FFD: 1252}, charset="cp1252"), "Réglé : 5 €"),
        (saved({PLAIN: "Привет", 0x3FFD: 1251, 0x0042: "A", 0x0037: "A"}, charset="cp1251"), "Привет"),
        (saved({PLAIN: "été"}, charset="utf-8"), "été"),
        (saved({PLAIN: " \r\n", HTML: PAGE}), "Prix\nRiz | 500 F"),
        (saved({HTML: "<p>élève</p>".encode("cp1252"), 0x3FDE: 1252}), "élève"),
        (saved({RICH: EXAMPLE}), "hello world"),
        (saved({PLAIN: "x" * 9_000}), "x" * 5_000),
    ],
)
def test_a_letter_of_outlook_is_read_as_it_shows(body: bytes, text: str) -> None:
    found = read(body)
    assert found.kind == "msg"
    assert text in found.pieces[0].text
    assert found.unread == ()


def test_its_fields_are_those_of_every_letter() -> None:
    people: list[Mapping[int, Value]] = [
        {0x0C15: 1, 0x3001: "Koffi Yao", 0x39FE: "koffi@example.com"},
        {0x0C15: 1, 0x3001: "Chef", 0x3003: "/O=BUREAU/CN=CHEF"},
        {0x0C15: 2, 0x3001: "ama@example.com", 0x3003: "ama@example.com"},
        {0x0C15: 3, 0x3001: "secret@example.com"},
    ]
    sent = datetime(2026, 4, 3, 10, 5, tzinfo=UTC)
    body = container(letter({**FROM, 0x0039: sent, 0x0E04: "x", PLAIN: "Bonjour"}, people))
    assert read(body).pieces[0].text == (
        "From: Awa Koné <awa@example.com>\nTo: Koffi Yao <koffi@example.com>, Chef\nCc: ama@example.com\n"
        "Date: Fri, 03 Apr 2026 10:05:00 +0000\nSubject: Facture n° 12 à régler\n\nBonjour"
    )
    alone = read(container(letter({0x0C1A: "Awa", 0x0E04: "Koffi; Ama", 0x0E06: sent}))).pieces[0].text
    assert alone == "From: Awa\nTo: Koffi; Ama\nDate: Fri, 03 Apr 2026 10:05:00 +0000"


def test_what_came_along_is_named_and_letters_in_it_are_read() -> None:
    """Old texts and protected workbooks among it make it neither; a logo that the letter shows is no file."""
    inside = letter({**FROM, PLAIN: "Dedans."}, head=24)
    files: list[Mapping[int, Value]] = [
        {NAME: "contrat.doc", CONTENT: old_text([Letters("Bonjour")]) + "EncryptedPackage".encode("utf-16-le")},
        {0x3704: "DEVIS~1.PDF", CONTENT: b"%PDF"},
        {NAME: "logo.png", CONTENT: b"x", 0x3714: 4},
        {NAME: "cache.dat", CONTENT: b"x", 0x7FFE: True},
        {CONTENT: inside},
        {NAME: "autre.msg", CONTENT: saved({PLAIN: "Enregistré."})},
        {NAME: "Lettre.msg", CONTENT: b"rien"},
        {CONTENT: {"CONTENTS": b"un objet"}, 0x3001: "Objet"},
    ]
    found = read(saved({PLAIN: "Voir."}, (), files))
    assert found.unread == ("4 attached files",)
    assert found.pieces[0].text == (
        f"{FIELDS}Voir.\n[Attached] contrat.doc\n[Attached] DEVIS~1.PDF\n\n[Attached e-mail]\n{FIELDS}Dedans.\n\n"
        f"[Attached e-mail]\n{FIELDS}Enregistré.\n[Attached] Lettre.msg\n[Attached] Objet"
    )


@pytest.mark.parametrize("is_file", [False, True])
def test_letters_in_letters_of_outlook_end(is_file: bool) -> None:
    tree: Tree = letter({PLAIN: "Suite."}, head=32 if is_file else 24)
    for _ in range(20):
        tree = letter({PLAIN: "Suite."}, (), [{NAME: "a.msg", CONTENT: container(tree) if is_file else tree}])
    found = read(container(tree))
    assert (found.pieces[0].text.count("Suite."), found.unread) == (6, ("1 attached file",))


def test_a_letter_to_many_with_many_files_is_read() -> None:
    people: list[Mapping[int, Value]] = [{0x0C15: 1, 0x39FE: f"a{place}@example.com"} for place in range(300)]
    files: list[Mapping[int, Value]] = [{NAME: f"{place}.pdf", CONTENT: bytes(20_000)} for place in range(600)]
    found = read(saved({PLAIN: "Bonjour"}, people, files))
    assert found.unread == ("600 attached files",)
    assert "a99@example.com" in found.pieces[0].text
    assert "Bonjour" in found.pieces[0].text


def mangled(seed: int) -> bytes:
    """A letter whose tables, entries and sizes say anything."""
    chance = random.Random(seed)
    inside = letter({PLAIN: "Dedans.", HTML: PAGE}, head=24)
    body = bytearray(saved({PLAIN: "x" * 5_000, RICH: EXAMPLE}, [{0x0C15: 1}], [{CONTENT: inside}]))
    tables = len(body) - 3_000 if seed % 2 else 0
    for _ in range(20):
        body[chance.randrange(tables, len(body))] = chance.choice((0, 1, 0x7F, 0xFE, 0xFF))
    return bytes(body)


def test_a_broken_letter_is_told_or_read_as_far_as_it_goes() -> None:
    started = time.process_time()
    for seed in range(300):
        with contextlib.suppress(FileUnreadable):
            read_here(mangled(seed), Wanted(1, "", 6_000, 5))
    assert time.process_time() - started < 30


@pytest.mark.parametrize("cut", [600, 3_000, 6_000])
def test_a_letter_that_did_not_arrive_whole_is_damaged(cut: int) -> None:
    body = saved({PLAIN: "x" * 5_000})
    with pytest.raises(FileUnreadable) as told:
        read(body[: len(body) - cut])
    assert told.value.reason is Unreadable.CORRUPT


@pytest.mark.parametrize("cut", [8, 30, 100, 600, 2_000, 5_000])
@pytest.mark.parametrize("whole", [old_text([Letters("Bonjour")]), saved({PLAIN: "x" * 5_000})])
def test_a_letter_is_read_whatever_came_along_broken(whole: bytes, cut: int) -> None:
    files: list[Mapping[int, Value]] = [{NAME: "joint", CONTENT: whole[:cut]}, {NAME: "a.pdf", CONTENT: b"%PDF"}]
    found = read(saved({PLAIN: "Voir."}, (), files))
    assert found.pieces[0].text == f"{FIELDS}Voir.\n[Attached] joint\n[Attached] a.pdf"
    assert found.unread == ("2 attached files",)


def test_of_a_broken_letter_in_another_is_read_what_is_whole() -> None:
    body = saved({PLAIN: "Dedans."})
    size = body.index("__substg1.0_1000001F".encode("utf-16-le")) + 120
    broken = body[:size] + b"\xff\xff\xff\x7f" + body[size + 4 :]
    found = read(saved({PLAIN: "Voir."}, (), [{NAME: "a.msg", CONTENT: broken}, {NAME: "a.pdf", CONTENT: b"%PDF"}]))
    assert found.pieces[0].text == (
        f"{FIELDS}Voir.\n\n[Attached e-mail]\n{FIELDS.strip()}\n[The rest of it is damaged]\n[Attached] a.pdf"
    )


def test_a_letter_whose_page_is_a_comment_keeps_its_files() -> None:
    found = read(saved({HTML: b"<!-- x -->"}, (), [{NAME: "a.pdf", CONTENT: b"%PDF"}]))
    assert found.pieces[0].text == f"{FIELDS}[Attached] a.pdf"


def test_a_letter_without_a_word_is_empty() -> None:
    with pytest.raises(FileUnreadable) as told:
        read(container(letter({PLAIN: " "})))
    assert told.value.reason is Unreadable.EMPTY
