"""What a caller hears of a request that failed: a status, and a browser a sentence. All else is for the log."""

import logging

from flask import Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from bot.errors import DatabaseAway, WebhookRejected
from bot.web.page import HEADERS, page

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


def answer_of(error: Exception) -> Response:
    """No stack trace, nothing to learn from: the status, with what HTTP says belongs to it. A browser is given a page:
    people come by links that were cut, or look who is behind a name, and would have a blank sheet."""
    status = status_of(error)
    answer = Response(status=status)
    if isinstance(error, MethodNotAllowed):
        answer.allow.update(error.valid_methods or ())
    if "text/html" in request.headers.get("Accept", "") and (status == 404 or status >= 500):
        answer.set_data(page("nowhere" if status == 404 else "failed"))
        answer.headers.update(HEADERS)
    return answer
