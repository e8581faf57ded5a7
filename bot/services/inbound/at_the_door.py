"""Who writes while more people write than can be served hears so at once, in the answer to Twilio's webhook: it costs
no call, where one to each would cost half of what an answer does. Whoever is not told here, and waits for long all the
same, is found by bot.conversation.waiting_line."""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from operator import attrgetter
from typing import Final

from sqlmodel import Session

from bot.channels.compose import compose
from bot.clock import Clock
from bot.config import Settings
from bot.dao import addresses, conversations, waits
from bot.dao.batching import Batcher
from bot.dao.database import Database
from bot.dao.inbound import NewInbound
from bot.errors import DatabaseAway
from bot.i18n.catalogue import say
from bot.i18n.country import spoken_at
from bot.i18n.detect import language_for
from bot.models import Address, User
from bot.queue.wake import WakeQueue
from bot.reading.priority import Priority
from bot.services.work import crowd
from bot.types import Language

AGAIN_AFTER: Final = timedelta(minutes=10)  # whoever was told knows it for so long

log = logging.getLogger(__name__)


class AtTheDoor:
    """One instance a process; any number of threads may ask at once, and share a transaction."""

    def __init__(self, database: Database, wake: WakeQueue, clock: Clock, settings: Settings) -> None:
        self._database, self._wake, self._clock, self._settings = database, wake, clock, settings
        self._told: Batcher[NewInbound, str | None] = Batcher(self._tell)

    def line(self, message: NewInbound, job: str) -> str | None:
        """What to answer to a message that has just been stored and wakes `job`; None: nothing. It is said once in a
        while, and is lost with the answer that carries it."""
        if not self._waits_long(job):
            return None
        try:
            return self._told.handle(message)
        except DatabaseAway as error:  # the message is stored, which is what Twilio must hear
            log.warning("nobody was told that it takes long: %s", error)
            return None

    def _waits_long(self, job: str) -> bool:
        """Only where many wait: few are served before one can tell how long it takes."""
        after_s = self._settings.wait_notice_s
        if not after_s or not crowd.is_in_line(self._wake, job):
            return False
        wait_s = self._wake.expected_wait_s(job)
        return wait_s is not None and wait_s > after_s

    def _tell(self, messages: Sequence[NewInbound]) -> Sequence[str | None]:
        """What each of these messages is answered; of several by one person the last."""
        now = self._clock.now()
        by_key = {message.conversation_id: message for message in messages}
        bounds = waits.Bounds(now, now - AGAIN_AFTER, self._settings.worker_lost_after_s)
        with self._database.write() as session:
            _receive(session, by_key.values())
            told = waits.tell_all(session, by_key, bounds, (Priority.STOP, Priority.DISTRESS), now)
            lines = {
                by_key[key].message_sid: self._line_for(by_key[key], address, user, now) for key, address, user in told
            }
        return [lines.get(message.message_sid) for message in messages]

    def _line_for(self, message: NewInbound, address: Address, owner: User | None, now: datetime) -> str:
        known = owner.language if owner and addresses.signed_in_at(address, now) else None
        known = known or address.language
        spoken = language_for(message.body, Language(known) if known else None, spoken_at(address.value))
        return _line(message.channel, Language(spoken or self._settings.default_language))


def _receive(session: Session, messages: Iterable[NewInbound]) -> None:
    """Make the conversations of newcomers, as a turn would. In one order for everybody: two of us never wait for each
    other."""
    for message in sorted(messages, key=attrgetter("sender")):
        conversations.ensure(session, message.sender)


@lru_cache
def _line(channel: str, language: Language) -> str:
    return "\n\n".join(compose(say(language, "waits_long"), channel, language).parts)
