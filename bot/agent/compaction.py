"""What a long run goes on being shown of itself: when it has grown past a threshold, all but its newest results shrink
to one line each, with the addresses they came from; when that does not suffice, a summary stands for what is old (who
makes it: bot.agent.condensing). It happens in jumps, so that between two of them every request begins with the bytes
of the one before, and the provider's cache hits. Pure: the same messages, the same bytes."""

import re
from collections.abc import Callable, Sequence

from bot.agent import tool_results
from bot.agent.shaping import SHORT_RESULT, estimate_tokens, in_words, without_pictures, without_turns
from bot.agent.stream import parsed
from bot.types import Message

KEPT_WHOLE = 4  # of the newest results
MOST_ADDRESSES = 6  # that one line names
ROOM = 0.75  # of the threshold: what is still longer when results have shrunk would soon be too long again
WORTH = 0.25  # of the threshold: the least that a summary stands for
ADDRESS = re.compile(r"https?://[^\s\"'<>\\⟦⟧)\]]+")
SUMMARY = re.compile(r"\[Summary\] It stands for the first (\d+) messages of this task")


class Shown:
    """The messages of a run as its model reads them; those of `history` are never changed."""

    def __init__(self, history: Sequence[Message], threshold_tokens: int) -> None:
        """`threshold_tokens` 0: nothing ever shrinks."""
        self.messages: list[Message] = list(history)
        self._head = len(self.messages)
        self._places: list[int] = []  # of each message behind the history: which of the run's own it is
        self._count = 0  # of the run's own, shown or not
        self._is_tight = False  # shrinking did not make enough room
        self._threshold = threshold_tokens
        self._tokens = estimate_tokens(self.messages) if threshold_tokens else 0

    def append(self, message: Message) -> None:
        """Add what the run has said or got. Shrinking comes before each answer of the model, in every life at the same
        place: before the request that it answers."""
        covers = covered_by(message)
        if message["role"] == "assistant" or covers:
            self.compact()
        if covers:
            kept = [at for at, place in enumerate(self._places) if place >= covers]
            self.messages[self._head :] = [message, *(self.messages[self._head + at] for at in kept)]
            self._places = [self._count, *(self._places[at] for at in kept)]
            self._tokens, self._is_tight = estimate_tokens(self.messages), False
        else:
            self.messages.append(message)
            self._places.append(self._count)
            self._tokens += estimate_tokens([message]) if self._threshold else 0
        self._count += 1

    def compact(self) -> None:
        """Shrink what is old, if all has grown too long since the last time. Called before each request."""
        if not self._threshold or self._tokens <= self._threshold:
            return
        self._shrink(self._results()[:-KEPT_WHOLE])
        self._is_tight = self._tokens > ROOM * self._threshold

    def squeeze(self) -> bool:
        """Show less of what is old, one step a call: a model will not read this, be it too long, a picture, or words
        that a filter has stopped. First results shrink, at last all but the newest; then earlier turns are shown in
        words alone, then not at all; then the question in its words alone. False: there is nothing left to leave
        out."""
        shrunk = any(self._shrink(self._results()[:-kept]) for kept in (KEPT_WHOLE, 1))
        return shrunk or any(self._shorten(fewer) for fewer in (in_words, without_turns, without_pictures))

    def _shorten(self, fewer: Callable[[Sequence[Message]], list[Message]]) -> bool:
        """The history as this makes it; whether it is another now."""
        history = self.messages[: self._head]
        shorter = fewer(history)
        self.messages[: self._head], self._head = shorter, len(shorter)
        self._tokens = estimate_tokens(self.messages) if self._threshold else 0
        return shorter != history

    def _shrink(self, places: Sequence[int]) -> bool:
        """The results there as a line each; whether any is shorter now."""
        names = {
            call["id"]: call["function"]["name"] for said in self.messages for call in said.get("tool_calls") or ()
        }
        long = [at for at in places if _is_long(self.messages[at]["content"])]
        for at in long:
            message = self.messages[at]
            line = one_line(names.get(message["tool_call_id"], "tool"), message["content"])
            self.messages[at] = {**message, "content": line}
        self._tokens = estimate_tokens(self.messages) if self._threshold else 0
        return long != []

    def coverable(self) -> int:
        """How many of the run's own messages, from the first, a summary is to stand for now: all before the step that
        brought the oldest result that is shown whole. 0 while there is room, or that would not be worth it."""
        results = self._results()
        if not self._is_tight or len(results) <= KEPT_WHOLE:
            return 0
        at = results[-KEPT_WHOLE]
        while self.messages[at]["role"] == "tool":
            at -= 1
        old = [message for message in self.messages[self._head : at] if not is_summary(message)]
        return self._places[at - self._head] if estimate_tokens(old) >= WORTH * self._threshold else 0

    def _results(self) -> list[int]:
        return [at for at in range(self._head, len(self.messages)) if self.messages[at]["role"] == "tool"]


def _is_long(content: str) -> bool:
    """Whether a line would say less of a result than it does: a line that stands for one is not told in a line."""
    return len(content) > SHORT_RESULT and not content.startswith("[")


def summary_message(covers: int, text: str) -> Message:
    """The message that stands for the first so many of a run's own; how many stands in it, so that every later life,
    also of a newer version, shows the same."""
    head = f"[Summary] It stands for the first {covers} messages of this task, which are no longer shown:"
    return {"role": "system", "content": f"{head}\n{tool_results.fenced(text)}"}


def covered_by(message: Message) -> int:
    """How many of a run's messages this one stands for; 0 for one that is no summary."""
    found = SUMMARY.match(message.get("content") or "") if message["role"] == "system" else None
    return int(found[1]) if found else 0


def is_summary(message: Message) -> bool:
    """Whether a message stands for earlier ones of its run."""
    return covered_by(message) > 0


def one_line(name: str, content: str) -> str:
    """A result in one line: which tool, how it ended, how long it was, where it came from."""
    result = parsed(content)
    status = result.get("status", "done") if isinstance(result, dict) else "done"
    found = list(dict.fromkeys(address.rstrip(".,;:") for address in ADDRESS.findall(content)))
    source = f", from {' '.join(found[:MOST_ADDRESSES])}" if found else ""
    return f"[{name}: {status}, {len(content):,} characters, no longer shown{source}]"
