"""What came along with a command is kept, its sender is asked what to do with it, and it belongs to what they then ask:
« /aide » below a photo, then « et la question 3 ? ». What was refused is known to what they then ask: « le mot de passe
est 1234 »."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.conversation.outcomes import Ask
from bot.conversation.router import attached_to
from bot.conversation.talk import Talk
from bot.dao.library import files
from bot.models import InboundMessage
from bot.services.attachments import entries
from bot.services.attachments.reading import Kind
from bot.services.limits.meters import Meters

WITHIN: Final = timedelta(hours=1)


def say_kept(talk: Talk) -> None:
    """Say that what came along with these messages is kept, and for what; nothing where nothing was read."""
    if not attached_to(talk.messages).is_read:
        return
    talk.say("attachment_beside")
    _note(talk, talk.messages[0].id)


def note_refused(talk: Talk) -> None:
    """Have the next question know that these messages were not read, and not of others that were not before; what was
    read, and waits for it still, stays kept."""
    numbers = [message.id for message in talk.messages if any(_refused(entries.entries(message)))]
    if numbers and not any(map(entries.is_told, _waiting(talk, Meters.of(talk.address.meters).beside))):
        _note(talk, numbers[-1])


def with_kept(talk: Talk, ask: Ask) -> Ask:
    """The same question, with what was kept for it, once and for an hour; what came with it itself comes in its
    place."""
    number = Meters.of(talk.address.meters).beside
    if not number or ask.resumes is not None or ask.decision is not None:
        return ask
    _note(talk, 0)
    kept = () if attached_to(talk.messages).is_read else _kept(talk, number)
    if not kept:
        return ask
    first = talk.messages[0]
    details = {**first.details, "attachments": [*entries.entries(first), *kept]}
    talk.session.get_one(InboundMessage, first.id).details = first.details = details
    return replace(ask, text="\n".join([*(f"[{entry['note']}]" for entry in kept), ask.text]))


def _note(talk: Talk, number: int) -> None:
    talk.address.meters = replace(Meters.of(talk.address.meters), beside=number).stored()


def _waiting(talk: Talk, number: int) -> Sequence[entries.Entry]:
    """What came with that message, if it is theirs and came within the hour."""
    key, user_id = talk.person.conversation_id, talk.person.user_id
    message = talk.session.get(InboundMessage, number)
    if message is None or message.conversation_id != key or message.user_id != user_id:
        return ()
    if message.received_at < talk.now - WITHIN:
        return ()
    return entries.entries(message)


def _kept(talk: Talk, number: int) -> Sequence[entries.Entry]:
    """What of it is there still, and theirs."""
    found = _waiting(talk, number)
    told = [entry for entry in found if entries.is_told(entry)] or list(_refused(found))
    numbers = [entry["file"] for entry in told if "file" in entry]
    read = files.numbered(talk.session, numbers) if numbers else ()
    theirs = {file.id for file in read if file.user_id == talk.person.user_id}
    return [entry for entry in told if "file" not in entry or entry["file"] in theirs]


def _refused(found: Sequence[entries.Entry]) -> Iterator[entries.Entry]:
    """That they were, and no more: their sender was mostly told why. What was said is said anew, and not spoken of."""
    return ({"kind": entry["kind"], "note": entry["note"]} for entry in found if entry["kind"] != Kind.VOICE)
