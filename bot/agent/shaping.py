"""Shapes a transcript for the model: pure passes, each from messages to a new list. What goes in is never changed, and
the same messages always give the same bytes, so that the provider's cache hits. A turn begins at a user message."""

import hashlib
from collections.abc import Iterator, Sequence

from bot.agent import tool_results
from bot.agent.stream import parsed
from bot.agent.thoughts import DETAILS, THOUGHT, under_ids, unsigned
from bot.types import JSON, Message

CHARS_PER_TOKEN = 3.5  # French and JSON run shorter than the usual 4
MESSAGE_TOKENS = 4  # role and separators
IMAGE_TOKENS = 800
SHORT_RESULT = 200  # characters; a line about it would save nothing
FORGOTTEN: Message = {
    "role": "system",
    "content": "Earlier messages of this conversation cannot be shown this time. Where the person speaks of them, say "
    "so and ask for what you need.",
}

UNSEEN: Message = {
    "role": "system",
    "content": "The pictures of the next message cannot be shown this time. Say so, and what of it needs to be written "
    "out for you; never guess what is on them.",
}

SILENT: Message = {"role": "assistant", "content": "…"}
HANDED = "approved_"  # begins the ids of calls that people agreed to: handed to a run, whose model has not made them


def drop_orphans(messages: Sequence[Message]) -> list[Message]:
    """Without calls that have no reply and replies that have no call: providers refuse both. An assistant message left
    with neither call nor text goes too, such as an answer that a filter stopped before its first word."""
    kept: list[Message] = []
    position = 0
    while position < len(messages):
        message = messages[position]
        position += 1
        if message["role"] == "tool":
            continue
        message = unsigned(message) if DETAILS in message else message
        calls = message.get("tool_calls")
        replies = _replies(messages, position) if calls else {}
        answered = [call for call in calls if call["id"] in replies] if calls else []
        if answered:
            kept += [{**message, "tool_calls": answered}, *(replies[call["id"]] for call in answered)]
        elif message["role"] != "assistant":
            kept.append(message)
        elif message.get("content"):
            is_plain = "tool_calls" not in message
            kept.append(message if is_plain else {name: message[name] for name in message if name != "tool_calls"})
    return kept


def shrink_tool_results(messages: Sequence[Message], keep_last_turns: int) -> list[Message]:
    """Tool results older than the last turns as one line each: which tool, how it ended, how long it was. Short
    ones stay as they are."""
    begin = _start_of_last_turns(messages, keep_last_turns)
    names = {call["id"]: call["function"]["name"] for message in messages for call in message.get("tool_calls") or ()}
    return [
        {**message, "content": _one_line(names.get(message["tool_call_id"], "tool"), message["content"])}
        if position < begin and message["role"] == "tool" and len(message["content"]) > SHORT_RESULT
        else message
        for position, message in enumerate(messages)
    ]


def split_for_summary(
    messages: Sequence[Message], threshold_tokens: int, keep_turns: int = 3
) -> tuple[list[Message], list[Message]]:
    """What to summarise and what to keep verbatim, in order. Nothing to summarise below the threshold; system messages
    at the very beginning are always kept."""
    if estimate_tokens(messages) <= threshold_tokens:
        return [], list(messages)
    head = _head(messages)
    begin = max(head, _start_of_last_turns(messages, keep_turns))
    return list(messages[head:begin]), [*messages[:head], *messages[begin:]]


def in_words(history: Sequence[Message]) -> list[Message]:
    """All but the question at the end in the words that were said: without pictures, calls, results and thoughts."""
    said = (
        message if message["role"] == "system" else {"role": message["role"], "content": text_of(message)}
        for message in history[:-1]
        if message["role"] != "tool"
    )
    return [*(message for message in said if message["content"]), *history[-1:]]


def without_turns(history: Sequence[Message]) -> list[Message]:
    """The question at the end, with what the service says before it and nothing that anybody said."""
    told = [message for message in history[:-1] if message["role"] == "system"]
    return [*told, FORGOTTEN, history[-1]] if len(told) + 1 < len(history) else list(history)


def without_pictures(history: Sequence[Message]) -> list[Message]:
    """The question at the end in its words alone, and before it that it came with pictures."""
    *earlier, question = history
    if isinstance(question.get("content") or "", str):
        return list(history)
    return [*earlier, UNSEEN, {**question, "content": text_of(question)}]


