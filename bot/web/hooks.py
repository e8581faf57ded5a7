"""Twilio's webhooks, answered in front of Flask: a turn has four of them, and contexts, routing and form objects took a
seventh of their CPU. What reaches a view is a form of text, bounded, each field once, and signed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

from werkzeug.exceptions import BadRequest, Forbidden, MethodNotAllowed
from werkzeug.wsgi import get_input_stream

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


class Hooks:
    """A WSGI application: the paths of `views` are answered here, behind `guard`; all others by `behind`."""

    def __init__(self, behind: Application, views: Mapping[str, View], guard: Guard) -> None:
        self._behind, self._views, self._guard = behind, views, guard

    def __call__(self, environ: Environment, start_response: Any) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        view = self._views.get(path)
        if view is None:
            return self._behind(environ, start_response)
        try:
            status, text = view(self._post(environ, path))
        except Exception as error:
            status, text = status_of(error), ""
        body = text.encode()
        start_response(f"{status:d} {HTTPStatus(status).phrase}", _headers(status, body))
        return [body] if body else []

    def _post(self, environ: Environment, path: str) -> Post:
        """What was posted. Raises HTTPException, without a word in the log, for what Twilio does not send."""
        query = environ.get("QUERY_STRING", "")
        try:
            query.encode("latin-1").decode()
        except UnicodeDecodeError:
            raise BadRequest from None
        if environ["REQUEST_METHOD"] != "POST":
            raise MethodNotAllowed
        signature = environ.get("HTTP_X_TWILIO_SIGNATURE", "")
        kind = environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
        if not signature or kind != "application/x-www-form-urlencoded":
            raise Forbidden
        fields = _values(get_input_stream(environ, max_content_length=MOST_BYTES).read())
        parameters = _values(query.encode("latin-1"))
        if "bodySHA256" in parameters or not self._guard(f"{path}?{query}" if query else path, fields, signature):
            raise Forbidden
        return Post(fields, parameters)


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


def _headers(status: int, body: bytes) -> list[tuple[str, str]]:
    if status == HTTPStatus.NO_CONTENT:
        return []
    kind = [("Content-Type", "text/xml; charset=utf-8")] if body else []
    kind += [("Allow", "POST")] if status == HTTPStatus.METHOD_NOT_ALLOWED else []
    return [*kind, ("Content-Length", str(len(body)))]
