"""Exceptions as a log may show them: where, which kind, and words only of those whose words are ours. What a library
puts into its exceptions is often what people wrote: a row, an argument, an address."""

import re
import traceback
from types import TracebackType

from sqlalchemy.exc import DBAPIError

from bot.errors import DocumentError, PalabreError, ToolExit

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

CAUSED = "\nThe above exception was the direct cause of the following exception:\n\n"
MEANWHILE = "\nDuring handling of the above exception, another exception occurred:\n\n"
LONGEST_CHAIN = 8
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")  # line ends of all kinds, and what a terminal obeys
SAYS_NOTHING = re.compile(  # of what drivers say: no part of a row
    r"(?:UNIQUE|NOT NULL|FOREIGN KEY) constraint failed(?:: [\w., ]+)?|no such (?:table|column): [\w.]+"
    r"|database is locked|database or disk is full|disk I/O error|unable to open database file|readonly database"
    r"|connection refused|connection timeout expired|server closed the connection unexpectedly|terminating connection"
    r"|password authentication failed|canceling statement due to \w+ timeout",
    re.IGNORECASE,
)


def written(error: BaseException) -> str:
    """One line: the kind of an exception and what may be said of it."""
    kind = type(error).__qualname__
    words = _words(error)
    return in_one_line(f"{kind}: {words}") if words else kind


def in_one_line(text: str) -> str:
    """The text with blanks for line ends and other control characters."""
    return CONTROLS.sub(" ", text)


def trace(error: BaseException) -> str:
    """The chain of exceptions with their frames, as Python prints it, but for the words."""
    text, depth = "", 0
    current: BaseException | None = error
    while current is not None and depth < LONGEST_CHAIN:
        frames = "".join(traceback.format_tb(current.__traceback__))
        text = f"Traceback (most recent call last):\n{frames}{written(current)}\n{text}"
        before, how = _before(current)
        text = f"{how}{text}" if before is not None else text
        current, depth = before, depth + 1
    return text.rstrip("\n")


def _before(error: BaseException) -> tuple[BaseException | None, str]:
    if error.__cause__ is not None:
        return error.__cause__, CAUSED
    return (None if error.__suppress_context__ else error.__context__), MEANWHILE


def _words(error: BaseException) -> str:
    match error:
        case ToolExit() | DocumentError():  # words for the model or a person, about what they wrote
            return ""
        case PalabreError():
            return str(error)
        case DBAPIError():
            statement = f" [SQL: {error.statement}]" if error.statement else ""
            return f"{_of_driver(error.orig)}{statement}"
        case OSError():
            return error.strerror or ""
    return ""


def _of_driver(error: BaseException | None) -> str:
    """What a driver says, but for the rows it names: PostgreSQL does in its DETAIL, a trigger in its message."""
    diag = getattr(error, "diag", None)
    places = [getattr(diag, name, None) for name in ("sqlstate", "table_name", "column_name", "constraint_name")]
    if not any(places):
        found = SAYS_NOTHING.search(str(error))
        places = [found[0] if found else None, getattr(error, "sqlite_errorname", None)]
    return " ".join([type(error).__name__, *(str(place) for place in places if place)])
