"""Tool calls that a model's server left in the text: nobody can read them, and nothing runs them. Pure."""

import json
import re
from typing import Final

_SIGNS: Final = ("<tool_call>", "<function", "[TOOL_CALLS]", "<|python_tag|>", "<|tool_call", "<｜tool", '"name"')
# As Hermes and Qwen, Llama, Mistral, Granite, Kimi and DeepSeek write them, at the beginning of a line: in the midst of
# a sentence or in code they are what the answer is about.
_MARKED: Final = re.compile(
    r"^[^\S\n]*(?:<tool_call>.*?(?:</tool_call>|\Z)"
    r"|<function(?:=\w|_calls>).*?(?:</function(?:_calls)?>|\Z)"
    r"|(?:\[TOOL_CALLS\]|<\|python_tag\|>|<[|｜]tool[_▁]calls?(?:[_▁]section)?(?:[_▁]begin)?[|｜]>).*\Z)\s*",
    re.DOTALL | re.MULTILINE,
)
_FENCED: Final = re.compile(r"\s*```(?:json)?\s*\n(.*)\n\s*```\s*\Z", re.DOTALL)
_ARGUMENTS: Final = ({"arguments"}, {"parameters"})


def without_written_calls(text: str) -> str:
    """The text without them; nothing where it is one call."""
    if not any(sign in text for sign in _SIGNS):
        return text
    fenced = _FENCED.match(text)
    if _is_call(fenced[1] if fenced else text):
        return ""
    return text if "```" in text else _MARKED.sub("", text)


def _is_call(text: str) -> bool:
    """Whether a text is nothing but a name and arguments in JSON."""
    if not text.lstrip().startswith("{"):
        return False
    try:
        read = json.loads(text)
    except (RecursionError, ValueError):
        return False
    given = set(read) - {"name", "type", "id"}
    return isinstance(read.get("name"), str) and given in _ARGUMENTS and isinstance(read[given.pop()], dict | str)
