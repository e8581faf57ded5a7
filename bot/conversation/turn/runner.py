"""One turn of the agent, from the question to the parts of the answer: begin, run, end; each a fenced transaction."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from sqlmodel import Session

from bot.agent.control import HandedOver
from bot.agent.loop import run as run_agent
from bot.agent.progress import Progress
from bot.agent.spec import Model, RunResult
from bot.agent.strict_models import StrictModels
from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.config import Settings
from bot.conversation import allowance
from bot.conversation.outcomes import Ask
from bot.conversation.people import Person
from bot.conversation.turn import aloud, ending, last_words, model_input, noticing, paying, reply
from bot.conversation.turn.counting import count_turn, tool_counter
from bot.conversation.turn.frame import frame_of
from bot.conversation.turn.handing_over import HandingOver
from bot.conversation.turn.journal import DatabaseJournal
from bot.conversation.turn.manner import is_in_background
from bot.conversation.turn.pictures import with_photos
from bot.conversation.turn.specification import Specifier
from bot.conversation.turn.summarising import Summariser
from bot.conversation.turn.telling import RunTeller
from bot.dao import contexts, conversations
from bot.dao.database import Database
from bot.dao.work import background_runs, run_ends, runs
from bot.errors import LeaseLost
from bot.models import InboundMessage, Run
from bot.obs.metrics import Metrics
from bot.queue.progress import ProgressFeed
from bot.services.approval import allowed
from bot.services.approval.run_links import RunLinks
from bot.services.attachments.entries import are_untrusted
from bot.services.background import wording
from bot.services.library.files import Links
from bot.services.money import cost_guards, credits
from bot.services.money.prices import prices_of
from bot.services.money.stopping import settle_stopped
from bot.services.support.care import helplines_named
from bot.services.work.leases import Lease
from bot.services.work.pace import Pace
from bot.services.work.presence import Activity, Heartbeats, Presence
from bot.services.work.shutdown import Shutdown
from bot.tools.toolbox import Toolbox
from bot.types import StopReason

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
    summariser: Summariser
    pace: Pace = field(default_factory=Pace)
    strict: StrictModels = field(default_factory=StrictModels)

    def begin(self, session: Session, person: Person, messages: Sequence[InboundMessage], ask: Ask) -> Run:
        """Make the run, its first transcript row and the reservation: the price of a turn, or what the person has
        agreed to. A call that they have allowed stands open in the transcript, as if the run had been interrupted
        there. Raises InsufficientCredits."""
        user_id, decision = person.user_id, ask.decision
        key = person.conversation_id
        made = Run(conversation_id=key, user_id=user_id, mode=person.mode, language=person.language)
        brought = are_untrusted(messages) or ask.untrusted
        made.tainted = brought or contexts.is_tainted(session, key, user_id)
        made.asked = decision.asked if decision else 0
        if (price := self.price(person, ask)) is not None:
            made.price, made.budget = price, max(price, self.settings.quote_from_credits)
        run = runs.start(session, made)
        if ask.quoted and decision is not None and decision.agreed:
            credits.reserve_quoted(session, run, ask.quoted, decision.held.tool, allowed.call_id_of(decision))
        else:
            credits.reserve(session, user_id, run.price, run.id)
        runs.append(session, run.id, key, {"role": "user", "content": ask.text})
        if brought:  # now: later turns are shown this message however the turn ends
            runs.taint(session, run.id, key)
        if decision is not None and decision.agreed:
            allowed.hand_over(session, run, decision)
        conversations.attach(session, messages, run.id)
        return run

    def price(self, person: Person, ask: Ask) -> int | None:
        """What is reserved for an answer before it is begun, in credits; None when it is free, or has another price."""
        agreed = ask.quoted and ask.decision is not None and ask.decision.agreed
        if agreed or ask.free or not person.signed_in or ask.background == "at once":
            return None
        return prices_of(self.settings).of_turn(person.mode)

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
        watched = self.presence.watch(lease, person.recipient, run.id, sid, heartbeats)
        with self.pace.elsewhere(), watched as activity:
            shown = model_input.build(lease, self.settings, self.summariser, person, run, self.toolbox.secrets)
            shown = with_photos(shown, self.settings, self.database, self.store, run)

            def on_progress(event: Progress) -> None:
                teller.progress(event)
                self.presence.follow(activity, event)

            maker = Specifier(self.settings, self.database, self.clock, self.toolbox)
            spec = replace(maker.spec(person, run, shown, on_progress), on_words=teller.on_words)
            journal = self._journal(lease, person, run, activity)
            result = run_agent(spec, self.model, journal, self.clock, self.strict)
        if isinstance(result, HandedOver):
            journal.settle()
            stays = HandingOver(self.settings, self.links, self.clock).take(lease, person, run.id, result)
            # It stays in the conversation after all, and cannot be handed over a second time.
            return (run.id,) if stays is None else self.execute(lease, person, messages, stays)
        if in_background and ending.is_for_nobody(self.database, journal, run, self.clock.now()):
            return self._signed_out(lease, person, messages, run)
        result, charged, begun = self._end(journal, person, messages, run, result, cared=shown.cared)
        teller.ended(result)
        count_turn(self.metrics, self.settings, result, charged, self.clock.monotonic() - started)
        return begun

    def _journal(self, lease: Lease, person: Person, run: Run, activity: Activity) -> DatabaseJournal:
        leaving = self.shutdown.is_asked if is_in_background(run) else self.shutdown.is_due  # it would last too long
        heard = replace(self._noticing(person, run), answered=activity.speaks).hear
        counts = tool_counter(self.metrics, self.toolbox.tools)
        return DatabaseJournal(lease, run.id, self.clock, self.toolbox.secrets, leaving, run.mode, counts, heard)

    def _noticing(self, person: Person, run: Run) -> noticing.Noticing:
        return noticing.Noticing(self.settings, self.links, person, run)

    def _known_links(self, person: Person, run: Run) -> frozenset[str] | None:
        """The addresses that the answer of a tainted run may hold as links; the service's own are among them."""
        leads = {tool.name: tool.leads for tool in self.toolbox.tools.values() if tool.leads}
        links = RunLinks(self.database, run.conversation_id, run.user_id, run.id, leads)
        return links.known((self.settings.human_contact, *helplines_named(person.recipient)))

    def _end(
        self,
        journal: DatabaseJournal,
        person: Person,
        messages: Sequence[InboundMessage],
        run: Run,
        result: RunResult,
        *,
        cared: bool,
    ) -> tuple[RunResult, int, Sequence[int]]:
        """End a run in one transaction: returns how it ended in truth, its credits, and what waited for its place."""
        known = partial(self._known_links, person, run)
        ready = ending.prepare(self.database, self.settings, self.store, person, run, result, known, cared=cared)
        result, answer, with_low, frame, now = ready.result, ready.answer, ready.with_low, ready.frame, self.clock.now()
        with journal.lease.write() as session:
            journal.write_down(session, is_end=True)
            stands = run_ends.now(session, run.id, person.address)
            if stands.cancelled:  # even if the agent had finished meanwhile
                result = replace(result, stop_reason=StopReason.CANCELLED)
                answer = with_low = reply.stopped(person, answer, frame)
            found_out = stands.tries and result.iterations > 0  # whether the provider works again
            cost_guards.ended(session, self.settings, run, result.error, now, tried=found_out)
            last_words.failed(session, person, messages, run, result.stop_reason, now)
            settled = paying.pay(session, self.settings, run, result, answer, person.address)
            self._noticing(person, run).remember(session, ready.noticed)
            if result.stop_reason == StopReason.CANCELLED and frame is None:
                last_words.stopped(session, person, run, settled.charged, self.links)
            else:
                if paying.claim_low_notice(session, self.settings, run, ready.stood, is_shown=with_low is not answer):
                    answer = with_low
                reply.write(session, person, run, answer, self.links, self.settings, (ready.before, stands))
                aloud.plan(session, self.settings, person, run, messages, result, answer)
            runs.end(session, run.id, now, status="done", **ending.end_of(result), charged=settled.charged,
                     waived=settled.waived)  # fmt: skip
            if result.tainted:
                runs.taint(session, run.id, run.conversation_id)
            conversations.close_inbound(session, messages, str(result.stop_reason), now)
            begun = background_runs.start_waiting(session, run.user_id) if frame else ()
            journal.lease.ends(session)
        return result, settled.charged, begun

    def _heartbeats(self, person: Person, run: Run) -> Heartbeats:
        now = self.clock.now()
        since = (now - (run.background_at or now)).total_seconds()

        def words(session: Session) -> str:
            now, limit = self.clock.now(), self.settings.background_timeout_s
            if background_runs.has_left(session, run, now):
                raise LeaseLost(str(run.id))
            return wording.heartbeat(session, session.get_one(Run, run.id), person.language, now, limit)

        return Heartbeats({f"heartbeat{at:.0f}": at - since for at in self.settings.heartbeat_s}, words)

    def _signed_out(self, lease: Lease, person: Person, messages: Sequence[InboundMessage], run: Run) -> Sequence[int]:
        now = self.clock.now()
        with lease.write() as session:
            charged = settle_stopped(session, prices_of(self.settings), run).charged  # of what waits in their library
            runs.taint_again(session, run.id, run.conversation_id)
            runs.end(session, run.id, now, status="done", stop_reason=StopReason.CANCELLED, error="signed out",
                     charged=charged)  # fmt: skip
            begun = background_runs.start_waiting(session, run.user_id if is_in_background(run) else None)
            last_words.signed_out(session, person, run, charged, self.links, now)
            conversations.close_inbound(session, messages, "signed_out", now)
        return begun

    def abandon(self, session: Session, run: Run) -> None:
        """End a run of which no message waits any more, without a word, and give the credit back."""
        credits.refund(session, run.user_id, run.price, run.id)
        now = self.clock.now()
        runs.end(session, run.id, now, status="done", stop_reason=StopReason.CANCELLED, error="no message")

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
                last_words.died(session, run, now)
                begun = background_runs.start_waiting(session, run.user_id if frame else None)
            allowance.give_back(session, person, messages, now)
            last_words.give_up(session, person, messages, run, self.links, self.settings, frame)
            conversations.close_inbound(session, messages, "dead", now)
        log.error("gave up on a turn", extra={"run": run.id if run else None})
        return begun
