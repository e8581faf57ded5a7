"""Twilio's webhooks, answered in front of Flask: a turn has four of them, and contexts, routing and form objects took a
seventh of their CPU. What reaches a view is a form of text, bounded, each field once, and signed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

from werkzeug.exceptions import BadRequest, Forbidden, MethodNotAllowed
from werkzeug.wsgi import get_input_stream

from bot.errors import DatabaseAway, GaveWay
from bot.web.failures import status_of

MOST_BYTES: Final = 64 * 1024
MOST_FIELDS: Final = 120

Environment: TypeAlias = dict[str, Any]  # PEP 3333
Application: TypeAlias = Callable[[Environment, Any], Iterable[bytes]]
Answer: TypeAlias = tuple[int, str]  # status and TwiML, if any


@dataclass(frozen=True, slots=True)
class Post:
    """What Twilio has signed: the fields of its form and the parameters of the address."""

    fields: Mapping[str, str]
    parameters: Mapping[str, str]


View: TypeAlias = Callable[[Post], Answer]
Guard: TypeAlias = Callable[[str, Mapping[str, str], str], bool]  # is this signature that of path?query and fields?


@dataclass(frozen=True, slots=True)
class Request:
    """What is looked at of a request. `read` reads its body; raises HTTPException for one too long."""

    method: str
    path: str
    query: str
    kind: str
    signature: str
    read: Callable[[], bytes]


class Hooks:
    """A WSGI application: the paths of `views` are answered here, behind `guard`; all others by `behind`."""

    def __init__(self, behind: Application, views: Mapping[str, View], guard: Guard) -> None:
        self._behind, self._views, self._guard = behind, views, guard

    def __call__(self, environ: Environment, start_response: Any) -> Iterable[bytes]:
        if not self.knows(path := environ.get("PATH_INFO", "")):
            return self._behind(environ, start_response)
        status, fields, body = self.answer(
            Request(
                method=environ["REQUEST_METHOD"],
                path=path,
                query=environ.get("QUERY_STRING", ""),
                kind=environ.get("CONTENT_TYPE", ""),
                signature=environ.get("HTTP_X_TWILIO_SIGNATURE", ""),
                read=lambda: get_input_stream(environ, max_content_length=MOST_BYTES).read(),
            )
        )
        start_response(status, list(fields))
        return [body] if body else []

    def knows(self, path: str) -> bool:
        """Whether a path is answered here."""
        return path in self._views

    def answer(self, request: Request) -> tuple[str, tuple[tuple[str, str], ...], bytes]:
        """Status line, fields and body of the answer to a request for one of these paths."""
        try:
            status, text = _answer(self._views[request.path], self._post(request))
        except Exception as error:
            status, text = status_of(error), ""
        body = text.encode()
        return f"{status:d} {HTTPStatus(status).phrase}", _headers(status, body), body

    def _post(self, request: Request) -> Post:
        """What was posted. Raises HTTPException, without a word in the log, for what Twilio does not send."""
        path, query = request.path, request.query
        try:
            query.encode("latin-1").decode()
        except UnicodeDecodeError:
            raise BadRequest from None
        if request.method != "POST":
            raise MethodNotAllowed
        kind = request.kind.partition(";")[0].strip().lower()
        if not request.signature or kind != "application/x-www-form-urlencoded":
            raise Forbidden
        fields = _values(request.read())
        parameters = _values(query.encode("latin-1"))
        if "bodySHA256" in parameters or not self._guard(
            f"{path}?{query}" if query else path, fields, request.signature
        ):
            raise Forbidden
        return Post(fields, parameters)


def _answer(view: View, post: Post) -> Answer:
    """What a view answers, asked once more when a connection to the database was cut under it: Twilio says nothing of
    a callback twice, and may say everything twice. Where the database itself is away, that is known at once."""
    try:
        return view(post)
    except GaveWay:
        raise
    except DatabaseAway:
        return view(post)


def _values(encoded: bytes) -> dict[str, str]:
    """Names and values, as `parse_qsl` reads them, which calls six functions for each. Raises Forbidden for what is no
    text, has too many or says one thing twice."""
    try:
        text = encoded.decode()
        fields = [field.partition("=") for field in text.replace("+", " ").split("&", MOST_FIELDS) if field]
        values = {
            unquote(name, errors="strict") if "%" in name else name: (
                unquote(value, errors="strict") if "%" in value else value
            )
            for name, _, value in fields
        }
    except UnicodeDecodeError:
        raise Forbidden from None
    if len(values) < len(fields) or text.count("&") >= MOST_FIELDS:
        raise Forbidden
    return values


def _headers(status: int, body: bytes) -> tuple[tuple[str, str], ...]:
    if status == HTTPStatus.NO_CONTENT:
        return ()
    kind = (("Content-Type", "text/xml; charset=utf-8"),) if body else ()
    allow = (("Allow", "POST"),) if status == HTTPStatus.METHOD_NOT_ALLOWED else ()
    return *kind, *allow, ("Content-Length", str(len(body)))
