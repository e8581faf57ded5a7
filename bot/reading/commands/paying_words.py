"""Whether a message asks, in words nobody wrote down before, to pay by some means, or whether that is taken: « je veux
payer par MTN », « ya Moov Money ? ». Pure."""

import re
from typing import Final

from bot.reading.words.answer_words import tokens

LONGEST: Final = 80  # characters
_MAY_BE: Final = re.compile(r"(?i)wave|money|mtn|momo|moov|airtel|pesa|carte|visa|card|\bom\b")
_WALLET: Final = re.compile(
    r"\b(?:(?:orange|free|mobile|moov|airtel|mtn|wave)(?: mobile)? money|mtn momo|wave|om|mtn|momo|moov|airtel|"
    r"m ?pesa)\b"
)
_CARD: Final = re.compile(  # « mon visa est accepté » is a passport’s
    r"\b(?:carte(?: bancaire| visa| de credit)?|(?<!\bmon )(?<!\ble )(?<!\bun )(?<!\bmy )visa|mastercard|"
    r"(?:bank |credit )?card)\b"
)
_PAYING: Final = re.compile(r"\b(?:pay(?:er|e|es|ez|ing)?|paie|accept(?:e|es|ez|er)?)\b")
_TAKING: Final = re.compile(
    r"\b(?:prenez|(?:tu|vous|on|do you|you) (?:prends?|take)|recharge[rz]?|acheter|possible|marche|disponible|passe|"
    r"ya|y a)\b"
)
_TOLD: Final = re.compile(  # how a wallet works, how a shop takes it, that it is out of order, of another’s debt
    r"\b(?:(?:comment|cmt) (?:ca |sa |on |je |peut |peux )*(?:marche|accept\w+)|marche comment|"
    r"(?:marche|passe) (?:pas|pa)|(?:pay|paie|paye) (?:me|moi)|accepte pas (?:ma|la) carte|j accepte)\b"
)
_AROUND: Final = frozenset(
    "a accepted acheter as au aussi avec avez bjr bonjour bonsoir by c ca can ce cela chez cmt comment compte could "
    "credit credits d de des disponible do du elle en est et faire faudrait faut fcfa for good hello hi how i ici il "
    "in is it j je jpeux jveux ke ki l la le les ma marche me merci mes moi mon money my n nous on ou ok or oui "
    "palabre par paiement pas passe peu peut peux please pls possible pour prend prends prenez que qui "
    "recharge recharger rechargez s sa salut si slt stp sur svp t take te the to tu un une via veu veut veux vos votre "
    "voudrais vous vs want with y ya you your".split()
)


def asks_to_pay_by(text: str) -> bool:
    """Whether nothing else is said."""
    return is_of_wallets(text) and _TOLD.search(" ".join(tokens(text))) is None


def is_of_wallets(text: str) -> bool:
    """Whether nothing is said but of paying by some means: that one asks to, or that it does not work."""
    if len(text) > LONGEST or _MAY_BE.search(text) is None:
        return False
    said = " ".join(tokens(text))
    wallets, cards = _WALLET.search(said) is not None, _CARD.search(said) is not None
    is_asked = _PAYING.search(said) is not None or (wallets and _TAKING.search(said) is not None)
    if not ((wallets or cards) and is_asked):
        return False
    return all(word in _AROUND for word in _PAYING.sub(" ", _CARD.sub(" ", _WALLET.sub(" ", said))).split())
