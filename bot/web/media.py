"""Stored files by signed, expiring links: what Twilio fetches (HEAD and GET alike) and users open."""

from flask import Blueprint, Response, abort

from bot.clients.storage import FileStore
from bot.dao.database import Database
from bot.errors import StorageError
from bot.services.files import Links

ACTIVE = ("text/html", "application/xhtml+xml", "image/svg+xml", "text/markdown")  # what a browser might run


def media_blueprint(database: Database, store: FileStore, links: Links) -> Blueprint:
    """`GET, HEAD /media/<token>/<filename>`."""
    blueprint = Blueprint("media", __name__)

    @blueprint.get("/media/<token>/<filename>")
    def media(token: str, filename: str) -> Response:
        """404 for whatever is not a living link of ours: nothing tells a wrong link from an expired one."""
        with database.read() as session:
            file = links.find(session, token)
        if file is None or filename != file.name:
            abort(404)
        try:
            body = store.read(file.sha256)
        except StorageError:
            abort(404)
        response = Response(body, content_type=file.content_type)
        kind = "attachment" if file.content_type.partition(";")[0] in ACTIVE else "inline"
        response.headers["Content-Disposition"] = f'{kind}; filename="{file.name}"'
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Cache-Control"] = "private, no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        if kind == "attachment":
            response.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
        return response

    return blueprint
