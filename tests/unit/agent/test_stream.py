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
    words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
    texts = [json.dumps({"q": data.draw(words)}) for _ in range(data.draw(st.integers(1, 3)))]
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


def test_without_an_index_pieces_of_interleaved_calls_are_told_apart_by_id() -> None:
    chunks = [
        call(None, "a", "one", '{"q":'),
        call(None, "b", "two", '{"q":'),
        call(None, "a", None, "1}"),
        call(None, "b", "two", "2}"),
        delta("tool_calls"),
    ]
    assert fold(chunks, "m").calls == (ToolCall("a", "one", '{"q":1}'), ToolCall("b", "two", '{"q":2}'))


@pytest.mark.parametrize(
    "chunks",
    [
        [call(0, "a", "one", '{"q":'), call(0, arguments="1}"), call(0, "b", "two", "{}")],
        [call(None, None, "one", '{"q":1}'), call(None, None, "two", "{}")],
        [call(0, "", "one", '{"q":1}'), call(0, "", "two"), call(0, arguments="{}")],
    ],
    ids=["every call is the first", "neither index nor id", "the first, without id"],
)
def test_a_whole_call_is_not_glued_to_the_next(chunks: list[dict[str, Any]]) -> None:
    found = fold([*chunks, delta("tool_calls")], "m").calls
    assert [(one.name, one.arguments) for one in found] == [("one", '{"q":1}'), ("two", "{}")]


def test_a_name_that_is_repeated_with_every_piece_begins_no_call() -> None:
    chunks = [call(0, "a", "one", '{"q"'), call(0, "a", "one", ":1}"), call(0, None, "one"), delta("tool_calls")]
    assert fold(chunks, "m").calls == (ToolCall("a", "one", '{"q":1}'),)


def test_a_whole_call_that_is_sent_again_is_one_and_another_under_its_id_is_not() -> None:
    again = [call(0, "a", "one", '{"q":'), call(0, None, None, "1}"), call(0, "a", "one", '{"q":1}')]
    assert fold([*again, delta("tool_calls")], "m").calls == (ToolCall("a", "one", '{"q":1}'),)
    other = [
        call(0, "a", "one", '{"q":1}'),
        call(0, "a", "one", '{"q":'),
        call(0, "a", "one", "2}"),
        call(0, "a", "one"),
    ]
    found = fold([*other, delta("tool_calls")], "m").calls
    assert [(one.name, one.arguments) for one in found] == [("one", '{"q":1}'), ("one", '{"q":2}')]


@pytest.mark.parametrize(("call_id", "name"), [(None, None), ("a", "one")])
def test_an_empty_object_before_the_arguments_is_not_part_of_them(call_id: str | None, name: str | None) -> None:
    chunks = [call(0, "a", "one", "{}"), call(0, call_id, name, '{"q"'), call(0, call_id, name, ":1}")]
    assert fold([*chunks, delta("tool_calls")], "m").calls == (ToolCall("a", "one", '{"q":1}'),)


def test_space_behind_a_whole_call_begins_no_other() -> None:
    chunks = [call(0, "a", "one", '{"q":1}'), call(0, "a", "one", "\n"), call(0, None, "one", " ")]
    assert fold([*chunks, delta("tool_calls")], "m").calls == (ToolCall("a", "one", '{"q":1}\n '),)


def test_ids_and_arguments_of_another_kind_are_text() -> None:
    function = {"name": "one", "arguments": {"q": "é"}}
    chunks = [delta(tool_calls=[{"index": 0, "id": 7, "function": function}]), delta("tool_calls")]
    assert fold(chunks, "m").calls == (ToolCall("7", "one", '{"q": "é"}'),)


def test_a_call_in_the_form_of_old_is_one() -> None:
    pieces = [{"name": "one", "arguments": ""}, {"arguments": '{"q":'}, {"arguments": "1}"}]
    chunks = [*(delta(function_call=piece) for piece in pieces), delta("function_call")]
    assert fold(chunks, "m").calls == (ToolCall("", "one", '{"q":1}'),)
    both = [call(0, "a", "one", "{}"), delta("tool_calls")]
    both[0]["choices"][0]["delta"]["function_call"] = {"name": "one", "arguments": "{}"}
    assert fold(both, "m").calls == (ToolCall("a", "one", "{}"),)


