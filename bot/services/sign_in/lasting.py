"""How long a sign-in lasts, and what becomes of those that a clock years ahead has begun: whoever has the phone by then
would be signed in as its owner of today."""

from datetime import datetime, timedelta

from bot.config import Settings
from bot.dao import clock_jumps
from bot.services.work.chores import Turn

EVERY_S = 86_400.0
UNSURE_S = 86_400.0  # a day for somebody to notice that nothing works by that clock
SLACK = timedelta(days=1)
PAGE = 5_000  # addresses in one transaction: few are written, if any


def longest(settings: Settings) -> timedelta:
    """No sign-in outlives a silence that would be asked about."""
    return timedelta(days=min(settings.sign_in_days, settings.number_silence_days))


class SignIns:
    """Ends in time what was begun by a clock ahead. `act` is one chore's turn, whose position is its moment."""

    def __init__(self, settings: Settings) -> None:
        self._longest = longest(settings)

    def act(self, turn: Turn) -> None:
        """By a clock that has gone back since the turn before, nothing is cut yet: it may be wrong itself, and would
        sign everybody out. What it says a day later counts."""
        before = datetime.fromisoformat(turn.position) if turn.position else None
        turn.position = turn.now.isoformat()
        if before is not None and before <= turn.now:
            self._cut(turn)

    def _cut(self, turn: Turn) -> None:
        after, is_more = 0, True
        while is_more:
            with turn.step() as session:
                until = turn.now + self._longest
                number, is_more = clock_jumps.set_back_sign_ins(session, after, PAGE, until, SLACK)
            turn.count("sign-ins", number)
            after += PAGE
