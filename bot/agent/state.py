"""Where a run stands. Every counter follows from the messages appended, so a restart rebuilds it from the trail."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from uuid import uuid4

from bot.agent import control, tool_results
from bot.agent.answer import FINAL_ANSWER, FINAL_ANSWER_SCHEMA, REMINDER, SENT_BACK
from bot.agent.compaction import Shown
from bot.agent.mending import mended
from bot.agent.progress import Progress
from bot.agent.spec import Completion, RunResult, RunSpec, ToolCall
from bot.agent.stream import parsed
from bot.agent.thoughts import under_ids
from bot.clock import Clock
from bot.types import JSON, Message, StopReason

RESERVE_SHARE = 0.15  # of the turn, kept for one last completion …
RESERVE_MOST_S = 20.0  # … but not more than this
IDENTICAL_REFUSED = 3  # the third identical call in a row is refused
FIT_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")  # what providers take of an id …
UNFIT = re.compile(r"[^A-Za-z0-9_-]+")  # … and do not take in the name of a tool,
AROUND = re.compile(r"\A(?:functions?|tools?|mcp|(?:default_)?api)_+", re.IGNORECASE)
MOST_NAME = 64  # which has so many characters at most
NAMELESS = "unnamed"


class RunState:
    """The transcript of one run and what follows from it."""

    def __init__(self, spec: RunSpec, clock: Clock) -> None:
        self.spec = spec
        self.clock = clock
        self.messages: list[Message] = list(spec.history)
        self.shown = Shown(spec.history, spec.limits.shown_tokens)
        self.wants_final = spec.answer_style == "final_answer"
        self.offered: list[JSON] = [tool.schema for tool in spec.tools]
        if self.wants_final:
            self.offered.append(FINAL_ANSWER_SCHEMA)
        if spec.handover:
            self.offered.append(control.CONTINUE_SCHEMA)
        if spec.has_plan:
            self.offered.append(control.PLAN_SCHEMA)
        self.names = frozenset(schema["function"]["name"] for schema in self.offered)
        self.iteration = 0
        self.model = spec.models[0]
        self.usage = spec.used
        self.text = ""  # of the assistant message that came last
        self.batch: tuple[ToolCall, ...] = ()  # its calls
        self.replies: dict[str, str] = {}  # call id → tool message, for that batch
        self.refusals: dict[str, str] = {}  # call id → why it may not run
        self.ordinals: dict[str, int] = {}  # call id → 1 for the first call of its tool, and so on
        self.sent_back = False  # a final answer went back for a check
        self.reminded = False  # the model was told to use final_answer
        self.tainted = spec.tainted or any(map(_is_untrusted, spec.history))
        self._last_tokens = 0
        self._last_call = ("", "")
        self._identical = 0
        self._call_counts: Counter[str] = Counter()
        started = clock.monotonic()
        self.deadline = started + spec.limits.turn_timeout_s
        self.work_until = self.deadline - min(RESERVE_MOST_S, RESERVE_SHARE * spec.limits.turn_timeout_s)
        for message in spec.trail:
            self.append(message)

    def append(self, message: Message) -> None:
        """Add a message to the transcript and count what it means. History messages are never changed."""
        self.messages.append(message)
        self.shown.append(message)
        if message["role"] == "tool":
            self.replies[message["tool_call_id"]] = message["content"]
            self.sent_back = self.sent_back or message["content"] == SENT_BACK
            self.tainted = self.tainted or _is_untrusted(message)
            return
        self.batch, self.replies = (), {}
        self.reminded = self.reminded or message["content"] == REMINDER["content"]
        if message["role"] == "assistant":
            self.iteration += 1
            self.text = message["content"] or ""
            self.batch = tuple(_calls_of(message))
            for call in self.batch:
                self._count(call)

    def spend(self, completion: Completion, name: str) -> None:
        """Count what a completion used, also one that is thrown away. `name` is the one by which its model was asked,
        and has a price: providers answer by others, of the day when they made it."""
        self.usage += completion.usage
        self._last_tokens = completion.usage.total_tokens
        self.model = name

    def fit(self, completion: Completion) -> Completion:
        """The completion with calls that may be stored, run once, and sent back to any provider: some refuse the whole
        conversation for one odd name or a long id. Ids are such that no other call of this run has (some providers
        leave them out or count from 0 in every response, and an effect is stored once per run and call id); names are
        those of tools, also where something stands around them, or at least made of letters that a name may have;
        arguments have the form that their tool takes, so that whoever reads them later need know no other."""
        seen = set(self.ordinals)
        ids, calls = {}, []
        for call in completion.calls:
            fits = FIT_ID.fullmatch(call.id) and call.id not in seen
            call_id = call.id if fits else f"call_{uuid4().hex[:24]}"
            seen.add(call_id)
            ids[call.id] = call_id
            name = self._name(call.name)
            calls.append(replace(call, id=call_id, name=name, arguments=self._arguments(name, call.arguments)))
        return replace(completion, calls=tuple(calls), details=under_ids(completion.details, ids))

    def _name(self, said: str) -> str:
        """`functions.web_search`, `web_search<|channel|>`, `mcp__web_search` and `WebSearch` are web_search."""
        whole = [piece for piece in UNFIT.split(said) if piece]
        pieces = [*whole, *(inner for piece in whole for inner in (piece.rpartition("__")[2], AROUND.sub("", piece)))]
        if exact := next((piece for piece in pieces if piece in self.names), ""):
            return exact
        alike = {_letters(name): name for name in self.names}
        meant = next((alike[key] for piece in pieces if (key := _letters(piece)) in alike), "")
        return meant or "_".join(whole)[:MOST_NAME] or NAMELESS

    def _arguments(self, name: str, said: str) -> str:
        tool = next((tool for tool in self.spec.tools if tool.name == name), None)
        return mended(tool.arguments, said) if tool else said

    @property
    def own(self) -> list[Message]:
        """What this run itself has appended, in all its lives."""
        return self.messages[len(self.spec.history) :]

    @property
    def open_calls(self) -> tuple[ToolCall, ...]:
        """Calls of the last assistant message that have no reply yet."""
        return tuple(call for call in self.batch if call.id not in self.replies)

    def is_final(self, call: ToolCall) -> bool:
        """Whether a call is the control tool `final_answer`."""
        return self.wants_final and call.name == FINAL_ANSWER

    def is_plan(self, call: ToolCall) -> bool:
        """Whether a call is the control tool `plan`."""
        return self.spec.has_plan and call.name == control.PLAN

    def is_control(self, call: ToolCall) -> bool:
        """Whether a call is the loop's own and no tool's."""
        is_continue = self.spec.handover and call.name == control.CONTINUE
        return is_continue or self.is_plan(call) or self.is_final(call)

    def closing(self) -> StopReason | None:
        """Why the next completion has to be the last one; None while there is room for more."""
        limits = self.spec.limits
        if self.clock.monotonic() >= self.work_until:
            return StopReason.DEADLINE
        if not self.offered:
            return None  # without tools every completion is the last one anyway
        # A completion costs about what the one before it did: the one that would use up the budget is the last.
        if self.usage.total_tokens + self._last_tokens >= limits.token_budget:
            return StopReason.BUDGET_EXHAUSTED
        return StopReason.MAX_ITERATIONS if self.iteration + 1 >= limits.max_iterations else None

    def emit(self, event: Progress) -> None:
        """Tell whoever watches the run."""
        self.spec.on_progress(event)

    def result(self, stop_reason: StopReason, text: str = "", *, error: str = "", detail: str = "") -> RunResult:
        """The result of the run as it stands."""
        return RunResult(
            text,
            stop_reason,
            self.iteration,
            self.usage,
            self.model,
            tainted=self.tainted,
            error=error,
            detail=detail,
            aside="\n".join(said["content"] for said in self.own if said.get("tool_calls") and said["content"]),
        )

    def _count(self, call: ToolCall) -> None:
        self._call_counts[call.name] += 1
        self.ordinals[call.id] = nth = self._call_counts[call.name]
        signature = (call.name, json.dumps(parsed(call.arguments), sort_keys=True))
        self._identical = self._identical + 1 if signature == self._last_call else 1
        self._last_call = signature
        budget = self.spec.limits.tool_call_budget
        if self._identical >= IDENTICAL_REFUSED:
            self.refusals[call.id] = "Refused: the same call was just made twice. Use its result or do something else."
        elif nth > budget:
            self.refusals[call.id] = f"Refused: {call.name} may be called {budget} times in one turn, no more."


def _calls_of(message: Message) -> Iterable[ToolCall]:
    for call in message.get("tool_calls") or ():
        yield ToolCall(call["id"], call["function"]["name"], call["function"]["arguments"])


def _is_untrusted(message: Message) -> bool:
    return message["role"] == "tool" and tool_results.is_untrusted(message["content"] or "")


def _letters(name: str) -> str:
    """A name by which two that differ in capitals, hyphens or underscores alone are one."""
    return name.replace("_", "").replace("-", "").lower()
