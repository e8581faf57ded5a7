"""Shaping a transcript: pure passes over a copy."""

from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.agent.shaping import drop_orphans, estimate_tokens, shrink_tool_results, split_for_summary
from bot.types import Message


def system(text: str = "Tu es un tuteur.") -> Message:
    return {"role": "system", "content": text}


def user(text: str = "Bonjour") -> Message:
    return {"role": "user", "content": text}


def assistant(text: str | None = "Voici", *ids: str) -> Message:
    message: Message = {"role": "assistant", "content": text}
    if ids:
        function = {"name": "web_search", "arguments": "{}"}
        message["tool_calls"] = [{"id": call_id, "type": "function", "function": function} for call_id in ids]
    return message


def tool(call_id: str, content: str = '{"status":"success","data":1}') -> Message:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


LONG = '{"status":"success","data":"' + "x" * 5_000 + '"}'
IDS = st.sampled_from("abc")
MESSAGES = st.lists(
    st.one_of(
        st.just(system()),
        st.just(user()),
        st.builds(assistant, st.sampled_from([None, "texte"]), st.just("a")),
        st.builds(lambda ids: assistant(None, *ids), st.lists(IDS, unique=True, max_size=3)),
        st.builds(tool, IDS, st.sampled_from([LONG, "court"])),
    ),
    max_size=14,
)


def is_sendable(messages: list[Message]) -> bool:
    """Whether a provider would accept the order of calls and replies."""
    waiting: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            if message["tool_call_id"] not in waiting:
                return False
            waiting.remove(message["tool_call_id"])
        elif waiting:
            return False
        else:
            waiting = [call["id"] for call in message.get("tool_calls") or ()]
    return not waiting


@given(MESSAGES)
def test_without_orphans_every_call_has_its_reply(messages: list[Message]) -> None:
    before = deepcopy(messages)
    kept = drop_orphans(messages)
    assert is_sendable(kept)
    assert messages == before
    assert drop_orphans(kept) == kept
    assert [m for m in kept if m["role"] in ("user", "system")] == [
        m for m in messages if m["role"] in ("user", "system")
    ]


def test_a_sendable_transcript_loses_nothing() -> None:
    messages = [system(), user(), assistant(None, "a", "b"), tool("a"), tool("b"), assistant(), user()]
    assert drop_orphans(messages) == messages


def test_only_the_unanswered_call_is_dropped() -> None:
    messages = [assistant("Je cherche", "a", "b"), tool("b"), user()]
    assert drop_orphans(messages) == [assistant("Je cherche", "b"), tool("b"), user()]


def test_a_message_of_unanswered_calls_keeps_its_text_or_goes() -> None:
    assert drop_orphans([assistant("Je cherche", "a"), user()]) == [assistant("Je cherche"), user()]
    assert drop_orphans([assistant(None, "a"), user()]) == [user()]


def test_an_answer_without_a_word_goes() -> None:
    for empty in (None, ""):
        assert drop_orphans([user("Une question"), assistant(empty), user()]) == [user("Une question"), user()]


def test_a_second_reply_to_one_call_is_dropped() -> None:
    assert drop_orphans([assistant(None, "a"), tool("a"), tool("a", "encore")]) == [assistant(None, "a"), tool("a")]


def test_old_results_become_one_line_and_recent_ones_stay() -> None:
    turn = [user(), assistant(None, "a"), tool("a", LONG), assistant()]
    shaped = shrink_tool_results([system(), *turn, *turn], keep_last_turns=1)
    assert shaped[3]["content"] == f"[web_search: success, {len(LONG):,} characters, no longer shown]"
    assert shaped[7]["content"] == LONG
    assert [m for m in shaped if m["role"] != "tool"] == [m for m in [system(), *turn, *turn] if m["role"] != "tool"]


def test_a_short_result_is_left_as_it_is() -> None:
    turn = [user(), assistant(None, "a"), tool("a"), user()]
    assert shrink_tool_results(turn, keep_last_turns=1) == turn


@given(MESSAGES, st.integers(0, 3))
def test_shrinking_never_edits_its_input_and_is_deterministic(messages: list[Message], turns: int) -> None:
    before = deepcopy(messages)
    first, second = shrink_tool_results(messages, turns), shrink_tool_results(messages, turns)
    assert messages == before
    assert first == second
    assert shrink_tool_results(first, turns) == first
    assert is_sendable(drop_orphans(first))
    assert len(first) == len(messages)


def test_nothing_is_summarised_below_the_threshold() -> None:
    messages = [system(), user(), assistant()]
    assert split_for_summary(messages, threshold_tokens=1_000) == ([], messages)


def test_old_turns_are_split_from_the_last_three() -> None:
    turns = [[user(f"Question {n}"), assistant(None, "a"), tool("a"), assistant()] for n in range(5)]
    messages = [system(), *(message for turn in turns for message in turn)]
    old, recent = split_for_summary(messages, threshold_tokens=10)
    assert old == turns[0] + turns[1]
    assert recent == [system(), *turns[2], *turns[3], *turns[4]]


def test_too_few_turns_leave_nothing_to_summarise() -> None:
    messages = [system(), user("x" * 50_000), assistant(), user()]
    assert split_for_summary(messages, threshold_tokens=10) == ([], messages)


@given(MESSAGES, st.integers(0, 200), st.integers(1, 3))
def test_a_split_loses_nothing(messages: list[Message], threshold: int, turns: int) -> None:
    old, recent = split_for_summary(messages, threshold, turns)
    head = [m for at, m in enumerate(messages) if all(p["role"] == "system" for p in messages[: at + 1])]
    assert old == [] or head + old + recent[len(head) :] == messages
    assert old or recent == messages


def test_tokens_count_text_calls_and_images() -> None:
    image: list[dict[str, Any]] = [
        {"type": "text", "text": "Que vois-tu ?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 100_000}},
    ]
    assert estimate_tokens([user("a" * 350)]) == 104
    assert 800 < estimate_tokens([{"role": "user", "content": image}]) < 900
    assert estimate_tokens([assistant(None, "a")]) > estimate_tokens([assistant(None)])
