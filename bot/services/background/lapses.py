"""Background work that no message moves on: ends offers nobody answered, and begins what waits for a place now free."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from sqlmodel import Session

from bot.capabilities import channel_of
from bot.dao import addresses, conversations
from bot.dao.database import Database
from bot.dao.work import background_runs
from bot.errors import GaveWay
from bot.i18n.catalogue import say
from bot.models import Run
from bot.obs.apart import apart
from bot.services.background import places
from bot.services.background.wording import title_of
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.library.files import Links
from bot.types import Language, known

log = logging.getLogger(__name__)


def follow_up(database: Database, links: Links, now: datetime) -> Sequence[int]:
    """End the offers that ran out unanswered, and begin what waits where a place is free. Returns the runs to wake.
    Idempotent; it only reads unless there is something to do."""
    with database.read() as session:
        lapsed = [(run.id, run.conversation_id) for run in background_runs.lapsed(session, now)]
        waiting = background_runs.who_waits(session)
    begun: list[int] = []
    for run_id, conversation_id in lapsed:  # who is locked, or cannot be read, keeps nobody else waiting
        with suppress(GaveWay), apart(log, f"run {run_id}"), database.write() as session:
            conversations.lock(session, conversation_id)
            still = next((run for run in background_runs.lapsed(session, now) if run.id == run_id), None)
            if still is not None:
                with apart(log, f"the word on run {run_id}"):  # it ends all the same
                    _tell(session, still, links, now)
                begun += places.end(session, still, now, "no answer")
    for user_id in waiting:
        with suppress(GaveWay), apart(log, f"what waits for user {user_id}"), database.write() as session:
            begun += background_runs.start_waiting(session, user_id)
    return begun


def _tell(session: Session, run: Run, links: Links, now: datetime) -> None:
    """Tell its person that the offer has lapsed, unless somebody else is signed in on that phone by now."""
    value = addresses.of_conversation(session, run.conversation_id)
    if value is None or addresses.signed_in_now(session, run.conversation_id, now) != run.user_id:
        return
    to = Recipient(run.conversation_id, value, channel_of(value), known(Language, run.language, Language.FR))
    text = say(to.language, "background_lapsed", title=title_of(session, run.id))
    Outbox(session, to, links, run.id).text(f"run{run.id}:lapsed", text)
