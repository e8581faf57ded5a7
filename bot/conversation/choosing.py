"""Which of the messages that wait in a conversation are taken up next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.clock import Clock
from bot.config import Settings
from bot.conversation.fragments import Ready, WaitFor, next_turn
from bot.conversation.people import Person
from bot.dao import inbound
from bot.models import InboundMessage, Run
from bot.reading.incoming.priority import ACTS_AT_ONCE, Priority
from bot.services.attachments.entries import comes_along

ALBUM = 60  # messages looked at when media are among them


@dataclass(frozen=True, slots=True)
class Taken:
    """What a turn is about: its messages, their person, and the run an earlier life began, if any. `silent`: it is
    acted upon without a word. `is_told`: parts written before it may leave. `is_urgent`: on the urgent way, where no
    agent is asked."""

    messages: tuple[InboundMessage, ...]
    person: Person
    run: Run | None
    silent: bool = False
    is_told: bool = False
    is_urgent: bool = False


@dataclass(frozen=True, slots=True)
class TakeIn:
    """A photo, document or voice message is to be fetched and read before the turn begins."""

    messages: tuple[InboundMessage, ...]
    person: Person


@dataclass(frozen=True, slots=True)
class Refused:
    """The messages were closed at the gate."""


Step = Taken | TakeIn | WaitFor | Refused | None


@dataclass(frozen=True, slots=True)
class Choice:
    """How the next turn is chosen."""

    settings: Settings
    clock: Clock
    is_fragment: Callable[[InboundMessage], bool]

    def of(
        self, session: Session, waiting: Sequence[InboundMessage], run: Run | None, *, is_marked: bool
    ) -> tuple[InboundMessage, ...] | WaitFor:
        """The messages of the run that goes on, if there is one; else a STOP; else those of the first turn, or how
        long to wait for the rest of them. `is_marked`: a message of some priority waits."""
        if run is not None:
            return tuple(inbound.of_run(session, run.id))
        stop = _stop_among(session, waiting, is_marked=is_marked)
        if stop is not None:
            return (stop,)
        windows = self.settings.fragment_window_s, self.settings.media_window_s
        step = next_turn(waiting, self.clock.now(), *windows, self.is_fragment)
        return step.messages if isinstance(step, Ready) else step


def waiting(session: Session, key: str) -> Sequence[InboundMessage]:
    """The first messages that wait: as many as one turn may need, which for an album of photos are more."""
    first = inbound.waiting(session, key)
    if len(first) == inbound.AT_ONCE and any(map(comes_along, first)):
        return inbound.waiting(session, key, ALBUM)
    return first


def _stop_among(session: Session, waiting: Sequence[InboundMessage], *, is_marked: bool) -> InboundMessage | None:
    """The first STOP, which waits behind nothing; and in a long queue whatever else acts at once."""
    if len(waiting) < inbound.AT_ONCE:
        return next((message for message in waiting if message.priority == Priority.STOP), None)
    if not is_marked:
        return None
    key = waiting[0].conversation_id
    marks = (*ACTS_AT_ONCE, Priority.DISTRESS)
    return next((found for mark in marks if (found := inbound.first_marked(session, key, mark))), None)
