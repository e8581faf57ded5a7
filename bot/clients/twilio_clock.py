"""By how much Twilio's clock is ahead of this machine's, as its answers show: its log is asked by its own time."""

from collections.abc import Mapping
from datetime import timedelta
from email.utils import parsedate_to_datetime

from bot.clock import SystemClock

FURTHEST = timedelta(days=36_500)  # what is beyond tells of no clock, and leads out of the years that there are
SLACK = timedelta(minutes=1)  # clocks that differ by less agree: an answer's Date has whole seconds and was on its way


class TwilioClock:
    """Listens to every answer. Written by many threads, each of which may be the last."""

    def __init__(self) -> None:
        self.ahead = timedelta()
        self._ours = SystemClock()

    def note(self, headers: Mapping[str, str]) -> None:
        """The headers of an answer that has just come."""
        try:
            theirs = parsedate_to_datetime(headers.get("Date", ""))
            ahead = theirs - self._ours.now()
        except (TypeError, ValueError):  # no Date, or none with a zone
            return
        self.ahead = ahead if SLACK < abs(ahead) < FURTHEST else timedelta()
