"""Arguments that models write in another form than the one they were shown."""

import json
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from bot.agent.arguments import validated
from bot.agent.mending import mended
from bot.agent.stream import parsed


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")

    title: str = ""
    points: list[str] = Field(default_factory=list)
    cells: list[list[str | float]] = Field(default_factory=list)


class Page(BaseModel):
    model_config = ConfigDict(extra="forbid")

    title: str
    parts: list[Part] = Field(default_factory=list)
    frame: Part | None = None
    size: Literal["a4", "a5"] = "a4"
    count: int = Field(1, ge=1)
    names: tuple[str, ...] = ()


def as_taken(**said: Any) -> dict[str, Any]:
    """The fields that are set once the arguments were mended."""
    found = validated(Page, mended(Page, json.dumps(said)))
    assert isinstance(found, Page), found
    return found.model_dump(exclude_unset=True)


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ({"parts": None, "size": None, "count": None, "frame": ""}, {}),
        ({"size": "", "count": "", "unknown": None}, {}),
        ({"parts": '[{"title":"un"}]'}, {"parts": [{"title": "un"}]}),
        ({"parts": '[{"title":1,"points":"[\\"a\\"]"}]'}, {"parts": [{"title": "1", "points": ["a"]}]}),
        ({"parts": {"title": "un", "points": "a"}}, {"parts": [{"title": "un", "points": ["a"]}]}),
        ({"parts": '{"title":"un"}'}, {"parts": [{"title": "un"}]}),
        ({"frame": '{"title":"un"}'}, {"frame": {"title": "un"}}),
        ({"names": "un"}, {"names": ("un",)}),
        ({"names": '["\\u0000un", "caf\\u0000e9"]'}, {"names": ("un", "café")}),
        ({"names": "2026"}, {"names": ("2026",)}),
        ({"names": [2026, 1.5, None]}, {"names": ("2026", "1.5", "")}),
        ({"parts": [{"cells": '[["a", 1]]'}]}, {"parts": [{"cells": [["a", 1.0]]}]}),
    ],
)
def test_what_is_meant_is_taken(said: dict[str, Any], taken: dict[str, Any]) -> None:
    assert as_taken(title="t", **said) == {"title": "t", **taken}


@pytest.mark.parametrize(
    "said",
    [
        {"arguments": {"title": "t"}},
        {"parameters": {"title": "t"}},
        {"name": "page", "arguments": '{"title": "t"}'},
        {"input": {"title": "t", "count": None}},
    ],
)
def test_a_whole_call_in_the_place_of_its_arguments_is_read(said: dict[str, Any]) -> None:
    assert as_taken(**said) == {"title": "t"}


@pytest.mark.parametrize(
    "text",
    [
        '{"arguments": {"other": 1}}',
        '{"arguments": {"title": "t"}, "more": 1}',
        '{"title": "t",  "count": 2}',  # it fits: not a space of it changes
        '{"title": null}',
        '{"title": ""  , "parts": "du texte"}',
        '{"title": true}',
        '{"title": "t", "count": 0, "names": "un"}',
        '{"title": "t", "other": 1, "names": "un"}',
        '{"title": "t", "parts": [null]}',
        '{"title": NaN}',
        '{"invalid_json": "{"}',
        "[" * 5_000,
        '"{}"',
        "",
    ],
)
def test_what_fits_already_or_cannot_be_mended_stays_as_it_was_written(text: str) -> None:
    assert mended(Page, text) == text


def test_the_words_that_were_written_are_kept() -> None:
    said = '{"title":"Éwé 😀 \\u0000 \\ud83d","names":"l’eau"}'  # half an emoji at its end
    assert parsed(mended(Page, said)) == {"title": "Éwé 😀  ", "names": ["l’eau"]}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(Page.model_fields)), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*Page.model_fields, *Part.model_fields]), JSON))
def test_nothing_breaks_it(said: dict[str, Any]) -> None:
    text = json.dumps(said)
    result = mended(Page, text)
    assert result == text or isinstance(validated(Page, result), Page)
