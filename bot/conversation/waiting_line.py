"""The line « Many people are writing… », for whoever waits long and did not hear it in the webhook's answer
(bot.services.inbound.at_the_door). Whose turn runs hears other lines (bot.services.work.presence)."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import islice
from typing import Final

from sqlmodel import Session

from bot.clock import Clock
from bot.config import Settings
from bot.conversation.exchange import Exchange
from bot.dao import addresses, inbound, waits
from bot.dao.database import Database
from bot.i18n.catalogue import say
from bot.models import InboundMessage
from bot.obs.apart import apart
from bot.queue.wake import WakeQueue
from bot.reading.incoming.priority import Priority
from bot.reading.incoming.senders import is_person
from bot.services.delivery.outbox import Outbox
from bot.services.delivery.writing import PROGRESS
from bot.services.inbound.at_the_door import AGAIN_AFTER
from bot.services.limits.own_numbers import own_numbers
from bot.services.work import lanes

log = logging.getLogger(__name__)

FEWEST, MOST = 5, 100  # people told in one look of one worker …
LOOKED_AT: Final = 2_000  # most of whom have heard it at the door, which the database does not know
FOR_S: Final = 0.25  # … which takes so long unless they are few: a line costs half of what an answer does


@dataclass(slots=True)
class WaitingLine:
    """`look` is called every few seconds in every worker, by one thread; any number of workers may look at once."""

    database: Database
    settings: Settings
    clock: Clock
    exchange: Exchange
    wake: WakeQueue
    _left: dict[str, int] = field(default_factory=dict)  # whom a look had no time for: so many others come behind them

    def look(self) -> None:
        """Tell those who wait long and have not heard so; nobody behind a jump of the clock: who wrote just before
        it went ahead has not waited. Raises DatabaseAway."""
        after_s = self.settings.wait_notice_s
        if not after_s or not self.clock.is_steady(after_s):
            return
        now = self.clock.now()
        bounds = waits.Bounds(now - timedelta(seconds=after_s), now - AGAIN_AFTER, self.settings.worker_lost_after_s)
        with self.database.read() as session:
            found = dict(waits.long_ones(session, bounds, LOOKED_AT))
        found |= {key: first_id for key, first_id in self._left.items() if key not in found}
        told = self.wake.notices.told(list(found))
        if told is None:  # nothing would leave before it is back, and who was told at the door is not known
            return
        self._left = dict(islice(((key, found[key]) for key in found if key not in told), LOOKED_AT))
        self.wake.wake_all("deliver", [(key,) for key in self._told(list(self._left.items())[:MOST], bounds)])

    def _told(self, found: Sequence[tuple[str, int]], bounds: waits.Bounds) -> Iterator[str]:
        """Tell some of those found; yields the conversations that were told. Stops after FOR_S: where everybody waits
        for the processor or the database, lines must not make it worse. A slow model leaves time for all."""
        end = self.clock.monotonic() + FOR_S
        for place, (key, first_id) in enumerate(found):
            if place >= FEWEST and self.clock.monotonic() > end:
                return
            del self._left[key]
            is_told = False
            with apart(log, f"the line for message {first_id}"):
                is_told = self._tell(key, first_id, bounds)
            if is_told:
                yield key

    def _tell(self, key: str, first_id: int, bounds: waits.Bounds) -> bool:
        """Write the line and the note that they were told in one transaction, so that it is said once, and not behind
        an answer. A conversation that is locked is left for another look: those behind do not wait for it."""
        now = self.clock.now()
        with self.database.write() as session:
            if not lanes.lock(session, key, unless_locked=True):
                return False
            if not waits.note_told(session, key, first_id, bounds, now):
                return False
            message = session.get_one(InboundMessage, first_id)
            if not self._may_hear(session, message):
                return False
            to = self.exchange.who(session, key, [message], now).recipient
            outbox = Outbox(session, to, self.exchange.desk.links)
            outbox.text(f"wait:{first_id}", say(to.language, "waits_long"), PROGRESS)
            return True

    def _may_hear(self, session: Session, message: InboundMessage) -> bool:
        """Not a machine, nobody who is blocked, nor who has just written STOP. Opting out is the outbox's to ask."""
        key = message.conversation_id
        _address, owner = addresses.of_conversation_with_owner(session, key)
        is_blocked = owner is not None and owner.blocked_at is not None
        leaves = inbound.first_marked(session, key, Priority.STOP) is not None
        return is_person(message.sender, own_numbers(self.settings)) and not is_blocked and not leaves
