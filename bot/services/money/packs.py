"""Packs of credits: what they are, what they cost, how that is written. The data stand in packs.toml."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from bot.i18n.catalogue import say
from bot.i18n.figures import grouped
from bot.text.french import NO_BREAK
from bot.types import Language, known_fields

DATA: Final = Path(__file__).with_name("packs.toml")
NAMES: Final = {"XOF": "FCFA", "XAF": "FCFA"}


@dataclass(frozen=True, slots=True)
class Pack:
    """So many credits for an amount in whole units of a currency."""

    name: str
    credits: int
    amount: int
    currency: str

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """From an interaction's payload."""
        return cls(**known_fields(cls, stored))

    def stored(self) -> dict[str, Any]:
        """For an interaction's payload: what was offered is what is sold."""
        return asdict(self)

    def label(self, language: Language) -> str:
        """Its line of the list, 24 characters at most: « 120 crédits, 1 000 FCFA »."""
        return say(language, "purchase_pack", credits=self.credits, price=self.price(language))

    def price(self, language: Language) -> str:
        """« 1 000 FCFA », "1,000 FCFA"."""
        return money(self.amount, self.currency, language)


def money(amount: int, currency: str, language: Language) -> str:
    """An amount in whole units as people write it."""
    return f"{grouped(amount, language)}{NO_BREAK}{NAMES.get(currency, currency)}"


@cache
def packs() -> Sequence[Pack]:
    """What is sold, in the order of the list."""
    told = tomllib.loads(DATA.read_text(encoding="utf-8"))
    return tuple(Pack(**pack, currency=told["currency"]) for pack in told["packs"])