ONE = {"id": "a", "function": {"name": "one", "arguments": '{"q":1}'}}


@pytest.mark.parametrize(
    "given",
    [ONE, [None, ONE], {"0": ONE}, {"0": ONE, "note": None}, [ONE, "x", {}], [ONE, {"index": 1, "function": None}],
     [{"id": "a", "name": "one", "arguments": {"q": 1}}], [{"id": "a", "function": "one", "arguments": {"q": 1}}]],
)  # fmt: skip
def test_a_call_is_found_whatever_stands_around_it(given: Any) -> None:
    (made,) = fold([delta("tool_calls", tool_calls=given)], "m").calls
    assert (made.id, made.name, made.arguments.replace(" ", "")) == ("a", "one", '{"q":1}')


@pytest.mark.parametrize("given", [None, [None], {}, "[]", 5, [{"function": None}]])
def test_what_is_no_call_makes_no_answer_broken(given: Any) -> None:
    ended = fold([delta("stop", content="Bonjour", tool_calls=given)], "m")
    assert (ended.text, ended.calls) == ("Bonjour", ())


def test_calls_by_their_index_are_told_apart() -> None:
    given = {"1": {**ONE, "id": "b"}, "0": ONE}
    assert [made.id for made in fold([delta("tool_calls", tool_calls=given)], "m").calls] == ["a", "b"]


def test_of_two_answers_to_one_question_the_first_counts() -> None:
    both = {"choices": [{"index": at, "delta": {"content": f"réponse {at}"}} for at in range(2)]}
    assert fold([both, delta("stop")], "m").text == "réponse 0"


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["<think>Il veut la ", "réponse : 12.</think>\n\n", "Que sais-tu ?"], "Que sais-tu ?"),
        (["Donc 12.\n</think>\n", "Que sais-tu ?"], "Que sais-tu ?"),
        (["<think>Il veut la réponse"], ""),
        (["<think>Il veut 12.</think>\n", "<think>Ou non.</think>\n\n", "Que sais-tu ?"], "Que sais-tu ?"),
        (["Donc 12. </think>\nQue sais-tu ?"], "Que sais-tu ?"),
        (["Donc 12.</think>Que sais-tu ?"], "Que sais-tu ?"),
        (["Donc 12.\n</thinking> Que sais-tu ?"], "Que sais-tu ?"),
        (["<thought>Il veut 12.</thought>Que sais-tu ?"], "Que sais-tu ?"),
        (["[THINK]Il veut 12.[/THINK]Que sais-tu ?"], "Que sais-tu ?"),
        (["<seed:think>Il veut 12.</seed:think>\nQue sais-tu ?"], "Que sais-tu ?"),
        (["<reasoning>Il veut 12.</reasoning>\nQue sais-tu ?"], "Que sais-tu ?"),
        (["◁think▷Il veut 12.◁/think▷Que sais-tu ?"], "Que sais-tu ?"),
        (["<|START_THINKING|>12.<|END_THINKING|><|START_RESPONSE|>Que sais-tu ?<|END_RESPONSE|>"], "Que sais-tu ?"),
        (["[Note] <b>Réfléchis</b> puis écris [/THINK] ici."], "[Note] <b>Réfléchis</b> puis écris [/THINK] ici."),
        (["La balise `</think>` ferme la pensée."], "La balise `</think>` ferme la pensée."),
        (["On écrit </think> à la fin."], "On écrit </think> à la fin."),
        (["La balise <think> est ouverte."], "La balise <think> est ouverte."),
        ([[{"type": "thinking", "thinking": [{"type": "text", "text": "12"}]}], "Que sais-tu ?"], "Que sais-tu ?"),
        ([[{"type": "text", "text": "Que "}, {"type": "text", "text": "sais-tu ?"}]], "Que sais-tu ?"),
    ],
)
def test_what_a_model_thinks_is_not_what_it_says(pieces: list[Any], text: str) -> None:
    assert fold([*(delta(content=piece) for piece in pieces), delta("stop")], "m").text == text


