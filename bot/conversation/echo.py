"""Says back what was heard of a voice message, before anything is made of it: who was heard wrong sees it at once."""

import re
from typing import Final

from bot.conversation import care
from bot.conversation.talk import Talk
from bot.dao import interactions
from bot.reading.replies.sign_in_answers import Code, has_digits, read_code
from bot.services.attachments.entries import is_spoken

MOST_CHARS: Final = 200
_MARKS: Final = re.compile(r"[*_~`|\\<>\[\]$#]+")  # nothing that was said is a mark


def echo(talk: Talk) -> None:
    """One line, once. Never to somebody in distress, and never anything that may be a code."""
    heard = " ".join(" ".join(message.body for message in talk.messages if is_spoken([message])).split())
    if not heard or care.is_marked(talk.messages) or _may_be_code(talk, heard):
        return
    talk.say("voice_heard", text=_cut(" ".join(_MARKS.sub(" ", heard).split())))


def _may_be_code(talk: Talk, heard: str) -> bool:
    if isinstance(read_code(heard), Code):
        return True
    opened = interactions.current(talk.session, talk.person.conversation_id, talk.written_at)
    return has_digits(heard) and opened is not None and interactions.awaits_code(opened)


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHARS else f"{text[:MOST_CHARS].rpartition(' ')[0] or text[:MOST_CHARS]}…"
