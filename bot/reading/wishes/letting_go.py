"""Reads whether somebody lets go of what they have asked for, in words that no command has: « laisse tomber »,
« plus la peine ». Pure; whether anything is under way that they can mean is decided elsewhere."""

from typing import Final

from bot.reading.commands.command_phrases import FILLERS
from bot.reading.commands.keywords import wants_to_stop
from bot.reading.replies.confirmations import GIVING_UP
from bot.reading.words.answer_words import tokens
from bot.reading.words.wrapped import cores, phrases

LONGEST: Final = 60  # characters
_LETTING_GO: Final = GIVING_UP | frozenset(
    "stop|stopp|stoppp|halte|arrete sa|arrete ca|"
    "laisse|laissez|laisse ca|laisse sa|laissez ca|laisse tombe|lasse tomber|laisses tomber|laisse beton|on laisse|"
    "on laisse tomber|faut laisser|faut laisser tomber|il faut laisser|il faut laisser tomber|tu peux laisser|"
    "tu peux laisser tomber|vous pouvez laisser|vous pouvez laisser tomber|oublie sa|oubliez ca|oublie ma question|"
    "oublie ma demande|oubliez ma question|oubliez ma demande|c plus la peine|"
    "tu peux arreter|tu peux t arreter|vous pouvez arreter|vous pouvez vous arreter|"
    "arrete ta recherche|arrete la recherche|arretez la recherche|stop la recherche|arrete de chercher|"
    "arretez de chercher|interromps|interrompez|arrete d ecrire|arretez d ecrire|arrete de repondre|"
    "annule|annulez|annuler|annule ca|annule sa|annule tout|laisses|pas besoin|y a pas besoin|tais toi|taisez vous|"
    "ne reponds pas|ne repond pas|ne repondez pas|reponds pas|repond pas|ne reponds plus|"
    "c est bon j ai trouve|c bon j ai trouve|c est bon g trouve|c bon g trouve|merci j ai trouve|j ai deja trouve|"
    "cancel|cancel it|no need again|leave am|i found it|i ve found it|i already found it|"
    "nvm|forget about it|forget that|drop it|leave it|abort|"
    "don t bother|you can stop|stop searching|stop the search".split("|")
)
_AROUND: Final = phrases(
    f"{FILLERS}|non|nn|nan|no|mais|but|finalement|en fait|ah|oh|bah|ben|bon|c est bon|c bon|it s ok|it s fine|attends|"
    "attendez|wait|actually|d accord|j ai trouve|gar|wesh|tchip|abeg",
    {},
)


def lets_go(body: str, service: str) -> bool:
    """Whether nothing is said but that it is no longer wanted, or is to stop. « laisse tomber la question 2 » says
    more, and is the agent's."""
    if len(body) > LONGEST:
        return False
    said = cores(tuple(tokens(body)), _AROUND)
    return any(" ".join(core) in _LETTING_GO for core in said) or wants_to_stop(body, service)
