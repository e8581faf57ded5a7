"""Photos that were called unreadable, but that their sender wants read all the same (« LIRE »): they are attached
to the message that says so."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.conversation.router import Text, attached_to
from bot.conversation.talk import Talk
from bot.dao import inbound
from bot.dao.library import file_index, files
from bot.models import InboundMessage
from bot.reading.replies.read_anyway import wants_it_read
from bot.services.attachments import entries
from bot.services.attachments.reading import Kind

WITHIN: Final = timedelta(hours=1)
TOGETHER: Final = timedelta(minutes=1)  # photos sent so close to each other are one album


def take_along(talk: Talk, step: Text) -> Text:
    """The same step; where its text asks for photos to be read as they are, they become attachments of the turn's first
    message. Only the sender's own photos, and only if nothing else was sent since."""
    if step.pressed or step.attached.is_read or not wants_it_read(step.text):
        return step
    first = talk.messages[0]
    photos = _take_newest(talk, first)
    if not photos:
        return step
    details = {**first.details, "attachments": [*entries.entries(first), *map(_entry, photos.items())]}
    talk.session.get_one(InboundMessage, first.id).details = first.details = details
    return replace(step, attached=attached_to(talk.messages))


def _take_newest(talk: Talk, first: InboundMessage) -> Mapping[int, str]:
    """The newest photos by their file numbers, each with what the model is told of it. They are indexed from now on, so
    that searches find them."""
    key, since = talk.person.conversation_id, talk.now - WITHIN
    found = inbound.newest_media(talk.session, key, first.id, since, entries.MOST_MEDIA)
    if not found:
        return {}
    flaws = entries.doubtful(each for each in found[::-1] if found[0].received_at - each.received_at <= TOGETHER)
    kept = files.numbered(talk.session, tuple(flaws))
    theirs = [file for file in kept if file.user_id == talk.person.user_id and file.conversation_id == key]
    for file in theirs:
        file_index.add_missing(talk.session, file)
    return {
        file.id: f"{file.name}, file {file.id}, {flaws[file.id].replace('_', ' ')}, to be read as it is"
        for file in theirs
    }


def _entry(photo: tuple[int, str]) -> entries.Entry:
    number, told = photo
    return {"kind": str(Kind.PHOTO), "file": number, "note": f"Photo: {told}", "untrusted": True}
