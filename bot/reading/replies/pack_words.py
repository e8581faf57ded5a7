"""Reads which pack a reply names by what is in it, what it costs or its line, with words around it: « 120 crédits »,
« celui à 1 000 F », « le 2 par wave ». Pure."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bot.reading.commands.arguments import MOST_DIGITS
from bot.reading.words.sums import CREDITS, MONEY, words_of

AROUND: Final = (
    CREDITS
    | MONEY
    | frozenset(
        "le la les l un une de du des a pour pack celui celle prix je j veux voudrais prends prend prendre donne moi "
        "mets achete acheter recharge recharger svp stp merci the one for of i want take give me buy please thanks ok "
        "oui yes par avec via by with wave orange money momo mobile /".split()
    )
)
CHEAPEST: Final = re.compile(r"\b(le moins cher|la moins chere|the cheapest)\b")  # « moins cher » alone is a wish


def named_pack(reply: str, packs: Sequence[tuple[int, int]]) -> int | None:
    """The index of the one pack, of (credits, price), whose numbers a reply gives among nothing but such words."""
    words = words_of(reply)
    others = {word for word in words if not word.isdecimal() or len(word) > MOST_DIGITS}
    if not others <= AROUND:
        rest, times = CHEAPEST.subn("", " ".join(words))
        is_cheapest = times == 1 and AROUND.issuperset(rest.split())
        return min(range(len(packs)), key=lambda index: packs[index][1]) if is_cheapest else None
    numbers = [(int(word), unit) for word, unit in pairwise([*words, ""]) if word.isascii() and word.isdecimal()]
    fits = [
        index
        for index, (credits, price) in enumerate(packs)
        if all(number in _meant(unit, index + 1, credits, price) for number, unit in numbers)
    ]
    return fits[0] if numbers and len(fits) == 1 else None


def _meant(unit: str, line: int, credits: int, price: int) -> Sequence[int]:
    """The numbers of a pack that a number may be which has this word behind it."""
    if unit in MONEY:
        return (price,)
    return (credits,) if unit in CREDITS else (line, credits, price)
