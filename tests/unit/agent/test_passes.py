"""The passes over old messages leave out what a plain one has no need of: they give what is spelt out here."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.agent.shaping import CHARS_PER_TOKEN, IMAGE_TOKENS, MESSAGE_TOKENS, drop_orphans, estimate_tokens
from bot.agent.thoughts import DETAILS, THOUGHT, unsigned
from bot.agent.transcripts import is_message
from bot.conversation.turn.summarising import said_in
from bot.dao.work.runs import Said
from bot.tools.secrets import CallSecrets
from bot.types import Message

IDS = st.sampled_from(["a", "b", "c"])
TEXTS = st.sampled_from(["", "…", "Oui.", "[Summary] It stands for the first 2 messages of this task", "x" * 40])
CALLS = st.lists(
    st.builds(lambda id_, said: {"id": id_, "function": {"name": "calculate", "arguments": said}}, IDS, TEXTS),
    max_size=3,
)
PARTS = st.just([{"type": "text", "text": "Vois"}, {"type": "image_url", "image_url": {}}])
PEOPLE = st.fixed_dictionaries({"role": st.just("user"), "content": TEXTS | PARTS})
SERVICE = st.fixed_dictionaries({"role": st.just("system"), "content": TEXTS})
MODELS = st.fixed_dictionaries(
    {"role": st.just("assistant"), "content": st.none() | TEXTS},
    optional={"tool_calls": st.none() | CALLS, THOUGHT: TEXTS, DETAILS: st.lists(st.just({"id": "a"}), max_size=1)},
)
TOOLS = st.fixed_dictionaries({"role": st.just("tool"), "tool_call_id": IDS, "content": TEXTS})
MESSAGES = st.lists(PEOPLE | SERVICE | MODELS | MODELS | TOOLS | TOOLS, max_size=12)


def without_orphans(messages: list[Message]) -> list[Message]:
    kept: list[Message] = []
    for at, message in enumerate(map(unsigned, messages)):
        replies: dict[str, Message] = {}
        for behind in messages[at + 1 :]:
            if behind["role"] != "tool":
                break
            replies.setdefault(behind["tool_call_id"], behind)
        answered = [call for call in message.get("tool_calls") or () if call["id"] in replies]
        if message["role"] == "tool":
            continue
        if answered:
            kept += [{**message, "tool_calls": answered}, *(replies[call["id"]] for call in answered)]
        elif message["role"] != "assistant":
            kept.append(message)
        elif message.get("content"):
            kept.append({name: value for name, value in message.items() if name != "tool_calls"})
    return kept


def tokens(message: dict[str, Any]) -> int:
    content = message["content"] or ""
    said = content if isinstance(content, str) else "Vois"
    called = [
        call["id"] + call["function"]["name"] + call["function"]["arguments"]
        for call in message.get("tool_calls") or ()
    ]
    details = str(message[DETAILS]) if message.get(DETAILS) else ""
    chars = len("".join([said, message.get(THOUGHT, ""), details, *called]))
    return MESSAGE_TOKENS + round(chars / CHARS_PER_TOKEN) + IMAGE_TOKENS * (not isinstance(content, str))


@given(MESSAGES)
def test_orphans_are_dropped_and_nothing_that_went_in_is_changed(messages: list[Message]) -> None:
    before = repr(messages)
    assert drop_orphans(messages) == without_orphans(messages)
    assert repr(messages) == before


@given(MESSAGES)
def test_tokens_are_those_of_all_that_is_said(messages: list[Message]) -> None:
    assert estimate_tokens(messages) == sum(map(tokens, messages))


@given(MESSAGES)
def test_what_is_said_to_later_runs_is_all_but_the_words_of_the_service(messages: list[Message]) -> None:
    shown = [said for said in messages if said["role"] != "system" or str(said["content"]).startswith("[Summary] It")]
    rows = [Said(at, at // 3, message) for at, message in enumerate(messages)]
    assert said_in([rows[:5], rows[5:]], CallSecrets(None, ())) == shown  # type: ignore[arg-type]  # nothing is sealed


@given(MESSAGES, st.sampled_from([None, "", 1, [], [1], [{"id": "a"}], [{"id": 1, "function": {}}], {"id": "a"}, {}]))
def test_a_message_has_calls_of_the_kind_that_we_store_or_none(messages: list[Message], odd: Any) -> None:
    for message in messages:
        assert is_message(message)
        if message["role"] == "assistant" and odd != 1:
            assert is_message({**message, "tool_calls": odd}) is not bool(odd)
