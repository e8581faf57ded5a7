"""Runs the calls of one step: checked, bounded in time, tried again where that is safe, recorded one by one.

A tool runs in a thread of its own that is left behind when it is late. What such a thread still returns is dropped,
and with it the `commit` of its output, so a late LOCAL call has no effect."""

import logging
from collections.abc import Iterable, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread

from pydantic import BaseModel

from bot import cancelling
from bot.agent import tool_results
from bot.agent.arguments import validated
from bot.agent.progress import Progress
from bot.agent.retry import MOST_OF_A_CALL_S, Failure, Kind, failure_of, pause, wait_s
from bot.agent.spec import Effect, Journal, Tool, ToolCall, ToolOutcome, ToolOutput
from bot.agent.state import RunState
from bot.errors import AwaitUser, ErrorType, ProviderError, StopWork, ToolFailed, ToolRetry, ToolTimedOut
from bot.threads import begin

log = logging.getLogger(__name__)

REPEATABLE = (Effect.READ, Effect.LOCAL, Effect.KEYED)
NO_GATE = "Refused: after reading pages, search results or files nothing is sent or opened elsewhere in this turn."
CANCELLED = ToolFailed("Not finished: the person no longer wants this.")
UNEXPECTED = "The tool failed unexpectedly. Do without it, and do not tell the user that it worked."


@dataclass(frozen=True, slots=True)
class Success:
    """What a tool returned, and how it reads to the model."""

    output: ToolOutput
    content: str


@dataclass(slots=True)
class Job:
    """A checked call on its way to an outcome; times on the monotonic clock."""

    call: ToolCall
    tool: Tool
    arguments: BaseModel
    started: float
    failures: list[Failure] = field(default_factory=list)


