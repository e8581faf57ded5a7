"""Reads that somebody is in another class now, or in the other mode: « je suis en 3e maintenant », « mets-moi en
terminale », « je suis prof, pas élève ». Pure.

Only whole messages that tell of a change: « je suis en 3e » may answer a question of the lesson, and « je passe le
bac » is no wish. Nor is a thing that is asked for (« mets-moi un devoir », « passez-moi un prof »), a rank (« je suis
3e, pas 4e ») or what belongs to something else (« change le niveau du cours »)."""

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal

from bot.reading.commands.command_phrases import FILLERS, SPELLINGS
from bot.reading.replies.menu_words import named, somebody
from bot.reading.words.answer_words import ORDINALS, tokens
from bot.reading.words.wrapped import cores, phrases, written

Told = tuple[Literal["mode", "level"], str]  # the menu whose option it is, and the option
Reader = Callable[[str], Told | None]

_A_RANK: Final = re.compile(rf"(?:(?:la|le|the) )?(?:{'|'.join(ORDINALS)})\b")
LONGEST: Final = 100  # characters
_FILLERS: Final = phrases(f"{FILLERS}|non|no|mais|but|desole|desolee|sorry", {})
_MOMENT: Final = r"(?:maintenant|desormais|now|cette annee|this year|a present|currently|mtn|mnt)"
_I: Final = r"(?:je ne suis|je n suis|je suis|j suis|i am|i m|im)"
_NO: Final = r"(?:pas|plus|non|not|no longer)"
_INTO: Final = r"(?:en|in|to|into)"
_AT: Final = r"(?:au(?! \d)|a la(?= fac| maternelle)|a l(?= univ)|at)"  # « au 3e » is a floor, « à la 3e » a question
_IN: Final = rf"(?:{_INTO}|{_AT})"
_A: Final = r"(?:(?:un|une|a|an) )?"
_SETTING: Final = r"(?:(?:la |le |ma |mon |my |the )?(?:classe|niveau|mode|class|level)(?: de| of)? )"
_THING: Final = r"(?:au|a|la|le|les|l|un|une|des|du|de|d|an|the|my|some)\b"
_X: Final = r"\w+(?: \w+){0,3}?"  # words that name a class or what somebody is, or nothing of ours
_CHANGE: Final = r"(?:(?:je|j ai|on a|i|i ve|i have) )?(?:change|changer|modifie|modifier|changed|changing|updated?) "
_ANNOUNCED: Final = rf"{_CHANGE}(?:de |ma |mon |la |le |my |the |of )?(?:classe|niveau|mode|profil|class|level|profile)"
_PUT: Final = (
    r"(?:mets|met|mettez|passe|passez|change|changez|put|move|switch) (?:moi|me)|"
    r"(?:passe|passez|passer|mets|mettez|switch|active|activez|activer)(?= (?:en |le |to )(?:mode \w+|\w+ mode)$)"
)
_WANTED: Final = r"(?:je )?(?:veux|voudrais) (?:etre|passer)|(?:i )?(?:want to|wanna) (?:be|move|switch)"
_PASSED: Final = (
    r"je (?:suis |viens de )?(?:passee?|passer)|je suis montee?|on m a (?:mise?|passee?)|"
    r"i (?:have |ve )?(?:moved|passed|been promoted)|i (?:am|m) promoted"
)
_BEFORE: Final = rf"(?:{_I} )?{_NO} (?:{_IN} )?{_A}(?P<before>{_X}) (?:mais |but )?"
_BEHIND: Final = rf" (?:et |and |mais |but )?(?:{_I} )?{_NO} (?:{_IN} )?{_A}(?P<behind>{_X})"
_WISH: Final = re.compile(
    rf"(?:(?P<announced>{_ANNOUNCED}) )?(?:{_BEFORE})?(?:(?P<first>{_MOMENT}) )?"
    rf"(?:(?P<put>{_PUT}) (?:{_AT} (?P<put_at>{_X})|(?!au |a )(?:{_INTO} )?(?:{_SETTING}(?P<put_in>{_X})|"
    rf"(?P<put_mode>{_X}) mode)|{_INTO} (?P<put_into>{_X})|(?!{_THING}|{_INTO} )(?P<put_as>{_X}))|"
    rf"(?P<wanted>{_WANTED}) {_IN} (?:{_SETTING}(?P<wanted_in>{_X})|(?P<wanted_mode>{_X}) mode)|"
    rf"(?P<passed>{_PASSED}) {_IN} (?P<passed_to>{_X})|"
    rf"{_I} (?:(?P<amid>{_MOMENT}) )?(?:{_IN} {_SETTING}?(?P<place>{_X})|"
    rf"(?!{_IN} |au |a la |a l |{_NO} |{_MOMENT}){_A}(?P<somebody>{_X})))"
    rf"(?: (?P<last>{_MOMENT}))?(?:{_BEHIND})?"
)
_SET: Final = re.compile(
    rf"{_CHANGE}(?:(?:de |ma |mon |my |of )?(?:classe|niveau|class|level)|"
    r"(?P<mode>(?:de |mon |le |my |the |of )?mode)|"
    r"(?:de |mon |my )?(?:profil|profile)(?= (?:en|in|to|into|pour|vers) ))"
    rf"(?: (?:{_IN}|pour|vers|par))? (?!(?:de|d|du|des|of) ){_SETTING}?(?P<x>{_X})(?: {_MOMENT})?"
)


def told_profile(text: str) -> Told | None:
    """What a message tells by nothing but its words; None when it says anything else."""
    if len(text) > LONGEST or "?" in text:
        return None
    for words in cores(written(tokens(text), SPELLINGS), _FILLERS):
        said = " ".join(words)
        told = _set(said) or _changed(said)
        if told is not None:
            return told
    return None


def _set(said: str) -> Told | None:
    found = _SET.fullmatch(said)
    if found is None:
        return None
    return _mode(found["x"]) or _level(found["x"]) if found["mode"] else _class_or_person(found["x"])


def _changed(said: str) -> Told | None:
    found = _WISH.fullmatch(said)
    if found is None:
        return None
    other = found["before"] or found["behind"]
    marks = ("announced", "first", "amid", "last", "put", "wanted", "passed")
    if other is not None and (_mode(other) or _level(other)) is None:
        return None
    if other is None and not any(found[mark] for mark in marks):
        return None
    return next((read(found[group]) for group, read in _READERS.items() if found[group]), None)


def _level(words: str) -> Told | None:
    option = named(words, "level")
    return ("level", option) if option is not None else None


def _mode(words: str) -> Told | None:
    option = named(words, "mode")
    return ("mode", option) if option is not None else None


def _setting(words: str) -> Told | None:
    return _level(words) or _mode(words)


def _person(words: str) -> Told | None:
    option = somebody(words)
    return ("mode", option) if option is not None else None


def _class_or_person(words: str) -> Told | None:
    return _level(words) or _person(words)


def _somebody(words: str) -> Told | None:
    return None if _A_RANK.match(words) else _class_or_person(words)


_READERS: Final[Mapping[str, Reader]] = {
    "place": _level,  # « je suis au bureau maintenant » tells where somebody sits
    "passed_to": _level,
    "put_at": _level,
    "put_in": _setting,
    "put_mode": _setting,
    "put_into": _class_or_person,
    "put_as": _person,
    "wanted_in": _setting,
    "wanted_mode": _setting,
    "somebody": _somebody,
}  # what is read in each place of a sentence
