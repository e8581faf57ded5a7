"""The phone: a page with two telephones, and the few routes its script uses. Development only."""

import secrets
from functools import partial
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, render_template, request, send_file
from werkzeug.exceptions import RequestEntityTooLarge

from bot.clock import Clock
from bot.dao.conversations import conversation_id
from bot.dao.database import Database
from bot.queue.progress import NEWSREEL
from bot.services.watching.answering import watching
from bot.services.watching.hub import Hub
from bot.services.watching.watcher import Watch
from bot.simulator.contents import quoted, tap
from bot.simulator.drawer import recent_runs
from bot.simulator.journal import journal
from bot.simulator.mails import mails_in
from bot.simulator.records import Inbound, Sent
from bot.simulator.rules import MAX_BODY
from bot.simulator.twilio import TwilioStandIn
from bot.simulator.uploads import MAX_UPLOAD, NUMBER, Refused, Upload, address_of, read_upload
from bot.simulator.view import earlier, threads
from bot.simulator.words import chosen, words
from bot.types import Channel

Reply = Response | tuple[Response, int]

WAIT_S = 2.5  # how long a request for news waits for some
OWN_HEADER = "X-Palabre-Phone"  # other sites cannot set it without asking first, so they cannot make phones speak
LANGUAGE_COOKIE = "palabre_language"
SHOWN_TYPES = (
    "image/jpeg", "image/png", "image/webp", "image/gif", "application/pdf",
    "audio/ogg", "audio/mpeg", "audio/mp4", "audio/aac", "video/mp4", "video/webm",
)  # fmt: skip
PEOPLE = (
    ("+2250700000001", "Awa Koné", "pupil"),
    ("+2250700000002", "Koffi N’Guessan", "professional"),
    ("+2250700000003", "Fatou Diallo", "guest"),
    ("+2250700000009", "Aminata Traoré", "administrator"),
)
MODULES = tuple(sorted(path.name for path in Path(__file__).with_name("static").glob("*.js")))
STRANGERS = ("guest", "administrator")  # who is no user, as long as they have not signed in
PLACES = (
    ("Le Plateau", "Abidjan, Côte d’Ivoire", 5.3237, -4.0167),
    ("Université Cheikh-Anta-Diop", "Dakar, Sénégal", 14.6928, -17.4627),
    ("Akwa", "Douala, Cameroun", 4.0483, 9.7043),
    ("La Gombe", "Kinshasa, R. D. Congo", -4.3050, 15.3030),
)


def phone_blueprint(
    stand_in: TwilioStandIn,
    database: Database,
    clock: Clock,
    public_url: str,
    mails: Path,
    *,
    wait_s: float = WAIT_S,
    hub: Hub | None = None,
) -> Blueprint:
    """The page and its routes below /phone. A request for news waits `wait_s` seconds at most; `mails` is the folder of
    the mailbox; `hub`, if any, holds whoever watches the runs of a person."""
    blueprint = Blueprint("phone", __name__, url_prefix="/phone", template_folder="templates", static_folder="static")
    phone = PhonePage(stand_in, database, clock, public_url, wait_s, hub)
    blueprint.before_request(_allow_files)
    blueprint.register_error_handler(RequestEntityTooLarge, lambda _error: _refuse("large", 413))
    blueprint.get("")(phone.page)
    blueprint.get("/events")(phone.events)
    blueprint.get("/history")(phone.history)
    blueprint.get("/runs")(phone.runs)
    blueprint.get("/stream")(phone.stream)
    blueprint.get("/mails", endpoint="mails")(partial(_mails, mails))
    blueprint.post("/messages")(phone.send)
    blueprint.post("/window")(phone.close_window)
    blueprint.get("/media/<message_sid>/<media_sid>")(phone.media)
    return blueprint


