"""A part over which our own code fails, such as one that another release wrote: those behind it and its conversation do
not wait for it for ever."""

import contextlib
import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from bot.dao import alerts, lock_order
from bot.dao.database import Database
from bot.dao.delivery import parts
from bot.dao.engine.outages import outage_of
from bot.errors import ProviderError, StopWork
from bot.models import OutboundPart
from bot.services.delivery import mails, refusals
from bot.services.library.files import Links
from bot.types import EMAIL, Language

NOT_SENT: Final = ("pending", "dispatching", "unknown")  # as far as anybody knows
PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120))  # then it has failed

log = logging.getLogger(__name__)


class Stumbled(Exception):
    """Our own code has failed over the part of this number."""

    def __init__(self, part_id: int) -> None:
        super().__init__(f"part {part_id}")
        self.part_id = part_id


@contextlib.contextmanager
def over(part: OutboundPart) -> Iterator[None]:
    """Let such a failure in the block pass with the part's number. What the database fails over is none: the end of
    the transaction, which the block may be in the middle of, gives it its name."""
    try:
        yield
    except (StopWork, ProviderError, Stumbled):
        raise
    except Exception as error:
        if outage_of(error) is not None:
            raise
        raise Stumbled(part.id) from error


def lay_aside(database: Database, stumbled: Stumbled, now: datetime, links: Links, default: Language) -> None:
    """Have it tried again a little later, each time later, and in the end no more: then its person is told, and an
    operator. What may be on its way is looked for first, as whenever a call had no answer."""
    log.error("our own code fails over a part", exc_info=stumbled, extra={"part": stumbled.part_id})
    with database.write() as session:
        lock_order.enter_by_part(session, stumbled.part_id)
        part = parts.get(session, stumbled.part_id)
        if part is None or part.closed_at is not None:
            return
        has_failed, was = part.attempts >= len(PAUSES), part.state
        parts.change(session, part, expected=(was,), **(_end(part, now) if has_failed else _later(part, now)))
        if has_failed and part.channel != EMAIL:
            alerts.add(session, "delivery_unknown", f"part {part.id}", part.run_id)
    if has_failed and was in NOT_SENT:
        with database.write() as session:  # of its own: this may fail as well
            if part.channel == EMAIL:
                part.email = None  # which may be what cannot be read
                mails.give_up(session, part, "mail_unknown", now, links, default)
            else:
                refusals.tell_unknown(session, part, now)


def _later(part: OutboundPart, now: datetime) -> dict[str, Any]:
    if part.state == "dispatching":  # this attempt is counted already
        return {"state": "unknown", "due_at": now + PAUSES[max(0, part.attempts - 1)]}
    return {"due_at": now + PAUSES[part.attempts], "attempts": part.attempts + 1}


def _end(part: OutboundPart, now: datetime) -> dict[str, Any]:
    return {"closed_at": now} | ({"state": "failed"} if part.state in NOT_SENT else {})
