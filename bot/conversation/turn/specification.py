"""What the agent's loop is told of one run: history, tools, limits, who decides what leaves and what may be paid."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.agent.progress import Progress
from bot.agent.spec import RunSpec, Summarising, Tool, Usage
from bot.clock import Clock
from bot.config import Settings
from bot.conversation.people import Person
from bot.conversation.turn import model_input
from bot.conversation.turn.manner import Manner, manner_of
from bot.conversation.turn.prompts import run_summary_prompt
from bot.dao.database import Database
from bot.dao.work import run_ends, runs
from bot.errors import DatabaseAway
from bot.i18n.day import moment_at
from bot.models import Run
from bot.services.approval.gate import RunGate
from bot.services.approval.questions import MOST_QUESTIONS
from bot.services.money.prices import Prices, prices_of
from bot.services.money.till import RunTill
from bot.services.research.ration import PageRation
from bot.tools.context import ToolContext
from bot.tools.toolbox import Toolbox
from bot.types import Background, Language, Message, Mode, known


@dataclass(frozen=True, slots=True)
class Specifier:
    """Makes the specification of runs."""

    settings: Settings
    database: Database
    clock: Clock
    toolbox: Toolbox

    def spec(
        self, person: Person, run: Run, shown: model_input.Context, on_progress: Callable[[Progress], None]
    ) -> RunSpec:
        """The specification of one run. `shown`: what the model is shown of the conversation and of the run so far."""
        settings, prices = self.settings, prices_of(self.settings)
        manner = manner_of(settings, run, self.clock.now())
        first = settings.model_pro if person.mode == Mode.PRO else settings.model_student
        tools = self.toolbox.offered(person.mode)
        wishes = _Wishes(self.database, run)
        return RunSpec(
            history=shown.history,
            trail=shown.trail,
            ended=self._ended(run, shown.trail),
            tools=tools,
            tainted=run.tainted,
            handover=manner.handover,
            has_plan=manner.has_plan,
            barred=manner.barred,
            summary=Summarising(settings.model_summary, run_summary_prompt(known(Language, run.language, Language.FR))),
            gate=self._gate(person, run, shown, tools, manner),
            till=self._till(prices, run, manner) if run.budget else None,
            ration=PageRation(manner.pages) if manner.pages is not None else None,
            cost_of=lambda model, usage: usage.cost or _estimate(prices, model, usage),
            models=(first, *settings.model_fallbacks),
            context=self._tool_context(person, run, manner),
            limits=manner.limits,
            used=Usage(run.prompt_tokens, run.completion_tokens, run.cached_tokens, run.cost),
            cancelled=wishes.cancelled,
            wished=wishes.background,
            on_progress=on_progress,
        )

    def _ended(self, run: Run, trail: Sequence[Message]) -> str:
        """How the answer ended that a life before has left unsaid; "" where there is none."""
        if not trail or trail[-1]["role"] != "assistant" or trail[-1].get("tool_calls"):
            return ""
        with self.database.read() as session:
            return run_ends.finish_reason(session, run.id)

    def _till(self, prices: Prices, run: Run, manner: Manner) -> RunTill:
        agreed = self._granted(run) if run.quoted else {}
        return RunTill(self.database, self.clock, prices, run, self.settings.interaction_ttl_s, manner.may_ask, agreed)

    def _gate(
        self, person: Person, run: Run, shown: model_input.Context, tools: Sequence[Tool], manner: Manner
    ) -> RunGate:
        return RunGate(
            clock=self.clock,
            ttl_s=self.settings.interaction_ttl_s,
            conversation_id=run.conversation_id,
            run_id=run.id,
            language=person.language,
            channel=person.channel,
            history=shown.history,
            leads={tool.name: tool.leads for tool in tools if tool.leads},
            granted=self._granted(run) if run.tainted else {},
            asked=run.asked if manner.may_ask else MOST_QUESTIONS,
        )

    def _granted(self, run: Run) -> dict[str, str]:
        with self.database.read() as session:
            return runs.granted(session, run.id)

    def _tool_context(self, person: Person, run: Run, manner: Manner) -> ToolContext:
        return ToolContext(
            user_id=run.user_id,
            conversation_id=run.conversation_id,
            run_id=run.id,
            channel=person.channel,
            language=person.language,
            mode=person.mode,
            deadline=self.clock.monotonic() + manner.limits.turn_timeout_s,
            started_at=moment_at(person.address, run.started_at),
            service_name=self.settings.service_name,
            services=self.toolbox.services,
        )


class _Wishes:
    """What the person wishes of a run meanwhile: one look at its row tells both."""

    def __init__(self, database: Database, run: Run) -> None:
        self._database, self._run_id = database, run.id
        self._known: Run | None = run  # as it was read a moment ago: good for the first question
        self._background = run.background == Background.WISHED

    def cancelled(self) -> bool:
        """Whether it is to stop."""
        if self._known is not None:
            known, self._known = self._known, None
            return known.cancelled_at is not None
        try:
            with self._database.read() as session:
                cancelled, self._background = runs.wishes(session, self._run_id)
        except DatabaseAway:  # not worth an answer of the model that is on its way: the next checkpoint stands or falls
            return False
        return cancelled

    def background(self) -> bool:
        """Whether it was to go on in the background when `cancelled` was asked last."""
        return self._background


def _estimate(prices: Prices, model: str, usage: Usage) -> float:
    return prices.in_dollars(model, usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens)
