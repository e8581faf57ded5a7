"""Twilio's REST API as Flask routes over the stand-in: the paths, forms and error bodies the `twilio` SDK speaks."""

import hmac
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from bot.simulator.account import add_account_routes
from bot.simulator.faults import Late, Silent
from bot.simulator.forms import API_VERSION, inbound_resource, media_resources, sent_resource
from bot.simulator.records import Inbound, Refusal, Sent
from bot.simulator.rest_content import content_routes, not_found, refused
from bot.simulator.twilio import TwilioStandIn

Reply = Response | BaseResponse | tuple[Response, int]

Message = Sent | Inbound


def rest_blueprint(stand_in: TwilioStandIn) -> Blueprint:
    """The routes, to be mounted at the root of any Flask application."""
    blueprint = Blueprint("twilio_stand_in", __name__)
    api = RestApi(stand_in)
    messages = f"/{API_VERSION}/Accounts/{stand_in.account.sid}/Messages"
    blueprint.before_request(api.check_credentials)
    blueprint.post(f"{messages}.json")(api.create)
    blueprint.get(f"{messages}.json")(api.list_messages)
    blueprint.get(f"{messages}/<sid>.json")(api.fetch)
    blueprint.get(f"{messages}/<message_sid>/Media.json")(api.list_media)
    blueprint.get(f"{messages}/<message_sid>/Media/<media_sid>")(api.media)
    blueprint.delete(f"{messages}/<message_sid>/Media/<media_sid>.json")(api.delete_media)
    blueprint.get("/twilio-media/<message_sid>/<media_sid>")(api.download)
    blueprint.post("/v2/Indicators/Typing.json")(api.typing)
    add_account_routes(blueprint, stand_in)
    content_routes(blueprint, stand_in.contents)
    return blueprint


class RestApi:
    """The views. Each answers as Twilio's documentation says, faults first."""

    def __init__(self, stand_in: TwilioStandIn) -> None:
        self._stand_in = stand_in

    def check_credentials(self) -> Reply | None:
        """Basic auth on Twilio's API, and none at the storage that media redirect to: sent there it would be a leak."""
        if request.endpoint == "twilio_stand_in.download":
            leaked = "Authorization" in request.headers
            return Response("Only one auth mechanism allowed", 400) if leaked else None
        given, account = request.authorization, self._stand_in.account
        password = (given.password if given and given.username == account.sid else None) or ""
        if hmac.compare_digest(password.encode(), account.auth_token.encode()):
            return None
        return refused(Refusal(401, 20003, "Authenticate"))

    def create(self) -> Reply:
        fault = self._stand_in.faults.next_create()
        if isinstance(fault, Refusal):
            return refused(fault)
        if isinstance(fault, Late):
            self._stand_in.pause(fault.delay_s)
        result = self._stand_in.create(request.form, request.form.getlist("MediaUrl"))
        if isinstance(fault, Silent):
            self._stand_in.pause(fault.hold_s)
            return _broken_answer()
        if isinstance(result, Refusal):
            return refused(result)
        return jsonify(self._resource(result)), 201

    def list_messages(self) -> Reply:
        """One page, newest first, filtered as asked."""
        messages: list[Message] = [*self._stand_in.sent, *self._stand_in.inbound]
        messages = sorted(filter(_wanted, messages), key=lambda message: message.created_at, reverse=True)
        size, number = request.args.get("PageSize", 50, int), request.args.get("Page", 0, int)
        start = size * number
        shown = messages[start : start + size]
        return jsonify(
            messages=[self._resource(message) for message in shown],
            page=number,
            page_size=size,
            start=start,
            end=start + len(shown) - 1,
            uri=_page_uri(number),
            first_page_uri=_page_uri(0),
            previous_page_uri=_page_uri(number - 1) if number else None,
            next_page_uri=_page_uri(number + 1) if start + size < len(messages) else None,
        )

    def fetch(self, sid: str) -> Reply:
        message = self._stand_in.find(sid)
        return jsonify(self._resource(message)) if message else not_found()

    def list_media(self, message_sid: str) -> Reply:
        message = self._stand_in.find(message_sid)
        if message is None:
            return not_found()
        return jsonify(media_list=media_resources(self._stand_in.account, message), next_page_uri=None)

    def media(self, message_sid: str, media_sid: str) -> Reply:
        fault = self._stand_in.faults.next_upload()
        if isinstance(fault, Late):
            self._stand_in.pause(fault.delay_s)
        if isinstance(fault, int) or self._stand_in.find_media(message_sid, media_sid) is None:
            return not_found()
        return redirect(url_for(".download", message_sid=message_sid, media_sid=media_sid, _external=True), 307)

    def delete_media(self, message_sid: str, media_sid: str) -> Reply:
        message = self._stand_in.find(message_sid)
        if not isinstance(message, Inbound) or self._stand_in.find_media(message_sid, media_sid) is None:
            return not_found()
        with self._stand_in.changed:
            message.media = tuple(media for media in message.media if media.sid != media_sid)
        return Response(status=204)

    def download(self, message_sid: str, media_sid: str) -> Reply:
        file = self._stand_in.find_media(message_sid, media_sid)
        return Response(file.content, mimetype=file.content_type) if file else Response(status=404)

    def typing(self) -> Reply:
        found = self._stand_in.indicate_typing(request.form.get("messageId", ""))
        return jsonify(success=True) if found else not_found()

    def _resource(self, message: Message) -> dict[str, Any]:
        with self._stand_in.changed:
            if isinstance(message, Sent):
                return sent_resource(self._stand_in.account, message)
            return inbound_resource(self._stand_in.account, message)


def _broken_answer() -> Reply:
    """Promise bytes that never come: the client can't know whether the message was accepted."""
    return Response(iter([b"{"]), 201, mimetype="application/json", headers={"Content-Length": "1000"})


def _page_uri(number: int) -> str:
    return f"{request.path}?{urlencode({**request.args.to_dict(), 'Page': number})}"


def _wanted(message: Message) -> bool:
    asked = request.args
    moment = message.created_at.replace(microsecond=0)
    return (
        asked.get("To", message.to) == message.to
        and asked.get("From", message.from_) == message.from_
        and ("DateSent>" not in asked or moment >= _moment(asked["DateSent>"]))
        and ("DateSent<" not in asked or moment <= _moment(asked["DateSent<"]))
        and ("DateSent" not in asked or moment.date() == _moment(asked["DateSent"]).date())
    )


def _moment(text: str) -> datetime:
    """`2026-11-21` or `2026-11-21T10:00:00Z`."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
