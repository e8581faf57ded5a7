"""What people do with their account and their data: look, ask for a person, take a copy, erase everything."""

import io
import re
import zipfile
from dataclasses import dataclass

import pytest
import requests

from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.fakes.twilio import Phone
from tests.fakes.waiting import eventually
from tests.flows.conftest import GUEST, PRO, PUPIL, Stack
from tests.flows.steps import column, dump, hears_about

SHEET = {"title": "Les mangues", "content": "## Les mangues\n\nElles sont mures en mai.", "sources": []}


@dataclass(frozen=True)
class Words:
    """What one person says and hears."""

    address: str
    hello: str
    account: tuple[str, str]
    files: str
    human: tuple[str, str, str]
    export: tuple[str, str]
    delete: tuple[str, str, str]
    welcome: str


STORIES = {
    "fr-whatsapp": Words(
        PUPIL,
        "Bonjour, je suis Awa",
        ("Mon compte", "Solde : 47 crédits"),
        "/fichiers",
        ("un humain", "écrivez directement à aide@palabre.example", "écrivez directement à"),
        ("/exporter", "LISEZMOI.txt"),
        ("/supprimer", "C’est annulé", "tout est effacé"),
        "service automatique",
    ),
    "en-sms": Words(
        PRO,
        "Hello, I am Kofi",
        ("my account", "Balance: 45 credits"),
        "my files",
        ("talk to a human", "please write directly to aide@palabre.example", "please write directly to"),
        ("/export", "README.txt"),
        ("delete my account", "Cancelled", "everything is erased"),
        "automated service",
    ),
}


def office(request: Request) -> Step:
    """Makes a sheet when asked for a PDF, else says what it read."""
    if request["messages"][-1]["role"] == "tool":
        return says("OK.")
    text = last_user_text(request)
    return calls(("generate_pdf", SHEET)) if "PDF" in text else says(f"= {text}")


def link_in(text: str) -> str:
    """The link in a message."""
    found = re.search(r"http\S+", text)
    assert found, text
    return found.group()


def number_in(text: str) -> str:
    """The number in a question that is confirmed by one."""
    found = re.search(r"\b\d{5}\b", text)
    assert found, text
    return found.group()


def asks(phone: Phone, question: str, words: str) -> str:
    """Say something, and hear the answer that says these words."""
    phone.says(question)
    return hears_about(phone, words)


@pytest.mark.parametrize("story", STORIES)
def test_the_life_of_an_account_from_help_to_erasure(stack: Stack, story: str) -> None:
    words = STORIES[story]
    stack.model.script(office)
    stack.start(FRAGMENT_WINDOW_S="0.05")
    person = stack.twilio.phone(words.address)
    neighbour = stack.twilio.phone(PRO if words.address == PUPIL else PUPIL)
    asks(neighbour, "Le mot de passe du coffre est baobab", "= Le mot")
    asks(person, words.hello, words.hello)
    asks(person, "PDF please" if story == "en-sms" else "Un PDF svp", "OK.")
    asks(person, words.account[0], words.account[1])
    link = link_in(asks(person, words.files, "Les mangues"))
    assert requests.get(link, timeout=10).content.startswith(b"%PDF")
    asks(person, words.human[0], words.human[1])
    asks(person, words.human[0], words.human[2])
    assert column(stack, "SELECT kind FROM alert") == ["human_requested"]
    number = number_in(asks(person, words.export[0], "0."))
    copy = requests.get(link_in(asks(person, number, "http")), timeout=10)
    with zipfile.ZipFile(io.BytesIO(copy.content)) as archive:
        assert archive.testzip() is None
        contents = {name: archive.read(name) for name in archive.namelist()}
    assert {words.export[1], "messages.json", "transcript.json", "credits.json"} <= contents.keys()
    assert words.hello.encode() in contents["messages.json"]
    assert any(body.startswith(b"%PDF") for body in contents.values())
    assert b"baobab" not in b"".join(contents.values())
    ask, kept, erased = words.delete
    asks(person, ask, "0.")
    asks(person, "0", kept)
    number = number_in(asks(person, ask, "0."))
    asks(person, number, erased)
    assert requests.get(link, timeout=10).status_code == 404
    left = dump(stack)
    assert words.hello not in left
    assert "mangues" not in left
    assert "baobab" in left
    eventually(lambda: not [path for path in (stack.folder / "files").rglob("*") if path.is_file()], 10)
    asks(person, words.hello, words.hello)
    hears_about(person, words.welcome)
    assert not stack.model.requests[-1].get("tools")
    assert "PDF" not in str(stack.model.requests[-1]["messages"][1:])


def test_a_guest_reads_help_made_for_guests_and_may_erase_what_was_kept(stack: Stack) -> None:
    stack.model.script(office)
    stack.start(FRAGMENT_WINDOW_S="0.05")
    guest = stack.twilio.phone(GUEST)
    asks(guest, "Parle-moi du karité", "= Parle-moi du karité")
    hears_about(guest, "/connexion")
    assert "/supprimer" in asks(guest, "Aide", "changer de sujet")
    assert "9 messages" in asks(guest, "/compte", "Aucun compte")
    asks(guest, "mes fichiers", "pas encore de document")
    asks(guest, "/mode", "connectez-vous d’abord")
    asks(guest, "/supprimer", "écrivez ce nombre")
    asks(guest, "Je ne sais pas encore", "= Je ne sais pas encore")
    number = number_in(asks(guest, "/supprimer", "écrivez ce nombre"))
    asks(guest, "1", "Il vous reste 2 essais")
    asks(guest, number, "tout est effacé")
    assert "karité" not in dump(stack)
