"""By how much Twilio's clock is ahead of this machine's, as its answers show: its log is asked by its own time."""

from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from requests import Response, Session

from bot.clock import SystemClock

FURTHEST = timedelta(days=36_500)  # what is beyond tells of no clock, and leads out of the years that there are
SLACK = timedelta(minutes=1)  # clocks that differ by less agree: an answer's Date has whole seconds and was on its way


class TwilioClock:
    """Listens to every answer of a session. Written by many threads, each of which may be the last."""

    def __init__(self, session: Session) -> None:
        self.ahead = timedelta()
        self._ours = SystemClock()
        session.hooks["response"].append(self._note)

    def _note(self, response: Response, *_args: Any, **_options: Any) -> None:
        try:
            theirs = parsedate_to_datetime(response.headers.get("Date", ""))
            ahead = theirs - self._ours.now()
        except (TypeError, ValueError):  # no Date, or none with a zone
            return
        self.ahead = ahead if SLACK < abs(ahead) < FURTHEST else timedelta()
