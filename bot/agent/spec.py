"""What goes into a run of the agent and what comes out: plain dataclasses and three protocols. No behaviour."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

from pydantic import BaseModel

from bot.agent.limits import Limits
from bot.agent.progress import Progress
from bot.agent.thoughts import fields_of
from bot.errors import ErrorType
from bot.types import JSON, Message, StopReason


class Effect(StrEnum):
    """What a tool does to the world, which decides how it is run, retried and recovered."""

    READ = "read"  # nothing changes: parallel, run again at will
    LOCAL = "local"  # changes only our database, in the transaction that stores the result
    KEYED = "keyed"  # an outside effect the provider makes idempotent by our key
    LISTED = "listed"  # an outside effect the provider can list afterwards
    BLIND = "blind"  # an outside effect nobody can verify: never repeated


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """A tool's success. `data` is what the model reads; `commit`, if any, is called with the journal's
    transaction so that an effect inside the database is stored together with the result."""

    data: JSON
    untrusted: bool = False  # data from outside (pages, files, search): taints the run
    commit: Callable[[Any], None] | None = None
    awaits_user: bool = False  # the run ends once this result is stored: the user must answer first


@dataclass(frozen=True, slots=True)
class Departure:
    """What a call sends out of the house, exactly: to whom, and every word. A web address that is fetched is a
    recipient that gets nothing but itself; so is a link in a message to the person: what carries it may open it."""

    kind: Literal["address", "link", "message"]
    recipient: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool as the loop sees it. `schema` is its entry in the request, {"type": "function", "function": {…}},
    computed once. `outward` says what a call would send out of the house, from its validated arguments; a tainted
    run makes such a call only past its gate. `leads` names the fields of its results in which strangers, and nobody
    else, write addresses that a tainted run may follow. `needs` and `secret_fields` are for whoever offers and stores
    it: the services it takes from the context, the arguments that nobody may read."""

    name: str
    category: str
    effect: Effect
    timeout_s: float
    max_chars: int
    arguments: type[BaseModel]
    function: Callable[[Any, Any], ToolOutput]  # (context, validated arguments)
    schema: dict[str, JSON]
    outward: Callable[[Any], tuple[Departure, ...]] | None = None
    leads: tuple[str, ...] = ()
    needs: tuple[type, ...] = ()
    secret_fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the model asked for; `arguments` is JSON text, not yet validated: what was no JSON object is wrapped as
    {"invalid_json": …}, since some providers refuse it raw. `extra`: what its server wants back (Gemini signs it)."""

    id: str
    name: str
    arguments: str
    extra: JSON = None

    def entry(self) -> JSON:
        """The call as it stands in an assistant message."""
        entry = {"id": self.id, "type": "function", "function": {"name": self.name, "arguments": self.arguments}}
        return entry | ({"extra_content": self.extra} if self.extra else {})


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """How a call ended. `output` is set on success only; `content` is the tool message as the model reads it."""

    status: Literal["success", "error", "timeout"]
    content: str
    elapsed_ms: int
    attempts: int = 1
    error_type: ErrorType | None = None
    output: ToolOutput | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or more completions; `cost` in US dollars where the provider says it."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached_tokens + other.cached_tokens,
            self.cost + other.cost,
        )

    @property
    def total_tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


NOTHING = Usage()


@dataclass(frozen=True, slots=True)
class Completion:
    """One finished model response, folded from its stream. `finish_reason`: as bot.agent.stream calls it. `thought`,
    `details`: what some servers say was thought, and refuse its calls without."""

    text: str
    calls: tuple[ToolCall, ...]
    finish_reason: str
    model: str
    usage: Usage
    latency_ms: int
    thought: str = ""
    details: tuple[JSON, ...] = ()

    def message(self, *, whole: bool = False) -> Message:
        """The assistant message to append to the transcript. What was thought is for this life of the run alone."""
        message: Message = {"role": "assistant", "content": self.text or None}
        if self.calls:
            message["tool_calls"] = [call.entry() for call in self.calls]
        return message | fields_of(self.thought, self.details, whole=whole)


class Model(Protocol):
    """A provider of chat completions in the OpenAI wire form."""

    def stream(self, request: dict[str, JSON], *, timeout_s: float) -> Generator[dict[str, JSON], None, None]:
        """Yield the parsed chunks of one streamed completion that lasts `timeout_s` at most. Raises ProviderError when
        it cannot begin or is late, ModelStreamBroken when it carries an error or no JSON, or breaks off."""


class Journal(Protocol):
    """Where a run leaves its checkpoints. Every method but `completed` commits before it returns; all may raise
    LeaseLost, and all are called from the thread that called `run`."""

    def completed(self, iteration: int, completion: Completion) -> None:
        """Store the model's response: at once, or with what is stored next, which is before any of its calls runs."""

    def dispatched(self, iteration: int, call: ToolCall) -> None:
        """Store that a call is about to run."""

    def recover(self, call: ToolCall, tool: Tool) -> ToolOutcome | None:
        """After a restart, what became of an open call of a LISTED or BLIND tool: its outcome, or None when it
        was certainly never sent and should run now."""

    def finished(self, iteration: int, call: ToolCall, outcome: ToolOutcome) -> None:
        """Store the result and, in the same transaction, the tool's own effect (`outcome.output.commit`). When the
        effect raises ToolFailed or ToolRetry, neither is stored and the error is passed on."""

    def note(self, message: Message, used: Usage = NOTHING) -> None:
        """Store a message the loop itself adds, such as the reminder to end with final_answer, and what it took."""

    def alert(self, kind: str, detail: str) -> None:
        """Record something an operator should see."""


