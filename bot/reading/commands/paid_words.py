"""Whether a message complains, in words nobody wrote down before, that money has left and nothing came: « wave a débité
mon compte et toujours pas de crédits ». Pure; whoever has paid nothing lately means something else by it."""

import re
from typing import Final

from bot.reading.commands.command_phrases import FILLERS
from bot.reading.words.sums import CREDITS, MONEY, words_of

LONGEST: Final = 120  # characters
_MAY_BE: Final = re.compile(
    r"(?i)pa[yi]|d[ée]bit|pr[ée]lev|coup[ée]|r[ée]gl[ée]|argent|money|charged|cr[ée]dit|d[ée]p[ôo]t|transfert"
)
_LEFT: Final = re.compile(
    r"\b(?:(?:j ?ai|g) (?:deja |bien |tout )?(?:paye|payer|payee|regle|envoye l argent|"
    r"fait (?:le|un) (?:depot|transfert|paiement))|"
    r"je viens de payer|deja paye|^(?:c )?paye$|"
    r"g ete (?:debite|preleve)|double (?:paiement|debit)|(?:paiement|debit) en double|ou est (?:passe )?mon argent|"
    r"mon argent est (?:passe )?ou|"
    r"(?:m a|m ont|m avez|a|ont|avez) (?:deja |bien )?(?:ete )?(?:debite|preleve|coupe)|"
    r"argent (?:est|a ete) (?:deja )?(?:parti|preleve|debite|coupe|pris|sorti)|"
    r"paiement (?:a |est )?(?:ete )?(?:echoue|refuse|bloque|passe|effectue|fait|reussi)|"
    r"i (?:ve |have )?(?:already |just )?paid|(?:was|been|has) (?:charged|debited)|"
    r"money (?:is gone|was taken|has left|left)|payment (?:has )?(?:failed|went through)|"
    r"(?:charged|paid|debited) twice|double (?:charge|payment))\b"
)
_NOT_CAME: Final = re.compile(
    r"\b(?:pas|po|aucun|toujours|tjrs?|jamais) (?:pas |de |encore |eu |recu |les |mes |le |mon |arrives? |venus? )*"
    r"(?:credits?|solde|recu)\b|"
    r"\bcredits? (?:ne sont |n est |sont )?(?:pas|non|toujours pas|jamais) (?:arrives?|recus?|venus?|la)\b"
)
_AROUND: Final = (
    CREDITS
    | MONEY
    | frozenset(FILLERS.replace("|", " ").split())
    | frozenset(
        "je j g ai jai on m a ont avez vous mon ma mes le la l les un de des du d et mais pourtant toujours encore "
        "rien pas non aucun aucune jamais recu recue recus vu venu venus arrive arrives eu la solde compte argent "
        "paiement wave orange money mtn moov momo mobile carte par avec sur pour depuis hier aujourd hui ce matin soir "
        "midi n ne est sont a ete deja bien tout viens payer paye payee regle envoye fait depot transfert debite "
        "preleve coupe bon parti pris sorti echoue refuse bloque passe effectue reussi que qu il ya y heure heures "
        "minutes c deux fois i ve have has been was my the paid already just charged debited but and got no not "
        "nothing received yet still credit since yesterday today morning is gone taken left payment failed went "
        "through account by with via came double en erreur meme chose achat pack x twice "
        "charge mistake tjr tjrs po ou passe debit depui dpui mai ki vient vien "
        "aide aider aidez help me jusqu present there".split()
    )
)


def complains_of_payment(text: str) -> bool:
    """Whether nothing else is said."""
    if len(text) > LONGEST or _MAY_BE.search(text) is None:
        return False
    words = words_of(text)
    said = " ".join(words)
    if _LEFT.search(said) is None and (_NOT_CAME.search(said) is None or CREDITS.isdisjoint(words)):
        return False
    return all(word in _AROUND or word.rstrip("x").isdecimal() for word in words)
