"""Folding a stream into a completion."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.agent.spec import ToolCall, Usage
from bot.agent.stream import fold, object_text
from bot.errors import ModelStreamBroken


def delta(finish: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": finish}], "usage": None}


def call(index: int | None, call_id: str | None = None, name: str | None = None, arguments: str = "") -> dict[str, Any]:
    piece: dict[str, Any] = {"function": {"arguments": arguments}}
    if index is not None:
        piece["index"] = index
    if call_id is not None:
        piece["id"] = call_id
    if name is not None:
        piece["function"]["name"] = name
    return delta(tool_calls=[piece])


@given(st.lists(st.text(max_size=5)))
def test_text_is_the_same_however_it_is_cut(pieces: list[str]) -> None:
    completion = fold([*(delta(content=piece) for piece in pieces), delta("stop")], "m")
    assert completion.text == "".join(pieces).replace("\x00", "")
    assert (completion.finish_reason, completion.model) == ("stop", "m")


@given(st.data())
def test_calls_are_the_same_however_their_pieces_arrive(data: st.DataObject) -> None:
    texts = [json.dumps({"q": data.draw(st.text(max_size=20))}) for _ in range(data.draw(st.integers(1, 3)))]
    chunks = [call(index, f"c{index}", f"tool{index}") for index in range(len(texts))]
    for index, text in enumerate(texts):
        cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=4)))
        for begin, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
            chunks.append(call(index, arguments=text[begin:end]))
    completion = fold([*chunks, delta("tool_calls")], "m")
    expected = tuple(ToolCall(f"c{at}", f"tool{at}", text) for at, text in enumerate(texts))
    assert completion.calls == expected


def test_pieces_of_interleaved_calls_are_sorted_by_index() -> None:
    chunks = [
        call(1, "b", "two", '{"q"'),
        call(0, "a", "one", '{"q":1}'),
        call(1, arguments=":2}"),
        delta("tool_calls"),
    ]
    assert [(c.id, c.arguments) for c in fold(chunks, "m").calls] == [("a", '{"q":1}'), ("b", '{"q":2}')]


def test_without_an_index_a_new_id_begins_a_new_call() -> None:
    chunks = [
        call(None, "a", "one", '{"q":'),
        call(None, arguments="1}"),
        call(None, "b", "two", "{}"),
        delta("tool_calls"),
    ]
    assert fold(chunks, "m").calls == (ToolCall("a", "one", '{"q":1}'), ToolCall("b", "two", "{}"))


def test_usage_comes_from_the_chunk_without_choices() -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}, "cost": 0.5}
    completion = fold([delta("stop", content="x"), {"choices": [], "usage": usage, "model": "m-2026"}], "m")
    assert completion.usage == Usage(9, 2, 4, 0.5)
    assert completion.model == "m-2026"


@pytest.mark.parametrize("details", [None, {}, {"cached_tokens": None}])
def test_usage_with_holes_counts_as_zero(details: Any) -> None:
    usage = {"prompt_tokens": None, "prompt_tokens_details": details}
    assert fold([delta("stop", content="x"), {"usage": usage}], "m").usage == Usage()


@pytest.mark.parametrize(
    "chunks",
    [
        [],
        [delta(content="Je")],
        [delta(content="Je"), delta("error")],
        [{"choices": ["odd"]}],
        [delta("stop", content=[1])],
        [{"choices": 3}],
    ],
    ids=["nothing", "no finish_reason", "error", "odd choice", "odd content", "odd choices"],
)
def test_a_stream_without_a_proper_end_is_broken(chunks: list[dict[str, Any]]) -> None:
    with pytest.raises(ModelStreamBroken):
        fold(chunks, "m")


def test_null_choices_and_null_deltas_are_tolerated() -> None:
    chunks = [{"choices": None}, {"choices": [{"delta": None}]}, delta("stop", content="x")]
    assert fold(chunks, "m").text == "x"


def test_a_structured_refusal_counts_as_filtered() -> None:
    completion = fold([delta(refusal="Je ne peux "), delta(refusal="pas."), delta("stop")], "m")
    assert (completion.text, completion.finish_reason) == ("Je ne peux pas.", "content_filter")


@pytest.mark.parametrize(
    ("raw", "text"),
    [("", "{}"), ("  ", "{}"), ('{"a": 1}', '{"a": 1}'), ("[1]", '{"invalid_json": "[1]"}')],
)
def test_arguments_are_always_the_text_of_an_object(raw: str, text: str) -> None:
    assert object_text(raw) == text


@given(st.text(max_size=30))
def test_any_arguments_become_an_object(raw: str) -> None:
    assert isinstance(json.loads(object_text(raw)), dict)


def test_an_emoji_that_arrives_in_two_halves_is_joined() -> None:
    completion = fold([delta(content="\ud83d"), delta(content="\ude00"), delta("stop")], "m")
    assert completion.text == "😀"
