"""Arguments that say what is meant in another form: JSON in a text, null for what is left out, one thing where a list
is wanted, a number where a text is. Pure. What would not be valid afterwards stays as it was written."""

import json
import math
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from bot.agent.loose_json import without_nul
from bot.agent.stream import parsed
from bot.text.storable import storable

ROUNDS = 3  # what lay in a text may have to be mended too
LISTS = ("list_type", "tuple_type")
OBJECTS = ("model_type", "dict_type")
TEXT = "string_type"
WRAPPERS = {"arguments", "parameters", "input"}  # what a call names its arguments, in one protocol or another …
AROUND = {"name", "type", "id"}  # … and what may stand beside them
UNREAD = "json_invalid"  # half of an emoji: it is gone where the text is written anew


def mended(model: type[BaseModel], text: str) -> str:
    """The arguments of a call as its tool takes them, or the same text where they fit already or cannot be mended."""
    problems = _problems(model, text)
    value = parsed(text) if problems else None  # nearly always there are none
    if not isinstance(value, dict):
        return text
    if (inner := _unwrapped(model, value)) is not value:
        value, problems = inner, _problems(model, json.dumps(inner))
    if not problems:
        return without_nul(storable(json.dumps(value, ensure_ascii=False)))
    for _ in range(ROUNDS):
        changes = [_mend(value, way, kind) for way, kind in problems]
        if not any(changes):
            break
        written = without_nul(storable(json.dumps(value, ensure_ascii=False)))
        problems = _problems(model, written)
        if not problems:
            return written
    return text


def _unwrapped(model: type[BaseModel], value: dict[str, Any]) -> dict[str, Any]:
    """The arguments in what is a whole call, or wraps them as one does; the same where it is neither."""
    wraps = set(value) - AROUND
    fields = {field.alias or name for name, field in model.model_fields.items()}
    if len(wraps) != 1 or not wraps <= WRAPPERS or not fields.isdisjoint(value):
        return value
    inner = value[wraps.pop()]
    read = parsed(inner) if isinstance(inner, str) else inner
    return read if isinstance(read, dict) else value


def _problems(model: type[BaseModel], text: str) -> list[tuple[tuple[int | str, ...], str]]:
    """Where each problem is, and of what kind."""
    try:
        model.model_validate_json(text, extra="forbid")
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        return [(item["loc"], item["type"]) for item in found]
    return []


def _mend(whole: Any, way: Sequence[int | str], kind: str) -> bool:
    """Change what stands at the end of the way, in its place; whether there was something to change."""
    if not way:
        return kind == UNREAD
    holder = whole
    for step in way[:-1]:
        holder = _at(holder, step)
    value = _at(holder, way[-1])
    if value is holder:  # nothing is there, or the way goes on into the types that a value may have
        return False
    if isinstance(holder, dict) and value in (None, ""):
        del holder[way[-1]]  # left out; if it must not be, that is the next problem
        return True
    fitting = _fitting(value, kind)
    if fitting is None:
        return False
    holder[way[-1]] = fitting
    return True


def _at(holder: Any, step: int | str) -> Any:
    """What stands there; the holder itself where nothing does."""
    if isinstance(holder, dict):
        return holder.get(step, holder)
    return holder[step] if isinstance(holder, list) and isinstance(step, int) and step < len(holder) else holder


def _fitting(value: Any, kind: str) -> Any:
    """The value in the form that is wanted, None where it has none."""
    inner = parsed(value) if isinstance(value, str) else value
    if kind in LISTS and value is not None:
        return inner if isinstance(inner, list) else [inner if isinstance(inner, dict) else value]
    if kind in OBJECTS:
        return inner if isinstance(inner, dict) and inner is not value else None
    if kind != TEXT or isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return json.dumps(value) if math.isfinite(value) else None
    return "" if value is None else None
