"""A photo that was called unreadable and is to be read all the same: it comes along with the message that says so."""

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


def taken_up(talk: Talk, step: Text) -> Text:
    """The same, with the photos that somebody wants read as they are, if that is what they say; their own alone, and
    not when something else was sent since."""
    if step.pressed or step.attached.is_read or not wants_it_read(step.text):
        return step
    first = talk.messages[0]
    photos = _set_aside(talk, first)
    if not photos:
        return step
    details = {**first.details, "attachments": [*entries.entries(first), *map(_entry, photos.items())]}
    talk.session.get_one(InboundMessage, first.id).details = first.details = details
    return replace(step, attached=attached_to(talk.messages))


def _set_aside(talk: Talk, first: InboundMessage) -> Mapping[int, str]:
    """The newest photos, by their numbers, each with what the model is told of it. From now on they are found too."""
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
