"""One turn of the agent, from the question to the parts of the answer: begin, run, end; each a fenced transaction."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sqlmodel import Session

from bot.agent.loop import run as run_agent
from bot.agent.spec import Limits, Model, Progress, RunResult, RunSpec, Usage
from bot.clients.storage import FileStore
from bot.clients.tavily import TavilySearch
from bot.clock import Clock
from bot.config import Settings
from bot.conversation import context, replies
from bot.conversation.journal import DatabaseJournal
from bot.conversation.people import Person
from bot.dao import conversations, runs
from bot.dao.database import Database
from bot.models import InboundMessage, Run
from bot.obs.metrics import Metrics
from bot.services import credits
from bot.services.browse import Browser
from bot.services.departure import Departure
from bot.services.files import Links, RunFiles
from bot.services.lanes import Lane
from bot.services.presence import Presence
from bot.services.run_quizzes import RunQuizzes
from bot.services.sealing import sealer_of
from bot.tools.context import ToolContext
from bot.tools.toolsets import available
from bot.types import Mode, StopReason

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TurnRunner:
    """Everything an agent turn needs. One instance a process."""

    settings: Settings
    database: Database
    model: Model
    store: FileStore
    links: Links
    clock: Clock
    presence: Presence
    metrics: Metrics
    search: TavilySearch | None
    browser: Browser | None
    departure: Departure

    def begin(
        self, session: Session, person: Person, messages: Sequence[InboundMessage], text: str, *, free: bool = False
    ) -> Run:
        """Make the run, its first transcript row and the reservation. Raises InsufficientCredits."""
        user_id = person.user.id if person.user and person.signed_in else None
        key = person.conversation.id
        run = runs.start(session, Run(conversation_id=key, user_id=user_id, mode=person.mode, language=person.language))
        if not free:
            run.price = credits.reserve(session, user_id, person.mode, run.id or 0)
        runs.append(session, run.id or 0, key, {"role": "user", "content": text})
        conversations.attach(session, messages, run.id or 0)
        return run

    def execute(self, lane: Lane, person: Person, messages: Sequence[InboundMessage], run: Run) -> None:
        """Run the agent from wherever the run stands, and write down its end."""
        started = self.clock.monotonic()
        with self.presence.watch(lane, person.recipient, run.id or 0, messages[-1].message_sid) as activity:
            shown = context.build(lane, self.settings, self.model, person, run)

            def on_progress(event: Progress) -> None:
                if event.kind in ("tool_started", "tool_ended"):
                    activity.doing = event.name if event.kind == "tool_started" else "thinking"

            spec = self._spec(person, run, shown, on_progress)
            journal = DatabaseJournal(lane, run.id or 0, self.clock, sealer_of(self.settings), self.departure.is_due)
            result = run_agent(spec, self.model, journal, self.clock)
        self._end(lane, person, messages, run, result)
        self.metrics.turns.labels(result.stop_reason).inc()
        self.metrics.turn_seconds.observe(self.clock.monotonic() - started)

    def _spec(
        self, person: Person, run: Run, shown: context.Context, on_progress: Callable[[Progress], None]
    ) -> RunSpec:
        settings = self.settings
        first = settings.model_pro if person.mode == Mode.PRO else settings.model_student
        tool_context = self._tool_context(person, run)
        return RunSpec(
            history=shown.history,
            trail=shown.trail,
            tools=available(person.mode, tool_context),
            models=(first, *settings.model_fallbacks),
            context=tool_context,
            limits=Limits(
                max_iterations=settings.max_iterations,
                turn_timeout_s=settings.turn_timeout_s,
                tool_timeout_s=settings.tool_timeout_s,
                tool_call_budget=settings.tool_call_budget,
                token_budget=settings.run_token_budget,
            ),
            used=Usage(run.prompt_tokens, run.completion_tokens, run.cached_tokens, run.cost),
            cancelled=lambda: self._is_cancelled(run.id or 0),
            on_progress=on_progress,
        )

    def _tool_context(self, person: Person, run: Run) -> ToolContext:
        return ToolContext(
            user_id=run.user_id,
            conversation_id=run.conversation_id,
            run_id=run.id or 0,
            channel=person.channel,
            language=person.language,
            mode=person.mode,
            files=RunFiles(self.store, run.conversation_id, run.user_id, run.id or 0),
            deadline=self.clock.monotonic() + self.settings.turn_timeout_s,
            started_at=run.started_at,
            service_name=self.settings.service_name,
            search=self.search,
            browser=self.browser,
            quizzes=RunQuizzes(
                database=self.database,
                sealer=sealer_of(self.settings),
                clock=self.clock,
                ttl_s=self.settings.interaction_ttl_s,
                conversation_id=run.conversation_id,
                user_id=run.user_id,
                run_id=run.id or 0,
            ),
        )

    def _is_cancelled(self, run_id: int) -> bool:
        with self.database.read() as session:
            return runs.is_cancelled(session, run_id)

    def _end(self, lane: Lane, person: Person, messages: Sequence[InboundMessage], run: Run, result: RunResult) -> None:
        """The parts of the answer and the end of the run, in one transaction."""
        answer = replies.prepare(person, run, result, self.settings, self.store)
        now = self.clock.now()
        with lane.write() as session:
            if runs.is_cancelled(session, run.id or 0):  # also when it came to its end all the same
                result = replace(result, stop_reason=StopReason.CANCELLED)
            if result.stop_reason in (StopReason.ERROR, StopReason.CANCELLED):
                credits.refund(session, run.user_id, run.price, run.id or 0)
            if result.stop_reason != StopReason.CANCELLED:  # that it stops was said when it was asked to
                replies.write(session, person, run, messages, answer, self.links, self.settings)
            runs.end(
                session,
                run.id or 0,
                now,
                status="done",
                stop_reason=result.stop_reason,
                error=result.error[:256],
                model=result.model[:128],
                iterations=result.iterations,
                prompt_tokens=result.usage.prompt_tokens,
                completion_tokens=result.usage.completion_tokens,
                cached_tokens=result.usage.cached_tokens,
                cost=result.usage.cost,
            )
            conversations.close_inbound(session, messages, str(result.stop_reason), now)

    def give_up(self, lane: Lane, person: Person, messages: Sequence[InboundMessage], run: Run | None) -> None:
        """Too many workers died or failed over this: tell the person, give the credit back, tell operators."""
        now = self.clock.now()
        with lane.write() as session:
            if run is not None:
                credits.refund(session, run.user_id, run.price, run.id or 0)
                runs.end(session, run.id or 0, now, status="dead", stop_reason=StopReason.ERROR, error="dead")
            replies.give_up(session, person, messages, run, self.links, self.settings)
            conversations.close_inbound(session, messages, "dead", now)
        log.error("gave up on a turn", extra={"run": run.id if run else None})
