"""Reads what people ask about the code itself while they are to sign in: what it is for, what it costs, who wants it.
Pure. A question about anything else is the agent's."""

from collections.abc import Set
from typing import Final

from bot.reading.replies.sign_in_answers import SHORT
from bot.reading.words.answer_words import tokens

_WHY: Final = frozenset("pourquoi prk pk pq pkoi pourkoi why quoi koi quel quelle kel what which sert servir".split())
_WANTED: Final = frozenset("code numero num number sms".split())
_COST: Final = frozenset(
    "payant payante paye payer gratuit gratuite gratuitement coute coutent cout free cost costs pay paid".split()
)
_FRAUD: Final = frozenset(
    "arnaque arnaques arnaquer arnaqueur arnaqueurs escroc escrocs escroquerie voleur voleurs fraude scam scammer "
    "scammers fraud fake securise fiable safe".split()
)
_NOT: Final = frozenset("pas pa not t jamais never".split())
_GIVING: Final = frozenset("donne donner donnerai give".split())
_AROUND: Final = frozenset(
    "a ai as asking ask au avez besoin bien bonjour c ca ce ces cest cet cette combien cb d de demande demander "
    "demandez des do does don donc du e es est et etes euh for faut how i il is it j je jveux ke l la le les m ma mais "
    "me merci mes moi mon much my n ne need of on please que qu really sa se stp sur svp t te tel telephone the this "
    "to toi tu un une va veut veux veulent vos votre voulez voyez vous vraiment want y you your".split()
)
_WHO: Final = frozenset(
    "vous etes qui|vous ete qui|qui etes vous|qui ete vous|t es qui|t qui|tu es qui|c est qui|c qui|c ki|qui es tu|"
    "qui est ce|c est sur|c sur|est ce que c est sur|who are you|who is this|who s this|who is it".split("|")
)


def asks_about_code(reply: str) -> bool:
    """Whether nothing is asked but what a code is for, what it costs, or whether somebody means harm by it."""
    if len(reply) > SHORT:
        return False
    words = tokens(reply)
    kinds = ((_WHY, _WANTED), (_COST,), (_FRAUD,), (_NOT, _GIVING, _WANTED))
    return " ".join(words) in _WHO or any(_made_of(frozenset(words), *needed) for needed in kinds)


def _made_of(words: Set[str], *needed: Set[str]) -> bool:
    return words <= _AROUND.union(_WANTED, *needed) and all(words & kind for kind in needed)
