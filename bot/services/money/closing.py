"""The chore that closes days of the ledger (bot.dao.money.ledger_days), one in each of its short transactions. Once a
day it compares closed days with the ledger, and begins again should they differ."""

import logging
from datetime import date

from bot.dao.money import ledger_days
from bot.services.work.chores import Turn

log = logging.getLogger(__name__)


def act(turn: Turn) -> None:
    """Close every day that is over. `turn.position` is the day on which they were last compared."""
    today = turn.now.date().isoformat()
    if turn.position != today:
        _compare(turn)
        turn.position = today
    while True:
        with turn.step() as session:
            closed = ledger_days.close_next(session, turn.now)
        if not closed:
            return
        turn.count("ledger days", 1)


def _compare(turn: Turn) -> None:
    """Some days at a time, each behind a step: a chore that is not heard of for long is another worker's, which would
    begin anew."""
    last: date | None = None
    while True:
        with turn.database.read(slow=True) as session:
            is_right, last = ledger_days.compared(session, last)
        with turn.step() as session:
            if not is_right:
                log.warning("closed days of the ledger differ from its entries: they are closed anew")
                ledger_days.begin_again(session)
        if last is None or not is_right:
            return
