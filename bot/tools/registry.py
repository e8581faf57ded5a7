"""The decorator that makes a Tool of a function. A tool that is not fully described fails here, at import."""

from collections.abc import Callable
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel

from bot.agent.spec import Departure, Effect, Tool, ToolOutput
from bot.types import JSON

EffectName = Literal["read", "local", "keyed", "listed", "blind"]
OUTSIDE = (Effect.KEYED, Effect.LISTED, Effect.BLIND)


def tool(
    category: str,
    *,
    effect: EffectName,
    timeout_s: float = 60,
    max_chars: int = 8_000,
    outward: Callable[[Any], tuple[Departure, ...]] | None = None,
    leads: tuple[str, ...] = (),
) -> Callable[[Callable[[Any, Any], ToolOutput]], Tool]:
    """Make a Tool of `function(ctx, args)`: its name, its docstring as the description, the model that annotates
    `args` as the schema. Raises TypeError when a description is missing, extra arguments would be accepted, or a
    tool with an effect outside does not say what leaves the house (`outward`, see bot.agent.spec.Tool)."""

    def register(function: Callable[[Any, Any], ToolOutput]) -> Tool:
        name = function.__name__
        description = " ".join((function.__doc__ or "").split())
        arguments = get_type_hints(function).get("args")
        if not description:
            raise TypeError(f"{name}: the docstring is missing; it is what the model reads")
        if not (isinstance(arguments, type) and issubclass(arguments, BaseModel)):
            raise TypeError(f"{name}: `args` must be annotated with a pydantic model")
        if Effect(effect) in OUTSIDE and outward is None:
            raise TypeError(f"{name}: `outward` is missing; the gate must know what a call sends, and to whom")
        declaration = {"name": name, "description": description, "parameters": parameters(arguments)}
        schema = {"type": "function", "function": declaration}
        return Tool(name, category, Effect(effect), timeout_s, max_chars, arguments, function, schema, outward, leads)

    return register


def parameters(model: type[BaseModel]) -> dict[str, JSON]:
    """The JSON schema of an argument model as models like it: references put in place, no titles, optional fields
    by absence and not by null. Raises TypeError for a field without description or a model that accepts extras."""
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    for part in (schema, *definitions.values()):
        _check(part)
    flat = _flat(schema, definitions)
    flat.pop("description", None)  # the model's docstring; the function's own is the tool's description
    return {"properties": {}} | flat


def _check(schema: dict[str, Any]) -> None:
    if schema.get("type") != "object":
        return  # an enumeration
    name = schema["title"]
    if schema.get("additionalProperties") is not False:
        raise TypeError(f'{name}: extra arguments must be refused: model_config = ConfigDict(extra="forbid")')
    for field, about in schema.get("properties", {}).items():
        if not about.get("description"):
            raise TypeError(f"{name}.{field}: a description is missing; the model reads it")


def _flat(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        target = definitions[schema["$ref"].rpartition("/")[2]]
        schema = target | {key: value for key, value in schema.items() if key != "$ref"}
    choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == 1:
        schema = choices[0] | {key: value for key, value in schema.items() if key != "anyOf"}
        return _flat(schema, definitions)
    flat: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "title" or (key == "default" and value in (None, [])):
            continue
        if key == "properties":
            flat[key] = {name: _flat(field, definitions) for name, field in value.items()}
        elif key in ("items", "additionalProperties") and isinstance(value, dict):
            flat[key] = _flat(value, definitions)
        elif key == "anyOf":
            flat[key] = [_flat(choice, definitions) for choice in choices]
        else:
            flat[key] = value
    return flat
