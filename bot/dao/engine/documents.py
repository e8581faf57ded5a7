"""JSON as it is read from the database, by the scanner alone: `json.loads` makes ten calls more, and a turn reads some
hundred messages."""

import json
from collections.abc import Callable
from typing import Any, Final

_scan: Final[Callable[[str, int], tuple[Any, int]]] = json.JSONDecoder().scan_once  # type: ignore[attr-defined]


def read(stored: str | bytes) -> Any:
    """A document as SQLite has it (text) or psycopg (bytes). Raises ValueError for what is none, as `json.loads`."""
    text = stored.decode() if isinstance(stored, bytes) else stored
    try:
        document, end = _scan(text, 0)
    except (StopIteration, TypeError):  # white space in front, or a number, as SQLite may give one
        return json.loads(text)
    return document if end == len(text) else json.loads(text)
