"""What goes wrong at the administrators' page, as pages in words: no trace, no path, no empty sheet."""

import logging
from typing import Final

from flask import Blueprint, Response, redirect, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Reply

from bot.errors import DatabaseAway
from bot.web.admin.desk import Desk

KNOWN: Final = (400, 403, 404, 405, 413, 429, 503)

log = logging.getLogger(__name__)


def add(blueprint: Blueprint, desk: Desk) -> None:
    """Give a blueprint its error pages, and one for addresses below it that nothing answers."""

    @blueprint.get("/")
    def slash() -> Reply:
        return redirect(url_for("admin.home"), 303)

    @blueprint.route("/<path:rest>", methods=["GET", "POST", "PUT", "DELETE", "PATCH"])
    def nowhere(rest: str) -> Response:
        """Only who is signed in learns that there is nothing; others are led to the door."""
        del rest
        return page(desk, 404)

    @blueprint.errorhandler(CSRFError)
    def forged(error: CSRFError) -> Response:
        log.warning("a post without its proof was refused: %s", error.description)
        return page(desk, 403, "admin_error_forged")

    @blueprint.errorhandler(HTTPException)
    def refused(error: HTTPException) -> Response:
        if error.response is not None:
            return Response(status=error.response.status_code, headers=dict(error.response.headers))
        return page(desk, error.code or 500)

    @blueprint.errorhandler(DatabaseAway)
    def away(error: DatabaseAway) -> Response:
        log.warning("a page of administrators was refused: %s", error)
        return page(desk, 503)

    @blueprint.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        log.error("a page of administrators failed", exc_info=error)
        return page(desk, 500)


def page(desk: Desk, status: int, sentence: str = "") -> Response:
    """A status in words."""
    name = status if status in KNOWN else 500 if status >= 500 else 400
    return desk.show("error.html", status, code=status, sentence=sentence or f"admin_error_{name}")
