"""Opt-out and opt-in words: one-word messages that must be honoured before anything else is read; and the words of
somebody who wants to stop, but may only mean the lesson."""

import re
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import Final, Literal

from bot.capabilities import capabilities_of
from bot.reading.commands.command_phrases import FILLERS, WISHES
from bot.reading.commands.slashes import from_its_slash
from bot.reading.words.answer_words import tokens
from bot.reading.words.wrapped import Phrases, Words, cores, phrases, without_opening, written
from bot.text.folding import folded

LONGEST: Final = 100  # characters
_AROUND_A_WORD: Final = re.compile(r"^[\W_]+|[\W_]+$")
_STOP: Final = frozenset(
    "stop stopall unsubscribe end quit revoke optout arret desabonnement desabonner desinscription desinscrire".split()
)
# On SMS Twilio itself stops sending after CANCEL (its default words); ARRETER is what French SMS senders print. On
# WhatsApp the one is an ordinary word, and the other may mean the lesson: it is asked about. Behind a slash the one is
# the command that our own texts name; carriers know no slash.
_STOP_WHERE_RESERVED: Final = frozenset({"cancel", "arreter"})
# The printed words as thumbs type them: « STOPPP », « desabonement » lose or gain a letter beside its like; the others
# are listed. On WhatsApp whoever shouts may mean the lesson.
_PRINTED: Final = frozenset("stop stopall arret unsubscribe optout desabonnement desabonner desinscription".split())
_SLIPS: Final = frozenset("sotp stpo tsop st0p".split())
# What is written around the word where it is printed: « STOP SMS », « ok STOP svp », « STOP au 36180 », and the name of
# the service. On WhatsApp it may mean the lesson.
_WITH_STOP: Final = frozenset(
    "stop arret sms message messages textos pub spam les vos tes ces tous tout all now svp stp merci please thanks s "
    "il te vous plait sil bonjour bonsoir ok okay au to".split()
)
_SHORT_CODE: Final = re.compile(r"\d{5,15}")  # « stop 2 » stops work in the background
_OUT: Final = (
    ("opt", "out"),
    ("opt", "me", "out"),
    ("unsubscribe", "me"),
    ("desabonnez", "moi"),
    ("desinscrivez", "moi"),
)
# As thumbs type it: « jveu plus recevoir de msg ».
_SPELT: Final = {
    "msg": "messages", "msgs": "messages", "mess": "messages", "messag": "messages",
    "jveux": "je veux", "jveu": "je veux", "veu": "veux", "menvoyer": "m envoyer", "menvoyez": "m envoyez",
    "menvoie": "m envoie", "mecrire": "m ecrire", "mecrivez": "m ecrivez", "mecris": "m ecris", "tt": "tout",
    "arrette": "arrete", "arrettez": "arretez", "arretter": "arreter", "aretez": "arretez", "arettez": "arretez",
}  # fmt: skip
# Nobody says so of a lesson: wished for, it is the word by SMS. Who only asks how is asked what is meant on WhatsApp.
_UNSUBSCRIBING: Final = frozenset(
    phrases(
        "me desabonner|me desinscrire|desabonnez moi|desabonne moi|desinscrivez moi|desinscris moi|je me desabonne|"
        "je me desinscris|desabonnement|desinscription|unsubscribe|unsubscribe me|opt out|opt me out|"
        "retirez moi de votre liste|retire moi de ta liste|enlevez moi de votre liste|supprimez moi de votre liste|"
        "supprimez mon numero de votre liste|retirez mon numero de votre liste|enlevez mon numero de votre liste|"
        "remove me from your list|remove me from the list|take me off your list|take me off the list|"
        "remove my number from your list|"
        "ne plus recevoir de messages|ne plus recevoir vos messages|ne plus recevoir de sms|ne plus recevoir vos sms|"
        "stop receiving messages|stop receiving your messages",
        {},
    )
)
_MESSAGES: Final = r"(?:(?:de|des|d) )?(?:(?:vos|tes|ces|les|aucun|autres) )?(?:messages?|sms|textos?)"
_TEXTS: Final = r"(?:(?:any|more|any more|your|these|those) )*(?:messages?|texts?|sms)"
_NO_MORE: Final = re.compile(
    rf"ne m (?:ecri[st]|ecrivez|contacte[sz]?) plus(?: jamais)?|ne me contacte[sz]? plus(?: jamais)?|"
    rf"ne m (?:envoies?|envoyez) plus (?:rien|{_MESSAGES})|"
    rf"(?:arrete[rsz]?|cesse[rsz]?) de (?:m ecrire|me contacter|m envoyer {_MESSAGES})|"
    r"(?:arrete[rsz]?|cesse[rsz]?) (?:les|vos|tes|ces) (?:messages?|sms|textos?)|"
    rf"je (?:ne veux plus (?:recevoir )?|veux plus recevoir ){_MESSAGES}|"
    rf"stop (?:sending me {_TEXTS}|messaging me|texting me|writing (?:to )?me|contacting me)|"
    rf"(?:don t|dont|do not) (?:(?:message|text|contact|write to) me|send me {_TEXTS})(?: again| any ?more)?|"
    rf"i (?:don t|dont|do not) want (?:to (?:receive|get) )?{_TEXTS}(?: any ?more)?|no more (?:messages|texts|sms)"
)
_WANTING: Final = phrases("je veux|jveux|je voudrais|je souhaite|je souhaiterais|j aimerais|je desire|merci de|"
                          "i want to|i would like to|i d like to|i wish to", {})  # fmt: skip
