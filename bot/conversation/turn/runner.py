"""One turn of the agent, from the question to the parts of the answer: begin, run, end; each a fenced transaction."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sqlmodel import Session

from bot.agent.loop import run as run_agent
from bot.agent.spec import Limits, Model, Progress, RunResult, RunSpec, Tool, Usage
from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.config import Settings
from bot.conversation.people import Person
from bot.conversation.turn import model_input, reply
from bot.conversation.turn.counting import count_turn, tool_counter
from bot.conversation.turn.journal import DatabaseJournal
from bot.dao import contexts, conversations, runs
from bot.dao.database import Database
from bot.errors import DatabaseAway
from bot.models import InboundMessage, Run
from bot.obs.metrics import Metrics
from bot.services.approval import allowed
from bot.services.approval.gate import RunGate
from bot.services.approval.questions import Decision
from bot.services.approval.run_links import RunLinks
from bot.services.library.files import Links
from bot.services.mail import drafts
from bot.services.money import credits
from bot.services.support.care import helplines_named
from bot.services.work.leases import Lease
from bot.services.work.presence import Presence
from bot.services.work.shutdown import Shutdown
from bot.tools.context import ToolContext
from bot.tools.toolbox import Toolbox
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
    toolbox: Toolbox
    shutdown: Shutdown

    def begin(
        self,
        session: Session,
        person: Person,
        messages: Sequence[InboundMessage],
        text: str,
        *,
        free: bool = False,
        decision: Decision | None = None,
    ) -> Run:
        """Make the run, its first transcript row and the reservation. A call that the person has allowed stands open
        in the transcript, as if the run had been interrupted there. Raises InsufficientCredits."""
        user_id = person.user_id
        key = person.conversation_id
        made = Run(conversation_id=key, user_id=user_id, mode=person.mode, language=person.language)
        made.tainted = contexts.is_tainted(session, key, user_id)
        made.asked = decision.asked if decision else 0
        run = runs.start(session, made)
        if not free:
            run.price = credits.reserve(session, user_id, person.mode, run.id)
        runs.append(session, run.id, key, {"role": "user", "content": text})
        if decision is not None and decision.agreed:
            allowed.hand_over(session, run, decision)
        conversations.attach(session, messages, run.id)
        return run

    def execute(self, lease: Lease, person: Person, messages: Sequence[InboundMessage], run: Run) -> None:
        """Run the agent from wherever the run stands, and write down its end. A run whose user is no longer signed in
        here goes no further: nothing of theirs is shown."""
        if run.user_id not in (None, person.user_id):
            self._signed_out(lease, person, messages, run)
            return
        started = self.clock.monotonic()
        self.metrics.wait_seconds.observe(max(0.0, (self.clock.now() - messages[0].received_at).total_seconds()))
        with self.presence.watch(lease, person.recipient, run.id, messages[-1].message_sid) as activity:
            shown = model_input.build(lease, self.settings, self.model, person, run, self.toolbox.secrets)

            def on_progress(event: Progress) -> None:
                if event.kind in ("tool_started", "tool_ended"):
                    activity.doing = event.name if event.kind == "tool_started" else "thinking"

            spec = self._spec(person, run, shown, on_progress)
            journal = DatabaseJournal(lease, run.id, self.clock, self.toolbox.secrets, self.shutdown.is_due,
                                      tool_counter(self.metrics, self.toolbox.tools))  # fmt: skip
            result = run_agent(spec, self.model, journal, self.clock)
        result = self._end(lease, person, messages, run, result, shown.cared)
        count_turn(self.metrics, self.settings, run, result, self.clock.monotonic() - started)

    def _spec(
        self, person: Person, run: Run, shown: model_input.Context, on_progress: Callable[[Progress], None]
    ) -> RunSpec:
        settings = self.settings
        first = settings.model_pro if person.mode == Mode.PRO else settings.model_student
        tools = self.toolbox.offered(person.mode)
        return RunSpec(
            history=shown.history,
            trail=shown.trail,
            tools=tools,
            tainted=run.tainted,
            gate=self._gate(person, run, shown, tools),
            models=(first, *settings.model_fallbacks),
            context=self._tool_context(person, run),
            limits=Limits(
                max_iterations=settings.max_iterations,
                turn_timeout_s=settings.turn_timeout_s,
                tool_timeout_s=settings.tool_timeout_s,
                tool_call_budget=settings.tool_call_budget,
                token_budget=settings.run_token_budget,
            ),
            used=Usage(run.prompt_tokens, run.completion_tokens, run.cached_tokens, run.cost),
            cancelled=lambda: self._is_cancelled(run.id),
            on_progress=on_progress,
        )

    def _gate(self, person: Person, run: Run, shown: model_input.Context, tools: Sequence[Tool]) -> RunGate:
        return RunGate(
            clock=self.clock,
            ttl_s=self.settings.interaction_ttl_s,
            conversation_id=run.conversation_id,
            run_id=run.id,
            language=person.language,
            channel=person.channel,
            words=allowed.words_of_person(shown.history),
            leads={tool.name: tool.leads for tool in tools if tool.leads},
            granted=self._granted(run) if run.tainted else {},
            asked=run.asked,
        )

    def _known_links(self, person: Person, run: Run) -> frozenset[str] | None:
        """The addresses that the answer of a tainted run may hold as links; the service's own are among them."""
        leads = {tool.name: tool.leads for tool in self.toolbox.tools.values() if tool.leads}
        links = RunLinks(self.database, run.conversation_id, run.user_id, run.id, leads)
        return links.known((self.settings.human_contact, *helplines_named(person.recipient)))

    def _granted(self, run: Run) -> dict[str, str]:
        with self.database.read() as session:
            return runs.granted(session, run.id)

    def _tool_context(self, person: Person, run: Run) -> ToolContext:
        return ToolContext(
            user_id=run.user_id,
            conversation_id=run.conversation_id,
            run_id=run.id,
            channel=person.channel,
            language=person.language,
            mode=person.mode,
            deadline=self.clock.monotonic() + self.settings.turn_timeout_s,
            started_at=run.started_at,
            service_name=self.settings.service_name,
            services=self.toolbox.services,
        )

    def _is_cancelled(self, run_id: int) -> bool:
        try:
            with self.database.read() as session:
                return runs.is_cancelled(session, run_id)
        except DatabaseAway:  # not worth an answer of the model that is on its way: the next checkpoint stands or falls
            return False

    def _end(
        self, lease: Lease, person: Person, messages: Sequence[InboundMessage], run: Run, result: RunResult, cared: bool
    ) -> RunResult:
        """The parts of the answer and the end of the run, in one transaction. Returns how it ended in truth."""
        with self.database.read() as session:  # a tool's own transaction has stored it, and nobody answers it yet
            permission = allowed.asked(session, run.id, person.language)
            permission = permission or drafts.asked(session, run.id, person.language)
        around = reply.Around(permission, cared, self._known_links(person, run) if result.tainted else None)
        answer = reply.prepare(person, run, messages, result, self.settings, self.store, around)
        now = self.clock.now()
        with lease.write() as session:
            if runs.is_cancelled(session, run.id):  # also when it came to its end all the same
                result = replace(result, stop_reason=StopReason.CANCELLED)
            if result.stop_reason in (StopReason.ERROR, StopReason.CANCELLED):
                credits.refund(session, run.user_id, run.price, run.id)
            if result.stop_reason != StopReason.CANCELLED:  # that it stops was said when it was asked to
                reply.write(session, person, run, answer, self.links, self.settings)
            runs.end(
                session,
                run.id,
                now,
                status="done",
                stop_reason=result.stop_reason,
                error=": ".join(filter(None, (result.error, result.detail)))[:256],
                model=result.model[:128],
                iterations=result.iterations,
                prompt_tokens=result.usage.prompt_tokens,
                completion_tokens=result.usage.completion_tokens,
                cached_tokens=result.usage.cached_tokens,
                cost=result.usage.cost,
            )
            if result.tainted:
                runs.taint(session, run.id, run.conversation_id)
            conversations.close_inbound(session, messages, str(result.stop_reason), now)
        return result

    def _signed_out(self, lease: Lease, person: Person, messages: Sequence[InboundMessage], run: Run) -> None:
        now = self.clock.now()
        with lease.write() as session:
            self.abandon(session, run, "signed out")
            reply.signed_out(session, person, run, self.links)
            conversations.close_inbound(session, messages, "signed_out", now)

    def abandon(self, session: Session, run: Run, why: str) -> None:
        """End a run before its answer, without a word, and give the credit back."""
        credits.refund(session, run.user_id, run.price, run.id)
        runs.end(session, run.id, self.clock.now(), status="done", stop_reason=StopReason.CANCELLED, error=why)

    def give_up(self, lease: Lease, person: Person, messages: Sequence[InboundMessage], run: Run | None) -> None:
        """Too many workers died or failed over this: tell the person, give the credit back, tell operators."""
        now = self.clock.now()
        with lease.write() as session:
            if run is not None:
                credits.refund(session, run.user_id, run.price, run.id)
                if runs.is_tainted(session, run.id):
                    runs.taint(session, run.id, run.conversation_id)
                runs.end(session, run.id, now, status="dead", stop_reason=StopReason.ERROR, error="dead")
            reply.give_up(session, person, messages, run, self.links, self.settings)
            conversations.close_inbound(session, messages, "dead", now)
        log.error("gave up on a turn", extra={"run": run.id if run else None})
