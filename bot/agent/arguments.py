"""From the JSON text of a call to validated arguments, or to words that help the model mend them."""

from typing import TypeVar, get_args

from pydantic import BaseModel, ValidationError

from bot.agent.stream import INVALID_JSON, parsed

MOST_PROBLEMS = 6

Arguments = TypeVar("Arguments", bound=BaseModel)


def validated(model: type[Arguments], text: str) -> Arguments | str:
    """The arguments, or one sentence that lists what is wrong with them. Unknown fields are refused."""
    try:
        return model.model_validate_json(text, extra="forbid")
    except ValidationError as error:
        return _problems(model, text, error)


def _problems(model: type[BaseModel], text: str, error: ValidationError) -> str:
    raw = parsed(text)
    if isinstance(raw, dict) and list(raw) == [INVALID_JSON]:
        return "The arguments were not a JSON object. Call again with valid JSON."
    items = error.errors(include_url=False, include_context=False, include_input=False)
    listed = [f"{'.'.join(map(str, item['loc'])) or 'arguments'}: {item['msg']}" for item in items[:MOST_PROBLEMS]]
    if len(items) > MOST_PROBLEMS:
        listed.append(f"and {len(items) - MOST_PROBLEMS} more")
    parts = {part: path for item in items[:MOST_PROBLEMS] for part, path in _parts(model, item["loc"][:-1])}
    fields = "".join(f" Fields of {path}: {_fields(part)}." for part, path in parts.items())
    return f"The arguments do not fit: {'; '.join(listed)}. Fields of this tool: {_fields(model)}.{fields}"


def _fields(model: type[BaseModel]) -> str:
    return ", ".join(field.alias or name for name, field in model.model_fields.items()) or "none"


def _parts(model: type[BaseModel], way: tuple[int | str, ...]) -> list[tuple[type[BaseModel], str]]:
    """The innermost model on the way to a problem, if it is not the tool's own, with the path to it: schemas show some
    parts in words alone."""
    part, path = model, ""
    for length, step in enumerate(way, 1):
        field = part.model_fields.get(str(step))
        inner = _model_in(field.annotation) if field else None
        if inner:
            part, path = inner, ".".join(map(str, way[: length + 1]))
    return [(part, path)] if path else []


def _model_in(annotation: object) -> type[BaseModel] | None:
    """The first model that an annotation speaks of."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for each in get_args(annotation) if (found := _model_in(each))), None)
