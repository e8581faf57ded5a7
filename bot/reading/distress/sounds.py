"""Words as they sound, and small words that are glued to them on a phone (« jarrive », « mexciser », « fouété »): one
spelling for all the patterns of this folder. Pure."""

import re
from collections.abc import Container, Iterable
from typing import Final

_ELIDED: Final = re.compile(r"(qu|[jmtsldnc])(?=[aeiouyh]|(?<=j))(.+)")
_VOWELS: Final = frozenset("aeiouyh")
_ALIKE: Final = tuple(
    (re.compile(heard), said)
    for heard, said in (
        (r"ph", "f"),
        (r"qu|ck|[ck](?![hiey])", "k"),
        (r"ch|sh", "x"),
        (r"c|z|ss", "s"),
        (r"eau|au", "o"),
        (r"ai|ei|ay|ey", "e"),
        (r"y", "i"),
        (r"g(?=[ei])", "j"),
        (r"h", ""),
        (r"[ae][nm](?=[b-df-hj-np-tv-xz])", "an"),
        (r"([a-z])\1", r"\1"),
    )
)
_SILENT: Final = re.compile(r"(?<=..)(?:ent|e[rts]*|[stxd])$")
_SHORTEST: Final = 4  # letters: shorter words sound like too many others


def sound(word: str) -> str:
    """How a French word is heard, its silent ending and what an ending adds to a verb left out."""
    for pattern, said in _ALIKE:
        word = pattern.sub(said, word)
    return _SILENT.sub("", word)


def by_sound(words: Iterable[str]) -> dict[str, str]:
    """One spelling for each sound: that of the word named first."""
    spelt: dict[str, str] = {}
    for word in words:
        if len(word) >= _SHORTEST:
            spelt.setdefault(sound(word), word)
    return spelt


def unglued(token: str, known: Container[str]) -> tuple[str, str] | None:
    """The small word and the word that were written as one; None when this is one word."""
    found = _ELIDED.fullmatch(token)
    if found is None or found[2] not in known:
        return None
    if len(found[2]) < _SHORTEST and found[1] != "j" and found[2] != "eau":  # « sont », « dose »
        return None
    return (found[1] if found[2][0] in _VOWELS else "je", found[2]) if found[1] != "n" else ("", found[2])
