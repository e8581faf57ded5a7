"""One turn of the agent, from the question to the parts of the answer: begin, run, end; each a fenced transaction."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session

from bot.agent.control import HandedOver
from bot.agent.loop import run as run_agent
from bot.agent.progress import Progress
from bot.agent.spec import Model, RunResult
from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.config import Settings
from bot.conversation.outcomes import Ask
from bot.conversation.people import Person
from bot.conversation.turn import last_words, model_input, paying, reply
from bot.conversation.turn.counting import count_turn, tool_counter
from bot.conversation.turn.frame import frame_of
from bot.conversation.turn.handing_over import HandingOver
from bot.conversation.turn.journal import DatabaseJournal
from bot.conversation.turn.manner import is_in_background
from bot.conversation.turn.specification import Specifier
from bot.conversation.turn.telling import RunTeller
from bot.dao import background_runs, contexts, conversations, runs
from bot.dao.database import Database
from bot.i18n.catalogue import say
from bot.models import InboundMessage, Run
from bot.obs.metrics import Metrics
from bot.queue.progress import ProgressFeed
from bot.services.approval import allowed
from bot.services.approval.run_links import RunLinks
from bot.services.background import wording
from bot.services.library.files import Links
from bot.services.mail import drafts
from bot.services.money import cost_guards, credits, quotes
from bot.services.money.prices import prices_of
from bot.services.money.stopping import settle_stopped
from bot.services.support.care import helplines_named
from bot.services.work.leases import Lease
from bot.services.work.presence import Heartbeats, Presence
from bot.services.work.shutdown import Shutdown
from bot.tools.toolbox import Toolbox
from bot.types import Language, StopReason

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
    feed: ProgressFeed

    def begin(
        self,
        session: Session,
        person: Person,
        messages: Sequence[InboundMessage],
        ask: Ask,
    ) -> Run:
        """Make the run, its first transcript row and the reservation: the price of a turn, or what the person has
        agreed to. A call that they have allowed stands open in the transcript, as if the run had been interrupted
        there. Raises InsufficientCredits."""
        user_id, decision = person.user_id, ask.decision
        key = person.conversation_id
        made = Run(conversation_id=key, user_id=user_id, mode=person.mode, language=person.language)
        made.tainted = contexts.is_tainted(session, key, user_id)
        made.asked = decision.asked if decision else 0
        run = runs.start(session, made)
        if ask.quoted and decision is not None and decision.agreed:
            credits.reserve_quoted(session, run, ask.quoted, decision.held.tool, allowed.call_id_of(decision))
        elif not ask.free and user_id is not None and ask.background != "at once":
            run.price = credits.reserve(session, user_id, prices_of(self.settings).of_turn(person.mode), run.id)
            run.budget = max(run.price, self.settings.quote_from_credits)
        runs.append(session, run.id, key, {"role": "user", "content": ask.text})
        if decision is not None and decision.agreed:
            allowed.hand_over(session, run, decision)
        conversations.attach(session, messages, run.id)
        return run

    @property
    def _handing_over(self) -> HandingOver:
        return HandingOver(self.settings, self.links, self.clock)

    def execute(self, lease: Lease, person: Person, messages: Sequence[InboundMessage], run: Run) -> Sequence[int]:
        """Run the agent from wherever the run stands, and write down its end, or that it goes on in the background. A
        run whose user is no longer signed in here goes no further: nothing of theirs is shown. Returns the runs in the
        background that may be woken now."""
        if run.user_id not in (None, person.user_id):
            return self._signed_out(lease, person, messages, run)
        in_background, started = is_in_background(run), self.clock.monotonic()
        teller = RunTeller(self.feed, run, self.toolbox.tools)
        teller.began(run.lives, in_background=in_background)
        if not in_background:
            waited = self.clock.now() - messages[0].received_at
            self.metrics.wait_seconds.observe(max(0.0, waited.total_seconds()))
        sid = "" if in_background else messages[-1].message_sid
        heartbeats = self._heartbeats(person, run) if in_background else None
        with self.presence.watch(lease, person.recipient, run.id, sid, heartbeats) as activity:
            shown = model_input.build(lease, self.settings, self.model, person, run, self.toolbox.secrets)

            def on_progress(event: Progress) -> None:
                teller.progress(event)
                if event.kind in ("tool_started", "tool_ended"):
                    activity.doing = event.name if event.kind == "tool_started" else "thinking"

            maker = Specifier(self.settings, self.database, self.clock, self.toolbox)
            spec = replace(maker.spec(person, run, shown, on_progress), on_words=teller.on_words)
            leaving = self.shutdown.is_asked if in_background else self.shutdown.is_due  # it would last too long
            journal = DatabaseJournal(lease, run.id, self.clock, self.toolbox.secrets, leaving,
                                      run.mode, tool_counter(self.metrics, self.toolbox.tools))  # fmt: skip
            result = run_agent(spec, self.model, journal, self.clock)
        if isinstance(result, HandedOver):
            stays = self._handing_over.take(lease, person, run.id, result)
            # One that stays goes on here, once: it may not ask again.
            return (run.id,) if stays is None else self.execute(lease, person, messages, stays)
        result, charged, begun = self._end(lease, person, messages, run, result, shown.cared)
        teller.ended(result)
        count_turn(self.metrics, self.settings, result, charged, self.clock.monotonic() - started)
        return begun

    def _known_links(self, person: Person, run: Run) -> frozenset[str] | None:
        """The addresses that the answer of a tainted run may hold as links; the service's own are among them."""
        leads = {tool.name: tool.leads for tool in self.toolbox.tools.values() if tool.leads}
        links = RunLinks(self.database, run.conversation_id, run.user_id, run.id, leads)
        return links.known((self.settings.human_contact, *helplines_named(person.recipient)))

    def _end(
        self, lease: Lease, person: Person, messages: Sequence[InboundMessage], run: Run, result: RunResult, cared: bool
    ) -> tuple[RunResult, int, Sequence[int]]:
        """The parts of the answer, what it cost and the end of the run, in one transaction. Returns how it ended in
        truth, the credits, and what waited for its place in the background."""
        with self.database.read() as session:  # a tool's own transaction has stored it, and nobody answers it yet
            permission = _left_open(session, run.id, person.language)
            stood = paying.standing(session, run)
            frame = frame_of(session, person, run, prices_of(self.settings)) if is_in_background(run) else None
            if runs.is_cancelled(session, run.id):
                result = replace(result, stop_reason=StopReason.CANCELLED)
        known = self._known_links(person, run) if result.tainted else None
        around = reply.Around(permission, cared, known, frame)
        answer = reply.prepare(person, run, messages, result, self.settings, self.store, around)
        with_low = answer
        if stood is not None and stood.may_be_low(self.settings):
            low = say(person.language, "credits_low", low=self.settings.low_balance_credits)
            with_low = reply.ended(person, answer, low)
        now = self.clock.now()
        with lease.write() as session:
            if runs.is_cancelled(session, run.id):  # also when it came to its end all the same
                result = replace(result, stop_reason=StopReason.CANCELLED)
                answer = with_low = reply.stopped(person, answer, frame)
            cost_guards.ended(session, self.settings, run, result.error, now)
            settled = paying.pay(session, self.settings, run, result, answer, person.address)
            if result.stop_reason != StopReason.CANCELLED or frame:  # that a turn stops was said when it was asked to
                if paying.is_told_low(session, self.settings, run, stood, is_shown=with_low is not answer):
                    answer = with_low
                reply.write(session, person, run, answer, self.links, self.settings)
            runs.end(session, run.id, now, status="done", **_end_of(result), charged=settled.charged,
                     waived=settled.waived)  # fmt: skip
            if result.tainted:
                runs.taint(session, run.id, run.conversation_id)
            conversations.close_inbound(session, messages, str(result.stop_reason), now)
            begun = background_runs.start_waiting(session, run.user_id) if frame else ()
        return result, settled.charged, begun

    def _heartbeats(self, person: Person, run: Run) -> Heartbeats:
        now = self.clock.now()
        since = (now - (run.background_at or now)).total_seconds()

        def words(session: Session) -> str:
            limit = self.settings.background_timeout_s
            return wording.heartbeat(session, session.get_one(Run, run.id), person.language, self.clock.now(), limit)

        return Heartbeats({f"heartbeat{at:.0f}": at - since for at in self.settings.heartbeat_s}, words)

    def _signed_out(self, lease: Lease, person: Person, messages: Sequence[InboundMessage], run: Run) -> Sequence[int]:
        now = self.clock.now()
        with lease.write() as session:
            if is_in_background(run):  # what it has finished waits in their library
                charged = settle_stopped(session, prices_of(self.settings), run).charged
                runs.end(session, run.id, now, status="done", stop_reason=StopReason.CANCELLED, error="signed out",
                         charged=charged)  # fmt: skip
            else:
                self.abandon(session, run, "signed out")
            begun = background_runs.start_waiting(session, run.user_id if is_in_background(run) else None)
            last_words.signed_out(session, person, run, self.links)
            conversations.close_inbound(session, messages, "signed_out", now)
        return begun

    def abandon(self, session: Session, run: Run, why: str) -> None:
        """End a run before its answer, without a word, and give the credit back."""
        credits.refund(session, run.user_id, run.price, run.id)
        runs.end(session, run.id, self.clock.now(), status="done", stop_reason=StopReason.CANCELLED, error=why)

    def give_up(
        self, lease: Lease, person: Person, messages: Sequence[InboundMessage], run: Run | None
    ) -> Sequence[int]:
        """Too many workers died or failed over this: tell the person, give the credit back, tell operators."""
        now = self.clock.now()
        begun: Sequence[int] = ()
        with lease.write() as session:
            frame = None
            if run is not None:
                frame = frame_of(session, person, run, prices_of(self.settings)) if is_in_background(run) else None
                credits.refund(session, run.user_id, run.price, run.id)
                if runs.is_tainted(session, run.id):
                    runs.taint(session, run.id, run.conversation_id)
                runs.end(session, run.id, now, status="dead", stop_reason=StopReason.ERROR, error="dead")
                begun = background_runs.start_waiting(session, run.user_id if frame else None)
            last_words.give_up(session, person, messages, run, self.links, self.settings, frame)
            conversations.close_inbound(session, messages, "dead", now)
        log.error("gave up on a turn", extra={"run": run.id if run else None})
        return begun


def _left_open(session: Session, run_id: int, language: Language) -> str | None:
    """The question that a run has left, whatever it is about; None when there is none."""
    looks = (allowed.asked, drafts.asked, quotes.asked)
    return next(filter(None, (asked(session, run_id, language) for asked in looks)), None)


def _end_of(result: RunResult) -> dict[str, Any]:
    """What the run's row says of its end."""
    return {
        "stop_reason": result.stop_reason,
        "error": ": ".join(filter(None, (result.error, result.detail)))[:256],
        "model": result.model[:128],
        "iterations": result.iterations,
        "prompt_tokens": result.usage.prompt_tokens,
        "completion_tokens": result.usage.completion_tokens,
        "cached_tokens": result.usage.cached_tokens,
        "cost": result.usage.cost,
    }
