"""Sources on their way from the page that was read to the documents that name it."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pypdf
from sqlmodel import select, update

from bot.cli.commands import add_user
from bot.clients.storage import FolderStore
from bot.models import Run, StoredFile
from bot.types import Mode
from tests.fakes.model import calls, says
from tests.fakes.web import FakeWeb
from tests.integration.conversation.conftest import PUPIL, Line

OTHER = "whatsapp:+2250700000002"
HTML = "<html><head><title>Les fractions</title></head><body><main><h1>Les fractions</h1><p>{}</p></main></body></html>"
TEXT = "Une fraction représente une partie d’un tout partagé en parts égales. " * 6
BOOK = "https://bibliotheque.example/livre"


def documents(line: Line, folder: Path) -> dict[str, str]:
    """The text of every document that was kept, by ending."""
    store = FolderStore(folder / "files")
    with line.database.read() as session:
        kept = {file.name.rpartition(".")[2]: store.read(file.sha256) for file in session.exec(select(StoredFile))}
    if "pdf" in kept:
        pages = pypdf.PdfReader(io.BytesIO(kept["pdf"])).pages
        kept["pdf"] = " ".join(page.extract_text() for page in pages).encode()
    return {ending: re.sub(r"\s+", " ", body.decode()) for ending, body in kept.items()}


def test_documents_say_what_was_read_when_and_what_was_not(open_line: Callable[..., Line], tmp_path: Path) -> None:
    with FakeWeb(pages={"/fractions": HTML.format(TEXT)}) as web:
        line, read = open_line(browse_allow_hosts=web.host), f"{web.url}/fractions"
        paper = {
            "title": "Fiche",
            "content": "Une part.",
            "sources": [{"url": read}, {"title": "Un livre", "url": BOOK}],
        }
        line.model.then(calls(("browse_url", {"urls": [read]})), says("Lu."))
        line.says(f"Lis {read}")
        day = f"{line.clock.now():%d/%m/%Y}"
        line.clock.skip(3 * 86_400)
        line.model.then(calls(("generate_pdf", paper)), calls(("generate_md", paper)), says("Voici."))
        line.says("Fais-en une fiche, en PDF et en Markdown")
    made = documents(line, tmp_path)
    assert f"1. Les fractions {read} · consulté le {day}" in made["pdf"]
    assert f"2. Un livre {BOOK} · non consultée" in made["pdf"]
    assert f"1. Les fractions <{read}> · consulté le {day} 2. Un livre {BOOK} · non consultée" in made["md"]


def test_what_somebody_else_read_on_this_line_is_not_read(open_line: Callable[..., Line], tmp_path: Path) -> None:
    with FakeWeb(pages={"/fractions": HTML.format(TEXT)}) as web:
        line, read = open_line(browse_allow_hosts=web.host), f"{web.url}/fractions"
        line.model.then(calls(("browse_url", {"urls": [read]})), says("Lu."))
        line.says(f"Lis {read}", address=PUPIL)
        add_user(line.database, OTHER, Mode.STUDENT, 5)
        with line.database.write() as session:
            session.execute(update(Run).values(user_id=2))
        paper = {"title": "Fiche", "content": "Une part.", "sources": [{"url": read}]}
        line.model.then(calls(("generate_md", paper)), says("Voici."))
        line.says("Fais-en une fiche")
    assert f"{read} · non consultée" in documents(line, tmp_path)["md"]
    assert "Les fractions" not in documents(line, tmp_path)["md"]
