"""The pictures of a turn's own messages, put beside its words the way OpenAI's chat completions take them. Read from
the store for each life of a run; the transcript holds the words alone."""

import logging
from dataclasses import replace
from itertools import islice

from bot.agent.pictures import picture_part
from bot.clients.storage import FileStore
from bot.config import Settings
from bot.conversation.turn.described import PHOTO, is_theirs, is_told, with_descriptions
from bot.conversation.turn.model_input import Context
from bot.dao import conversations
from bot.dao.database import Database
from bot.dao.library import files
from bot.errors import FileUnreadable, StorageError
from bot.isolation.page_pictures import page_pictures
from bot.models import Run, StoredFile
from bot.services.attachments import entries
from bot.services.attachments.reading import Kind
from bot.types import Message

DRAWING_S = 30.0
LAST_TURNS = 3  # whose photos somebody may still speak of before they are put into words
MOST_SEEN_AGAIN = 4  # the newest
UNSEEN = (
    "Of what came with the next message, file {files} cannot be shown to you this time. Say so, and ask for it once "
    "more in a few minutes, or for what of it you need; never guess what is on it."
)

log = logging.getLogger(__name__)


def with_photos(context: Context, settings: Settings, database: Database, store: FileStore, run: Run) -> Context:
    """The same context with what was sent to be seen: of this turn the pictures, where the models see them; of earlier
    ones what is on them, or once more the picture while nobody has said that yet: « fais l’exercice 3 » comes seconds
    behind its photo."""
    told = with_descriptions(context, database, run)
    if not settings.model_sees:
        return told
    return with_pictures(_with_last_photos(told, database, store, run), database, store, run)


def _with_last_photos(context: Context, database: Database, store: FileStore, run: Run) -> Context:
    *earlier, question = context.history
    newest = (at for at in reversed(range(len(earlier))) if is_told(earlier[at]))
    asked = [*islice(newest, LAST_TURNS)][::-1]
    here = PHOTO.findall(question["content"] or "")
    numbers = [int(found) for at in asked for found in PHOTO.findall(earlier[at]["content"]) if found not in here]
    if not numbers:
        return context
    with database.read() as session:
        kept = files.numbered(session, list(dict.fromkeys(numbers)))
    waiting = [file for file in kept if not file.description and is_theirs(file, run)][-MOST_SEEN_AGAIN:]
    parts = {file.id: _parts(store, file, 0) for file in waiting}
    for at in asked:
        found = [part for number in PHOTO.findall(earlier[at]["content"]) for part in parts.pop(int(number), ())]
        earlier[at] = _beside(earlier[at], found)
    return replace(context, history=[*earlier, question])


def with_pictures(context: Context, database: Database, store: FileStore, run: Run) -> Context:
    """The same context, its question with the pictures that came with it. One that the store does not give is left
    out, and told as one that nobody sees."""
    *history, question = context.history
    if not any(mark in (question["content"] or "") for mark in ("[Photo", "[Document")):
        return context
    with database.read() as session:
        messages = conversations.of_run(session, run.id)
        scans = entries.scans(messages)
        kept = files.numbered(session, [*entries.files(messages, Kind.PHOTO), *scans])
    shown = [(file, _parts(store, file, scans.get(file.id, 0))) for file in kept]
    if missing := [f"{file.id}" for file, parts in shown if not parts]:
        history.append({"role": "system", "content": UNSEEN.format(files=", ".join(missing))})
    return replace(context, history=[*history, _beside(question, [part for _, parts in shown for part in parts])])


def _beside(message: Message, parts: list[dict[str, object]]) -> Message:
    """Words with pictures beside them."""
    words = {"type": "text", "text": message["content"]}
    return {**message, "content": [words, *parts]} if parts else message


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
