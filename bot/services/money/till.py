"""The till of one run: what its calls cost so far, and the question before they cost more than was shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlmodel import Session

from bot.agent.spec import ToolCall, ToolOutput
from bot.agent.transcripts import made_before
from bot.clock import Clock
from bot.dao import interactions, users
from bot.dao.database import Database
from bot.errors import ToolFailed
from bot.models import Run
from bot.services.approval.one_question import asked_already
from bot.services.approval.questions import MOST_QUESTIONS, Held
from bot.services.money.prices import Prices
from bot.services.money.quotes import KIND, Quote, payload_of
from bot.types import Message

WAITING = {
    "done": False,
    "note": "Not done: it costs more credits than a request may without asking. The service now tells the person what "
    "it costs and asks them, and your turn ends. Unless a [Permission] message says that they agreed, it has not "
    "happened.",
}
TOO_MANY = (
    "Refused: it costs more credits than this request may, and the person was asked or said no. Do less, or nothing."
)
TOO_DEAR = (
    "Refused: this would cost {credits} credits in all and the person has {balance} left. Tell them so, and that "
    "/acheter (/buy) gets more; offer something smaller."
)


@dataclass(frozen=True, slots=True)
class RunTill:
    """Judges for one run, which has a budget. `agreed`: by call id, the arguments of what the person has agreed to."""

    database: Database
    clock: Clock
    prices: Prices
    run: Run
    ttl_s: float
    may_ask: bool = True  # nobody answers in the background
    agreed: Mapping[str, str] = field(default_factory=dict)

    def judge(self, call: ToolCall, transcript: Sequence[Message]) -> ToolOutput | None:
        """See bot.agent.spec.Till. What is within the budget passes, and what was agreed to: of that the run before may
        have taken its tokens, known at its end alone, so that less than the call's price is left; the rest is ours."""
        if self.agreed.get(call.id) == call.arguments:
            return None
        price = self.prices.of_call(call.name, call.arguments)
        if not price:
            return None
        before = 0 if self.run.quoted else self.run.price
        spent = sum(self.prices.of_call(made.name, made.arguments) for made in made_before(call, transcript))
        total = before + spent + price
        if total <= self.run.budget:
            return None
        if not self.may_ask or self.run.asked >= MOST_QUESTIONS or self.run.user_id is None:
            raise ToolFailed(TOO_MANY)
        with self.database.read() as session:
            balance = users.balance(session, self.run.user_id)
        if balance < total - self.run.price:
            raise ToolFailed(TOO_DEAR.format(credits=total, balance=balance))
        held = Held(call.name, call.arguments, (), self.run.asked + 1)
        left = max(0, balance - spent)  # as it is when the question is read: what was spent is taken with it
        return ToolOutput(WAITING, awaits_user=True, commit=self._asking(Quote(held, total, left)))

    def _asking(self, quote: Quote) -> Callable[[Session], None]:
        """What opens the question, in the transaction that stores the call's result; one question a run."""

        def commit(session: Session) -> None:
            now, key = self.clock.now(), self.run.conversation_id
            asked_already(session, key, self.run.id, now)
            interactions.open_interaction(session, key, KIND, payload_of(quote), now, self.ttl_s, self.run.id)

        return commit