class PhonePage:
    """The views."""

    def __init__(
        self,
        stand_in: TwilioStandIn,
        database: Database,
        clock: Clock,
        public_url: str,
        wait_s: float,
        hub: Hub | None,
    ) -> None:
        self._stand_in = stand_in
        self._database = database
        self._clock = clock
        self._wait_s = wait_s
        self._hub = hub
        self._life = secrets.token_hex(4)  # a version of another life of this process is never ours
        parts = urlsplit(public_url)
        self._origin = f"{parts.scheme}://{parts.netloc}"

    def page(self) -> Response:
        language = chosen(request.cookies.get(LANGUAGE_COOKIE), request.accept_languages)
        said = words(language)
        limits = {"body": MAX_BODY, "upload": MAX_UPLOAD}
        page = render_template(
            "phone.html",
            people=PEOPLE,
            strangers=STRANGERS,
            places=PLACES,
            language=language,
            words=said,
            limits=limits,
            modules=MODULES,  # asked for at once: one behind the other they take as many ways as they are deep
        )
        response = Response(page)
        response.vary.update(("Accept-Language", "Cookie"))
        response.headers["Content-Security-Policy"] = (
            f"default-src 'self'; img-src 'self' data: blob: {self._origin}; media-src 'self' blob: {self._origin}; "
            "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        )
        return response

    def events(self) -> Reply:
        """News of a person's threads: at once when the page knows another version, else when something happens.
        204 when nothing did for a while."""
        number, known = request.args.get("number", ""), request.args.get("version", "")
        if not NUMBER.match(number):
            return _refuse("number")
        if not self._stand_in.wait_until(lambda: self._version() != known, self._wait_s):
            return Response(status=204)
        version = self._version()
        return jsonify(version=version, **threads(self._stand_in, number, self._clock.now()))

    def history(self) -> Reply:
        """Older messages of one thread than the page has."""
        number, channel = request.args.get("number", ""), request.args.get("channel", "")
        if not NUMBER.match(number) or channel not in list(Channel):
            return _refuse("number")
        address = address_of(Channel(channel), number)
        return jsonify(earlier(self._stand_in, address, request.args.get("before", "")))

    def stream(self) -> Reply:
        """What happens in a person's runs from now on, and what the model writes: for the drawer."""
        number = request.args.get("number", "")
        if not NUMBER.match(number):
            return _refuse("number")
        if self._hub is None:
            return Response(status=503)
        with self._database.read() as session:
            theirs = frozenset(conversation_id(session, address_of(channel, number)) for channel in Channel)
        return watching(self._hub, Watch(NEWSREEL, conversations=theirs), from_start=False)

    def runs(self) -> Reply:
        """What the drawer shows: runs from the database, and what went over the wire."""
        number = request.args.get("number", "")
        if not NUMBER.match(number):
            return _refuse("number")
        addresses = [address_of(channel, number) for channel in Channel]
        found = recent_runs(self._database, addresses, self._clock.now())
        return jsonify(runs=found, journal=journal(self._stand_in, number))

    def send(self) -> Reply:
        """A person sends something; answered once the webhook has answered. The same key again sends nothing."""
        if OWN_HEADER not in request.headers:
            return _refuse("origin", 403)
        try:
            upload = read_upload(request)
            inbound = self._speak(upload)
        except Refused as refusal:
            return _refuse(str(refusal))
        return jsonify(sid=inbound.sid, http_status=inbound.http_status)

    def close_window(self) -> Reply:
        """WhatsApp's 24 hours are over for a person: nothing but an approved template reaches them until they write."""
        number = request.form.get("number", "")
        if OWN_HEADER not in request.headers:
            return _refuse("origin", 403)
        if not NUMBER.match(number):
            return _refuse("number")
        self._stand_in.close_window(address_of(Channel.WHATSAPP, number))
        return Response(status=204)

    def media(self, message_sid: str, media_sid: str) -> Response:
        """What the person sent, shown again to the person."""
        file = self._stand_in.find_media(message_sid, media_sid)
        if file is None:
            return Response(status=404)
        shown = file.content_type in SHOWN_TYPES
        response = send_file(
            BytesIO(file.content),
            file.content_type,
            conditional=True,  # players ask for parts
            as_attachment=not shown,
            download_name=file.filename or "file",
            max_age=86_400,
        )
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
        return response

    def _speak(self, upload: Upload) -> Inbound:
        quote = quoted(self._find(upload.quotes), upload.from_, self._clock.now())
        body, extra = self._tap(upload) if upload.tapped else (upload.body, quote)
        return self._stand_in.receive(
            upload.from_,
            body,
            media=upload.media,
            location=upload.location,
            profile_name=upload.name or "Invité",
            extra=extra,
            sid=upload.sid,
        )

    def _tap(self, upload: Upload) -> tuple[str, dict[str, str]]:
        key, index = upload.tapped or ("", 0)
        found = self._find(key)
        told = tap(found, index) if isinstance(found, Sent) and found.to == upload.from_ else None
        if told is None:
            raise Refused("form")
        return told

    def _find(self, key: str) -> Sent | Inbound | None:
        return self._stand_in.find(f"SM{key}") or self._stand_in.find(f"MM{key}")

    def _version(self) -> str:
        return f"{self._life}.{self._stand_in.version}"


def _mails(folder: Path) -> Response:
    """The e-mails that arrived on this machine, whoever they are for."""
    return jsonify(mails=mails_in(folder))


def _refuse(reason: str, status: int = 400) -> tuple[Response, int]:
    """A reason is a key of the page's words."""
    return jsonify(error=reason), status


def _allow_files() -> None:
    """Files may come here, whatever the application allows its webhooks."""
    request.max_content_length = MAX_UPLOAD + 64 * 1024
