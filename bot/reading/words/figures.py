"""Numbers in words as somebody else would type them: « trois virgule cinq » as 3,5, « un demi » as 1/2. Pure. What a
label is (« la deux ») is read before, elsewhere."""

from collections.abc import Sequence
from typing import Final

import regex

from bot.reading.words.spoken import NUMBER_WORDS_BELOW_100, number_below_1000
from bot.text.folding import folded

LONGEST: Final = 120  # characters
_SCALES: Final = {"mille": 1000, "milles": 1000, "thousand": 1000, "million": 10**6, "millions": 10**6}
_NUMBERS: Final = frozenset({*NUMBER_WORDS_BELOW_100, "cent", "cents", "hundred", *_SCALES}) - {"oh"}
_ONE: Final = frozenset({"un", "une", "one"})  # more often an article
_PARTS: Final = {
    "demi": 2, "demie": 2, "demis": 2, "half": 2, "halves": 2, "tiers": 3, "third": 3, "thirds": 3, "quart": 4,
    "quarts": 4, "quarter": 4, "quarters": 4,
    **{f"{stem}ieme{end}": number for number, stem in enumerate(
        "cinqu six sept huit neuv dix onz douz treiz quatorz quinz seiz".split(), 5) for end in ("", "s")},
    "vingtieme": 20, "vingtiemes": 20, "centieme": 100, "centiemes": 100, "millieme": 1000, "milliemes": 1000,
}  # fmt: skip
OF_NUMBERS: Final = _NUMBERS | _PARTS.keys() | {"moitie"}  # words that figures may be written for
_RUN: Final = regex.compile(r"(?<![^\W\d_])(?:{word})(?:[\s-]+(?:et[\s-]+(?=un|onz))?(?:{word}))*(?![^\W\d_])".format(
    word="|".join(sorted(_NUMBERS, key=len, reverse=True))
))  # fmt: skip
_BEFORE_ONE: Final = regex.compile(
    r"(?:\b(?:moins|plus|virgule|point|sur|puissance|exposant|vaut|egale?(?: a)?)|[-+=/^<>≤≥])\s*$"
)
_BEHIND_ONE: Final = regex.compile(rf"\s*(?:virgule|point|sur|{'|'.join(_PARTS)})\b")
_PART: Final = regex.compile(rf"\b(\d+)\s+({'|'.join(_PARTS)})\b")
_PER_CENT: Final = regex.compile(r"\bpour cent\b")
_AND_A_HALF: Final = regex.compile(r"\b(\d+) et demie?$")
_ALONE: Final = regex.compile(rf"^(?:(?:la|le|l|les)\b\W*)?(?:(moitie)|(\d+)\s+({'|'.join(_PARTS)})|(tiers|quart))$")


def in_figures(text: str) -> str:
    """The text with its numbers in digits, without accents where it has any in words; as it is where it has none."""
    if len(text) > LONGEST:
        return text
    plain = folded(text).strip()
    spelt = _RUN.sub(_figure, _PER_CENT.sub("%", plain))
    spelt = _AND_A_HALF.sub(r"\1,5", spelt)
    spelt = _ALONE.sub(_part_alone, spelt)
    spelt = _PART.sub(lambda found: f"{found[1]}/{_PARTS[found[2]]}", spelt)
    return text if spelt == plain else spelt


def _figure(found: "regex.Match[str]") -> str:
    words = [word for word in regex.split(r"[\s-]+", found[0]) if word != "et"]
    before, behind = found.string[: found.start()], found.string[found.end() :]
    if len(words) == 1 and words[0] in _ONE and not (_BEFORE_ONE.search(before) or _BEHIND_ONE.match(behind)):
        return found[0]
    decimals = ""
    if regex.search(r"\b(?:virgule|point)\s*$", before):
        while len(words) > 1 and words[0] == "zero":
            decimals, words = decimals + "0", words[1:]
    value = _value(words)
    return found[0] if value is None else f"{decimals}{value}"


def _value(words: Sequence[str]) -> int | None:
    """The number that some words are, below a thousand millions; None when they are several."""
    total, rest = 0, list(words)
    for scale, names in ((10**6, ("million", "millions")), (1000, ("mille", "milles", "thousand"))):
        at = next((index for index, word in enumerate(rest) if word in names), None)
        if at is not None:
            count = 1 if at == 0 else number_below_1000(rest[:at])
            if not count:
                return None
            total, rest = total + count * scale, rest[at + 1 :]
    if not rest:
        return total
    last = number_below_1000(rest)
    return None if last is None or (total and not last) else total + last


def _part_alone(found: "regex.Match[str]") -> str:
    if found[1] is not None:
        return "1/2"
    return f"1/{_PARTS[found[4]]}" if found[4] else f"{found[2]}/{_PARTS[found[3]]}"
