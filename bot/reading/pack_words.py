"""Reads which pack a reply names by what is in it or what it costs: « 120 crédits », « celui à 1 000 F ». Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.reading.answer_words import tokens

CREDITS: Final = frozenset("credit credits".split())
MONEY: Final = frozenset("f fr frs fcfa cfa franc francs xof".split())
AROUND: Final = (
    CREDITS
    | MONEY
    | frozenset(
        "le la les l un une de du des a pour pack celui celle prix je j veux voudrais prends prend prendre donne moi "
        "mets achete acheter svp stp merci the one for of i want take give me buy please thanks ok oui yes".split()
    )
)
GLUED: Final = re.compile(rf"\b([0-9]+)({'|'.join(sorted(CREDITS | MONEY))})\b")  # « 1000f »
WORDED: Final = {
    re.compile(r"\b(deux mille|two thousand)\b"): "2000",
    re.compile(r"\b((one |a )?thousand|mille)\b"): "1000",
    re.compile(r"\b(cinq cents?|five hundred)\b"): "500",
}  # the round sums people write out; « quatre mille » keeps a word that says it is another
CHEAPEST: Final = re.compile(r"\b(le moins cher|la moins chere|the cheapest)\b")  # « moins cher » alone is a wish


def named_pack(reply: str, packs: Sequence[tuple[int, int]]) -> int | None:
    """The index of the one pack, of (credits, price), whose number a reply gives among nothing but such words."""
    words = _words(reply)
    others = {word for word in words if not word.isdecimal()}
    if not others <= AROUND:
        rest, times = CHEAPEST.subn("", " ".join(words))
        is_cheapest = times == 1 and AROUND.issuperset(rest.split())
        return min(range(len(packs)), key=lambda index: packs[index][1]) if is_cheapest else None
    numbers = [int(word) for word in words if word.isascii() and word.isdecimal()]
    if len(numbers) != 1:
        return None
    fits = [
        index
        for index, (credits, price) in enumerate(packs)
        if (numbers[0] == credits and not others & MONEY) or (numbers[0] == price and not others & CREDITS)
    ]
    return fits[0] if len(fits) == 1 else None


def _words(reply: str) -> list[str]:
    """With each number on its own, in digits."""
    text = " ".join(tokens(re.sub(r"(?<=\d)[\s\u00a0\u202f.](?=\d{3}(?!\d))", "", reply)))
    for said, digits in WORDED.items():
        text = said.sub(digits, text)
    return GLUED.sub(r"\1 \2", text).split()
