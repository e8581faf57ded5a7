"""What is left of a reply that changes its mind, sets two options against each other or gives its reason: « la 2,
enfin la 3 », « b, pas c », « pas Abidjan mais Bouaké », « faux car 9 = 3 × 3 », « a⏎*b ». Pure; which words are an
answer is passed in."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import regex

from bot.reading.words.answer_words import SURELY, tokens

Reader = Callable[[str], int | None]  # the option that words are; None when they are none

LONGEST: Final = 300  # characters
MOST_CHANGES: Final = 12  # of one reply: nobody changes their mind more often, and each is read with all behind it
_TELLING: Final = 4  # letters of a word that says which reason it belongs to
_GAP: Final = r"[\s,;:.…!(–—-]"
_BEFORE: Final = r"(?:(?:euh|heu|hum|ah|oh|mais|ou|et|non|no|wait|attends|attendez)[\s,.…!]+)*"
_CHANGE: Final = (
    r"pardon|oups|oops|enfin|plut[oô]t|finalement|en fait|erreur|d[ée]sol[ée]e?|je (?:me )?corrige|"
    r"je voulais (?:dire|mettre|[ée]crire)|je veux dire|je me suis tromp[ée]e?|je change(?: pour)?|"
    r"(?:non[\s,.…!]+)?att(?:ends?|endez)?|(?:no[\s,.…!]+)?wait|"
    r"sorry|i mean|i meant|actually|or rather|no wait|wait no|my bad|(?:euh|heu|ah|oh|mais)[\s,.…!]+(?:non|no)"
)  # between two answers the second holds, whatever they are; in front of one it may correct an answer given before
_SLIGHT: Final = "non|no|nn"  # « vrai non faux » may mean « vrai, et non faux »
_NO: Final = (["non"], ["no"], ["nn"])
_THEN: Final = r"(?:[\s;:…!(]|[.,](?!\d))*(?:(?:c['’ ]?est|it['’ ]?s)\s+)?"  # the sign of -3 and the point of .5 stay
_CHANGES: Final = regex.compile(rf"(?<={_GAP})({_BEFORE}(?:{_CHANGE})|{_SLIGHT})(?!\w){_THEN}(?=\S)", regex.I)
_NOT: Final = r"(?:et |and |mais |but )?(?:non pas|surtout pas|et non|pas|not)"
_OVER: Final = regex.compile(rf"(.+?){_GAP}+(?:{_NOT}|(?:et|and) non)\s+(.+)", regex.I | regex.S)
_IS: Final = r"c['’ ]?est|it['’ ]?s"
_RATHER: Final = regex.compile(
    rf"(?:(?:non|no)[\s,.]+)?(?:(?:ce n['’ ]?est|n['’ ]?est|is|{_IS})\s+)?(?:pas|not)\s+(.+?)"
    rf"(?:{_GAP}+(?:mais|but|plut[oô]t|{_IS})(?:\s+(?:plut[oô]t|{_IS}))*\s+|\s*[;:.](?!(?<=\d.)\s*\d|(?<=\d\s.)\s*\d)\s*)(.+)",
    regex.I | regex.S,
)
_SHORTENED: Final = regex.compile(r"\s*c\s+pas\b", regex.I)  # « c pas b »: c'est pas b
_LETTER: Final = regex.compile(r"[a-z]?")
_REASON: Final = regex.compile(
    rf"(.+?){_GAP}+(?<!\b(?:an?|une?|le|ce|du|au|de|mon|son|the|this)\s+)(?:car|because|cause)(?!\w)\s*(.+)|"
    rf"(.+?){_GAP}+(?:parce\s?qu(?:e|['’])|puisqu(?:e|['’])|vu qu(?:e|['’])|(?:pcq|pck|psk|parske)(?!\w))\s*(.+)",
    regex.I | regex.S,
)
_CORRECTION: Final = regex.compile(
    r"(.+?)\s*[,.:;!]+\s*((?:(?:c['’ ]?est|ils?|elles?|on|it['’ ]?s|it|they)(?!\w)|"
    r"(?:l[ae]s?\b|les\b|the\b|l['’])(?!\s*(?:\d|autre|suivant|premi|deuxi|troisi|derni|next|other|first|second))).+)",
    regex.I | regex.S,
)
_CORRECTED: Final = regex.compile(  # « faux elle est ronde »: a verdict alone, « c'est vrai il est tard » only talks
    r"\s*(vraie?|true|fau(?:x|sse)|false)\s+((?:c['’ ]?est|ils?|elles?|on|it['’ ]?s|it|they)(?!\w).+)",
    regex.I | regex.S,
)
_STARRED: Final = regex.compile(r"\s*+(?:\*++([^*]+)|([^*]+)\*++)")  # not *b*, which is bold
PLAINLY: Final = frozenset("vrai vraie true faux fausse false".split())
_AGAINST: Final = frozenset("mais sauf but except vrais vraies fausses".split())


def settled(text: str, read: Reader, *, verdicts: Sequence[str]) -> int | None:
    """The option a reply comes to; None when it is no such reply, asks something or names what is none of them.
    `verdicts`: the options that are yes and no, of which « vrai non faux » may mean either; none for any others."""
    if len(text) > LONGEST or "?" in text:
        return None
    is_verdict = len(verdicts) > 0
    found = _reasoned(text, read)
    if found is not None:  # « oui car isocèle » where that is the reason of « non »
        return None if is_verdict and _is_of_another(text, verdicts, found) else found
    for look in (_rather, _over):
        found = look(text, read)
        if found is not None:
            return found
    found = _changed(text, read, is_verdict=is_verdict)
    return _corrected(text, read) if found is None and is_verdict else found


def is_correction(line: str) -> bool:
    """Whether a star on one side says that a line puts right what was written before: « *b », « b* »."""
    return _STARRED.fullmatch(line.rstrip()) is not None


def with_corrections(text: str) -> str:
    """Lines of which those with such a star stand for the line before: « a⏎*b » is b. Not where it has one too, as the
    points of a list do."""
    kept: list[str] = []
    for line in text.splitlines():
        if kept and is_correction(line) and not is_correction(kept[-1]):
            kept[-1] = line.replace("*", "").strip()
        else:
            kept.append(line)
    return "\n".join(kept)


def _reasoned(text: str, read: Reader) -> int | None:
    found = _REASON.fullmatch(text)
    if not found:
        return None
    said, why = found[1] or found[3], found[2] or found[4]
    meant = None if _CHANGES.search(f"{said} {why}") else read(said)
    if any(map(str.isdecimal, why)):  # « 3 car 3 + 0 = 3 »
        return meant
    return meant if read(why) in (None, meant) else None  # « faux car vrai », « a car c'est b »


def _is_of_another(text: str, options: Sequence[str], index: int) -> bool:
    """Whether a text has words that only other options have, and none that only this one has."""
    words = [{word for word in tokens(option) if len(word) >= _TELLING} - PLAINLY for option in options]
    said, own, others = set(tokens(text)), words[index], set[str]().union(*words[:index], *words[index + 1 :])
    return said.isdisjoint(own - others) and not said.isdisjoint(others - own)


def _corrected(text: str, read: Reader) -> int | None:
    """« faux, c'est 1960 »: the verdict, if what follows takes nothing of it back."""
    found = _CORRECTION.fullmatch(text.strip()) or _CORRECTED.fullmatch(text.strip())
    if not found or PLAINLY.isdisjoint(tokens(found[1])) or read(found[2]) is not None:
        return None
    return read(found[1]) if (PLAINLY | _AGAINST).isdisjoint(tokens(found[2])) else None


