"""The one cookie of the administrators' page: Flask's signed session, for /admin alone. It carries the token, the CSRF
secret and what is to be said on the next page; webhooks and media never read or write it."""

from typing import Final

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface

from bot.config import Settings
from bot.signing.keys import keys_of

PATH: Final = "/admin"


class AdminCookies(SecureCookieSessionInterface):
    """Opens a session for the page's own paths and for nothing else."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        return super().open_session(app, request) if is_ours(request.path) else None


def is_ours(path: str) -> bool:
    """Whether a path is the page's."""
    return path == PATH or path.startswith(f"{PATH}/")


def install(app: Flask, settings: Settings) -> None:
    """Give the application its session: host-only, HttpOnly, SameSite=Lax (a link in a message may lead here), Secure
    wherever we are reached by https; a cookie of the browser's session, ended by the server's clocks."""
    keys = keys_of(settings, "admin cookie")
    app.secret_key = keys.current
    secure = settings.public_url.startswith("https:")
    app.config.update(
        SECRET_KEY_FALLBACKS=list(keys.previous),
        SESSION_COOKIE_NAME="__Secure-palabre-admin" if secure else "palabre-admin",
        SESSION_COOKIE_PATH=PATH,
        SESSION_COOKIE_SECURE=secure,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.session_interface = AdminCookies()
