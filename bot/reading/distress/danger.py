"""Reads whether somebody says that they want to die, that they are being hurt or in danger, or that somebody close to
them is. Pure. Rather a caring answer too many than one too few, but homework about suffering is homework.

Patterns know what was thought of, weights (`weighing`) the rest; a pattern is not believed where the weights are sure
that the message is about something else."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.reading.commands.paid_words import beside_a_complaint, complains_of_payment, misses_something
from bot.reading.commands.paying_words import is_of_wallets
from bot.reading.distress import emergency, others
from bot.reading.distress.grammar import ELSEWHERE, OTHER_LANGUAGES, language_of, plots_of
from bot.reading.distress.hurt import abuse, home, marriage, pictures, violence_english, violence_french
from bot.reading.distress.jokes import beside_a_lesson, is_laughing, meant_in
from bot.reading.distress.lessons import beside_lessons
from bot.reading.distress.self_harm import signs_english, signs_french, wishes_english, wishes_french
from bot.reading.distress.texts import beside_a_request, is_about_a_text, without_brought
from bot.reading.distress.weighing import heaviest_in, kind_of, said_in, weight_of
from bot.reading.distress.words import SENTENCES, as_seen, at_the_ends, without_command, words_of
from bot.types import Language


class Danger(StrEnum):
    """What somebody is in need of help for."""

    NOW = "now"  # in danger at this moment
    HURT = "hurt"  # beaten, abused, forced, threatened
    SELF = "self"  # wants to die, or harms themselves
    OTHER = "other"  # somebody close to them is in one of these


@dataclass(frozen=True, slots=True)
class _Reader:
    danger: Danger
    language: Language
    pattern: re.Pattern[str]


_SELF_HARM: Final = (wishes_french, signs_french, wishes_english, signs_english)
_HURT: Final = (violence_french, violence_english, abuse, marriage, pictures, home)
_IN_TURN: Final = (
    (Danger.NOW, (emergency,)),
    (Danger.OTHER, (others,)),
    (Danger.SELF, _SELF_HARM),
    (Danger.HURT, _HURT),
)
_LANGUAGES: Final = ((Language.FR, "FRENCH"), (Language.EN, "ENGLISH"))


def _readers() -> tuple[_Reader, ...]:
    return tuple(
        _Reader(danger, language, _one_of(pattern for table in tables for pattern in getattr(table, name, ())))
        for danger, tables in _IN_TURN
        for language, name in _LANGUAGES
    )


def _one_of(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{'|'.join(f'(?:{pattern})' for pattern in patterns)})(?![a-z])")


_READERS: Final = _readers()
_SELF: Final = tuple(one for one in _READERS if one.danger is Danger.SELF)
_MOST_READ: Final = 400  # characters of each end of which every sentence is held against patterns
_KINDS: Final = tuple(Danger)
# Between both, a message is a cry when a pattern says so. Of look-alikes that were never seen six in a hundred weigh
# more than the first, of ordinary messages one in two hundred.
A_CRY: Final = 1.42
_FEWEST: Final = 3  # words that tell something: « vite » alone weighs much, and says little
_LAUGHED_AT: Final = 2.0  # what weighs as much is a cry although it laughs: fear laughs too
_NO_CRY: Final = -1.9
_IN_THE_MIDDLE: Final = 1.9
_FEWEST_TOGETHER: Final = 2
_TOGETHER: Final = 1.6  # what messages weigh as one and the heaviest by itself: two troubles of one day are no cry
_OF_NO_WORTH: Final = frozenset(
    "vaux vau worthless burden fardeau finie".split()
)  # « je vaux rien » weighs as a price does
_LINKING: Final = frozenset(  # messages of nothing else say no more as one: « au retour », « pendant », « après »
    "a ah alors apres attends au aussi avant avec bon ca chez comme d dans de debut deja demain depuis donc du elle en "
    "encore ensuite est et eux fait fin hier ici il j je jusque l la le les lui mais moi moment ne non ok ou oui par "
    "pas pendant peu plus pour puis qu quand que qui retour sans si suite sur tard toi tot toujours tu un une vers "
    "voila y after again already and at back before but during for here i in later meanwhile no of on or since so "
    "still the then there to until when while with without yes".split()
)
_AS_A_SUBJECT: Final = re.compile(  # of the law, of an essay: somebody else’s case is no call for help
    r"\b(?:la loi|quel(?:le)?s? (?:peines?|sanctions?|infractions?|droits)|legale?|cas pratique|qualifi\w+|code "
    r"penal|"
    r"jurisprudence|en "
    r"droit|droit (?:de|du|penal)|expose|dissertation|commentaire (?:compose|de)|commente[rz]?|analyser?|essay|"
    r"article|"
    r"illegal|the "
    r"law|laws)\b"
)
_CLOSE_TO_ME: Final = re.compile(r"\b(?:mon|ma|mes|notre|nos|chez moi|my|our)\b")


def read_distress(text: str) -> Danger | None:
    """What somebody is in need of help for; None for anything else."""
    ends, between = as_seen(text)
    rest = beside_a_request(ends)
    found = _read(rest if rest is not None else ends, between)
    if found is None:
        return _beside_a_payment(text)
    return None if _is_of_paying(text, ends) else found


def read_pieces(pieces: Sequence[str]) -> Danger | None:
    """What messages that follow each other say as one, none of which is a cry by itself. Where no pattern knows it,
    one of them has to be near a cry: « j’ai plus cette puce » and « on m’a volé ma puce » only add up. So do words that
    only link others."""
    text = " ".join(pieces)
    danger = read_distress(text)
    if danger is None:
        return None
    seen, _ = as_seen(text)
    if next(_found(seen, words_of(seen)), None) is not None:
        return danger
    if len(set(said_in(words_of(seen))) - _LINKING) < _FEWEST_TOGETHER:
        return None
    weights = (_weight_of(piece) for piece in pieces)
    return danger if _weight_of(text) + max(weights) > _TOGETHER else None


def _beside_a_payment(text: str) -> Danger | None:
    """What is said beside a complaint of a payment. Torn from the rest, « c’est la mort » and « je vais essayer avec
    moov » weigh more than they say: what no pattern knows has to weigh very much."""
    beside = beside_a_complaint(text)
    found = _read(beside, "") if beside else None
    is_known = found is not None and next(_found(beside, words_of(beside)), None) is not None
    return found if is_known or (found and _weight_of(beside) > _IN_THE_MIDDLE) else None


def _is_of_paying(text: str, seen: str) -> bool:
    """« J’ai payé mais ya rien », « ya moov money ? », which weigh as much as a cry; not « j’ai payé, je me coupe »,
    which is known."""
    of_paying = complains_of_payment(text) or misses_something(text) or is_of_wallets(text)
    return of_paying and next(_found(seen, words_of(seen)), None) is None


def _weight_of(text: str) -> float:
    seen, _ = as_seen(text)
    return heaviest_in(seen, words_of(seen))[0]


def _read(text: str, between: str) -> Danger | None:
    words = words_of(text)
    if is_about_a_text(text, words, _is_heard):
        return None
    meant = without_brought(without_command(text))
    if meant != text:
        text, words = meant, words_of(meant)
    return _danger_in(text, words) or (_danger_between(between) if between else None)


def _danger_in(text: str, words: str) -> Danger | None:
    weight, told = heaviest_in(text, words)
    if not _may_be_known(weight, words):
        return None
    needed = _LAUGHED_AT if is_laughing(text) else A_CRY
    is_heavy = weight > needed and len(set(said_in(words))) >= _FEWEST
    known = None if is_heavy else next((danger for danger, _ in _found(text, words)), None)
    if not is_heavy and known is None:
        return None
    danger = known or _KINDS[kind_of(told)]
    if danger is Danger.OTHER and _AS_A_SUBJECT.search(words) and not _CLOSE_TO_ME.search(words):
        return None
    return danger


def _danger_between(text: str) -> Danger | None:
    """Of the middle of a long message only what weighs very much: an essay has many sentences."""
    weight, told = heaviest_in(text, "")
    return _KINDS[kind_of(told)] if weight > _IN_THE_MIDDLE else None


def language_of_distress(text: str) -> Language | None:
    """The language in which somebody says so, whatever they spoke before."""
    text, between = as_seen(text)
    words = words_of(text)
    found = next((language for _, language in _found(text, words)), None)
    if found or weight_of(text, words) > A_CRY:
        return found or language_of(words.split())
    weight, told = heaviest_in(between, "")
    return language_of(told.split()) if weight > _IN_THE_MIDDLE else None


def may_be_part(text: str) -> bool:
    """Whether a cry may be heard in a text once what it goes on with is read along; false for most."""
    text, _ = as_seen(text)
    words = words_of(text)
    return _may_be_known(weight_of(text, words), words)


def _may_be_known(weight: float, words: str) -> bool:
    """Most messages are never held against the patterns, which would take three times as long; but words of another
    language weigh nothing when nobody taught them."""
    said = words.split()
    return weight >= _NO_CRY or not OTHER_LANGUAGES.isdisjoint(said) or not _OF_NO_WORTH.isdisjoint(said)


def _is_heard(words: str) -> bool:
    return any(reader.pattern.search(words) for reader in _READERS)


def _found(text: str, words: str) -> Iterator[tuple[Danger, Language]]:
    """What the patterns and the plots know of a message."""
    meant = meant_in(text, words)
    yield from ((one.danger, one.language) for one in _READERS if one.pattern.search(meant))
    if meant == words:  # what somebody wants is said in one sentence; what is done to them hangs on the rest
        each = dict.fromkeys(map(words_of, SENTENCES.split(at_the_ends(text, _MOST_READ, _MOST_READ))))
        each.pop(meant, None)
        yield from ((one.danger, one.language) for said in each for one in _SELF if one.pattern.search(said))
    if not is_laughing(text):
        for told in (meant, *map(beside_a_lesson, beside_lessons(text, ELSEWHERE))):
            yield from ((Danger(plot.danger), plot.language) for plot in plots_of(told))