_ASKING: Final = phrases(WISHES, {})
_POLITELY: Final = phrases(f"{FILLERS}|non|no|mais|but|stop|arret", {})
# YES also lifts Twilio's block on SMS, but it answers questions too: only the unmistakable words count here. It counts
# for whoever has opted out: Twilio has told them that they are back.
_START: Final = frozenset("start unstop subscribe reabonnement reabonner reinscription".split())
_BACK_WHERE_RESERVED: Final = frozenset({"yes"})
_BACK: Final = frozenset({"reprendre", "reprise"})  # the word for whoever has opted out; for others it is of the lesson
# « START svp », and our own « Envoyez START pour reprendre » sent back as it stands.
_WITH_START: Final = frozenset(
    "start unstop envoyez envoyer envoie send le mot the word pour reprendre to resume bonjour bonsoir salut hello hi "
    "ok svp stp s il vous te plait please merci thanks now maintenant".split()
)
_STOPPING: Final = frozenset(
    phrases(
        "arreter|arrete|arretes|arretez|arreter ca|arrete ca|arretez ca|arrete tout|tout arreter|arreter tout|"
        "stop tout|stoppe tout|"
        "arreter la|arrete toi|arretons|arretons la|on arrete|on arrete la|on arrete ca|on s arrete|on s arrete la|"
        "je veux arreter|jveux arreter|je veu arreter|jveu arreter|je voudrais arreter|j arrete|j arrete la|"
        "je m arrete|je m arrete la|il faut arreter|faut arreter|arreter la lecon|arrete la lecon|arreter le cours|"
        "arreter la conversation|c est fini on arrete|stop on arrete|on stop|on stoppe|stoppe|stoppez|stop ca|"
        "stop|arret|stop maintenant|stop stop|stop stop stop|arrete arrete|s t o p|arretez tout|stope|stopez|stoper|"
        "resilier|je veux resilier|resiliation|resilier mon abonnement|je veux resilier mon abonnement|"
        "annuler mon abonnement|je veux annuler mon abonnement|plus de message|je veux plus de vos sms|"
        "je veux plus de vos messages|enlevez mon numero|retirez mon numero|supprimez mon numero|"
        "foutez moi la paix|fous moi la paix|fichez moi la paix|fiche moi la paix|"
        "cancel my subscription|end my subscription|remove me|remove my number|"
        "arrete de m ecrire|arretez de m ecrire|arrete de m envoyer des messages|arretez de m envoyer des messages|"
        "ne m ecris plus|ne m ecrivez plus|n ecris plus|plus de messages|je ne veux plus de messages|"
        "je veux plus de messages|je ne veux plus recevoir|je veux plus recevoir|"
        "je ne veux plus recevoir de messages|je veux plus recevoir de messages|"
        "stop sms|stop les sms|stop messages|stop les messages|stop pub|stop spam|arrete les messages|"
        "arretez les messages|plus de sms|je ne veux plus de sms|je veux plus de sms|je me desabonne|"
        "se desabonner|desabonnez moi|desabonne moi|me desinscrire|je veux me desinscrire|desinscrivez moi|"
        "laissez moi tranquille|laisse moi tranquille|unsubscribe me|opt out|opt me out|leave me alone|"
        "stop contacting me|"
        "ne m envoyez plus de messages|ne m envoie plus de messages|me desabonner|je veux me desabonner|"
        "stop it|stop this|stop that|stop now|stop here|please stop|let s stop|let s stop here|lets stop|let us stop|"
        "i want to stop|i want you to stop|we stop|we stop here|stop the lesson|stop the conversation|stop everything|"
        "stop all|stop messaging me|stop texting me|stop writing to me|stop writing me|stop sending me messages|"
        "stop sending messages|no more messages|don t write to me any more|don t message me|don t text me",
        {},
    )
)
_AROUND: Final = phrases(
    "bonjour|bonsoir|hello|hi|c est bon|cest bon|c bon|ok|okay|d accord|daccord|bon|bien|merci|merci beaucoup|stp|svp|"
    "s il te plait|"
    "s il vous plait|sil te plait|sil vous plait|mais|maintenant|non|oui|allez|aller|vas y|ca suffit|c est fini|"
    "pour aujourd hui|la|ici|assez|pardon|je suis fatigue|je suis fatiguee|bonne nuit|au revoir|a demain|"
    "please|pls|plz|thanks|thank you|that s enough|enough|now|for today|it s ok|it s fine|no|yes|sorry|bye|"
    "i am tired|i m tired",
    {},
)


