"""Who may open a page: nobody by default. An administrator who is signed in may; a few pages say that they are open to
all, and a few acts ask for a code typed within the last minutes."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, cast
from urllib.parse import urlsplit

from flask import Response, flash, g, redirect, request, session, url_for
from flask_wtf.csrf import CSRFProtect
from werkzeug.wrappers import Response as AnyResponse

from bot.clock import Clock
from bot.config import LOOPBACK, Settings
from bot.dao.admin import sessions as admin_sessions
from bot.dao.admin.sessions import Known
from bot.dao.database import Database
from bot.errors import DatabaseAway
from bot.services.admin.sessions import SEEN_EVERY, AdminSessions, is_fresh
from bot.web import guards
from bot.web.admin.cookies import is_ours

OPEN: Final = frozenset({"admin.static", "admin.login", "admin.login_ask", "admin.login_code", "admin.login_check"})
STREAM: Final = "admin.run_events"  # no page: a browser that follows it would not see a door
BY_ITSELF: Final = frozenset({"admin.run_live", STREAM})  # what a page asks for while nobody is there: no sign of life
TOKEN: Final = "token"  # noqa: S105 - its name in the cookie
LONGEST_NEXT: Final = 2_000


@dataclass(frozen=True, slots=True)
class Access:
    """The guard of the blueprint, and what views ask of it."""

    settings: Settings
    database: Database
    clock: Clock
    sessions: AdminSessions
    csrf: CSRFProtect

    def guard(self) -> Response | None:
        """Before every view: our own host, no forged post, and somebody who may."""
        if not self._is_our_host():
            return guards.forbidden()
        if request.method not in ("GET", "HEAD"):
            self.csrf.protect()  # raises CSRFError, which is a 403 here (bot.web.admin.mishaps)
        g.admin = None
        if request.endpoint == "admin.static":
            return None
        g.admin = self._who()
        if g.admin is not None or request.endpoint in OPEN:
            return None
        return guards.forbidden() if request.endpoint == STREAM else cast(Response, self._to_the_door())

    def _who(self) -> Known | None:
        """Where the database takes no writes, as on a full disk, whoever is in goes on reading why until they have been
        idle by what was written last."""
        token = session.get(TOKEN)
        if not isinstance(token, str):
            return None
        now = self.clock.now()
        with self.database.read() as read:
            known = self.sessions.living(read, token, now)
        if known is not None and now - known.seen_at >= SEEN_EVERY and request.endpoint not in BY_ITSELF:
            with suppress(DatabaseAway), self.database.write() as write:
                admin_sessions.note_use(write, known.id, now)
        return known

    def _to_the_door(self) -> AnyResponse:
        """Somebody whose session is over is told so and comes back to where they were; what they posted is not done."""
        if session.get("signed_in"):
            renew()
            flash("admin_session_over", "warning")
        page = here() if request.method == "GET" else _posted_from()
        return redirect(url_for("admin.login", next=page if page != url_for("admin.home") else None), 303)

    def _is_our_host(self) -> bool:
        """Nothing is served under another name: no page that somebody else's name leads to, nothing cached under it."""
        ours = urlsplit(self.settings.public_url).hostname
        try:
            asked = urlsplit(f"//{request.host}").hostname
        except ValueError:
            return False
        return asked == ours or (ours in LOOPBACK and asked in LOOPBACK)


def renew(**values: object) -> None:
    """Begin the cookie anew, with these values alone: its secret against forged posts changes too."""
    session.clear()
    g.pop("csrf_token", None)  # Flask-WTF's, of this request
    session.update(values)


def visitor() -> Known | None:
    """Who is signed in, if anybody."""
    return cast(Known | None, g.get("admin"))


def administrator() -> Known:
    """Who is signed in; only for views that are not open."""
    return cast(Known, g.admin)


def fresh_only(clock: Clock, back_to: Callable[[], str]) -> AnyResponse | None:
    """Where to go first, when no code was typed within the last minutes; None when one was. `back_to` is the page to
    come back to, opened by GET."""
    if is_fresh(administrator(), clock.now()):
        return None
    return redirect(url_for("admin.confirm", next=back_to()), 303)


def here() -> str:
    """The page that is asked for, with its filters as long as they can be some. Of a file (`credits.csv`) the page
    it is taken from: a form that leads to a file stays where it is, as if nothing had been done."""
    page = request.path.partition(".")[0]
    whole = request.full_path.replace(request.path, page, 1).rstrip("?")
    return whole if len(whole) <= LONGEST_NEXT else page


def _posted_from() -> str:
    """The page whose form was posted, as the browser tells it; the first page when it does not."""
    try:
        told = urlsplit(request.referrer or "")
    except ValueError:
        return url_for("admin.home")
    return safe_next(told._replace(scheme="", netloc="", fragment="").geturl())


def safe_next(wanted: str | None) -> str:
    """Where to go on after signing in: a page of ours, else the first one. Nothing that a browser could read as an
    address elsewhere."""
    home = url_for("admin.home")
    if not wanted or len(wanted) > LONGEST_NEXT or not wanted.isprintable() or "\\" in wanted:
        return home
    try:
        parts = urlsplit(wanted)
    except ValueError:
        return home
    is_local = not parts.scheme and not parts.netloc and is_ours(parts.path) and ".." not in parts.path
    return wanted if is_local else home