CALL = '{"name": "calculate", "arguments": {"expression": "2+2"}}'


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (f"<tool_call>\n{CALL}\n</tool_call>", ""),
        (f"Je calcule.\n\n<tool_call>{CALL}</tool_call>\n<tool_call>{CALL}", "Je calcule.\n\n"),
        (f"<tool_call>{CALL}</tool_call>\nLa réponse est 4.", "La réponse est 4."),
        ("<function=calculate>{}</function>", ""),
        (f"[TOOL_CALLS][{CALL}]", ""),
        (f"<|python_tag|>{CALL}", ""),
        ("<|tool_calls_section_begin|><|tool_call_begin|>calculate", ""),
        ("<｜tool▁calls▁begin｜>calculate", ""),
        (f"Je calcule.\n<|tool_call|>[{CALL}]", "Je calcule.\n"),
        ("<｜tool▁calls▁begin｜>function<｜tool▁sep｜>look\n```json\n{}\n```<｜tool▁call▁end｜>", ""),
        (f"Ainsi :\n```\nx = 2\n```\n<tool_call>{CALL}</tool_call>", "Ainsi :\n```\nx = 2\n```\n"),
        ('<minimax:tool_call>\n<invoke name="calculate">2</invoke>\n</minimax:tool_call>', ""),
        ('<｜DSML｜function_calls>\n<｜DSML｜invoke name="look">2</｜DSML｜invoke>\n</｜DSML｜function_calls>', ""),
        ('Je calcule.\n<xai:function_call name="calculate">2</xai:function_call>', "Je calcule.\n"),
        ('<invoke name="calculate">\n<parameter name="expression">2+2</parameter>\n</invoke>', ""),
        ('Je calcule.\n<|tool_call_start|>[calculate(expression="2+2")]<|tool_call_end|>', "Je calcule.\n"),
        (f"<|START_THINKING|>Je calcule.<|END_THINKING|><|START_ACTION|>\n[{CALL}]\n<|END_ACTION|>", ""),
        ("Ainsi :\n<|transaction|> est un mot.", "Ainsi :\n<|transaction|> est un mot."),
        ("<function> et <invoke> ne sont pas du HTML.", "<function> et <invoke> ne sont pas du HTML."),
        (CALL, ""),
        (f"[{CALL}, {CALL}]", ""),
        ('{"type": "function", "function": ' + CALL + "}", ""),
        ('[{"name": "Awa", "age": 12}]', '[{"name": "Awa", "age": 12}]'),
        ("[]", "[]"),
        (f"```json\n{CALL}\n```", ""),
        ('{"type": "function", "name": "web_search", "parameters": {}}', ""),
        ('{"name": "Awa", "age": 12}', '{"name": "Awa", "age": 12}'),
        ('{"name": "Awa", "city": "Abidjan"}', '{"name": "Awa", "city": "Abidjan"}'),
        ('{"name": "f", "arguments": 3}', '{"name": "f", "arguments": 3}'),
        ('```tool_code\nprint(default_api.web_search(query="cacao"))\n```', ""),
        ("Je cherche.\n```tool_code\nf()\n```\n", "Je cherche.\n"),
        ("```python\nprint(1)\n```", "```python\nprint(1)\n```"),
        (f"Un appel s’écrit <tool_call>{CALL}</tool_call>.", f"Un appel s’écrit <tool_call>{CALL}</tool_call>."),
        (f"Ainsi :\n```\n<tool_call>{CALL}\n```", f"Ainsi :\n```\n<tool_call>{CALL}\n```"),
        ("[" * 20_000 + '"name"', "[" * 20_000 + '"name"'),
    ],
)
def test_a_call_in_the_text_is_not_what_it_says(said: str, text: str) -> None:
    assert fold([delta("stop", content=said)], "m").text == text


@pytest.mark.parametrize(
    ("end", "meant"), [("stop", "tool_calls"), ("STOP", "tool_calls"), ("eos", "tool_calls"), ("length", "length")]
)
def test_words_before_a_call_in_the_text_are_no_answer(end: str, meant: str) -> None:
    completion = fold([delta(end, content=f"Je calcule.\n<tool_call>{CALL}</tool_call>")], "m")
    assert (completion.text, completion.finish_reason) == ("Je calcule.\n", meant)


