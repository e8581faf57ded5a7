"""From the JSON text of a call to validated arguments, or to words that help the model mend them."""

from typing import TypeVar

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
    fields = ", ".join(field.alias or name for name, field in model.model_fields.items()) or "none"
    return f"The arguments do not fit: {'; '.join(listed)}. Fields of this tool: {fields}."
