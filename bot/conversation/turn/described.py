"""Photos of earlier turns, as later ones are told of them: what is on each stands below its line."""

import re
from dataclasses import replace

from bot.agent import tool_results
from bot.conversation.turn.model_input import Context
from bot.dao.database import Database
from bot.dao.library import files
from bot.models import Run, StoredFile
from bot.types import Message

_BEGINNING = "[Photo: "
PHOTO = re.compile(r"^\[Photo: [^\n\]]*?\bfile (\d{1,9})\b[^\n\]]*\]$", re.MULTILINE)


def with_descriptions(context: Context, database: Database, run: Run) -> Context:
    """The same context with what is known of the photos of earlier turns. The photos of this turn are seen."""
    *earlier, question = context.history
    told = [message.get("content") for message in earlier if message["role"] == "user"]
    numbers = [
        int(found) for said in told if isinstance(said, str) and _BEGINNING in said for found in PHOTO.findall(said)
    ]
    if not numbers:
        return context
    with database.read() as session:
        known = {
            file.id: file.description
            for file in files.numbered(session, list(dict.fromkeys(numbers)))
            if file.description and is_theirs(file, run)
        }
    return replace(context, history=[*(_told(message, known) for message in earlier), question])


def is_told(message: Message) -> bool:
    """Whether somebody wrote it, in words alone."""
    return message["role"] == "user" and isinstance(message.get("content"), str)


def is_theirs(file: StoredFile, run: Run) -> bool:
    """Whoever types such a line is told nothing of another's photo."""
    if file.user_id is None:
        return file.conversation_id == run.conversation_id
    return file.user_id == run.user_id


def _told(message: Message, known: dict[int, str]) -> Message:
    if not is_told(message):
        return message

    def below(line: re.Match[str]) -> str:
        said = known.get(int(line[1]))
        return f"{line[0]}\nOn it: {tool_results.fenced(said)}" if said else line[0]

    return {**message, "content": PHOTO.sub(below, message["content"])}
