"""Credits in plain words: a user's last entries, and what things cost. No database."""

from collections.abc import Collection
from datetime import tzinfo
from decimal import Decimal
from typing import Final

from bot.i18n.catalogue import say
from bot.i18n.day import short_moment_in
from bot.i18n.figures import grouped
from bot.models import LedgerEntry
from bot.services.money.prices import Prices
from bot.types import EntryKind, Language, Mode

DOCUMENTS: Final = tuple(f"generate_{kind}" for kind in ("pdf", "docx", "pptx", "xlsx", "html", "md"))
GROUPS: Final = {"document": DOCUMENTS, "shell": ("bash_execute",), "sms": ("send_sms_to_user",)}
MINUS: Final = "\u2212"


def line(entry: LedgerEntry, language: Language, zone: tzinfo) -> str:
    """One entry: « −2 : réponse du 3 mai à 14 h 05 », « +20 crédits de bienvenue »."""
    amount = f"{'+' if entry.amount >= 0 else MINUS}{grouped(abs(entry.amount), language)}"
    if entry.kind in (EntryKind.WELCOME, EntryKind.GRANT):
        return say(language, f"entry_{entry.kind}", amount=amount, several=entry.amount > 1)
    return say(language, "entry", amount=amount, what=_what(entry, language, zone))


def _what(entry: LedgerEntry, language: Language, zone: tzinfo) -> str:
    at = short_moment_in(entry.created_at.astimezone(zone), language)
    match entry.kind:
        case EntryKind.TOOL:
            group = next((name for name, tools in GROUPS.items() if entry.reason in tools), "other")
            return say(language, "entry_tool", tool=say(language, f"entry_tool_{group}"), at=at)
        case EntryKind.SEGMENTS if entry.reason == "files":
            return say(language, "entry_files", at=at)
        case EntryKind.TURN if entry.reason == "tokens":
            return say(language, "entry_tokens", at=at)
        case _:
            return say(language, f"entry_{entry.kind}", at=at)


def prices_in_words(prices: Prices, mode: Mode, offered: Collection[str], quote: int, language: Language) -> str:
    """What an answer costs somebody of a mode, who is offered these tools, and what is beside it, in one line."""
    tools = [words for group in GROUPS if (words := _tool_price(prices, group, offered, language))]
    segment = prices.delivery.segment
    several = round(1 / segment) if 0 < segment < 1 else 1
    return say(
        language,
        "prices",
        turn=prices.of_turn(mode),
        is_more=any(prices.tokens.values()),
        tools=tools,
        files=bool(prices.delivery.megabyte),
        segment=_figure(max(segment, Decimal(1)), language) if segment else "",
        several=several,
        background=prices.of_background(mode),
        quote=quote,
    )


def _tool_price(prices: Prices, group: str, offered: Collection[str], language: Language) -> str:
    """« 1 crédit par document »; the dearest of a group, and whether long ones cost more. Empty for what is free."""
    known = [price for tool in GROUPS[group] if tool in offered and (price := prices.tools.get(tool)) is not None]
    call = max((price.call for price in known), default=Decimal(0))
    more = any(price.thousand_characters for price in known)
    if not call and not more:
        return ""
    return say(language, f"price_{group}", price=_figure(call, language), more=more)


def _figure(number: Decimal, language: Language) -> str:
    text = f"{number.normalize():f}"
    return text.replace(".", ",") if language is Language.FR else text