THOUGHT = "<|channel|>analysis<|message|>Il veut 12.<|end|><|start|>assistant<|channel|>"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Bonjour<|eot_id|>", "Bonjour"),
        ("<|im_start|>assistant\nBonjour<|im_end|>", "Bonjour"),
        ("<｜begin▁of▁sentence｜>Bonjour <｜end▁of▁sentence｜>", "Bonjour"),
        ("Bonjour<|im_end|>\n<|im_start|>user\nMerci<|im_end|>", "Bonjour"),
        (f"{THOUGHT}final<|message|>Que sais-tu ?<|return|>", "Que sais-tu ?"),
        (f'{THOUGHT}commentary to=functions.calculate <|message|>{{"expression": "6*2"}}', ""),
        ("<|channel|>analysis<|message|>Il veut", ""),
        ("On écrit <|im_end|> à la fin.", "On écrit <|im_end|> à la fin."),
        ("On écrit `<|im_end|>`\nà la fin.", "On écrit `<|im_end|>`\nà la fin."),
        ("```\nBonjour<|im_end|>\n```\nest un tour.", "```\nBonjour<|im_end|>\n```\nest un tour."),
        ("[1] |> List.map f", "[1] |> List.map f"),
        ("Ainsi :\n```\nx = 2\n```<|im_end|>", "Ainsi :\n```\nx = 2\n```"),
        ("assistant\n\nBonjour", "Bonjour"),
        ("assistant\n\n", "assistant\n\n"),
        ("assistant\nsocial", "assistant\nsocial"),
        ("Bonjour</s>", "Bonjour"),
        ("Bonjour<end_of_turn>\n", "Bonjour"),
        ("Le prix est de <s>500</s>", "Le prix est de <s>500</s>"),
        ("La balise est </s>", "La balise est </s>"),
        ("Accra【1†source】 et Lomé 【4:2†pays.pdf】.", "Accra et Lomé."),
        ("Accra :contentReference[oaicite:0]{index=0}. \ue200cite\ue202turn0search1\ue201", "Accra."),
        ("La croix † et 【出典】", "La croix † et 【出典】"),
        ("<answer>\nDeux.\n</answer>\n", "Deux."),
        ("<think>2</think>Je compte.\n<final_answer>Deux.</final_answer>", "Je compte.\nDeux."),
        ("La balise <answer> n’est pas du HTML.", "La balise <answer> n’est pas du HTML."),
        ("```\n<answer>2</answer>\n```", "```\n<answer>2</answer>\n```"),
    ],
)
def test_marks_around_an_answer_are_not_part_of_it(said: str, text: str) -> None:
    assert fold([delta("stop", content=said)], "m").text == text
    assert fold([delta("stop", content=said)], "m").finish_reason == "stop"


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        ({"prompt_tokens": "12", "completion_tokens": 3.0, "cost": "0.01"}, Usage(12, 3, 0, 0.01)),
        ({"prompt_tokens": -5, "completion_tokens": 10**30, "cost": float("nan")}, Usage()),
        ({"prompt_tokens": 12, "prompt_tokens_details": [1], "cost": {"total": 1}}, Usage(12)),
        ({"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 915}, Usage(12, 903)),  # it thought
        ({"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 3}, Usage(12, 3)),
        ([12], Usage()),
    ],
)
def test_figures_that_cannot_be_count_for_nothing(usage: Any, counted: Usage) -> None:
    assert fold([delta("stop", content="x"), {"usage": usage}], "m").usage == counted


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
        [delta("stop", tool_calls=[{"index": float("inf"), "function": {"name": "one"}}])],
    ],
    ids=["nothing", "no finish_reason", "error", "odd choice", "odd content", "odd choices", "odd index"],
)
def test_a_stream_without_a_proper_end_is_broken(chunks: list[dict[str, Any]]) -> None:
    with pytest.raises(ModelStreamBroken):
        fold(chunks, "m")


def whole(content: str, *calls: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": content, "tool_calls": list(calls)}
    return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}], "usage": {"prompt_tokens": 9}}


def test_a_message_that_is_sent_whole_is_the_answer_unless_its_pieces_were() -> None:
    asked = [{"id": each, "function": {"name": "look", "arguments": {"q": each}}} for each in "ab"]
    completion = fold([whole("Voilà", *asked)], "m")
    assert (completion.text, completion.usage.prompt_tokens) == ("Voilà", 9)
    assert completion.calls == tuple(ToolCall(each, "look", f'{{"q": "{each}"}}') for each in "ab")
    assert fold([delta(content="Voi"), delta(content="là"), whole("Voilà")], "m").text == "Voilà"


