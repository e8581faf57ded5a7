"""The decorator that makes a Tool of a function. A tool that is not fully described fails here, at import."""

import inspect
from collections.abc import Callable
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel

from bot.agent.spec import Departure, Effect, Tool, ToolOutput
from bot.tools.context import ToolContext
from bot.types import JSON

EffectName = Literal["read", "local", "keyed", "listed", "blind"]
UNSAID = (  # every request carries the schemas: what validation sees to is not repeated there
    "title", "default", "minLength", "maxLength", "minItems", "maxItems",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "pattern", "format",
)  # fmt: skip
OUTSIDE = (Effect.KEYED, Effect.LISTED, Effect.BLIND)


def tool(
    category: str,
    *,
    effect: EffectName,
    timeout_s: float = 60,
    max_chars: int = 8_000,
    secret_fields: tuple[str, ...] = (),
    outward: Callable[[Any], tuple[Departure, ...]] | None = None,
    leads: tuple[str, ...] = (),
) -> Callable[[Callable[..., ToolOutput]], Tool]:
    """Make a Tool of `function(ctx, args, …)`: its name, its docstring as the description, the model that annotates
    `args` as the schema. Every further parameter is a service it needs, named by its type; a process that has none
    of that type does not offer the tool (bot.tools.toolbox). `secret_fields`: arguments that the person must not
    read yet, nor later runs at all (bot.tools.secrets). `outward`, `leads`: see bot.agent.spec.Tool.

    Raises TypeError when a description is missing, extra arguments would be accepted, a secret is no argument, or a
    tool with an effect outside does not say what leaves the house."""

    def register(function: Callable[..., ToolOutput]) -> Tool:
        hints = get_type_hints(function)
        arguments, needs = hints.get("args"), _needs(function, hints)
        description = " ".join((function.__doc__ or "").split())
        name = function.__name__
        if not description:
            raise TypeError(f"{name}: the docstring is missing; it is what the model reads")
        if not (isinstance(arguments, type) and issubclass(arguments, BaseModel)):
            raise TypeError(f"{name}: `args` must be annotated with a pydantic model")
        declaration = {"name": name, "description": description, "parameters": parameters(arguments)}
        schema = {"type": "function", "function": declaration}
        made = Tool(name, category, Effect(effect), timeout_s, max_chars, arguments, _supplied(function, needs), schema,
                    outward, leads, tuple(needs.values()), secret_fields)  # fmt: skip
        _check_what_leaves(made)
        return made

    return register


def _needs(function: Callable[..., ToolOutput], hints: dict[str, Any]) -> dict[str, type]:
    """The services a function takes behind its context and its arguments: by parameter, the type."""
    needs = {name: hints.get(name) for name in list(inspect.signature(function).parameters)[2:]}
    for name, kind in needs.items():
        if not isinstance(kind, type):
            raise TypeError(f"{function.__name__}: `{name}` must be annotated with the class of a service")
    return needs  # type: ignore[return-value]  # just checked


def _supplied(function: Callable[..., ToolOutput], needs: dict[str, type]) -> Callable[[Any, Any], ToolOutput]:
    """The function as the loop calls it, with its services taken from the context."""

    def call(ctx: ToolContext, args: BaseModel) -> ToolOutput:
        return function(ctx, args, **{name: ctx.use(kind) for name, kind in needs.items()})

    return call


def _check_what_leaves(made: Tool) -> None:
    unknown = [field for field in made.secret_fields if field not in made.arguments.model_fields]
    if unknown:
        raise TypeError(f"{made.name}: `secret_fields` names no arguments of it: {', '.join(unknown)}")
    if made.effect in OUTSIDE and made.outward is None:
        raise TypeError(f"{made.name}: `outward` is missing; the gate must know what a call sends, and to whom")
    if made.outward and made.secret_fields:
        raise TypeError(f"{made.name}: `secret_fields` cannot leave the house: the person is shown all that does")


def parameters(model: type[BaseModel]) -> dict[str, JSON]:
    """The JSON schema of an argument model as models like it: references put in place, no titles, optional fields
    by absence and not by null, and none of the limits: whoever exceeds one is told by validation. Raises TypeError
    for a field without description (an empty one says that its name is enough) or a model that accepts extras."""
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    for part in (schema, *definitions.values()):
        _check(part)
    schema.pop("description", None)  # the model's docstring; the function's own is the tool's description
    flat = _flat(schema, definitions)
    return {"properties": {}} | flat


def _check(schema: dict[str, Any]) -> None:
    if schema.get("type") != "object":
        return  # an enumeration
    name = schema["title"]
    if schema.get("additionalProperties") is not False:
        raise TypeError(f'{name}: extra arguments must be refused: model_config = ConfigDict(extra="forbid")')
    for field, about in schema.get("properties", {}).items():
        if "description" not in about:
            raise TypeError(f"{name}.{field}: a description is missing; the model reads it")


def _flat(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        target = definitions[schema["$ref"].rpartition("/")[2]]
        schema = target | {"description": ""} | {key: value for key, value in schema.items() if key != "$ref"}
    choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == 1:
        schema = choices[0] | {key: value for key, value in schema.items() if key != "anyOf"}
        return _flat(schema, definitions)
    flat: dict[str, Any] = {}
    for key, value in schema.items():
        if key in UNSAID or (key in ("description", "additionalProperties") and not value):
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