def _rather(text: str, read: Reader) -> int | None:
    """« pas Abidjan mais Bouaké »."""
    found = _RATHER.fullmatch(text.strip())
    return _one_of_two(read(found[2]), read(found[1])) if found else None


def _over(text: str, read: Reader) -> int | None:
    """« Bouaké, pas Abidjan »."""
    found = _OVER.fullmatch(text.strip())
    if not found or SURELY.issuperset(tokens(found[1])[-1:]) or _SHORTENED.match(text):  # « certainement pas faux »
        return None
    meant, other = ((tokens(said) or [""])[-1] for said in found.groups())
    if meant.isdecimal() and _LETTER.fullmatch(other):
        return None  # « 1 pas b »: of the first question, perhaps
    return _one_of_two(read(found[1]), read(found[2]))


def _changed(text: str, read: Reader, *, is_verdict: bool) -> int | None:
    """« b, enfin c », « b non c »: what was said last, if all before it was an answer too."""
    if len(_CHANGES.findall(text, overlapped=True)) > MOST_CHANGES:
        return None

    @cache
    def last_of(words: str) -> int | None:  # each beginning of the text is read once, however many ways lead to it
        for found in reversed(list(_CHANGES.finditer(words, overlapped=True))):
            said, meant = words[: found.start()], read(words[found.end() :])
            if meant is None or (is_verdict and regex.fullmatch(_SLIGHT, found[1], regex.I)):
                continue
            if tokens(said) in _NO:  # « non, je voulais dire la b »: of what was answered before
                continue
            if read(said) is not None or last_of(said) is not None:
                return meant
        return None

    return last_of(text)


def _one_of_two(meant: int | None, other: int | None) -> int | None:
    return meant if None not in (meant, other) and meant != other else None
