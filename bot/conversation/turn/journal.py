"""The agent's journal in the database: every write is one transaction, fenced by the lease its run is held by."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta

from sqlmodel import Session

from bot.agent import tool_results
from bot.agent.spec import NOTHING, Completion, Effect, Tool, ToolCall, ToolOutcome, Usage
from bot.clock import Clock
from bot.conversation.turn import error_rate
from bot.dao import alerts
from bot.dao.money import spending
from bot.dao.work import runs
from bot.errors import ErrorType, ShuttingDown
from bot.models import ToolCallRecord
from bot.services.money.cost_guards import ALERT_AGAIN_S, OUTAGES
from bot.services.work.leases import Lease
from bot.text.storable import storable
from bot.tools.secrets import CallSecrets
from bot.types import Message, Mode


@dataclass(frozen=True, slots=True)
class DatabaseJournal:
    """Checkpoints of one run, without what the person must not know yet (see CallSecrets). Raises LeaseLost when
    this worker is a ghost, ShuttingDown when it must leave."""

    lease: Lease
    run_id: int
    clock: Clock
    secrets: CallSecrets
    leaving: Callable[[], bool]
    mode: str = Mode.STUDENT  # whose day the tokens count to
    counted: Callable[[str, str], None] = lambda _tool, _status: None  # a tool and how its call ended
    heard: Callable[[Session, str], None] = lambda _session, _text: None  # what the model has said, as it is stored
    _unwritten: list[tuple[int, Completion]] = field(default_factory=list)

    def completed(self, iteration: int, completion: Completion) -> None:
        """Stored with whatever is written next: the first of its calls, before that runs, or the end of the run. Until
        then nothing has followed from it; a life that is lost asks the model again."""
        self._unwritten.append((iteration, completion))
        if self.leaving():
            self.settle()
            raise ShuttingDown

    def settle(self) -> None:
        """Store what was completed now, for who lets go of the run or takes long about its end."""
        if self._unwritten:
            with self._write():
                pass

    def write_down(self, session: Session, *, is_end: bool = False) -> None:
        """Store what was completed, in a fenced transaction. `is_end`: what was used in all is said with it."""
        for iteration, completion in self._unwritten:
            usage = completion.usage
            runs.add_iteration(
                session,
                run_id=self.run_id,
                number=iteration,
                model=completion.model[:128],
                finish_reason=completion.finish_reason[:32],
                prompt_tokens=usage.prompt_tokens,
                completion_tokens=usage.completion_tokens,
                cached_tokens=usage.cached_tokens,
                cost=usage.cost,
                latency_ms=completion.latency_ms,
            )
            message = self.secrets.seal_message(completion.message())
            runs.append(session, self.run_id, self.lease.conversation_id, message)
            self._count(session, usage, is_end=is_end)
            self.heard(session, completion.text)

    @contextlib.contextmanager
    def _write(self) -> Iterator[Session]:
        with self.lease.write() as session:
            self.write_down(session)
            yield session
        self._unwritten.clear()

    def dispatched(self, iteration: int, call: ToolCall) -> None:
        with self._write() as session:
            known = runs.tool_call(session, self.run_id, call.id)
            if known is None:
                record = ToolCallRecord(
                    run_id=self.run_id,
                    call_id=call.id,
                    iteration=iteration,
                    tool=call.name[:64],
                    arguments=self._storable(call),
                )
                runs.add_tool_call(session, record)
            else:
                known.state, known.dispatches = "dispatched", known.dispatches + 1

    def finished(self, iteration: int, call: ToolCall, outcome: ToolOutcome) -> None:
        with self._write() as session:
            record = runs.tool_call(session, self.run_id, call.id)
            if record is None:  # refused before it was dispatched: still a row
                record = ToolCallRecord(
                    run_id=self.run_id,
                    call_id=call.id,
                    iteration=iteration,
                    tool=call.name[:64],
                    arguments=self._storable(call),
                    dispatches=0,
                )
                runs.add_tool_call(session, record)
            if record.state == "done":
                return
            record.state, record.status, record.error_type = "done", outcome.status, outcome.error_type
            record.result = storable(outcome.content)
            record.attempts, record.latency_ms = outcome.attempts, outcome.elapsed_ms
            record.ended_at = self.clock.now()
            if outcome.output and outcome.output.commit:
                outcome.output.commit(session)
            self._append_result(session, call, outcome)
            if tool_results.is_untrusted(outcome.content):
                runs.taint(session, self.run_id, self.lease.conversation_id)
            if outcome.status != "success" and record.dispatches:
                error_rate.watch(session, self.run_id, self.clock.now())
        self.counted(call.name, outcome.status)
        self._leave_if_asked()

    def recover(self, call: ToolCall, tool: Tool) -> ToolOutcome | None:
        """For a call an earlier life may have dispatched: None to run it (again), or what to answer instead."""
        if tool.effect in (Effect.READ, Effect.LOCAL, Effect.KEYED):
            return None
        with self.lease.database.read() as session:
            record = runs.tool_call(session, self.run_id, call.id)
        if record is None or record.state != "dispatched":
            return None
        message = "It is unknown whether this happened. Tell the user so and let them decide; do not repeat it."
        return ToolOutcome("error", tool_results.failure(ErrorType.PERMANENT, message), 0, 0, ErrorType.PERMANENT)

    def note(self, message: Message, used: Usage = NOTHING) -> None:
        with self._write() as session:
            runs.append(session, self.run_id, self.lease.conversation_id, message)
            if used.total_tokens:
                self._count(session, used)

    def alert(self, kind: str, detail: str) -> None:
        """One an hour of a provider that refuses us: every turn meets it."""
        with self._write() as session:
            since = self.clock.now() - timedelta(seconds=ALERT_AGAIN_S)
            if kind not in OUTAGES or not alerts.is_recent(session, kind, detail, since):
                alerts.add(session, kind, detail, self.run_id)

    def _count(self, session: Session, usage: Usage, *, is_end: bool = False) -> None:
        if not is_end:
            runs.add_usage(
                session, self.run_id, usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens, usage.cost
            )
        spending.count(session, self.mode, self.run_id, self.clock.now(), usage.total_tokens, usage.cost)

    def _storable(self, call: ToolCall) -> str:
        return storable(self.secrets.seal_arguments(call.name, call.arguments))

    def _append_result(self, session: Session, call: ToolCall, outcome: ToolOutcome) -> None:
        result: Message = {"role": "tool", "tool_call_id": call.id, "content": outcome.content}
        runs.append(session, self.run_id, self.lease.conversation_id, result)

    def _leave_if_asked(self) -> None:
        if self.leaving():
            raise ShuttingDown
