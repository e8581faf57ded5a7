"""Reads what people answer when they are asked whether a number was theirs before, in other words than those that can
be chosen. Pure. Who is taken for the one before gets an account, so that only says so which can say nothing else."""

from enum import Enum, auto
from typing import Final

from bot.reading.replies.sign_in_answers import SHORT
from bot.reading.replies.sign_in_questions import PEOPLE
from bot.reading.words.answer_words import tokens


class Whose(Enum):
    """Whose the number was before."""

    THEIRS = auto()
    ANOTHERS = auto()
    UNCLEAR = auto()  # it is spoken of, and may have been either's


_POLITE: Final = frozenset("bonjour bonsoir salut merci svp stp hello hi please thanks".split())
_THEIRS: Final = frozenset(
    "c est moi|c moi|cest moi|c est bien moi|c est toujours moi|toujours moi|c est moi meme|moi meme|"
    "c est encore moi|c est moi qui l utilisais|c est moi qui l utilisait|c est moi avant|"
    "je suis la meme personne|c est la meme personne|la meme personne|meme personne|"
    "it is me|it s me|its me|still me|it s still me|it was me|same person|the same person|"
    "i am the same person|i m the same person|it s the same person".split("|")
)
_ANOTHERS: Final = frozenset(
    "c est pas moi|ce n est pas moi|c pas moi|cest pas moi|pas moi|c etait pas moi|ce n etait pas moi|moi non|"
    "je ne suis pas cette personne|je suis pas cette personne|je suis une autre personne|une autre personne|"
    "not me|it s not me|it is not me|it isn t me|it was not me|it wasn t me|i am not that person|i m not that person|"
    "i am somebody else|i m someone else|somebody else|someone else".split("|")
)
_YES: Final = frozenset("oui si ouais yes yeah yep".split())
_NO: Final = frozenset("non nn no nope nan".split())
_NEW: Final = frozenset("nouveau nouvelle neuf neuve new".split())
_ONESELF: Final = frozenset("moi me suis am m".split())
_NEW_IT_IS: Final = frozenset("c est nouveau|c est neuf|il est nouveau|elle est nouvelle|it s new|it is new".split("|"))
_BOUGHT: Final = frozenset("achete achetee acheter bought buy".split())
_NUMBER: Final = frozenset("numero num number puce sim carte card ligne line".split())
_OWNING: Final = frozenset(
    "ancien ancienne proprietaire avant deja toujours depuis meme personne jamais premiere fois utilisait utilisais "
    "longtemps longtps donne donnee recycle recu recue pris tel telephone portable phone old owner before already "
    "always same person never first time used gave given got".split()
)
_AROUND: Final = frozenset(
    "a ai ans appartenait ce cest cet cette c ca d de du des elle en est et etait etais fait hier il j jai je juste "
    "l la le les m ma mais me mes moi mois mon n ne on ou par pas plus pour qu que qui s sa sais son suis t te tu un "
    "une viens vient voila an and am but can don for has have he her his i in is it its just m me mine my not of or s "
    "she so that the this to was who ve yesterday with".split()
)
_SPOKEN_OF: Final = _NUMBER | _NEW | _BOUGHT | _OWNING | PEOPLE | _YES | _NO


def whose(reply: str) -> Whose | None:
    """Whose the number was before; None where something else is said."""
    words = [word for word in tokens(reply) if word not in _POLITE]
    said = " ".join(words[1:] if words[1:] and words[0] in _YES | _NO else words)
    kinds = frozenset(words)
    if said in _THEIRS:
        return Whose.UNCLEAR if kinds & _NO else Whose.THEIRS
    if said in _ANOTHERS | _NEW_IT_IS or _is_new(kinds):
        return Whose.UNCLEAR if kinds & _YES else Whose.ANOTHERS
    spoken_of = kinds & _SPOKEN_OF
    known = _AROUND | spoken_of | {word for word in kinds if word.isdecimal()}
    return Whose.UNCLEAR if spoken_of and len(reply) <= SHORT and kinds <= known else None


def _is_new(words: frozenset[str]) -> bool:
    """Whether nothing is said but that a number, or whoever has it, is new, or that a number was bought."""
    is_new = words & _NEW and words & (_NUMBER | _ONESELF)
    is_bought = words & _BOUGHT and words & _NUMBER
    others = words - _AROUND - _NEW - _NUMBER - _BOUGHT - _NO - _YES
    return bool(is_new or is_bought) and not others and "pas" not in words
