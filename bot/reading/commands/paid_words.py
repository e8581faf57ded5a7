"""Whether a message complains, in words nobody wrote down before, that money has left and nothing came: « wave a débité
mon compte et toujours pas de crédits ». Pure; whoever has paid nothing lately means something else by it."""

import re
from typing import Final

from bot.reading.commands.command_phrases import FILLERS
from bot.reading.words.sums import CREDITS, MONEY, words_of

LONGEST: Final = 120  # characters
LONGEST_TOLD: Final = 400  # of a message that says more
_MAY_BE: Final = re.compile(
    r"(?i)pa[yi]|sous|d[ée]bit|pr[ée]lev|coup[ée]|r[ée]gl[ée]|argent|money|charged|cr[ée]dit|d[ée]p[ôo]t|transfert|"
    r"recharg"
)
_PIECES: Final = tuple(  # one of them stands in whatever complains; every message is asked for them
    "pay paiement argent money credit crédit debit débit prelev prélev coup regle réglé depot dépôt dépot transfert "
    "charged sous recharg wave mtn momo moov".split()
)
_LEFT: Final = re.compile(
    r"\b(?:(?:j ?ai|g) (?:deja |bien |tout )?(?:paye|payer|payee|regle|recharger?|envoyer? l argent|"
    r"fait (?:le|un) (?:depot|transfert|paiement))|"
    r"je viens de payer|deja paye|^(?:c )?paye$|"
    r"g ete (?:debite|preleve)|double (?:paiement|debit)|(?:paiement|debit) en double|ou est (?:passe )?mon argent|"
    r"mon argent est (?:passe )?ou|"
    r"recharge (?:n est |est )?(?:toujours )?(?:pas|pa|po) (?:encore )?(?:arrivee?|venue?|passee?|recue?)|"
    r"(?:m a|ma|m ont|m avez|a|ont|avez) (?:deja |bien )?(?:ete )?(?:debite|preleve|coupe)|"
    r"argent (?:est|a ete) (?:deja )?(?:parti|preleve|debite|coupe|pris|sorti)|"
    r"paiement (?:ne |n )?(?:passe|marche|fonctionne) (?:pas|pa|po)|bloque (?:au|sur le) paiement|"
    r"payment (?:is |still )*(?:stuck|pending|blocked)|"
    r"paiement (?:a |est )?(?:ete )?(?:echoue|refuse|bloque|passe|effectue|fait|reussi)|"
    r"i (?:ve |have )?(?:already |just )?paid|(?:was|been|has) (?:charged|debited)|"
    r"money (?:is gone|was taken|has left|left)|payment (?:has )?(?:failed|went through)|"
    r"(?:charged|paid|debited) twice|double (?:charge|payment))\b"
)
_NOT_CAME: Final = re.compile(
    r"\b(?:pas|pa|po|aucun|toujours|tjrs?|jamais) (?:pas |de |encore |eu |recu |vu |les |mes |le |mon |arrives? |"
    r"venus? )*"
    r"(?:credits?|solde|recu)\b|"
    r"\bcredits? (?:ne sont |n est |sont )?(?:pas|non|toujours pas|jamais) (?:arrives?|recus?|venus?|la)\b"
)
_WANTED_BACK: Final = (
    r"\b(?:rendez|rends|rend|remboursez|rembourse)(?: moi| nous)? (?:mon|mes|l|les|le) (?:argent|sous|credits?)\b"
)
_NOTHING_CAME: Final = (  # not « je vaux rien »
    r"\b(?:(?:mais|et|but|and|y ?a|there is|toujours|tjrs?|encore|pour) )+(?:rien|nothing)(?: (?:recu|arrive|venu))?\b|"
    r"\brien (?:recu|arrive|venu)\b"
)
_OUT_OF_ORDER: Final = (
    r"\b(?:meme |et |mais )?(?:wave|(?:orange |moov |mobile )?money|mtn|momo|moov) (?:ne )?"
    r"(?:marche|passe|fonctionne) (?:meme )?(?:pas|pa|plus)\b"
)
_SAYING: Final = r"(?:\b(?:j ?ai|je|g|on|ils|vous|wave|orange|mtn|moov|money|mon|l|my) )*"
_COMPLAINT: Final = re.compile(
    rf"{_SAYING}(?:{_LEFT.pattern})(?: \d ?x\b| (?:2|deux) fois\b| mon (?:compte|argent)\b| \d+ ?f?\b)*|"
    rf"{_SAYING}(?:{_NOT_CAME.pattern})|{_NOTHING_CAME}|"
    rf"{_WANTED_BACK}|{_OUT_OF_ORDER}"
)
_LINK: Final = r"(?:\s|\.|\b(?:et|mais|donc|alors|svp|stp|and|but|please)\b)+"
_LINKED: Final = re.compile(rf"^{_LINK}|{_LINK}$")
_CALLING: Final = re.compile(r"(?:(?:au secours|sos|a l aide|aidez? moi|help|me|vite|et|and)[ .]*)*")  # for their money
_WAITING: Final = re.compile(  # « ya rien ki arrive »: of a payment, or of anything else
    r"(?:(?:mais|toujours|tjrs?|svp) )*(?:il )?y ?a (?:(?:toujours|tjrs?|encore) )?rien (?:qui|ki|k) "
    r"(?:arrive|vient?|vien|est (?:arrive|venu))"
)
_FOR_MONEY: Final = re.compile(
    r"(?:au secours|sos|a l aide) (?:svp )?(?:mon argent|mes (?:sous|credits?))(?: (?:est|sont) partis?)?(?: svp)?"
)
_COMPLAINS: Final = re.compile(rf"{_LEFT.pattern}|{_NOT_CAME.pattern}|{_WANTED_BACK}|{_OUT_OF_ORDER}")
_OF_MONEY: Final = (
    CREDITS
    | MONEY
    | frozenset(
        "argent compte solde sous paye payer payee paiement recharge recharger depot transfert debite preleve wave "
        "orange mtn moov momo money achat pack recu".split()
    )
)
_TWICE: Final = re.compile(r"\b(?:2 ?x|2 fois|deux fois|twice|double)\b")
_TITLE: Final = re.compile(r"(?:un )?double (?:paiement|debit|payment|charge)|(?:un )?(?:paiement|debit) en double")
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
        "aide aider aidez help me jusqu present there recharge recharger envoyer pa vois voit foi bloque marche "
        "fonctionne ca sa au arrivee stuck pending blocked "
        "recois recoit jour jours etes voleur voleurs arnaqueurs bande".split()
    )
)


