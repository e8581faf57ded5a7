"""A shelf with files on it, indexed for real: the local model, both databases."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from bot.capabilities import channel_of
from bot.clients.embeddings import Kind, Vector
from bot.dao.database import Database
from bot.dao.library import files
from bot.errors import TransientError
from bot.isolation.local_embeddings import LocalEmbedder
from bot.models import StoredFile
from bot.models.base import utc_now
from bot.services.library.describing import Describer
from bot.services.library.eyes import Eyes
from bot.services.library.indexing import Indexing
from bot.services.library.search import LibrarySearch
from tests.fakes.keys import conversation_id
from tests.fakes.product import make_settings
from tests.fakes.society import Society
from tests.fakes.turns import turn_at


class Remembering:
    """The local model; what it was asked once it is not asked again by another test."""

    name = LocalEmbedder.name

    def __init__(self, model: LocalEmbedder) -> None:
        self._model, self._known = model, dict[tuple[str, Kind], Vector]()

    def embed(self, texts: Sequence[str], kind: Kind, *, timeout_s: float) -> list[Vector]:
        for text in texts:
            if (text, kind) not in self._known:
                self._known[text, kind] = self._model.embed([text], kind, timeout_s=max(60, timeout_s))[0]
        return [self._known[text, kind] for text in texts]


class Away:
    """A model that does not answer."""

    name = LocalEmbedder.name

    def embed(self, texts: Sequence[str], kind: Kind, *, timeout_s: float) -> list[Vector]:
        raise TransientError(f"away: {len(texts)} {kind} {timeout_s}")


class Shelves(Society):
    """People with files."""

    def stores(
        self, address: str, title: str, body: bytes, name: str = "fichier.md", content_type: str = "text/markdown",
        origin: str = "made",
    ) -> int:  # fmt: skip
        """A file of a user's, as a run leaves it, or as they sent it; returns its number."""
        assert channel_of(address)
        with self.database.write() as session:
            address_row = self.talk(session, address).address
            file = StoredFile(
                conversation_id=conversation_id(address), user_id=address_row.user_id, name=name, title=title,
                content_type=content_type, size=len(body), sha256=self.store.put(body), origin=origin,
            )  # fmt: skip
            files.add(session, file)
            return file.id

    def index(self, embedder: object, eyes: Eyes | None = None, after_s: float = 0, **settings: object) -> None:
        """Everything that is due, so long from now. Without eyes photos are what is recognised on them."""
        describer = Describer(make_settings(**settings), self.database, eyes)
        indexing = Indexing(self.database, self.store, embedder, describer)  # type: ignore[arg-type]
        indexing.act(turn_at(self.database, utc_now() + timedelta(seconds=after_s)))

    def searching(self, embedder: object) -> LibrarySearch:
        return LibrarySearch(self.database, embedder)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def model() -> Iterator[Remembering]:
    folder = Path(tempfile.mkdtemp(prefix="palabre-model-"))
    local = LocalEmbedder(folder, alone_s=1)
    yield Remembering(local)
    local.close()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def shelves(database: Database, tmp_path: Path) -> Shelves:
    return Shelves(database, tmp_path)
