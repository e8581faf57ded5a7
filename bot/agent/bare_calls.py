"""Calls of the tools on offer that a model wrote in its text as Python or as mere arguments. Pure. What may be the
answer itself, such as code with such a name in it, stays."""

import ast
import json
import re
from collections.abc import Iterable, Mapping
from typing import Final

from pydantic import BaseModel, ValidationError

from bot.agent.loose_json import read_loosely
from bot.agent.spec import Tool
from bot.agent.written_calls import code_of

_LONGEST: Final = 20_000  # characters that are read as Python: a letter may be an argument
_FENCED: Final = re.compile(r"```\w*+[^\S\n]*+\n(.*?)\n[^\S\n]*+```", re.DOTALL)
_CALL: Final = re.compile(r"^\[?(?:print\()?(?:\w{1,20}\.)?(\w{1,64})\(", re.MULTILINE)
_UNREADABLE: Final = (MemoryError, RecursionError, SyntaxError, ValueError)  # what the parser says of nonsense
_OF_CODE: Final = re.compile(
    r"\b(?:json|python|code|coder|codes|script|program\w*|api|fonctions?|functions?)\b", re.IGNORECASE
)


def without_bare_calls(text: str, tools: Iterable[Tool], question: str = "") -> str:
    """The text without calls of these tools at its end; nothing where it is nothing else. Whoever asks about code is
    answered with it."""
    said = text.strip()
    if not said.endswith(("}", ")", "]", "```")) or _OF_CODE.search(question):
        return text
    if said.endswith("}") and said.startswith("{"):
        return "" if _are_arguments(said, tools) else text
    models = {tool.name: tool.arguments for tool in tools}
    fenced = _FENCED.fullmatch(said)
    if fenced:
        return "" if _are_calls(fenced[1].strip(), models) else text
    is_code = code_of(said)
    for found in _CALL.finditer(said):
        if found[1] in models and not is_code(found.start()):
            return said[: found.start()].rstrip() if _are_calls(said[found.start() :], models) else text
    return text


def _are_arguments(text: str, tools: Iterable[Tool]) -> bool:
    """Whether it is an object that one of them would take, with all that it must have."""
    read = read_loosely(text)
    if not isinstance(read, dict) or not read:
        return False
    written = json.dumps(read, default=str)
    return any(_needs_some(tool.arguments) and _takes(tool.arguments, written) for tool in tools)


def _needs_some(model: type[BaseModel]) -> bool:
    return any(field.is_required() for field in model.model_fields.values())


def _takes(model: type[BaseModel], arguments: str) -> bool:
    try:
        model.model_validate_json(arguments, extra="forbid")
    except ValidationError:
        return False
    return True


def _are_calls(text: str, models: Mapping[str, type[BaseModel]]) -> bool:
    """Whether it is nothing but calls of them in Python, each with its arguments by name."""
    try:
        lines = ast.parse(text).body if len(text) <= _LONGEST else []
    except _UNREADABLE:
        return False
    return bool(lines) and all(isinstance(line, ast.Expr) and _is_call(line.value, models) for line in lines)


def _is_call(value: ast.expr, models: Mapping[str, type[BaseModel]]) -> bool:
    if isinstance(value, ast.List):
        return bool(value.elts) and all(_is_call(each, models) for each in value.elts)
    if not isinstance(value, ast.Call):
        return False
    name = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
    if name == "print":
        return len(value.args) == 1 and not value.keywords and _is_call(value.args[0], models)
    named = {keyword.arg for keyword in value.keywords}
    return name in models and bool(named) and not value.args and named <= set(models[name].model_fields)
