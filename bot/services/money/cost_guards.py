"""Who is not served, because it would cost too much or nobody would answer: asked before a turn begins. One run has
limits of its own (bot.agent.spec.Limits); here are the others: a user's day, a mode's day, everybody's day, and a
provider that refuses us. All of it stands in the database, written with what is written anyway, and ends by itself."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from sqlmodel import Session

from bot.config import Settings
from bot.dao import alerts, breakers
from bot.dao.money import spending
from bot.dao.money.spending import SoFar
from bot.models import Run
from bot.types import Mode

ALERT: Final = "service_paused"
ALERT_AGAIN_S: Final = 3_600.0
STRIKES_WITHIN_S: Final = 600.0
PAYMENT, REFUSED = "provider_payment", "provider_auth"
OUTAGES: Final = (PAYMENT, REFUSED)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nobody answers now: what is spent, or an outage of the provider, by its number."""

    why: Literal["user", "mode", "day", "outage"]
    outage: int = 0


@dataclass(frozen=True, slots=True)
class Passed:
    """A turn may begin; `tries`: it finds out whether the provider serves us again."""

    tries: bool = False


def look(session: Session, settings: Settings, now: datetime, user_id: int | None, mode: Mode) -> Refusal | Passed:
    """Whether a turn may begin. Reads alone, unless it refuses or tries."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    so_far = spending.so_far(session, now, mode, user_id, midnight)
    refusal = _spent(session, settings, so_far, midnight, user_id, mode)
    if refusal is not None:
        return refusal
    if so_far.outage is None:
        return Passed()
    if breakers.claim_probe(session, breakers.MODEL, now, settings.outage_probe_s):
        return Passed(tries=True)
    return Refusal("outage", so_far.outage)


def may_be_asked(session: Session, settings: Settings, now: datetime, user_id: int | None, mode: Mode) -> bool:
    """Whether a model may be asked something beside the turns: as long as nothing is spent and it serves us. Tries
    nothing out."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    so_far = spending.so_far(session, now, mode, user_id, midnight)
    return so_far.outage is None and _spent(session, settings, so_far, midnight, user_id, mode) is None


def ended(session: Session, settings: Settings, run: Run, error: str, now: datetime, *, tried: bool) -> None:
    """What the end of a run says of the provider. `error`: the kind, empty for an answer; `tried`: it was the run that
    found out."""
    if error not in OUTAGES:
        if tried and not error:
            breakers.close(session, breakers.MODEL, run.id)
        return
    if error == REFUSED and not breakers.strike(
        session, breakers.MODEL, run.conversation_id, now, STRIKES_WITHIN_S
    ):  # one request that is refused for what it says stops nobody else
        return
    breakers.trip(session, breakers.MODEL, error, now, settings.outage_probe_s)
    if breakers.claim_alert(session, breakers.MODEL, now, ALERT_AGAIN_S):
        alerts.add(session, ALERT, f"the model's provider refuses us ({error}): nobody is answered", run.id)


def dollars_of(settings: Settings, mode: Mode) -> float:
    """What all of a mode may cost together in a day; 0: as much as it does."""
    dollars = {Mode.GUEST: settings.guest_daily_dollars, Mode.STUDENT: settings.student_daily_dollars}
    return dollars.get(mode, settings.pro_daily_dollars)


def _spent(
    session: Session, settings: Settings, spent: SoFar, midnight: datetime, user_id: int | None, mode: Mode
) -> Refusal | None:
    of_mode = dollars_of(settings, mode)
    of_all = settings.daily_budget_dollars
    most = settings.user_daily_tokens
    if of_all and spent.of_all >= of_all:
        _alert(session, "day_budget", f"the day's {of_all:g} dollars are spent: nobody is answered", midnight)
        return Refusal("day")
    if of_mode and spent.of_mode >= of_mode:
        _alert(session, "mode_budget", f"{mode}: the day's {of_mode:g} dollars are spent", midnight)
        return Refusal("mode")
    if user_id is not None and most and spent.tokens >= most:
        _alert(session, "user_budget", f"user {user_id}: the day's {most} tokens are used", midnight)
        return Refusal("user")
    return None


def _alert(session: Session, kind: str, detail: str, midnight: datetime) -> None:
    """Once a day."""
    if alerts.is_recent(session, kind, detail, midnight):
        return
    alerts.one_at_a_time(session)
    if not alerts.is_recent(session, kind, detail, midnight):
        alerts.add(session, kind, detail)