class ToolRunner:
    """The tools of one run."""

    def __init__(self, state: RunState, journal: Journal) -> None:
        self._state = state
        self._journal = journal
        self._tools = {tool.name: tool for tool in state.spec.tools}

    def run(self, calls: Iterable[ToolCall], *, resumed: bool = False) -> None:
        """Run the calls, neighbouring reads at the same time and everything else one by one, and record each in call
        order. `resumed`: they may have run before a restart. Stops early, calls left open, when cancelled."""
        for _, group in groupby(calls, key=self._group):
            if self._state.spec.cancelled():
                return
            self._run_group(list(group), resumed)

    def record(self, call: ToolCall, outcome: ToolOutcome) -> None:
        """Store the outcome of a call and show it to the model. An effect that refuses while it is being stored
        (a balance spent meanwhile) undoes both, and the refusal becomes the outcome."""
        try:
            self._journal.finished(self._state.iteration, call, outcome)
        except (ToolFailed, ToolRetry) as error:
            outcome = refused(str(error))
            self._journal.finished(self._state.iteration, call, outcome)
        self._state.append({"role": "tool", "tool_call_id": call.id, "content": outcome.content})
        self._state.emit(Progress("tool_ended", self._state.iteration, call.name, outcome.status))

    def _group(self, call: ToolCall) -> str:
        tool = self._tools.get(call.name)
        return call.id if tool and tool.effect is not Effect.READ else ""

    def _run_group(self, calls: Sequence[ToolCall], resumed: bool) -> None:
        jobs: list[Job] = []
        outcomes: dict[str, ToolOutcome] = {}
        for call in calls:
            checked = self._check(call, resumed)
            if isinstance(checked, Job):
                jobs.append(checked)
            else:
                outcomes[call.id] = checked
        for job in jobs:
            self._journal.dispatched(self._state.iteration, job.call)
            self._state.emit(Progress("tool_started", self._state.iteration, job.call.name))
        while jobs:
            jobs = self._round(jobs, outcomes)
        for call in calls:
            self.record(call, outcomes[call.id])

    def _check(self, call: ToolCall, resumed: bool) -> Job | ToolOutcome:
        """A job ready to run, or the outcome of a call that must not."""
        tool = self._tools.get(call.name)
        if tool is None:
            return refused(f"There is no tool {call.name}. Tools: {', '.join(self._tools) or 'none'}.")
        if self._state.ordinals[call.id] == self._state.spec.limits.overuse + 1:
            self._journal.alert("tool_overuse", call.name)
        if reason := self._state.spec.barred.get(call.name) or self._state.refusals.get(call.id):
            return refused(reason)
        arguments = validated(tool.arguments, call.arguments)
        if isinstance(arguments, str):
            return refused(arguments)
        held = self._held(call, tool, arguments)
        if held is not None:
            return held
        if resumed and tool.effect in (Effect.LISTED, Effect.BLIND):
            recovered = self._journal.recover(call, tool)
            if recovered is not None:
                return recovered
        return Job(call, tool, arguments, self._state.clock.monotonic())

    def _held(self, call: ToolCall, tool: Tool, arguments: BaseModel) -> ToolOutcome | None:
        """What a call comes to that may not be made now; None for one that may. Nothing about where it goes is asked of
        a run that has read nothing untrusted; what it costs is asked behind that."""
        state = self._state
        try:
            held = self._departs(call, tool, arguments) if state.tainted and tool.outward is not None else None
            for judge in filter(None, (state.spec.ration, state.spec.till)):
                held = held or judge.judge(call, state.own)
        except ToolFailed as error:
            return refused(str(error))
        if held is None:
            return None
        return ToolOutcome("success", tool_results.success(held, tool.max_chars), 0, 0, output=held)

    def _departs(self, call: ToolCall, tool: Tool, arguments: BaseModel) -> ToolOutput | None:
        state = self._state
        if state.spec.gate is None or tool.outward is None:
            raise ToolFailed(NO_GATE)
        return state.spec.gate.judge(call, tool.outward(arguments), state.own)

    def _round(self, jobs: Sequence[Job], outcomes: dict[str, ToolOutcome]) -> list[Job]:
        """Try every job once, add what ended to `outcomes`, and return the others when their wait is over."""
        state, width = self._state, self._state.spec.limits.max_parallel_reads
        waits: list[tuple[Job, float]] = []
        for first in range(0, len(jobs), width):
            batch = jobs[first : first + width]
            for job, ended in zip(batch, self._try_all(batch), strict=True):
                if isinstance(ended, Success):
                    outcomes[job.call.id] = self._succeeded(job, ended)
                    continue
                job.failures.append(ended)
                wait = self._wait_s(job)
                if wait is None:
                    outcomes[job.call.id] = self._failed(job)
                else:
                    waits.append((job, wait))
                    state.emit(Progress("retry", state.iteration, job.call.name, ended.kind))
        if waits:
            pause(state.clock, max(wait for _, wait in waits), state.spec.cancelled)
        again = [job for job, _ in waits]
        if again and state.spec.cancelled():
            outcomes |= {job.call.id: self._failed(job) for job in again}
            return []
        return again

    def _try_all(self, jobs: Sequence[Job]) -> list[Success | Failure]:
        """One try of each job, all at the same time."""
        state, started = self._state, self._state.clock.monotonic()
        boxes = []
        for job in jobs:
            seconds = min(job.tool.timeout_s, state.spec.limits.tool_timeout_s, state.work_until - started)
            boxes.append((started + seconds, start(job, state.spec.context) if seconds > 0 else SimpleQueue()))
        return [self._wait_for(job, box, until) for job, (until, box) in zip(jobs, boxes, strict=True)]

    def _wait_for(self, job: Job, box: "SimpleQueue[Success | BaseException]", until: float) -> Success | Failure:
        with cancelling.current().ended_by(lambda: box.put(CANCELLED)):
            try:
                ended = box.get(timeout=max(0.0, until - self._state.clock.monotonic()))
            except Empty:
                return Failure(Kind.TIMEOUT)
        return ended if isinstance(ended, Success) else self._excuse(job, ended)

    def _excuse(self, job: Job, error: BaseException) -> Success | Failure:
        """What an exception of a tool means. The one place that decides which are no business of the model."""
        match error:
            case AwaitUser():
                output = ToolOutput(str(error), awaits_user=True)
                return Success(output, tool_results.success(output, job.tool.max_chars))
            case ProviderError() | ToolFailed() | ToolRetry() | ToolTimedOut():
                return failure_of(error)
        if not isinstance(error, Exception) or isinstance(error, (StopWork, *self._state.spec.fatal)):
            raise error
        log.error("the tool %s failed unexpectedly", job.call.name, exc_info=error)
        return Failure(Kind.PERMANENT, UNEXPECTED)

    def _wait_s(self, job: Job) -> float | None:
        """Seconds before the job may be tried again; None when it has to end as it is."""
        if job.tool.effect not in REPEATABLE and not job.failures[-1].untouched:
            return None
        wait = wait_s(job.failures, MOST_OF_A_CALL_S)
        return None if wait is None or self._state.clock.monotonic() + wait >= self._state.work_until else wait

    def _succeeded(self, job: Job, success: Success) -> ToolOutcome:
        attempts = len(job.failures) + 1
        return ToolOutcome("success", success.content, self._elapsed_ms(job), attempts, output=success.output)

    def _failed(self, job: Job) -> ToolOutcome:
        last, elapsed_ms, attempts = job.failures[-1], self._elapsed_ms(job), len(job.failures)
        if last.kind is Kind.AUTH:
            self._journal.alert("provider_auth", job.call.name)
        if last.error_type is None:
            content = tool_results.timeout(elapsed_ms, last.message if last.final else "")
            return ToolOutcome("timeout", content, elapsed_ms, attempts)
        content = tool_results.failure(last.error_type, last.message)
        return ToolOutcome("error", content, elapsed_ms, attempts, last.error_type)

    def _elapsed_ms(self, job: Job) -> int:
        return round((self._state.clock.monotonic() - job.started) * 1000)


def refused(message: str) -> ToolOutcome:
    """The outcome of a call that was never run."""
    return ToolOutcome("error", tool_results.failure(ErrorType.PERMANENT, message), 0, 0, ErrorType.PERMANENT)


def start(job: Job, context: object) -> "SimpleQueue[Success | BaseException]":
    """Begin one try in a daemon thread, with the context variables of this one, and return where its end arrives."""
    box: SimpleQueue[Success | BaseException] = SimpleQueue()

    def work() -> None:
        try:
            output = job.tool.function(context, job.arguments)
            box.put(Success(output, tool_results.success(output, job.tool.max_chars)))
        except BaseException as error:
            box.put(error)

    begin(Thread(target=copy_context().run, args=(work,), daemon=True, name=f"tool-{job.call.name}"))
    return box
