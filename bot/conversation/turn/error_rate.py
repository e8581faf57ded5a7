"""The alert for tools that fail too often: a provider that is down shows here before anybody complains."""

from collections import Counter
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.dao import alerts
from bot.dao.work import runs

KIND = "tool_error_rate"
LAST_CALLS = 50
MOST_FAILED = 0.2  # of them; above it operators are told
AGAIN_AFTER = timedelta(hours=1)


def watch(session: Session, run_id: int, now: datetime) -> None:
    """Raise the alert when the last calls of all runs call for it, once an hour at most. Called with the transaction
    that stores a failed call: a success never makes the rate worse. Calls that were refused unseen do not count."""
    ended = runs.last_calls(session, LAST_CALLS)
    failed = Counter(tool for tool, status in ended if status != "success")
    if len(ended) < LAST_CALLS or failed.total() <= MOST_FAILED * LAST_CALLS:
        return
    if alerts.is_recent(session, KIND, None, now - AGAIN_AFTER):
        return
    tools = ", ".join(f"{tool} {number}" for tool, number in failed.most_common())
    alerts.add(session, KIND, f"{failed.total()} of the last {LAST_CALLS} tool calls failed: {tools}", run_id)
