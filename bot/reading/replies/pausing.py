"""Reads whether somebody asks for a moment and says nothing else: « attends », « 2 min stp », "hold on". Pure; whether
a question is open that they can mean is decided elsewhere."""

import re
from typing import Final

from bot.reading.commands.command_phrases import FILLERS
from bot.reading.words.answer_words import tokens

LONGEST: Final = 60  # characters
_LOOKING: Final = (
    "(?:(?:le|la|les|mon) )?(?:cherche|chercher|regarde|regarder|verifie|verifier|voir|demande|demander|reflechis)"
)
_MOMENT: Final = "minutes?|mins?|mn|secondes?|seconds?|secs?|instants?|moments?"
_SOME: Final = rf"(?:\d\d?|une?|deux|trois|cinq|dix|quelques|petite?|a|one|two|five|ten|few) ?(?:{_MOMENT})"
_PAUSE: Final = "|".join(
    (
        "attends?|attendez|attender|attd|on attend|patience|patientez?|doucement|pas si vite|bouge pas|minute|instant",
        rf"(?:(?:juste|just|encore|dans|in|donne moi|donnez moi|laisse moi|laissez moi|give me) )?{_SOME}",
        rf"j ?arrive|je reviens|je (?:vais )?{_LOOKING}|laisse[sz]? moi (?:le temps|{_LOOKING})",
        "wait|hold on|hang on|brb|be right back|i m coming|i am coming|not so fast|"
        "let me (?:check|see|look|find it|get it|think)|i (?:ll|will) (?:check|look)|i m (?:checking|looking)",
    )
)
_AROUND: Final = (
    rf"{FILLERS}|moi|un peu|d abord|encore|voir|small|a bit|for me|first|non|no|oui|yes|d accord|abeg|bientot|mais|but"
)
_PAUSING: Final = re.compile(rf"(?:(?:{_AROUND}) )*(?:{_PAUSE})(?: (?:{_AROUND}|{_PAUSE}))*")

_HANDS: Final = re.compile("(?:[✋🤚🖐⏸][🏻-🏿]?\ufe0f?\\s*)+")
_A_TIME: Final = re.compile(rf"(?:(?:{FILLERS}) )*({_SOME})(?: (?:{FILLERS}))*")


def asks_to_wait(reply: str) -> bool:
    """Whether a reply is nothing but the wish for a moment."""
    if len(reply) > LONGEST:
        return False
    return _HANDS.fullmatch(reply.strip()) is not None or _PAUSING.fullmatch(" ".join(tokens(reply))) is not None


def time_in(reply: str) -> str:
    """The time that a reply names with nothing but politeness around it: « 60 secondes » of « 60 secondes stp », which
    may be an answer; empty where it says anything else."""
    found = _A_TIME.fullmatch(" ".join(tokens(reply))) if len(reply) <= LONGEST else None
    return found[1] if found else ""
