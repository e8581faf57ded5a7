"""What models read of our documents' arguments: few words, since every request carries them. Limits are checked all the
same; whoever exceeds one is told so."""

from typing import Any

from pydantic import BaseModel, ConfigDict

_UNSAID = ("default", "maxLength", "minLength", "maxItems", "minItems", "maximum", "minimum")


def _brief(schema: dict[str, Any]) -> None:
    schema.pop("description", None)
    for about in schema.get("properties", {}).values():
        for word in _UNSAID:
            about.pop(word, None)


class Part(BaseModel):
    """A part of a document: nothing unknown is accepted, its schema is brief."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_extra=_brief)
