"""What a caller hears of a request that failed: a status. All else is for the log."""

import logging

from werkzeug.exceptions import HTTPException

from bot.errors import DatabaseAway, WebhookRejected

log = logging.getLogger(__name__)


def status_of(error: Exception) -> int:
    """The status that an error is answered with, once it has been logged."""
    if isinstance(error, HTTPException):
        return error.code or 500
    if isinstance(error, WebhookRejected):
        log.warning("a webhook was refused: %s", error)
        return 403
    if isinstance(error, DatabaseAway):
        log.warning("a request was refused: %s", error)
        return 503  # Twilio repeats it
    log.error("a request failed", exc_info=error)
    return 500
