"""The phone: a page with two telephones, and the few routes its script uses. Development only."""

import mimetypes
import re
import secrets
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.datastructures import FileStorage

from bot.clock import Clock
from bot.dao.database import Database
from bot.simulator.drawer import recent_runs
from bot.simulator.records import Inbound, Location, Media
from bot.simulator.twilio import TwilioStandIn
from bot.simulator.view import address_of, threads
from bot.types import Channel

Reply = Response | tuple[Response, int]

WAIT_S = 2.5  # how long a request for news waits for some
MAX_UPLOAD = 16 * 1024 * 1024
OWN_HEADER = "X-Palabre-Phone"  # other sites cannot set it without asking first, so they cannot make phones speak
SHOWN_TYPES = ("image/jpeg", "image/png", "image/webp", "image/gif", "application/pdf", "audio/ogg", "video/mp4")
PEOPLE = (
    ("+2250700000001", "Awa Koné", "élève"),
    ("+2250700000002", "Koffi N’Guessan", "professionnel"),
    ("+2250700000003", "Fatou Diallo", "invitée"),
)

_NUMBER = re.compile(r"^\+[1-9]\d{6,14}$")


def phone_blueprint(stand_in: TwilioStandIn, database: Database, clock: Clock, public_url: str) -> Blueprint:
    """The page and its routes below /phone."""
    blueprint = Blueprint("phone", __name__, url_prefix="/phone", template_folder="templates", static_folder="static")
    phone = PhonePage(stand_in, database, clock, public_url)
    blueprint.before_request(_allow_files)
    blueprint.get("")(phone.page)
    blueprint.get("/events")(phone.events)
    blueprint.get("/runs")(phone.runs)
    blueprint.post("/messages")(phone.send)
    blueprint.get("/media/<message_sid>/<media_sid>")(phone.media)
    return blueprint


class PhonePage:
    """The views."""

    def __init__(self, stand_in: TwilioStandIn, database: Database, clock: Clock, public_url: str) -> None:
        self._stand_in = stand_in
        self._database = database
        self._clock = clock
        parts = urlsplit(public_url)
        self._origin = f"{parts.scheme}://{parts.netloc}"

    def page(self) -> Response:
        response = Response(render_template("phone.html", people=PEOPLE))
        response.headers["Content-Security-Policy"] = (
            f"default-src 'self'; img-src 'self' data: {self._origin}; frame-ancestors 'none'; base-uri 'none'"
        )
        return response

    def events(self) -> Reply:
        """News of a person's threads: at once when the page knows another version, else when something happens."""
        number, known = request.args.get("number", ""), request.args.get("version", -1, int)
        if not _NUMBER.match(number):
            return jsonify(error="numéro invalide"), 400
        self._stand_in.wait_until(lambda: self._stand_in.version != known, WAIT_S)
        return jsonify(threads(self._stand_in, number, self._clock.now()))

    def runs(self) -> Reply:
        number = request.args.get("number", "")
        addresses = [address_of(channel, number) for channel in Channel]
        return jsonify(runs=recent_runs(self._database, addresses, self._clock.now()))

    def send(self) -> Reply:
        """A person sends something; answered once the webhook has answered."""
        if OWN_HEADER not in request.headers:
            return jsonify(error="cette requête ne vient pas du téléphone"), 403
        number, name = request.form.get("number", ""), request.form.get("name", "")
        if not _NUMBER.match(number) or request.form.get("channel") not in list(Channel):
            return jsonify(error="numéro ou canal invalide"), 400
        from_ = address_of(Channel(request.form["channel"]), number)
        files = [media for upload in request.files.getlist("file") if (media := _media(upload))]
        inbound = self._speak(from_, name, files)
        return jsonify(sid=inbound.sid, http_status=inbound.http_status, problem=inbound.problem)

    def media(self, message_sid: str, media_sid: str) -> Response:
        """What the person sent, shown again to the person."""
        file = self._stand_in.find_media(message_sid, media_sid)
        if file is None:
            return Response(status=404)
        response = Response(file.content, mimetype=file.content_type)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
        if file.content_type not in SHOWN_TYPES:
            response.headers["Content-Disposition"] = "attachment"
        return response

    def _speak(self, from_: str, name: str, files: list[Media]) -> Inbound:
        """WhatsApp carries one file a message, with the text on the first; SMS carries all in one."""
        body, options = request.form.get("body", ""), _options(name)
        if from_.startswith("whatsapp:"):
            for number, file in enumerate(files[:-1]):
                self._stand_in.receive(from_, body if number == 0 else "", media=[file], **options)
            body, files = ("" if len(files) > 1 else body), files[-1:]
        return self._stand_in.receive(from_, body, media=files, **options)


def _allow_files() -> None:
    """Files may come here, whatever the application allows its webhooks."""
    request.max_content_length = MAX_UPLOAD + 64 * 1024


def _options(name: str) -> dict[str, Any]:
    options: dict[str, Any] = {"profile_name": name or "Invité"}
    if "latitude" in request.form:
        latitude, longitude = request.form.get("latitude", 0.0, float), request.form.get("longitude", 0.0, float)
        options["location"] = Location(latitude, longitude, request.form.get("label", ""))
    return options


def _media(upload: FileStorage) -> Media | None:
    content = upload.stream.read(MAX_UPLOAD + 1)
    if not content or len(content) > MAX_UPLOAD:
        return None
    name = upload.filename or f"fichier-{secrets.token_hex(2)}"
    content_type = upload.mimetype or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Media(content, content_type.replace("text/x-vcard", "text/vcard"), name)
