"""How long people waited for their next message after something had struck them: a kill, or an outage's end."""

import socket
import threading
import time
from collections import defaultdict

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.dao.database import Database
from bot.errors import StopWork
from tests.chaos.tally import Tally

KILL = "kill"
HIT = """
    SELECT address.value FROM conversation JOIN address ON address.id = conversation.address_id
    JOIN worker ON worker.label = :label
    WHERE (conversation.lane_worker = worker.id AND EXISTS (
        SELECT 1 FROM inbound_message i WHERE i.conversation_id = conversation.id AND i.processed_at IS NULL))
    OR EXISTS (SELECT 1 FROM outbound_part p WHERE p.conversation_id = conversation.id
        AND p.claimed_by = worker.id AND p.state IN ('dispatching', 'unknown'))
"""
WAITING = "SELECT DISTINCT sender FROM inbound_message WHERE processed_at IS NULL"


class Recoveries:
    """Remembers who was struck by what and when, until they hear something."""

    def __init__(self, database: Database, tally: Tally) -> None:
        self._database, self._tally = database, tally
        self._struck: dict[str, dict[str, float]] = defaultdict(dict)
        self._one_at_a_time = threading.Lock()

    def killed(self, pid: int) -> None:
        """A worker was: all whose message or part it had in hand are struck."""
        self._strike(KILL, HIT, label=f"{socket.gethostname()}:{pid}")

    def back(self, what: str) -> None:
        """An outage is over: all who still wait for an answer have a right to it now."""
        self._strike(what, WAITING)

    def heard(self, arrivals: list[tuple[str, float]]) -> None:
        """Messages arrived, each at an address and a moment."""
        with self._one_at_a_time:
            for what, struck in self._struck.items():
                for address, moment in arrivals:
                    since = struck.get(address)
                    if since is not None and moment > since:
                        self._tally.recoveries_s[what].append(moment - struck.pop(address))

    def _strike(self, what: str, query: str, **values: str) -> None:
        now = time.time()
        try:
            with self._database.read() as session:
                found = session.connection().execute(text(query), values).scalars().all()
        except (DBAPIError, StopWork):  # an outage has come in between: nobody knows who was struck
            return
        with self._one_at_a_time:
            self._struck[what].update(dict.fromkeys(found, now))
