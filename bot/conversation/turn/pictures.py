"""The pictures of a turn's own messages, put beside its words the way OpenAI's chat completions take them. Read from
the store for each life of a run; the transcript holds the words alone."""

import logging
from dataclasses import replace

from bot.agent.pictures import picture_part
from bot.clients.storage import FileStore
from bot.config import Settings
from bot.conversation.turn.described import with_descriptions
from bot.conversation.turn.model_input import Context
from bot.dao import conversations, files
from bot.dao.database import Database
from bot.errors import FileUnreadable, StorageError
from bot.isolation.page_pictures import page_pictures
from bot.models import Run, StoredFile
from bot.services.attachments import entries
from bot.services.attachments.reading import Kind

DRAWING_S = 30.0

log = logging.getLogger(__name__)


def with_photos(context: Context, settings: Settings, database: Database, store: FileStore, run: Run) -> Context:
    """The same context with what was sent to be seen: of this turn the pictures, where the models see them; of earlier
    ones what is on them."""
    told = with_descriptions(context, database, run)
    return with_pictures(told, database, store, run) if settings.model_sees else told


def with_pictures(context: Context, database: Database, store: FileStore, run: Run) -> Context:
    """The same context, its question with the pictures that came with it. One that the store does not give is left
    out: its note says still that there is one."""
    *history, question = context.history
    if not any(mark in (question["content"] or "") for mark in ("[Photo", "[Document")):
        return context
    with database.read() as session:
        messages = conversations.of_run(session, run.id)
        scans = entries.scans(messages)
        kept = files.numbered(session, [*entries.files(messages, Kind.PHOTO), *scans])
    parts = [part for file in kept for part in _parts(store, file, scans.get(file.id, 0))]
    if not parts:
        return context
    words = {"type": "text", "text": question["content"]}
    return replace(context, history=[*history, {**question, "content": [words, *parts]}])


def _parts(store: FileStore, file: StoredFile, pages: int) -> list[dict[str, object]]:
    """A photo is one picture, a scan one a page."""
    try:
        body = store.read(file.sha256)
        if not pages:
            return [_part(body, file.content_type)]
        drawn = page_pictures(body, most=pages, timeout_s=DRAWING_S)
    except (StorageError, FileUnreadable) as error:
        log.warning("a picture is not shown: %s", error, extra={"file": file.id})
        return []
    return [_part(picture, "image/jpeg") for picture in drawn.pictures]


def _part(body: bytes, content_type: str) -> dict[str, object]:
    part: dict[str, object] = picture_part(body, content_type)
    return part
