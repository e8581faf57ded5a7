"""The decorator: what it takes from a function and its argument model, and what it refuses."""

from enum import StrEnum
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import Effect, ToolOutput
from bot.tools.registry import parameters, tool


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Inner(BaseModel):
    """Not for the model."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(description="A title.")


class Arguments(BaseModel):
    """Not for the model."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(description="A field named as a keyword of schemas.")
    colour: Colour | None = Field(None, description="Which one.")
    inner: list[Inner] = Field(default_factory=list, description="Nested.")
    count: int = Field(3, ge=1, description="")


@tool("web", effect="read", timeout_s=20, max_chars=100)
def look(ctx: Any, args: Arguments) -> ToolOutput:
    """Look at it.
    Twice."""
    return ToolOutput(data=args.title)


def test_a_tool_takes_name_description_and_arguments_from_the_function() -> None:
    assert (look.name, look.category, look.effect, look.timeout_s, look.max_chars) == (
        "look",
        "web",
        Effect.READ,
        20,
        100,
    )
    assert look.arguments is Arguments
    assert look.schema["function"]["name"] == "look"
    assert look.schema["function"]["description"] == "Look at it. Twice."
    assert look.function(None, Arguments(title="a")).data == "a"


def test_the_schema_is_flat_and_says_nothing_that_validation_sees_to() -> None:
    assert look.schema["function"]["parameters"] == {
        "type": "object",
        "required": ["title"],
        "properties": {
            "title": {"type": "string", "description": "A field named as a keyword of schemas."},
            "colour": {"type": "string", "enum": ["red", "blue"], "description": "Which one."},
            "inner": {
                "type": "array",
                "description": "Nested.",
                "items": {
                    "type": "object",
                    "required": ["title"],
                    "properties": {"title": {"type": "string", "description": "A title."}},
                },
            },
            "count": {"type": "integer"},
        },
    }


def test_a_field_without_description_is_refused_by_name() -> None:
    class Bare(BaseModel):
        model_config = ConfigDict(extra="forbid")
        url: str

    with pytest.raises(TypeError, match=r"Bare\.url"):
        parameters(Bare)


def test_a_nested_field_without_description_is_refused_by_name() -> None:
    class Deep(BaseModel):
        model_config = ConfigDict(extra="forbid")
        url: str

    class Outer(BaseModel):
        model_config = ConfigDict(extra="forbid")
        deep: Deep = Field(description="Deep.")

    with pytest.raises(TypeError, match=r"Deep\.url"):
        parameters(Outer)


def test_a_model_that_accepts_extra_arguments_is_refused() -> None:
    class Loose(BaseModel):
        url: str = Field(description="An address.")

    with pytest.raises(TypeError, match=r"Loose.*forbid"):
        parameters(Loose)


def test_a_function_without_docstring_is_refused() -> None:
    def mute(ctx: Any, args: Arguments) -> ToolOutput:
        return ToolOutput(data=None)

    with pytest.raises(TypeError, match=r"mute.*docstring"):
        tool("web", effect="read")(mute)


def test_a_function_without_argument_model_is_refused() -> None:
    def odd(ctx: Any, args: dict[str, Any]) -> ToolOutput:
        """Odd."""
        return ToolOutput(data=None)

    with pytest.raises(TypeError, match=r"odd.*model"):
        tool("web", effect="read")(odd)
