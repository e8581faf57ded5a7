"""What the database says of who watches: whether they still may, and whether what they watch has come to its end."""

from collections.abc import Collection, Set
from dataclasses import dataclass

from bot.clock import Clock
from bot.dao.admin import runs as admin_runs
from bot.dao.admin import sessions as admin_sessions
from bot.dao.database import Database
from bot.services.admin.sessions import ABSOLUTE, IDLE
from bot.services.watching.watcher import Watch


@dataclass(frozen=True, slots=True)
class Seen:
    """Sessions of administrators that live, runs that are under way."""

    sessions: Set[int]
    runs: Set[int]

    def may_go_on(self, watch: Watch) -> bool:
        """Whether who watches still may."""
        return watch.session_id is None or watch.session_id in self.sessions

    def is_over(self, watch: Watch) -> bool:
        """Whether what is watched has come to its end."""
        return watch.run_id is not None and watch.run_id not in self.runs


class Lookout:
    """Looks over a connection of its own: those of the pool may all be taken."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database.apart(), clock

    def look(self, watches: Collection[Watch]) -> Seen:
        """One look for all. Raises DatabaseAway."""
        sessions = {watch.session_id for watch in watches if watch.session_id is not None}
        runs = {watch.run_id for watch in watches if watch.run_id is not None}
        now = self._clock.now()
        with self._database.read() as session:
            living = admin_sessions.living(session, sessions, seen_since=now - IDLE, begun_since=now - ABSOLUTE)
            return Seen(living, admin_runs.under_way(session, runs))