def test_what_cannot_be_stored_is_left_out_of_every_name() -> None:
    odd = call(0, "a\x00", "lo\ud800ok", "{}") | {"model": "m\x00\udfff"}
    completion = fold([odd, delta("tool_calls\x00")], "m")
    assert (completion.model, completion.finish_reason) == ("m", "tool_calls")
    assert completion.calls == (ToolCall("a", "look", "{}"),)


def test_null_choices_and_null_deltas_are_tolerated() -> None:
    chunks = [{"choices": None}, {"choices": [{"delta": None}]}, delta("stop", content="x")]
    assert fold(chunks, "m").text == "x"


def test_a_structured_refusal_is_told_from_words_that_a_filter_has_cut() -> None:
    completion = fold([delta(refusal="Je ne peux "), delta(refusal="pas."), delta("stop")], "m")
    assert (completion.text, completion.finish_reason) == ("Je ne peux pas.", "declined")
    completion = fold([delta(content="D’abord,"), delta(refusal="pas."), delta("stop")], "m")
    assert (completion.text, completion.finish_reason) == ("D’abord,", "content_filter")


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("", "{}"),
        ("  ", "{}"),
        ("null", "{}"),
        ('""', "{}"),
        ('{"a": 1}', '{"a": 1}'),
        ("[1]", '{"invalid_json": "[1]"}'),
        ('{"a": "un\ndeux"}', '{"a": "un\\ndeux"}'),
        ('"{\\"a\\": 1}"', '{"a": 1}'),
        ('```json\n{"a": 1}\n```', '{"a": 1}'),
        ("{'a': 'l\\'été', 'b': [True, None,],}", '{"a": "l\'été", "b": [true, null]}'),
        (r'{"a": "$\alpha$"}', json.dumps({"invalid_json": r'{"a": "$\alpha$"}'})),
        ('{"a": 1', '{"invalid_json": "{\\"a\\": 1"}'),
        ('{"a": 1}</tool_call>', '{"a": 1}'),
        ('{"a": 1}}', '{"a": 1}'),
        ('{"a": 1}{"a": 1}', '{"a": 1}'),
        ('{"a": 1}{"a": 2}', json.dumps({"invalid_json": '{"a": 1}{"a": 2}'})),
        ('{"a": 1} puis', json.dumps({"invalid_json": '{"a": 1} puis'})),
        ("{'a': {1, 2}}", '{"invalid_json": "{\'a\': {1, 2}}"}'),
        ("-" * 100_000 + "1", json.dumps({"invalid_json": "-" * 100_000 + "1"})),
        (r'{"a\u0000": "\u0000\u0000b\\\u0000c"}', r'{"a": "b\\c"}'),
        (
            r'{"a": "\u0000E9cole, \u0000e0 c\u0000f4t\u0000e9, 2\u0000"}',
            r'{"a": "\u00E9cole, \u00e0 c\u00f4t\u00e9, 2"}',
        ),
        (r'{"a": "\\u0000e9 and \\\\u0000"}', r'{"a": "\\u0000e9 and \\\\u0000"}'),  # a lesson about them
        (r'"{\"a\": \"\\u0000b\"}"', '{"a": "b"}'),
        (r"{'a': '\u0000b'}", '{"a": "b"}'),
    ],
)
def test_arguments_are_always_the_text_of_an_object(raw: str, text: str) -> None:
    assert object_text(raw) == text


@given(st.text(max_size=30))
def test_any_arguments_become_an_object(raw: str) -> None:
    assert isinstance(json.loads(object_text(raw)), dict)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("content_filter: RECITATION", "content_filter"),
        ("SAFETY", "content_filter"),
        ("MAX_TOKENS", "length"),
        ("model_length", "length"),
        ("function_call_filter: MALFORMED_FUNCTION_CALL", "tool_calls"),
        ("STOP", "STOP"),
    ],
)
def test_an_end_is_understood_in_the_words_of_its_server(said: str, meant: str) -> None:
    assert fold([delta(said, content="Le c")], "m").finish_reason == meant


def test_an_answer_that_its_server_could_not_end_is_none() -> None:
    with pytest.raises(ModelStreamBroken):
        fold([delta("insufficient_system_resource", content="Le c")], "m")


def test_an_emoji_that_arrives_in_two_halves_is_joined() -> None:
    completion = fold([delta(content="\ud83d"), delta(content="\ude00"), delta("stop")], "m")
    assert completion.text == "😀"
