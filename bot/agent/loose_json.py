"""JSON as models write it who are not held to it: nothing is guessed, but what says one thing only is read. Pure."""

import ast
import json
import re
from typing import Any, Final

ROUNDS: Final = 3  # a text may hold a text that holds the object
_FENCED: Final = re.compile(r"\s*```\w*\s*\n(.*)\n\s*```\s*", re.DOTALL)
# Python reads a bell in the \alpha of a formula, which is no JSON: what such a text means, its model has to say.
_SAME_ESCAPES: Final = re.compile(r"(?:[^\\]|\\[\"'\\nrtu])*")
_UNREADABLE: Final = (MemoryError, RecursionError, SyntaxError, TypeError, ValueError)  # what parsers say of nonsense


def read_loosely(text: str) -> Any:
    """What a text means: JSON, also with line breaks in its texts, in a fence or as a text once more; or the same in
    Python (single quotes, True, a comma too many). The text itself, where it means nothing else."""
    value: Any = text
    for _ in range(ROUNDS):
        if isinstance(value, str):
            value = _read(value)
    return value


def _read(text: str) -> Any:
    fenced = _FENCED.fullmatch(text)
    inner = (fenced[1] if fenced else text).strip()
    try:
        return json.loads(inner, strict=False)
    except _UNREADABLE:
        pass
    try:
        return ast.literal_eval(inner) if _SAME_ESCAPES.fullmatch(inner) else text
    except _UNREADABLE:
        return text
