"""What a turn costs its person, in the transaction that ends it, and whether they are told that little is left."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlmodel import Session

from bot.agent.spec import RunResult
from bot.config import Settings
from bot.conversation.turn.reply import Answer
from bot.dao import addresses, users
from bot.dao.library import files
from bot.dao.work import runs
from bot.dao.work.run_ends import Before
from bot.models import Run
from bot.services.money import credits
from bot.services.money.prices import prices_of
from bot.services.money.settling import Settled, Used, settle
from bot.services.money.stopping import settle_stopped
from bot.tools.toolsets import names_in
from bot.types import StopReason

_A_SENTENCE: Final = 160  # characters
_A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands before the end of a turn: their balance with its price taken, and whether they were told
    that it is low."""

    balance: int
    told: bool

    def may_be_low(self, settings: Settings) -> bool:
        """Whether the end of the turn may bring them below the line, or they are there."""
        return not self.told and self.balance < settings.low_balance_credits + settings.quote_from_credits


def standing(before: Before) -> Standing | None:
    """How a run's user stands before its end; None for a guest."""
    return Standing(before.credits, bool(before.told_low)) if before.credits is not None else None


def pay(session: Session, settings: Settings, run: Run, result: RunResult, answer: Answer, address: str) -> Settled:
    """Take what the turn cost, or give back what was reserved for one that failed or has found somebody in danger; of
    one that was stopped, what it had not finished."""
    if result.stop_reason == StopReason.CANCELLED and not answer.free:
        return settle_stopped(session, prices_of(settings), run)
    failed = result.stop_reason == StopReason.ERROR or _is_bare_refusal(result)
    if failed or answer.free or _opens_shop_alone(session, run, result):
        credits.refund(session, run.user_id, run.price, run.id)
        return Settled(0, 0)
    prices = prices_of(settings)
    heard = bool(answer.segments) and not addresses.is_silent(session, address)
    handed_over = sum(file.size for file in files.of_run(session, run.id)) if prices.delivery.megabyte else 0
    used = Used(result.model, result.usage.total_tokens, answer.segments if heard else 0, handed_over)
    called = result.iterations > 1 or result.stop_reason == StopReason.AWAITING_USER
    return settle(session, prices, run, used, called=called)


def _is_bare_refusal(result: RunResult) -> bool:
    """Whether a provider's filter has left nothing but our own sentence, or the model has marked all it says as its
    refusal, and nothing was done either."""
    return result.refused and (result.declined or not result.text) and result.iterations <= 1


def _opens_shop_alone(session: Session, run: Run, result: RunResult) -> bool:
    """Whether all that came of it is the list of packs, as behind /acheter, with no more than a sentence above it, once
    a day: an answer does not become free because it ends with the list, and a short one may be a sentence."""
    if result.stop_reason != StopReason.AWAITING_USER or len(result.text) > _A_SENTENCE:
        return False
    if {call.tool for call in runs.tool_calls(session, run.id)} != set(names_in("billing")):
        return False
    return not result.text or not runs.has_asked_for_nothing(session, run, run.started_at - _A_DAY)


def claim_low_notice(session: Session, settings: Settings, run: Run, stood: Standing | None, *, is_shown: bool) -> bool:
    """Whether the answer says that few credits are left, if it can be shown; remembers it. When there are enough again,
    the next time is another one."""
    low = settings.low_balance_credits
    if stood is None or run.user_id is None:
        return False
    if stood.told and stood.balance >= low:
        users.forget_low(session, run.user_id, low)
    return is_shown and users.claim_low_notice(session, run.user_id, low)
