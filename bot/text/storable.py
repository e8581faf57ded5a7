"""What a database and an encoder take of text that others wrote."""

import math
from typing import Any


def storable(text: str) -> str:
    """The same text fit for UTF-8 and for PostgreSQL: surrogate pairs that arrived in two pieces joined, lone ones and
    NUL characters dropped."""
    if text.isascii() and "\x00" not in text:
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore").replace("\x00", "")


def storable_json(value: Any) -> Any:
    """A JSON value, all its text fit to be stored. Of NaN and the infinities, which Python's servers write and
    PostgreSQL takes for no JSON, nothing is left."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(str(key)): storable_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [storable_json(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
