"""JSON as models write it: a comma too many says nothing, and what stands in a text stays there."""

import time
from typing import Any

import pytest

from bot.agent.loose_json import read_loosely


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"sure": true,}', {"sure": True}),
        ('{"a": null, "rows": [[1, 2,], ],\n}', {"a": None, "rows": [[1, 2]]}),
        ('{"a": "x,]", "b": "\\",}", "c": false,}', {"a": "x,]", "b": '",}', "c": False}),
        ('\ufeff{"a": 1}', {"a": 1}),
    ],
)
def test_a_comma_too_many_is_passed_over(text: str, value: Any) -> None:
    assert read_loosely(text) == value


@pytest.mark.parametrize("text", ['{"a": true,, }', '{"a": [1,}', '{"a": true, "b": "x,}'])
def test_what_was_cut_or_means_nothing_is_not_guessed_at(text: str) -> None:
    assert read_loosely(text) == text


def test_a_text_that_was_cut_is_looked_at_once() -> None:
    cut = '{"content": "' + '{\\"a\\": \\"b\\"}, ' * 4_000
    began = time.process_time()
    assert read_loosely(cut) == cut
    assert time.process_time() - began < 2  # from each of its quotes it took half a minute, in which no thread went on