class Gate(Protocol):
    """Decides what may leave the house in a tainted run; asked before each call of a tool that says what it sends."""

    def judge(
        self, call: ToolCall, departures: Sequence[Departure], transcript: Sequence[Message]
    ) -> ToolOutput | None:
        """None: the call may run now. A ToolOutput that awaits the user: it is held until they have said yes to
        exactly this. Raises ToolFailed when it must not happen. `transcript` is what this run itself has appended."""


class Till(Protocol):
    """Decides what may be paid for; asked before each call, behind the gate."""

    def judge(self, call: ToolCall, transcript: Sequence[Message]) -> ToolOutput | None:
        """None: the call may run now. A ToolOutput that awaits the user: it is held until they have agreed to what it
        costs. Raises ToolFailed when it must not happen. `transcript` as in Gate."""


@dataclass(frozen=True, slots=True)
class Summarising:
    """Who sums up what a run did first when it has grown too long, and the system prompt that tells them how."""

    model: str
    prompt: str


@dataclass(frozen=True, slots=True)
class RunSpec:
    """Everything a run needs. `history` is the shaped context (system prompt first); `trail` is what this run itself
    appended in an earlier life. `tainted`: the history rests on untrusted data, also where that is no longer shown."""

    history: Sequence[Message]
    tools: tuple[Tool, ...]
    models: tuple[str, ...]  # the first one, then the fallbacks in order
    context: object  # handed to every tool untouched
    limits: Limits = field(default_factory=Limits)
    answer_style: Literal["text", "final_answer"] = "text"
    trail: Sequence[Message] = ()
    ended: str = ""  # the finish_reason of the answer that the trail ends with
    used: Usage = field(default_factory=Usage)
    tainted: bool = False
    handover: bool = False  # it may go on in the background: the model may ask for that, and so does a turn's end
    has_plan: bool = False  # the model keeps one
    barred: Mapping[str, str] = field(default_factory=dict)  # by tool, why it is not to be had in this run
    summary: Summarising | None = None  # without one results shrink (`shown_tokens`) and that is all
    gate: Gate | None = None  # without one nothing leaves a tainted run
    till: Till | None = None  # without one nothing has a price
    ration: Till | None = None  # judges how much is read, as a till judges what is paid
    cost_of: Callable[[str, Usage], float] = lambda _model, usage: usage.cost  # dollars, by the name that was asked
    fatal: tuple[type[Exception], ...] = ()  # beside StopWork: never turned into a tool error (RQ's timeout)
    cancelled: Callable[[], bool] = lambda: False
    wished: Callable[[], bool] = lambda: False  # the person wants it to go on in the background
    on_progress: Callable[[Progress], None] = lambda _event: None
    on_words: Callable[[str], None] | None = None  # what the model writes, while it comes


@dataclass(frozen=True, slots=True)
class RunResult:
    """How a run ended. `text` may be empty only when stop_reason is error, cancelled or awaiting_user, or when
    the provider refused. `error` is a short kind: provider_auth, provider_payment, blank_answer, …"""

    text: str
    stop_reason: StopReason
    iterations: int
    usage: Usage
    model: str
    cut: bool = False  # the answer hit the provider's length limit
    refused: bool = False  # content_filter
    declined: bool = False  # all of the text is the model's refusal
    aside: str = ""  # what the model wrote beside its calls
    tainted: bool = False  # the run has read untrusted data
    error: str = ""
    detail: str = ""  # what the provider answered last, for developers
