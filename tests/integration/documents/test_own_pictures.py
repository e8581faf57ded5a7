"""The user's own pictures in documents of every kind: found, placed, nobody else's, and none that is held back."""

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import docx
import pypdf
import pytest
from pptx import Presentation

from bot.clients.storage import FileStore
from bot.dao import conversations
from bot.dao.database import Database
from bot.errors import ErrorType, StorageError, ToolFailed
from bot.models import OtpCode, StoredFile, User
from bot.services.library.files import RunFiles
from bot.services.library.run_library import MAX_PICTURE_BYTES, RunLibrary
from bot.services.library.search import LibrarySearch
from bot.services.privacy import holding
from bot.services.research.run_sources import RunSources
from bot.tools.toolsets import TOOLS
from tests.fakes.pictures import png
from tests.fakes.society import AWA, BINTOU, Society
from tests.fakes.tool_runs import tool_context

pytestmark = pytest.mark.one_database

NAMES = {"a.png", "b.png", "doc.png", "../a.png"}


class Album(Society):
    """People with pictures; `body` is the document that a tool made last."""

    body = b""

    def stores(self, user_id: int, name: str, content_type: str, body: bytes) -> None:
        with self.database.write() as session:
            conversation = conversations.ensure(session, AWA).id
            session.add(
                StoredFile(conversation_id=conversation, user_id=user_id, run_id=None, name=name, title=name,
                           content_type=content_type, size=len(body), sha256=self.store.put(body),
                           created_at=self.clock.now())
            )  # fmt: skip

    def library(self, user_id: int | None = 1, store: FileStore | None = None) -> RunLibrary:
        embedder: Any = None  # pictures are not searched for
        return RunLibrary(
            self.database, store or self.store, LibrarySearch(self.database, embedder), self.clock, user_id
        )

    def make(self, kind: str, picture: str, **library: Any) -> bytes:
        """The document of a run that names a picture."""
        tool = TOOLS[f"generate_{kind}"]
        slides = {"slides": [{"title": "Vue", "image": picture}]}
        blocks = {"blocks": [{"type": "image", "text": f" {picture} "}], "content": "Regardez."}
        arguments = {"title": "Album"} | (slides if kind == "pptx" else blocks)
        sources = RunSources(self.database, "c", 1)
        given = {RunFiles: self, RunLibrary: self.library(**library), RunSources: sources}
        tool.function(tool_context(given), tool.arguments.model_validate(arguments))
        return self.body

    def keep(self, *, body: bytes, **_about: object) -> tuple[object, None]:
        self.body = body
        return {}, None

    def grows(self) -> None:
        """A number has just joined the account of Awa."""
        with self.database.write() as session:
            number = session.get_one(User, 1).phone or ""
            code = OtpCode(number=number, prefix="2250700", asker="x", digest="d", state="used",
                           created_at=self.clock.now(), expires_at=self.clock.now() + timedelta(minutes=1))  # fmt: skip
            session.add(code)
            session.flush()
            holding.begin(session, code.id, self.clock.now())


@pytest.fixture
def album(database: Database, tmp_path: Path) -> Album:
    made = Album(database, tmp_path)
    awa, bintou = made.user(AWA), made.user(BINTOU)
    made.stores(awa, "a.png", "image/png", png("red"))
    made.stores(awa, "a.png", "image/png", png("blue"))
    made.stores(awa, "doc.png", "application/pdf", b"%PDF")
    made.stores(bintou, "b.png", "image/png", png())
    return made


def pictures_in(kind: str, body: bytes) -> int:
    match kind:
        case "pdf":
            return sum(len(page.images) for page in pypdf.PdfReader(io.BytesIO(body)).pages)
        case "docx":
            return len(docx.Document(io.BytesIO(body)).inline_shapes)
        case "pptx":
            slides = Presentation(io.BytesIO(body)).slides
            return sum(shape.shape_type == 13 for slide in slides for shape in slide.shapes)
        case _:
            return body.count(b'src="data:image/')


@pytest.mark.parametrize("kind", ["pdf", "docx", "html", "pptx"])
def test_ones_own_picture_stands_in_the_document(album: Album, kind: str) -> None:
    assert pictures_in(kind, album.make(kind, "a.png")) == 1


def test_markdown_which_holds_no_pictures_names_it(album: Album) -> None:
    assert "a.png" in album.make("md", "a.png").decode()


@pytest.mark.parametrize("kind", ["pdf", "docx", "html", "md", "pptx"])
@pytest.mark.parametrize("name", ["b.png", "doc.png", "../a.png", "nulle part.png"])
def test_a_picture_that_is_not_theirs_is_none(album: Album, kind: str, name: str) -> None:
    with pytest.raises(ToolFailed, match=r"no image '.*' among"):
        album.make(kind, name)


def test_in_the_day_after_the_account_grew_old_pictures_stay(album: Album) -> None:
    album.clock.skip(60)
    album.grows()
    with pytest.raises(ToolFailed, match=r"no image ' a.png ' among"):
        album.make("pdf", "a.png")
    album.stores(1, "neuf.png", "image/png", png())
    assert set(album.library().pictures(NAMES | {"neuf.png"})) == {"neuf.png"}
    album.clock.skip(86_401)
    assert pictures_in("pdf", album.make("pdf", "a.png")) == 1


def test_the_newest_of_a_name_is_meant_and_a_guest_has_none(album: Album) -> None:
    assert album.library().pictures(NAMES) == {"a.png": png("blue")}
    assert album.library(None).pictures(NAMES) == {}


def test_all_pictures_of_one_document_have_one_measure(album: Album) -> None:
    album.stores(1, "vaste.png", "image/png", bytes(MAX_PICTURE_BYTES))
    assert set(album.library().pictures({"a.png", "vaste.png"})) == {"a.png"}


def test_a_store_that_is_away_is_worth_another_try(album: Album) -> None:
    class Away:
        def read(self, _digest: str) -> bytes:
            raise StorageError("cannot read a file")

    away: Any = Away()
    with pytest.raises(ToolFailed) as raised:
        album.make("pdf", "a.png", store=away)
    assert raised.value.error_type is ErrorType.TRANSIENT
