"""What a long run goes on being shown of itself: when it has grown past a threshold, all but its newest results shrink
to one line each, with the addresses they came from. It happens in jumps, so that between two of them every request
begins with the bytes of the one before, and the provider's cache hits. Pure: the same messages, the same bytes."""

import re
from collections.abc import Sequence

from bot.agent.shaping import SHORT_RESULT, estimate_tokens
from bot.agent.stream import parsed
from bot.types import Message

KEPT_WHOLE = 4  # of the newest results
MOST_ADDRESSES = 6  # that one line names
ADDRESS = re.compile(r"https?://[^\s\"'<>\\⟦⟧)\]]+")


class Shown:
    """The messages of a run as its model reads them; those of `history` are never changed."""

    def __init__(self, history: Sequence[Message], threshold_tokens: int) -> None:
        """`threshold_tokens` 0: nothing ever shrinks."""
        self.messages: list[Message] = list(history)
        self._head = len(self.messages)
        self._threshold = threshold_tokens
        self._tokens = estimate_tokens(self.messages) if threshold_tokens else 0

    def append(self, message: Message) -> None:
        """Add what the run has said or got. Shrinking comes before each answer of the model, in every life at the same
        place: before the request that it answers."""
        if message["role"] == "assistant":
            self.compact()
        self.messages.append(message)
        if self._threshold:
            self._tokens += estimate_tokens([message])

    def compact(self) -> None:
        """Shrink what is old, if all has grown too long since the last time. Called before each request."""
        if not self._threshold or self._tokens <= self._threshold:
            return
        results = [at for at in range(self._head, len(self.messages)) if self.messages[at]["role"] == "tool"]
        names = {
            call["id"]: call["function"]["name"] for said in self.messages for call in said.get("tool_calls") or ()
        }
        for at in results[:-KEPT_WHOLE]:
            message = self.messages[at]
            if len(message["content"]) > SHORT_RESULT:
                line = one_line(names.get(message["tool_call_id"], "tool"), message["content"])
                self.messages[at] = {**message, "content": line}
        self._tokens = estimate_tokens(self.messages)


def one_line(name: str, content: str) -> str:
    """A result in one line: which tool, how it ended, how long it was, where it came from."""
    result = parsed(content)
    status = result.get("status", "done") if isinstance(result, dict) else "done"
    found = list(dict.fromkeys(address.rstrip(".,;:") for address in ADDRESS.findall(content)))
    source = f", from {' '.join(found[:MOST_ADDRESSES])}" if found else ""
    return f"[{name}: {status}, {len(content):,} characters, no longer shown{source}]"