def in_strict_order(messages: Sequence[Message]) -> list[Message]:
    """The same words in roles as every server takes them. What the service says first is one message, what it says
    later stands with the person's; a person follows neither themselves nor a tool; ids of calls are as Mistral's; calls
    that no model has made, and Gemini has not signed, are told in words."""
    head = _head(messages)
    told = "\n\n".join(text_of(message) for message in messages[:head])
    ordered: list[Message] = [{"role": "system", "content": told}] if head else []
    for message in map(_for_strict, _with_handed_told(messages[head:])):
        last = ordered[-1]["role"] if ordered and message["role"] == "user" else ""
        if last == "user":
            ordered[-1] = {"role": "user", "content": _joined(ordered[-1]["content"], message["content"])}
            continue
        ordered += [SILENT, message] if last == "tool" else [message]
    return ordered


def text_of(message: Message) -> str:
    """The words of a message, without the pictures beside them."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part.get("type") == "text")


def estimate_tokens(messages: Sequence[Message]) -> int:
    """About how many tokens these messages cost, on the high side for French."""
    return MESSAGE_TOKENS * len(messages) + sum(map(_tokens, messages))


def _with_handed_told(messages: Sequence[Message]) -> Iterator[Message]:
    """The messages, those of a call that was handed to a run as one in which the service tells of it."""
    handed: dict[str, str] = {}
    for message in messages:
        call = next(iter(message.get("tool_calls") or ()), None)
        if call and call["id"].startswith(HANDED):
            handed[call["id"]] = f"{call['function']['name']} {call['function']['arguments']}"
        elif told := handed.get(message.get("tool_call_id") or ""):
            content = f"The person agreed to this call: {told}\nIts result: {message['content']}"
            yield {"role": "system", "content": content}
        else:
            yield message


def _for_strict(message: Message) -> Message:
    """A message by itself: who says it, and by which ids it speaks of calls."""
    if message["role"] == "system":
        return {"role": "user", "content": f"<service>\n{text_of(message)}\n</service>"}
    if message["role"] == "tool":
        return {**message, "tool_call_id": _short(message["tool_call_id"])}
    ids = {call["id"]: _short(call["id"]) for call in message.get("tool_calls") or ()}
    if not ids:
        return message
    calls = [{**call, "id": ids[call["id"]]} for call in message["tool_calls"]]
    signed = {DETAILS: [*under_ids(message[DETAILS], ids)]} if DETAILS in message else {}
    return {**message, "tool_calls": calls, **signed}


def _joined(first: JSON, second: JSON) -> JSON:
    """Two contents as one."""
    if isinstance(first, str) and isinstance(second, str):
        return f"{first}\n\n{second}"
    parts = ([{"type": "text", "text": each}] if isinstance(each, str) else each for each in (first, second))
    return [part for some in parts for part in some]


def _short(call_id: str) -> str:
    return hashlib.sha256(call_id.encode()).hexdigest()[:9]


def _tokens(message: Message) -> int:
    content = message.get("content") or ""
    chars, images = (len(content), 0) if isinstance(content, str) else _size_of(content)
    if THOUGHT in message or DETAILS in message:
        chars += len(message.get(THOUGHT) or "") + len(str(message.get(DETAILS) or ""))
    for call in message.get("tool_calls") or ():
        chars += len(call["id"]) + len(call["function"]["name"]) + len(call["function"]["arguments"])
    return round(chars / CHARS_PER_TOKEN) + images * IMAGE_TOKENS


def _size_of(parts: Sequence[Message]) -> tuple[int, int]:
    """Characters and pictures."""
    images = sum(part.get("type") == "image_url" for part in parts)
    return sum(len(part.get("text") or "") for part in parts), images


def _replies(messages: Sequence[Message], position: int) -> dict[str, Message]:
    """The first reply to each call among the tool messages that stand from `position` on."""
    replies: dict[str, Message] = {}
    while position < len(messages) and messages[position]["role"] == "tool":
        replies.setdefault(messages[position]["tool_call_id"], messages[position])
        position += 1
    return replies


def _head(messages: Sequence[Message]) -> int:
    """How many system messages stand at the very beginning."""
    return next((at for at, message in enumerate(messages) if message["role"] != "system"), len(messages))


def _start_of_last_turns(messages: Sequence[Message], turns: int) -> int:
    """Where the last turns begin; 0 when there are fewer, the end for none."""
    starts = [position for position, message in enumerate(messages) if message["role"] == "user"]
    if turns <= 0:
        return len(messages)
    return starts[-turns] if len(starts) >= turns else 0


def _one_line(name: str, content: str) -> str:
    result = parsed(content)
    status = result.get("status", "done") if isinstance(result, dict) else "done"
    if tool_results.awaits_user(content):  # a draft, a question: as a success it would pass for sent, or allowed
        status = "put to the person, and not done by that"
    return f"[{name}: {status}, {len(content):,} characters, no longer shown]"