def complains_of_payment(text: str) -> bool:
    """Whether nothing else is said."""
    if len(text) > LONGEST or _MAY_BE.search(text) is None:
        return False
    words = words_of(text)
    said = " ".join(words)
    if _FOR_MONEY.fullmatch(said):
        return True
    if _LEFT.search(said) is None and (_NOT_CAME.search(said) is None or CREDITS.isdisjoint(words)):
        return False
    if "coupe" in words and _OF_MONEY.isdisjoint(words) and not any(map(str.isdecimal, words)):
        return False  # « un voleur m’a coupé »
    return all(word in _AROUND or word.rstrip("x").isdecimal() for word in words)


def misses_something(text: str) -> bool:
    """Whether nothing is said but that nothing comes."""
    return "rien" in text and len(text) <= LONGEST and _WAITING.fullmatch(" ".join(words_of(text))) is not None


def tells_of_two(text: str) -> bool:
    """Whether a complaint says that it was paid twice: « g payé 2x ». « Double paiement » alone may be the title of
    anything: of who has paid nothing lately it is no complaint."""
    said = " ".join(words_of(text))
    return complains_of_payment(text) and _TWICE.search(said) is not None and _TITLE.fullmatch(said) is None


def beside_a_complaint(text: str) -> str:
    """What else is said beside such a complaint: « je vaux rien » of « j’ai payé mais ya rien, je vaux rien ». Empty
    where there is none, or nothing else."""
    if len(text) > LONGEST_TOLD or not any(map(text.casefold().__contains__, _PIECES)):
        return ""
    said = " ".join(words_of(text))
    left = _COMPLAINT.sub(" . ", said) if _COMPLAINS.search(said) else ""
    beside = _LINKED.sub("", left)
    return "" if _CALLING.fullmatch(beside) else beside
