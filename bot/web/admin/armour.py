"""What every answer of the administrators' page carries (flask-talisman), and what every post must (Flask-WTF)."""

from typing import Any, Final

from flask import Blueprint, Flask, Response, request
from flask_talisman import DENY, Talisman
from flask_wtf.csrf import CSRFProtect

from bot.config import Settings

POLICY: Final = {  # not one inline script or style: a name that slipped through unescaped is still only text
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
}
PERMISSIONS: Final = {"camera": "()", "microphone": "()", "geolocation": "()", "payment": "()"}


class _Part:
    """A blueprint in the place where Talisman expects the application: its headers are for these pages alone, and cost
    no webhook anything."""

    def __init__(self, app: Flask, blueprint: Blueprint) -> None:
        self.debug, self.config, self.jinja_env = app.debug, app.config, app.jinja_env
        self.before_request, self.after_request = blueprint.before_request, blueprint.after_request


def put_on(app: Flask, blueprint: Blueprint, settings: Settings) -> CSRFProtect:
    """Give a blueprint its headers and its protection against forged posts; `protect()` is called by the guard, so
    that other blueprints' posts, which are signed in their own ways, are left alone."""
    part: Any = _Part(app, blueprint)
    Talisman(
        part,
        force_https=False,  # the platform does it; a redirect built from the Host header would be anybody's
        frame_options=DENY,
        content_security_policy=POLICY,
        permissions_policy=PERMISSIONS,
        referrer_policy="same-origin",
        session_cookie_secure=settings.public_url.startswith("https:"),
        session_cookie_samesite="Lax",
    )
    blueprint.after_request(_kept_nowhere)
    app.config.update(WTF_CSRF_CHECK_DEFAULT=False, WTF_CSRF_TIME_LIMIT=12 * 3600, WTF_CSRF_SSL_STRICT=False)
    csrf = CSRFProtect()
    csrf.init_app(app)
    return csrf


def _kept_nowhere(response: Response) -> Response:
    """Pages are in no cache and no index; what never changes under its name may be kept."""
    if request.endpoint == "admin.static" and response.status_code == 200:
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    else:
        response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