def opt_keyword(body: str, channel: str, service: str) -> Literal["stop", "start"] | None:
    """What a message of one word asks: to stop all sending, to start again, or neither (None). « START svp » is the
    word too, on SMS « STOP SMS », « STOP svp », « stoppp », « opt out » and « STOP » with the name of the service are.

    Case, accents, quotation marks and punctuation around the word do not matter."""
    if len(body) > LONGEST:
        return None
    word, called = _alone(body), frozenset(tokens(service))
    reserved = capabilities_of(channel).reserved_words
    is_command = word == "cancel" and from_its_slash(body).startswith("/")
    if word in _STOP or (reserved and word in _STOP_WHERE_RESERVED and not is_command):
        return "stop"
    if reserved and (_is_slip(word) or _is_stop_alone(_spelt_out(body), called)):
        return "stop"
    return "start" if word in _START or _is_start_alone(tokens(body), called) else None


def brings_back(body: str, channel: str) -> bool:
    """Whether a message of one word asks for messages again, if its sender had opted out; else it may mean anything."""
    back = _BACK | _BACK_WHERE_RESERVED if capabilities_of(channel).reserved_words else _BACK
    return len(body) <= LONGEST and _alone(body) in back


@lru_cache(maxsize=8)  # of one message it is asked several times
def _alone(body: str) -> str:
    """A word without what stands around it."""
    return _AROUND_A_WORD.sub("", folded(body))


def _is_slip(word: str) -> bool:
    """Whether one word is meant for a printed one."""
    return word in _SLIPS or _without_doubles(word) in _WITHOUT_DOUBLES


def _without_doubles(word: str) -> str:
    return re.sub(r"(.)\1+", r"\1", word)


_WITHOUT_DOUBLES: Final = frozenset(map(_without_doubles, _PRINTED))


def _is_start_alone(words: Sequence[str], called: Set[str]) -> bool:
    """Whether nothing is said but the word, with politeness, what it is for and what the service is called."""
    return not {"start", "unstop"}.isdisjoint(words) and (_WITH_START | called).issuperset(words)


def _is_stop_alone(words: Sequence[str], called: Set[str]) -> bool:
    """Whether nothing is said but the word, with what it is to stop and politeness, or one that is several."""
    others = {word for word in words if not _SHORT_CODE.fullmatch(word)}
    if not {"stop", "arret"}.isdisjoint(others) and (_WITH_STOP | called) >= others:
        return True
    outs = (tuple(words[: len(out)]) == out and _WITH_STOP.issuperset(words[len(out) :]) for out in _OUT)
    return any(outs) or _unsubscribes(words, _WANTING)


def _unsubscribes(words: Sequence[str], wishes: Phrases) -> bool:
    """Whether nothing is said but the wish for no more messages."""
    around = cores(tuple(words), _POLITELY)
    return any(
        core in _UNSUBSCRIBING or without_opening(core, wishes) in _UNSUBSCRIBING or _NO_MORE.fullmatch(" ".join(core))
        for core in around
    )


def wants_to_stop(body: str, service: str) -> bool:
    """Whether a message says that something is to stop and not what: « on arrête », "stop it". What stops everything
    where it is typed (`opt_keyword`) is asked for before. Kept: a turn asks six times for it."""
    return len(body) <= LONGEST and _wants_to_stop(body, service)


@lru_cache(maxsize=64)
def _wants_to_stop(body: str, service: str) -> bool:
    words = _spelt_out(body.strip().removeprefix("/"))
    if any(core in _STOPPING for core in cores(words, _AROUND)) or _unsubscribes(words, _ASKING):
        return True
    return _is_slip(_alone(body)) or _is_stop_alone(words, frozenset(tokens(service)))


def _spelt_out(body: str) -> Words:
    return written(tokens(body), _SPELT)
