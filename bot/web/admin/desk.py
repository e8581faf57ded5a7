"""What every page is given: the parts of the process, and `show`, which renders a template and all around it."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from flask import Blueprint, Response, flash, g, get_flashed_messages, request, url_for
from flask_wtf.csrf import generate_csrf
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from sqlmodel import Session

from bot.clock import Clock
from bot.config import Settings
from bot.dao import made_up
from bot.dao.admin.sessions import Known
from bot.dao.database import Database
from bot.errors import DatabaseAway
from bot.i18n.catalogue import TEMPLATES, catalogue, say
from bot.i18n.size import shown_size
from bot.queue.wake import WakeQueue
from bot.services.admin import actions
from bot.services.admin.actions import Act
from bot.services.admin.codes import CodePost
from bot.services.admin.sessions import AdminSessions, is_fresh
from bot.services.watching.hub import Hub
from bot.text.french import spaced
from bot.types import Language
from bot.web.admin import figures
from bot.web.admin.access import Access, administrator, here
from bot.web.vitals import Vitals

STATIC: Final = Path(__file__).with_name("static")
FIGURES: Final[dict[str, Callable[..., str]]] = {
    "number": figures.number,
    "signed": figures.signed,
    "dollars": figures.dollars,
    "moment": figures.moment,
    "day": figures.day,
    "duration": figures.duration,
    "size": shown_size,
}


@dataclass(frozen=True, slots=True)
class Desk:
    """`sections` is the menu: endpoint of the first page and key of its name."""

    settings: Settings
    database: Database
    wake: WakeQueue
    vitals: Vitals
    clock: Clock
    access: Access
    sessions: AdminSessions
    codes: CodePost
    hub: Hub
    sections: tuple[tuple[str, str], ...]

    def show(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page in the administrator's language. Whatever it is given is escaped. A name that a template uses and
        nobody gave is an error."""
        language = spoken()
        body = _paper().get_template(template).render(self._around(language) | values)
        response = Response(body, status, content_type="text/html; charset=utf-8")
        response.content_language.add(language.value)
        response.vary.update(("Accept-Language", "Cookie"))
        return response

    def say(self, key: str, **values: object) -> str:
        """A sentence in the administrator's language."""
        return _said(spoken(), key, **values)

    def log(self, write: Session, act: Act, known: Known | None = None) -> None:
        """Write down what is being done, in the transaction that does it; `known` is who, if not who is signed in."""
        actions.log(write, known or administrator(), act, self.now())

    def may_read(self, subject: str) -> bool:
        """Whether the administrator has said, minutes ago, why they must read the words of a subject (`run:12`)."""
        with self.database.read() as session:
            return actions.is_revealed(session, administrator(), subject, self.now())

    def _shows_made_up(self) -> bool:
        """Whether some of what is shown never happened: only ever on a development machine."""
        if self.settings.is_production:
            return False
        with suppress(DatabaseAway), self.database.read() as session:
            return made_up.is_there(session)
        return False

    def now(self) -> datetime:
        return self.clock.now()

    def _around(self, language: Language) -> dict[str, Any]:
        known = g.get("admin")
        return {
            "t": partial(_said, language),
            "word": partial(_word, language),
            "named": lambda prefix, values: [(value, _word(language, prefix, value)) for value in values],
            "here": here(),
            "lang": language.value,
            "figures": {name: partial(_in, show, language) for name, show in FIGURES.items()}
            | {"masked": figures.masked},
            "url": _url,
            "csrf": generate_csrf,
            "admin": known,
            "is_fresh": known is not None and is_fresh(known, self.now()),
            "sections": self.sections if known else (),
            "section": (request.endpoint or "").removeprefix("admin."),
            "style": _static("admin.css"),
            "script": _static("admin.js"),
            "told": get_flashed_messages(with_categories=True),
            "service": self.settings.service_name,
            "made_up": known is not None and self._shows_made_up(),
        }


@dataclass(frozen=True, slots=True)
class Section:
    """An entry of the menu, and the module behind it: `add` gives the blueprint its views. `endpoint` is the first of
    them, without « admin. »; `title` the key of its name."""

    endpoint: str
    title: str
    add: Callable[[Blueprint, Desk], None]


def spoken() -> Language:
    """French, unless the browser would rather have English."""
    return Language(request.accept_languages.best_match([each.value for each in Language], Language.FR.value))


def tell(key: str, kind: str = "success") -> None:
    """Say a sentence (a key of the catalogue) on the next page; `kind` is success, warning or error."""
    flash(key, kind)


def _said(language: Language, key: str, **values: object) -> str:
    """French as it is set: on a narrow page no line begins with a colon."""
    text = say(language, key, **values)
    return spaced(text) if language is Language.FR else text


def _word(language: Language, prefix: str, value: str) -> str:
    """What a value of a row is called; one that nobody has named yet says itself."""
    key = f"{prefix}{value}"
    return _said(language, key) if key in catalogue(language) else value


def _in(show: Callable[..., str], language: Language, value: Any, *more: Any) -> str:
    return show(value, language, *more)


def _url(endpoint: str, **values: Any) -> str:
    """The path of a page, given its endpoint without « admin. »; what is None or empty is left out."""
    return url_for(f"admin.{endpoint}", **{name: value for name, value in values.items() if value not in (None, "")})


def _static(name: str) -> str:
    """The path of a file that changes when the file does: browsers may keep it."""
    return _url("static", filename=name, v=_version(name))


@cache
def _version(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


@cache
def _paper() -> Environment:
    paper = Environment(
        loader=FileSystemLoader(TEMPLATES / "admin"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    paper.filters["combined"] = lambda some, more: {**some, **more}
    return paper
