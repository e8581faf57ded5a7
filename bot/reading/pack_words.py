"""Reads which pack a reply names by what is in it or what it costs: « 120 crédits », « celui à 1 000 F ». Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.reading.answer_words import tokens

CREDITS: Final = frozenset("credit credits".split())
MONEY: Final = frozenset("f fcfa cfa franc francs xof".split())
AROUND: Final = (
    CREDITS
    | MONEY
    | frozenset(
        "le la les l un une de du des a pour pack celui celle prix je j veux voudrais prends prend prendre donne moi "
        "mets achete acheter svp stp merci the one for of i want take give me buy please thanks ok oui yes".split()
    )
)


def named_pack(reply: str, packs: Sequence[tuple[int, int]]) -> int | None:
    """The index of the one pack, of (credits, price), whose number a reply gives among nothing but such words."""
    words = tokens(re.sub(r"(?<=\d)[\s\u00a0\u202f.](?=\d{3}\b)", "", reply))
    numbers = [int(word) for word in words if word.isascii() and word.isdecimal()]
    others = {word for word in words if not word.isdecimal()}
    if len(numbers) != 1 or not others <= AROUND:
        return None
    fits = [
        index
        for index, (credits, price) in enumerate(packs)
        if (numbers[0] == credits and not others & MONEY) or (numbers[0] == price and not others & CREDITS)
    ]
    return fits[0] if len(fits) == 1 else None
