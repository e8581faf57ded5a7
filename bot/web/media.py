"""Stored files by signed, expiring links: what Twilio fetches (HEAD and GET alike) and users open, whole or a range.
Each says which it is (ETag): telephones go on with a download that was cut only where they can tell that it is the
same."""

import hashlib
import logging
import threading
from collections.abc import Iterator
from itertools import chain
from time import monotonic

from flask import Blueprint, Response, request
from werkzeug.http import quote_etag

from bot.clients.storage import FileStore
from bot.dao.database import Database
from bot.errors import DatabaseAway, FileGone, StorageError
from bot.models import StoredFile
from bot.services.library.files import Links
from bot.web.page import HEADERS, page

ACTIVE = ("text/html", "application/xhtml+xml", "image/svg+xml", "text/markdown")  # what a browser might run
PIECE_BYTES = 256 * 1024  # in memory at once, for each download
MOST_AT_ONCE = 6  # downloads a process: slow readers must leave threads for webhooks
WAIT_S = 2.0  # for one of them to end …
RETRY_AFTER_S = 5  # … but not so long after somebody has waited in vain

log = logging.getLogger(__name__)


class Places:
    """MOST_AT_ONCE of them. Whoever waits for one keeps a thread: where slow readers have them all, each that comes
    would, until none is left for a webhook."""

    def __init__(self) -> None:
        self._free = threading.BoundedSemaphore(MOST_AT_ONCE)
        self._in_vain_until = float("-inf")

    def take(self) -> bool:
        """Whether one is free, or was within a moment."""
        patience_s = WAIT_S if monotonic() >= self._in_vain_until else 0.0
        is_ours = self._free.acquire(timeout=patience_s)
        if patience_s and not is_ours:
            self._in_vain_until = monotonic() + RETRY_AFTER_S
        return is_ours

    def give_back(self) -> None:
        self._free.release()


def media_blueprint(database: Database, store: FileStore, links: Links) -> Blueprint:
    """`GET, HEAD /media/<token>/<filename>`."""
    blueprint = Blueprint("media", __name__)
    over, later = page("link_over", seconds=links.ttl_s), page("link_later")
    places = Places()

    def come_later() -> Response:
        return Response(later, 503, headers={**HEADERS, "Retry-After": str(RETRY_AFTER_S)})

    @blueprint.get("/media/<token>/<filename>")
    def media(token: str, filename: str) -> Response:
        """404 and one page for whatever is not a living link of ours: nothing tells a wrong link from an expired
        one."""
        with database.read() as session:
            file = links.find(session, token)
        if file is None or filename != file.name:
            return Response(over, 404, headers=HEADERS)
        return _served(store, file, places) or come_later()

    @blueprint.get("/media/", defaults={"rest": ""})
    @blueprint.get("/media/<path:rest>")
    def cut(rest: str) -> Response:
        """A link that was not copied whole."""
        del rest
        return Response(over, 404, headers=HEADERS)

    @blueprint.errorhandler(FileGone)
    def gone(_error: FileGone) -> Response:
        return Response(over, 404, headers=HEADERS)

    @blueprint.errorhandler(DatabaseAway)
    @blueprint.errorhandler(StorageError)
    def away(error: DatabaseAway | StorageError) -> Response:
        """The link lives on: who comes again finds the file."""
        log.warning("a file could not be handed out: %s", error)
        return come_later()

    return blueprint


def _served(store: FileStore, file: StoredFile, places: Places) -> Response | None:
    """A file, or the range of it that is asked for; nothing of it where that is not wanted (If-None-Match, If-Match).
    None: all places are taken by others."""
    if request.if_match and not request.if_match.contains(file.sha256):
        return Response(status=412)
    if request.if_none_match.contains_weak(file.sha256):
        return Response(status=304, headers={"ETag": quote_etag(file.sha256)})
    span = _span(file)
    if span is None:
        return Response(status=416, headers={"Content-Range": f"bytes */{file.size}"})
    if not places.take():
        return None
    try:
        return _answer(store, file, span, places)
    except BaseException:
        places.give_back()
        raise


def _span(file: StoredFile) -> tuple[int, int] | None:
    """From which byte up to which is asked for: all, or one range; several ranges count as all, and so does the rest of
    something else (If-Range) or more from the end than there is (RFC 9110, sections 13.1.5 and 14). None when the range
    begins behind the end."""
    asked = request.range
    is_other = "If-Range" in request.headers and request.if_range.etag != file.sha256
    if asked is None or asked.units != "bytes" or len(asked.ranges) != 1 or is_other or asked.ranges[0][0] < -file.size:
        return 0, file.size
    return asked.range_for_length(file.size)


def _answer(store: FileStore, file: StoredFile, span: tuple[int, int], places: Places) -> Response:
    """Raises StorageError while nothing has been answered yet; later the connection breaks off."""
    start, end = span
    pieces = _pieces(store, file, span)
    response = Response(chain([next(pieces)], pieces), content_type=file.content_type)
    response.call_on_close(places.give_back)
    response.content_length = end - start
    if span != (0, file.size):
        response.status_code = 206
        response.headers["Content-Range"] = f"bytes {start}-{end - 1}/{file.size}"
    kind = "attachment" if file.content_type.partition(";")[0] in ACTIVE else "inline"
    response.headers["Content-Disposition"] = f'{kind}; filename="{file.name}"'
    response.headers["Accept-Ranges"] = "bytes"
    response.headers["ETag"] = quote_etag(file.sha256)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    if kind == "attachment":
        response.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response


def _pieces(store: FileStore, file: StoredFile, span: tuple[int, int]) -> Iterator[bytes]:
    """The bytes, a piece at a time. The last piece of a whole file follows only if all of it is what was stored: who
    fetches a damaged one sees it break off."""
    at, end = span
    digest = hashlib.sha256()
    while True:
        piece = store.part(file.sha256, at, min(end, at + PIECE_BYTES))
        digest.update(piece)
        at += len(piece)
        if at >= end:
            break
        if not piece:
            raise FileGone("cannot read a file: it is shorter than it was")
        yield piece
    if span == (0, file.size) and digest.hexdigest() != file.sha256:
        raise FileGone("cannot read a file: it is damaged")
    yield piece
