"""Tool calls that a model's server left in the text: nobody can read them, and nothing runs them. Pure."""

import json
import re
from bisect import bisect_left
from collections.abc import Callable
from typing import Final

from bot.types import JSON

_SIGNS: Final = (
    "tool_call",
    "```tool_code",
    "<function",
    ":function",
    "<invoke",
    "[TOOL_CALLS]",
    "<|",
    "<｜",
    '"name"',
)
# As models are taught to write them, each family in its own way, at the beginning of a line: in the midst of a sentence
# or in code they are what the answer is about. A tag may have a name before its own (<minimax:tool_call>,
# <｜DSML｜function_calls>); what stands behind a mark (<|tool_calls_section_begin|>, <|START_ACTION|>) is no more text.
_NAMED: Final = r"(?:\w{1,20}:|[|｜]\w{1,20}[|｜])?"
_MARKED: Final = re.compile(
    rf"^[^\S\n]*(?:<{_NAMED}(?:tool|function)_calls?(?:\s[^>\n]*)?>.*?(?:</{_NAMED}(?:tool|function)_calls?>|\Z)"
    rf"|<{_NAMED}(?:function=\w|invoke\s+name=).*?(?:</{_NAMED}(?:function|invoke)>|\Z)"
    r"|```tool_code\s.*?(?:\n[^\S\n]*```(?=\s|\Z)|\Z)"  # Gemini, in Python
    r"|(?:\[TOOL_CALLS\]|<\|python_tag\|>"
    r"|(?i:<[|｜](?:[\w▁]{0,20}[_▁])?(?:tool|action|function)[\w▁]{0,20}[|｜]>)).*\Z)\s*",
    re.DOTALL | re.MULTILINE,
)
_FENCED: Final = re.compile(r"```(?:json)?[^\S\n]*+\n(.*)\n[^\S\n]*+```", re.DOTALL)
_ARGUMENTS: Final = ({"arguments"}, {"parameters"})


def without_written_calls(text: str) -> str:
    """The text without them; nothing where it is one call."""
    if not any(sign in text for sign in _SIGNS):
        return text
    fenced = _FENCED.fullmatch(text.strip())
    if _is_call(fenced[1] if fenced else text):
        return ""
    is_code = code_of(text)
    return _MARKED.sub(lambda found: found[0] if is_code(found.start()) else "", text)


def code_of(text: str) -> Callable[[int], bool]:
    """Whether what stands at a place of the text is in a block of code."""
    fences = [found.start() for found in re.finditer("```", text)]
    return lambda place: bisect_left(fences, place) % 2 == 1


def _is_call(text: str) -> bool:
    """Whether a text is nothing but a name and arguments in JSON, or a list of such."""
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        read = json.loads(text)
    except (RecursionError, ValueError):
        return False
    return bool(read) and all(map(_is_named, read if isinstance(read, list) else [read]))


def _is_named(read: JSON) -> bool:
    read = read.get("function", read) if isinstance(read, dict) else read
    if not isinstance(read, dict):
        return False
    given = set(read) - {"name", "type", "id"}
    return isinstance(read.get("name"), str) and given in _ARGUMENTS and isinstance(read[given.pop()], dict | str)
