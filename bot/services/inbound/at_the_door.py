"""Who writes while more people write than can be served hears so at once, in the answer to Twilio's webhook: it costs
no call, where one to each would cost half of what an answer does. Whoever is not told here, and waits for long all the
same, is found by bot.conversation.waiting_line."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache
from typing import Final, TypeAlias

from bot.channels.compose import compose
from bot.clock import Clock
from bot.config import Settings
from bot.dao import waits
from bot.dao.database import Database
from bot.dao.engine.batching import Batcher
from bot.dao.engine.prepared import Within
from bot.dao.inbound import NewInbound
from bot.dao.waits import Writer
from bot.errors import DatabaseAway
from bot.i18n.catalogue import say
from bot.i18n.country import spoken_at
from bot.i18n.detect import clearly, language_for
from bot.queue.notices import AGAIN_AFTER_S
from bot.queue.wake import WakeQueue
from bot.reading.incoming.priority import Priority
from bot.services.work import crowd
from bot.types import Language, known

AGAIN_AFTER: Final = timedelta(seconds=AGAIN_AFTER_S)
MATTERS_MORE: Final = (Priority.STOP, Priority.DISTRESS)
NEARLY: Final = 2 / 3  # a queue gets slower while it grows: who waits a little less than foretold may hear it too

Asked: TypeAlias = tuple[NewInbound, Writer | None]

log = logging.getLogger(__name__)


class AtTheDoor:
    """One instance a process; any number of threads may ask at once, and share a look."""

    def __init__(self, database: Database, wake: WakeQueue, clock: Clock, settings: Settings) -> None:
        self._database, self._wake, self._clock, self._settings = database, wake, clock, settings
        self._told: Batcher[Asked, str | None] = Batcher(self._tell)

    def look(self, within: Within, key: str) -> Writer:
        """How whoever writes in a conversation stands, as of this transaction."""
        now = self._clock.now()
        bounds = waits.Bounds(now, now - AGAIN_AFTER, self._settings.worker_lost_after_s)
        return waits.writer(within, key, bounds, MATTERS_MORE)

    def line(self, message: NewInbound, job: str, writer: Writer | None) -> str | None:
        """What to answer to a message that has just been stored and wakes `job`; None: nothing. It is said once in a
        while, and is lost with the answer that carries it. `writer`, if that was looked at already."""
        if not self._waits_long(job):
            return None
        try:
            return self._told.handle((message, writer))
        except DatabaseAway as error:  # the message is stored, which is what Twilio must hear
            log.warning("nobody was told that it takes long: %s", error)
            return None

    def _waits_long(self, job: str) -> bool:
        """Only where many wait: few are served before one can tell how long it takes."""
        after_s = self._settings.wait_notice_s
        wait_s = crowd.expected_wait_s(self._wake, job) if after_s else None
        return wait_s is not None and wait_s > NEARLY * after_s

    def _tell(self, asked: Sequence[Asked]) -> Sequence[str | None]:
        """What each of these messages is answered; of several by one person the last. The database is read only: a
        write would stand in the turns' way."""
        by_key = {message.conversation_id: (message, writer) for message, writer in asked}
        if unseen := {key: message for key, (message, writer) in by_key.items() if writer is None}:
            with self._database.read() as session:
                by_key |= {key: (message, self.look(session, key)) for key, message in unseen.items()}
        free = [key for key, (_, writer) in by_key.items() if writer and not writer.is_barred]
        told = [by_key[key] for key in self._wake.notices.claim(free)]
        lines = {message.message_sid: self._line_for(message, writer) for message, writer in told if writer}
        return [lines.get(message.message_sid) for message, _ in asked]

    def _line_for(self, message: NewInbound, writer: Writer) -> str:
        """A number's country is looked at last: that takes longer than all else."""
        last = known(Language, writer.spoken)
        spoken = known(Language, writer.chosen) or clearly(message.body) or last
        spoken = spoken or language_for(message.body, None, spoken_at(message.sender))
        return _line(message.channel, spoken or self._settings.default_language)


@lru_cache
def _line(channel: str, language: Language) -> str:
    return "\n\n".join(compose(say(language, "waits_long"), channel, language).parts)
