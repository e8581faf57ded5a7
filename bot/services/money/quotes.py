"""A price that is asked about before it is paid: how it is stored, and how it is put. The question lets one call happen
that a run has held, as a permission does (bot.services.approval)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlmodel import Session

from bot.dao import interactions
from bot.i18n.catalogue import say
from bot.services.approval.questions import Held, held_in
from bot.services.money.prices import Prices
from bot.types import Language, Mode

KIND: Final = "quote"


@dataclass(frozen=True, slots=True)
class Quote:
    """The call, and what the request comes to in all with it, in credits. `balance`: what is left while it is asked."""

    held: Held
    credits: int
    balance: int


def payload_of(quote: Quote) -> dict[str, Any]:
    """The payload to store. `again` comes to say that how to answer was repeated once."""
    return {"held": asdict(quote.held), "credits": quote.credits, "balance": quote.balance, "again": False}


def quote_in(payload: Mapping[str, Any]) -> Quote:
    """What a stored payload holds."""
    return Quote(held_in(payload), payload["credits"], payload["balance"])


def question(credits: int, balance: int, language: Language) -> str:
    """« environ 6 crédits » and the two digits; also for whatever else is quoted first."""
    return say(language, "quote", credits=credits, balance=balance)


def asked(session: Session, run_id: int, language: Language) -> str | None:
    """The quote a run has put and nobody has answered yet, as a question; None when there is none."""
    opened = interactions.open_of_run(session, run_id, KIND)
    if opened is None:
        return None
    quote = quote_in(opened.payload)
    return question(quote.credits, quote.balance, language)


def of_background(prices: Prices, mode: Mode, tools: Mapping[str, str] | None = None) -> int:
    """What long work is quoted at, in credits: its own price, and that of calls it is known to make (their arguments,
    JSON text, by tool)."""
    calls = sum(prices.of_call(tool, arguments) for tool, arguments in (tools or {}).items())
    return prices.of_background(mode) + calls
