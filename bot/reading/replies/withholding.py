"""Reads what says of an e-mail that is shown before it leaves: not to send it, or not yet. Pure. What says more, such
as « ne l’envoie pas à Awa », changes it, and is the agent's."""

import re
from typing import Final

from bot.reading.commands.command_phrases import FILLERS
from bot.reading.words.answer_words import tokens
from bot.reading.words.wrapped import cores, phrases

LONGEST: Final = 100  # characters
_AROUND: Final = phrases(
    f"{FILLERS}|non|no|surtout|finalement|en fait|attends|attendez|stop|actually|wait|je prefere|ah non|oh no|mais|but|"
    "oui|d accord",
    {},
)
_SEND: Final = r"(?:envoie|envoies|envoye|envoyer|envoyez|envois)"
_IT: Final = (
    r"(?: (?:ca|cela|le|la|l|ce|cet|cette|e|mail|email|message|courriel|brouillon|envoi|it|this|that|the|draft|away))*"
)
_NOT: Final = re.compile(
    rf"(?:ne |n )?(?:l |le |la )?{_SEND} (?:surtout )?(?:pas|rien){_IT}|(?:ne |n )(?:l |le |la )?{_SEND} plus{_IT}|"
    rf"(?:ne )?(?:surtout )?pas (?:l )?envoyer{_IT}|ne plus (?:l )?envoyer{_IT}|"
    rf"je (?:ne )?(?:veux|voudrais|souhaite) (?:pas|plus) (?:l |le |que tu l |que vous l )?(?:{_SEND}|envoyiez){_IT}|"
    rf"(?:supprime|supprimer|supprimez|efface|effacer|effacez|jette|jeter|jetez|annule|annuler|annulez){_IT}|"
    rf"(?:don t|do not|dont|please don t|i don t want to) send{_IT}|(?:delete|discard|cancel|drop|throw){_IT}"
)
_SENT: Final = re.compile(
    r"(?:est ce que )?(?:(?:c|cest|c est|ca|sa) |(?:il|le mail|l e mail|le message|mon mail|le courriel) )"
    r"(?:est |a ete )?(?:deja |bien )?(?:envoye|envoyer|parti|partie|part|arrive)|"
    r"(?:est ce que )?(?:(?:tu|vous|t) )(?:l )?(?:as |a |avez )?(?:deja |bien )?(?:envoye|envoyer|envoyee)"
    r"(?: (?:ca|le mail|l e mail|le message|mon mail))?|as tu envoye(?: le mail| l e mail)?|"
    r"(?:il|c) est parti|(?:did you|have you) (?:already )?(?:send|sent) (?:it|the (?:e )?mail|my (?:e )?mail)|"
    r"(?:is it|has it|was it) (?:been )?(?:sent|gone|left)(?: yet)?|(?:is it|it s) sent"
)
_LATER: Final = frozenset(
    "attends|attend|attendez|pas encore|pas maintenant|plus tard|pas tout de suite|une minute|un instant|un moment|"
    "deux minutes|attends un peu|attends un instant|attends une minute|je relis|je reflechis|laisse moi relire|"
    "laisse moi reflechir|laissez moi relire|laissez moi reflechir|je vais relire|wait|wait a minute|hold on|not yet|"
    "n envoie pas encore|ne l envoie pas encore|n envoyez pas encore|ne l envoyez pas encore|don t send it yet|"
    "not now|later|one minute|let me read it|let me think".split("|")
)


def withholds(reply: str) -> bool:
    """Whether nothing is said but that it must not leave."""
    said = (" ".join(core) for core in cores(tuple(tokens(reply)), _AROUND)) if len(reply) <= LONGEST else ()
    return any(_NOT.fullmatch(core) for core in said)


def asks_if_sent(reply: str) -> bool:
    """Whether nothing is asked but whether it has left: « c’est envoyé ? », « tu l’as envoyé ? »."""
    return len(reply) <= LONGEST and any(
        _SENT.fullmatch(" ".join(core)) for core in cores(tuple(tokens(reply)), phrases(FILLERS, {}))
    )


def waits(reply: str) -> bool:
    """Whether nothing is said but that it must not leave yet."""
    return len(reply) <= LONGEST and any(" ".join(core) in _LATER for core in cores(tuple(tokens(reply)), _AROUND))
