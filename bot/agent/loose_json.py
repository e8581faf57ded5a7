"""JSON as models write it who are not held to it: nothing is guessed, but what says one thing only is read. Pure."""

import ast
import json
import re
from contextlib import suppress
from typing import Any, Final

# What is written of \u00e9 where only control characters may be spelt so (OpenAI, in JSON): a NUL, and e9 behind it.
_BROKEN_LETTER: Final = re.compile(r"((?<!\\)(?:\\\\)*\\u00)00([a-f][0-9a-f])", re.IGNORECASE)
_NUL: Final = re.compile(r"((?<!\\)(?:\\\\)*)\\u0000")
# A text stays as it is; so does one without its end, which would else be looked at again from each of its quotes.
_COMMA_TOO_MANY: Final = re.compile(r'("(?:[^"\\]|\\.)*(?:"|\\?\Z))|,(?=\s*[}\]])', re.DOTALL)
ROUNDS: Final = 3  # a text may hold a text that holds the object
_FENCED: Final = re.compile(r"```\w*+[^\S\n]*+\n(.*)\n[^\S\n]*+```", re.DOTALL)
# Python reads a bell in the \alpha of a formula, which is no JSON: what such a text means, its model has to say.
_SAME_ESCAPES: Final = re.compile(r"(?:[^\\]|\\[\"'\\nrtu])*")
_REMAINS: Final = re.compile(r"(?:\s|[}\]`]|</?\w{1,20}>|<[|｜][\w▁]{1,40}[|｜]>){1,100}")
_DECODER: Final = json.JSONDecoder(strict=False)
_UNREADABLE: Final = (MemoryError, RecursionError, SyntaxError, TypeError, ValueError)  # what parsers say of nonsense


def read_loosely(text: str) -> Any:
    """What a text means: JSON, also with line breaks in its texts, in a fence, as a text once more or with a comma too
    many; or the same in Python (single quotes, True). The text itself, where it means nothing else."""
    value: Any = text
    for _ in range(ROUNDS):
        if isinstance(value, str):
            value = _read(value)
    return value


def without_nul(text: str) -> str:
    """JSON text that spells no NUL character, which no database and no file takes: where it stands for a letter with
    an accent it is that letter."""
    return _NUL.sub(r"\1", _BROKEN_LETTER.sub(r"\1\2", text)) if r"\u0000" in text else text


def _read(text: str) -> Any:
    fenced = _FENCED.fullmatch(text.strip())
    inner = (fenced[1] if fenced else text).strip("\ufeff \t\r\n")
    for said in (inner, _COMMA_TOO_MANY.sub(r"\1", inner)):
        with suppress(*_UNREADABLE):
            return _first(said)
    try:
        return ast.literal_eval(inner) if _SAME_ESCAPES.fullmatch(inner) else text
    except _UNREADABLE:
        return text


def _first(text: str) -> Any:
    """The JSON that a text is, or that stands in it before mere remains. Raises ValueError for anything else."""
    value, end = _DECODER.raw_decode(text)
    if (rest := text[end:].strip()) and not (isinstance(value, dict) and _is_remains(rest, value)):
        raise ValueError("more is said")
    return value


def _is_remains(rest: str, value: Any) -> bool:
    """Whether what stands behind an object says nothing: marks of the model's format, or the same once more."""
    return _REMAINS.fullmatch(rest) is not None or _DECODER.raw_decode(rest) == (value, len(rest))
