"""Which names of school subjects mean the same one: « Maths », « mathématiques » and "math". Pure; a small table."""

import re
from collections.abc import Iterable
from typing import Final

from bot.text.folding import folded

# Each line is one subject, in both languages: its full names, then after the bar what people shorten them to.
_TABLE: Final = """
mathematiques, mathematique, mathematics | maths, math, mth
francais, langue francaise, french | fr, franc
anglais, langue anglaise, english | ang, angl, eng
allemand, german | allem
espagnol, spanish | esp
arabe, arabic | ar
physique chimie, sciences physiques, physique et chimie, physics and chemistry, physical sciences | pc, spc, sp, pct, phys chimie
physique, physics | phys
chimie, chemistry | chim, chem
sciences de la vie et de la terre, sciences et vie de la terre, life and earth sciences | svt, s v t
biologie, biology | bio
histoire geographie, histoire et geographie, history and geography | hg, hist geo, histoire geo
histoire, history | hist
geographie, geography | geo
education physique et sportive, education physique, sport, physical education | eps, pe
philosophie, philosophy | philo, phil
education civique, education civique et morale, civics | ec, ecm, edhc, civisme
economie, economics | eco, econ
comptabilite, accounting | compta
informatique, computer science | info, ict, tic
sciences economiques et sociales, economic and social sciences | ses
"""  # noqa: E501 - one line a subject

_BEHIND: Final = re.compile(r"(?<=\w)\s*\([^()]*\)\s*$")  # « SVT (Tle D) »


def key_of(name: str) -> str:
    """A name without case, accents, punctuation, "et" between its words and what stands in brackets behind it."""
    plain = folded(_BEHIND.sub("", name.replace("&", " ")))
    words = re.findall(r"\w+", plain)
    return " ".join(word for word in words if word not in ("et", "and")) or plain.strip()


def _read(table: str) -> tuple[dict[str, str], frozenset[str]]:
    """The subject every known name stands for, and which names are short ones."""
    subject_of: dict[str, str] = {}
    short: set[str] = set()
    for line in table.strip().splitlines():
        full, _, shortened = line.partition("|")
        names = [key_of(name) for name in full.split(",")]
        short |= {key_of(name) for name in shortened.split(",")}
        subject_of |= dict.fromkeys([*names, *(key_of(name) for name in shortened.split(","))], names[0])
    return subject_of, frozenset(short)


_SUBJECT_OF, _SHORT = _read(_TABLE)


def subject(name: str) -> str:
    """What a name stands for: the same text for every name of one subject."""
    plain = key_of(name)
    return _SUBJECT_OF.get(plain, plain)


def shown(names: Iterable[tuple[str, int]]) -> str:
    """The name to show for one subject, of those it was called by and how often each: the most frequent full name,
    the first of them when they are even; a short name only when there is no other."""
    counted: dict[str, int] = {}
    for name, times in names:
        tidy = " ".join(_BEHIND.sub("", name).split())
        counted[tidy] = counted.get(tidy, 0) + times
    full = [name for name in counted if key_of(name) not in _SHORT]
    return max(full or counted, key=counted.__getitem__)
