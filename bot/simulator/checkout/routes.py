"""The stand-in's API, and the page on which somebody pays, refuses, or lets the time run out."""

import hmac
from datetime import UTC
from pathlib import Path

from flask import Blueprint, Response, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from bot.i18n.day import zone_of
from bot.services.money.packs import money
from bot.simulator.checkout.sessions import BadRequest, CheckoutSession, CheckoutStandIn
from bot.simulator.words import chosen, words

Reply = Response | BaseResponse | tuple[Response, int]
SESSIONS = "/v1/checkout/sessions"
HERE = Path(__file__).parents[1]


def api_blueprint(stand_in: CheckoutStandIn, api_key: str, prefix: str = "") -> Blueprint:
    """Wave's API: below `prefix`, for whoever has the key."""
    blueprint = Blueprint("checkout_api", __name__, url_prefix=prefix or None)

    @blueprint.before_request
    def check_key() -> Reply | None:
        given, expected = request.headers.get("Authorization", ""), f"Bearer {api_key}"
        if hmac.compare_digest(given.encode(), expected.encode()):
            return None
        return jsonify(code="no-matching-api-key", message="The key you provided does not exist."), 401

    @blueprint.post(SESSIONS)
    def create() -> Reply:
        try:
            return jsonify(stand_in.create(request.get_json(silent=True)).shown())
        except BadRequest as error:
            return jsonify(code=str(error), message="The request is not as it should be."), 400

    @blueprint.get(f"{SESSIONS}/search")
    def search() -> Reply:
        found = stand_in.search(request.args.get("client_reference", ""))
        return jsonify(result=[one.shown() for one in found])

    @blueprint.get(f"{SESSIONS}/<session_id>")
    def show(session_id: str) -> Reply:
        found = stand_in.find(session_id)
        return jsonify(found.shown()) if found else (jsonify(code="checkout-session-not-found"), 404)

    @blueprint.post(f"{SESSIONS}/<session_id>/expire")
    def expire(session_id: str) -> Reply:
        if stand_in.find(session_id) is None:
            return jsonify(code="checkout-session-not-found"), 404
        return (jsonify(), 200) if stand_in.expire(session_id) else (jsonify(code="checkout-not-open"), 409)

    return blueprint


def page_blueprint(stand_in: CheckoutStandIn, prefix: str) -> Blueprint:
    """The page below `prefix`: `GET` shows a session, `POST` does what a button says."""
    blueprint = Blueprint(
        "checkout_page", __name__, url_prefix=prefix, template_folder=HERE / "templates", static_folder=HERE / "static"
    )
    acts = {"pay": stand_in.pay, "refuse": stand_in.refuse, "expire": stand_in.expire}

    @blueprint.get("/c/<session_id>")
    def show(session_id: str) -> Reply:
        found = stand_in.find(session_id)
        return _page(found), 200 if found else 404

    @blueprint.post("/c/<session_id>")
    def act(session_id: str) -> Reply:
        wish, found = acts.get(request.form.get("do", "")), stand_in.find(session_id)
        if wish is None or found is None:
            return _page(found), 400 if found else 404
        wish(session_id)
        return redirect(request.path, 303)

    return blueprint


def _page(session: CheckoutSession | None) -> Response:
    language = chosen(None, request.accept_languages)
    state = "unknown" if session is None else session.checkout_status
    if session is not None and (state, session.payment_status) == ("open", "cancelled"):
        state = "refused"
    until = session.expires.replace(tzinfo=UTC).astimezone(zone_of("+225")).strftime("%H:%M") if session else ""
    page = render_template(
        "pay.html",
        words=words(language),
        language=language,
        session=session,
        state=state,
        price=money(int(session.amount), session.currency, language) if session else "",
        until=until,
    )
    response = Response(page)
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; "
        "base-uri 'none'"
    )
    response.headers["Cache-Control"] = "no-store"
    return response
