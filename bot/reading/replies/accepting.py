"""Reads the answer to a price in words: « d’accord », « vas-y », « trop cher », « laisse tomber ». Pure; whoever has
put the question reads its labels first. Thanks and praise alone buy nothing."""

from enum import Enum, auto
from typing import Final

from bot.reading.answers.verdict_signs import signs_as_words
from bot.reading.replies.assent import HURRIED, Assent, assent, typed_digit, without_additions
from bot.reading.replies.confirmations import GIVING_UP, LEAVING, declines, gives_up
from bot.reading.words.answer_words import tokens

ACCEPTING: Final = HURRIED | frozenset(
    "oui yes fais faites le ca do it that continue continuez continuer commence commencez lance lancez start begin "
    "je j veux bien suis accepte accepter accept prends take partant partante parti of course am i m".split()
)
_WEAK: Final = frozenset("le la l les it that ca je j i m am suis veux tu vous the a of c est un sa cest acc".split())
_NO_TROUBLE: Final = frozenset(
    "pas de probleme|y a pas de probleme|ya pas de probleme|sans probleme|pas de souci|"
    "y a pas de souci|ya pas de souci|sans souci|pas de soucis|aucun probleme|aucun souci|no problem|no worries".split(
        "|"
    )
)
_PRAISE: Final = frozenset(
    "merci thanks thank you please stp svp super parfait perfect great good looks nice cool awesome fine top genial "
    "nickel impeccable excellent beaucoup".split()
)
_DEAR: Final = frozenset("cher chere chers cheres expensive much dear".split())
_AROUND_DEAR: Final = _DEAR | frozenset(
    "non no merci c est trop vraiment beaucoup ca coute pour moi un peu desole desolee it that this s is too way "
    "very sorry thanks for me a bit costs deh hein oh han quoi".split()
)
_LATER: Final = (
    GIVING_UP
    | LEAVING
    | frozenset(
        "laisse|laissez|laisse ca|laissez ca|pas encore|not yet|pas maintenant|pas aujourd hui|plus tard|"
        "une autre fois|"
        "not now|later|maybe later|leave it|another time".split("|")
    )
)
_SHORT: Final = frozenset("bref breve courte court brievement resume short brief briefly ici here".split())
_AROUND_SHORT: Final = _SHORT | frozenset(
    "oui non yes no ok en fais reponds repondez donne donnez moi une la reponse version juste plutot je prefere veux "
    "maintenant tout de suite stp svp s il te vous plait merci in a just an answer it keep make now please "
    "thanks fais faites le ca attendre attends vais do i ll wait prefer".split()
)


class Accepting(Enum):
    """What words say of a price."""

    YES = auto()
    NO = auto()
    LEAVE = auto()  # of the whole request
    UNCLEAR = auto()  # thanks, praise, a yes that is taken back
    OTHER = auto()  # no answer at all


def accepts(reply: str) -> Accepting:
    """What a reply says that is nothing but an answer."""
    words, shown, digit = without_additions(tokens(reply)), signs_as_words(reply), typed_digit(reply, ("", ""))
    if digit is not None or gives_up(words, _NO_TROUBLE):  # « 1 ok »
        return Accepting.NO if digit == 2 else Accepting.YES
    if gives_up(words, _LATER):
        return Accepting.LEAVE
    if declines(shown) or (not _DEAR.isdisjoint(words) and _AROUND_DEAR.issuperset(words)):
        return Accepting.NO
    if words and _PRAISE.issuperset(words):  # « 👎 merci »
        return Accepting.NO if assent(reply) is Assent.NO else Accepting.UNCLEAR
    said, says_so = assent(reply, ACCEPTING), not words or not _WEAK.issuperset(words)
    if said in (Assent.DOUBTED, Assent.NO):  # « pardon, non »
        return Accepting.NO if said is Assent.NO else Accepting.UNCLEAR
    return Accepting.YES if says_so and said is Assent.YES else Accepting.OTHER


def asks_for_less(reply: str) -> bool:
    """Whether a reply wants a brief answer instead: « en bref stp », "just a short answer"."""
    words = tokens(reply)
    return not _SHORT.isdisjoint(words) and _AROUND_SHORT.issuperset(words)
