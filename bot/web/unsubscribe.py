"""Where readers end the agent's e-mails: a page with a button, and the one POST that mail programs make by themselves
(RFC 8058). The link is the whole proof: whoever calls has no cookie, and nothing of theirs is read."""

import logging

from flask import Blueprint, Response, request

from bot.dao.database import Database
from bot.errors import DatabaseAway
from bot.services.mail.unsubscribing import Unsubscribing
from bot.signing.unsubscribe import PATH
from bot.web.page import HEADERS, page

MOST_BYTES = 1024  # of a body, which says no more than the link does
FORM = '<input type="hidden" name="List-Unsubscribe" value="One-Click">'

log = logging.getLogger(__name__)


def unsubscribe_blueprint(database: Database, unsubscribing: Unsubscribing) -> Blueprint:
    """`GET, POST /unsubscribe/<token>`. A link that is not ours, or over, gets the same 404 whoever it would be for."""
    blueprint = Blueprint("unsubscribe", __name__)
    asked, done, over = page("unsubscribe", form=FORM), page("unsubscribed"), page("unsubscribe_over")
    later = page("unsubscribe_later")

    @blueprint.get(f"{PATH}/<token>")
    def ask(token: str) -> Response:
        """Changes nothing: mail servers open every link to look behind it."""
        genuine = unsubscribing.is_genuine(token)
        return Response(asked if genuine else over, 200 if genuine else 404, headers=HEADERS)

    @blueprint.post(f"{PATH}/<token>")
    def take(token: str) -> Response:
        """`List-Unsubscribe=One-Click`, or any small body. Said again it is answered the same."""
        if (request.content_length or 0) > MOST_BYTES or "Transfer-Encoding" in request.headers:
            return Response(status=413)
        with database.write() as session:
            taken = unsubscribing.take(session, token)
        return Response(done if taken else over, 200 if taken else 404, headers=HEADERS)

    @blueprint.errorhandler(DatabaseAway)
    def away(error: DatabaseAway) -> Response:
        """Who pressed the button must not believe that it has worked."""
        log.warning("somebody could not be unsubscribed: %s", error)
        return Response(later, 503, headers=HEADERS)

    return blueprint
