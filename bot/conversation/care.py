"""Finds who is in distress among waiting messages and answers them before anything else is done: before limits, open
questions and the model, and beside a turn that runs. What the model is told of it is bot.conversation.turn's."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from sqlmodel import Session

from bot.conversation.commands.human import asker
from bot.conversation.talk import Talk
from bot.dao import inbound
from bot.models import InboundMessage, PendingInteraction
from bot.reading.distress.danger import Danger, language_of_distress, may_be_part, read_distress, read_pieces
from bot.reading.incoming.priority import Priority
from bot.reading.incoming.urgency import looks_like_an_answer
from bot.services.support.care import Care

STAYS: Final = timedelta(hours=24)  # how long the model is told to be careful
FREE: Final = timedelta(hours=2)  # how long what follows costs nothing
MOST_FREE: Final = 40  # turns a day: distress is free, a day's homework behind it is not
PIECES: Final = 4  # messages in a row that may be one sentence
MOST_WORDS_OF_AN_END: Final = 5
PIECES_WITHIN: Final = timedelta(seconds=60)
ASKED: Final = timedelta(minutes=10)  # how long a yes or a no answers what we asked them
_YES_OR_NO: Final = re.compile(r"\W*(?:oui+|ouais?|wi|yes|yeah|yep|si|non+|nan|nn|no+|nope)\b", re.IGNORECASE)
WRITTEN: Final = ("text", "media")
# Each turn reads again all that waits, and what its pieces say together: as many words as a long queue may need.
_read: Final = lru_cache(maxsize=512)(read_distress)
_read_together: Final = lru_cache(maxsize=512)(read_pieces)


def attend(waiting: Sequence[InboundMessage], talk_about: Callable[[InboundMessage], Talk]) -> bool:
    """Answer everybody in distress among these messages (oldest first), once each; those that are closed are only the
    beginning of what is said. True: there was somebody."""
    found = False
    for message in waiting:
        if message.processed_at is not None or not _speaks(waiting, message):
            continue
        found = True
        danger = _danger_in(waiting, message)
        message.priority = Priority.DISTRESS  # what goes on behind it is read without it
        talk = talk_about(message)
        spoken = language_of_distress(" ".join(piece.body for piece in _pieces(waiting, message)))
        to = replace(talk.person.recipient, language=spoken or talk.person.language)
        care = Care(talk.session, talk.desk.settings, talk.desk.links, to, asker(talk), talk.now)
        care.answer(message.id, danger)
    return found


def is_needed(waiting: Sequence[InboundMessage]) -> bool:
    """Whether somebody among these messages is in distress."""
    return any(_speaks(waiting, message) for message in waiting)


def _speaks(waiting: Sequence[InboundMessage], message: InboundMessage) -> bool:
    """Whether a message, or a sentence that ends with it, speaks of distress."""
    if message.priority is None and message.kind in WRITTEN:
        return _joined(waiting, message) is not None
    return message.priority == Priority.DISTRESS


def _danger_in(waiting: Sequence[InboundMessage], message: InboundMessage) -> Danger:
    """What a marked message speaks of."""
    return _read(message.body) or _joined(waiting, message) or Danger.OTHER


def with_what_came_before(session: Session, waiting: Sequence[InboundMessage]) -> Sequence[InboundMessage]:
    """These messages, behind what was answered a moment ago where the first of them may be the end of its sentence."""
    first = waiting[0] if waiting else None
    if first is None or not _may_be_an_end(first):
        return waiting
    since = first.received_at - PIECES_WITHIN
    before = inbound.closed_just_before(session, first.conversation_id, first.id, since, PIECES - 1)
    return [*before[::-1], *waiting]


def _may_be_an_end(message: InboundMessage) -> bool:
    """Whether another message may have begun it, of which nothing is asked for most that are short."""
    if message.priority is not None or message.run_id is not None or message.kind not in WRITTEN:
        return False
    if looks_like_an_answer(message.kind, message.body, message.details):
        return False
    return 0 < len(message.body.split()) <= MOST_WORDS_OF_AN_END and may_be_part(message.body)


def is_marked(messages: Sequence[InboundMessage]) -> bool:
    """Whether one of these messages speaks of distress."""
    return any(message.priority == Priority.DISTRESS for message in messages)


def stays(session: Session, key: str, user_id: int | None, now: datetime, within: timedelta = STAYS) -> bool:
    """Whether somebody was in distress here a short while ago."""
    return inbound.marked_since(session, key, user_id, Priority.DISTRESS, now - within)


def is_free(talk: Talk) -> bool:
    """Whether a turn costs nothing: somebody in distress, or what they go on to say."""
    if not is_marked(talk.messages) and not _stays(talk, FREE):
        return False
    return inbound.runs_since(talk.session, talk.person.conversation_id, talk.now - timedelta(days=1)) < MOST_FREE


def answers_us(talk: Talk, opened: PendingInteraction, text: str) -> bool:
    """Whether a yes or a no answers « Êtes-vous en sécurité ? »: they cried for help a short while ago, behind the
    question that is open. A quiz would mark it, a sign-in would take it."""
    if _YES_OR_NO.match(text) is None:
        return False
    behind = min(ASKED, talk.now - opened.created_at)
    return _stays(talk, behind)


def _stays(talk: Talk, within: timedelta) -> bool:
    """`stays`, of whoever talks. Mostly it was read already that nobody was in distress there."""
    if talk.stands is not None and not talk.stands.in_distress:
        return False
    return stays(talk.session, talk.person.conversation_id, talk.person.user_id, talk.now, within)


def _joined(waiting: Sequence[InboundMessage], message: InboundMessage) -> Danger | None:
    """What the pieces of a sentence say that end with this message, when no piece says it by itself."""
    pieces = _pieces(waiting, message)
    if any(piece.priority == Priority.DISTRESS or _read(piece.body) for piece in pieces[:-1]):
        return None
    for start in range(len(pieces) - 2, -1, -1):
        found = _read_together(tuple(piece.body for piece in pieces[start:]))
        if found is not None:
            return found
    return None


def _pieces(waiting: Sequence[InboundMessage], message: InboundMessage) -> Sequence[InboundMessage]:
    """The message with those in front of it that may belong to the same sentence."""
    at = next(index for index, one in enumerate(waiting) if one.id == message.id)
    return [
        one
        for one in waiting[max(0, at - PIECES + 1) : at + 1]
        if one.kind in WRITTEN and message.received_at - one.received_at <= PIECES_WITHIN
    ]
