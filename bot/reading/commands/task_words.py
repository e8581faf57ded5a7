"""How people say the commands about what they have to do (bot.conversation.commands.tasks). Data only."""

import re
from typing import Final

from bot.reading.commands.arguments import AnyText, Argument, anything_else, numbers
from bot.reading.commands.vocabulary import Wording

NAMES: Final = ("fait", "done")
LONGEST_NAMED: Final = 60  # characters
_POLITELY: Final = re.compile(
    r"(?:[\s,.!]+(?:stp|svp|please|pls|merci(?: d[’' ]avance| beaucoup)?|thanks|thank you))+\W*$", re.IGNORECASE
)
_MORE: Final = re.compile(r"[,;?]|\b(?:et|puis|mais|and|then|but)\b", re.IGNORECASE)


def _all(verbs: str, *objects: str) -> str:
    return "|".join(f"{verb} {each}" for verb in verbs.split() for each in objects)


TASKS: Final = Wording(
    fr="taches|mes taches|rappels",
    en="tasks|my tasks|reminders",
    said_fr="mes rappels|liste des rappels|la liste des rappels|liste des taches|liste de mes taches|"
    "la liste de mes taches|voir mes taches|montre mes taches|"
    "montre moi mes taches|quelles sont mes taches|mes choses a faire|voir mes rappels|quels sont mes rappels|"
    "la liste de mes rappels|liste de mes rappels|affiche mes rappels|montre mes rappels|montre moi mes rappels|"
    "liste mes rappels|liste mes taches|liste les rappels|liste les taches|c est quoi mes rappels|"
    "c est quoi mes taches|j ai quoi comme rappel|j ai quoi comme rappels|"
    "quels rappels j ai|j ai quels rappels|tu dois me rappeler quoi|que dois tu me rappeler",
    said_en="my reminders|my to do list|my todo list|show my tasks|show me my tasks|list my tasks|"
    "what are my tasks|see my tasks|show my reminders|list my reminders|what are my reminders|"
    "what reminders do i have|which reminders do i have|show me my reminders",
    asked=True,
    takes=anything_else,
)
DONE: Final = Wording(
    fr=NAMES[0],
    en=NAMES[1],
    said_fr="c est fait|c fait|cest fait|oui c est fait|oui fait|c est bon c est fait|voila c est fait|"
    "je l ai fait|oui je l ai fait|c est deja fait|deja fait|tache faite|tache terminee",
    said_en="it s done|its done|it is done|yes done|yes it s done|i did it|i have done it|i ve done it|"
    "already done|task done",
    only_alone=True,
    takes=numbers,
)
_DROPPING: Final = (
    "annule annuler annulez supprime supprimer supprimez efface effacer effacez enleve enlever enlevez retire retirer "
    "retirez"
)
_ENDING: Final = f"{_DROPPING} arrete arretez arreter desactive desactiver"  # « arrête la tâche 2 » may be at work
_DROPPING_EN: Final = "cancel delete remove"
_ENDING_EN: Final = f"{_DROPPING_EN} stop"


def _which(text: str) -> Argument | None:
    """Numbers, or a few words that name it: « de demain », « pour les fractions »."""
    found, name = numbers(text), _POLITELY.sub("", text)
    return found or (AnyText(name) if len(name) <= LONGEST_NAMED else None)


def may_wish_more(text: str) -> bool:
    """Whether words that name nothing may be another wish behind it: « de 18h, remets-le à 19h »."""
    return _MORE.search(text) is not None


DROP: Final = Wording(
    fr=f"{_all(_ENDING, 'le rappel', 'mon rappel', 'rappel', 'les rappels')}|"
    + _all(_DROPPING, "la tache", "ma tache", "tache", "les taches"),
    en=f"{_all(_ENDING_EN, 'the reminder', 'my reminder', 'reminder')}|"
    + _all(_DROPPING_EN, "the task", "my task", "task"),
    said_fr=_all(
        _ENDING,
        *(f"{every} {whose} rappels" for every in ("tous", "tout") for whose in ("mes", "les")),
        *(f"{every} {whose} taches" for every in ("toutes", "toute", "tout") for whose in ("mes", "les")),
        *("rappels", "mes rappels", "ces rappels"),
    )
    + f"|{_all('stop', 'rappel', 'rappels', 'les rappels', 'mes rappels', 'aux rappels')}|"
    + f"{_all(_DROPPING, 'mes taches')}|"
    + _all("arrete arretez arreter stop", "de me rappeler", "de me rappeler ca", "de me faire des rappels")
    + "|plus de rappels|je ne veux plus de rappels|je veux plus de rappels|plus besoin de rappels|"
    "pas besoin de rappels|plus besoin de me rappeler|pas besoin de me rappeler|ne me rappelle plus|"
    "ne me rappelle plus rien|ne me rappelle plus ca|ne me rappelez plus|me rappelle plus|me rappelle plus ca",
    said_en=_all(_ENDING_EN, "all my reminders", "all reminders", "all my tasks", "all tasks")
    + f"|{_all(_ENDING_EN, 'reminders', 'my reminders', 'the reminders')}|{_all(_DROPPING_EN, 'my tasks')}|"
    "no more reminders|stop reminding me|stop reminding me of this|don t remind me|don t remind me anymore|"
    "don t remind me again|i don t want reminders|i don t want any more reminders",
    takes=_which,
)
