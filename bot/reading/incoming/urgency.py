"""Which messages go the urgent way: they act at once, or look like the answer to an open question, and need no agent.
Pure, and cheap: it runs inside the webhook. Whoever takes them up looks again: a wrong guess costs a wake-up."""

import re
from collections.abc import Mapping
from typing import Final

MOST_CHARACTERS: Final = 32
_AROUND: Final = "la|le|les|l|c|est|cest|réponse|reponse|option|numéro|numero|n|et|ou|and|or|the|answer|is|it|s|number"
_ANSWERS: Final = (
    r"[a-h]|[0-9]{1,4}|\+?[0-9]{8,15}|vrai|vraie|faux|fausse|true|false|oui|ouais|non|yes|yep|no|nope|un|deux|trois|"
    "quatre|cinq|six|one|two|three|four|five|premi(?:er|[eè]re)|secon[dt]e?|deuxi[eè]me|troisi[eè]me|quatri[eè]me|first|second|third|fourth|"
    "derni(?:er|[eè]re)|last|ok|d accord"
)
_ANSWER: Final = re.compile(
    rf"[\W_]*(?:(?:{_AROUND})[\W_]+)*(?:{_ANSWERS})(?:[\W_]+(?:{_ANSWERS}|{_AROUND}))*[\W_]*", re.IGNORECASE
)


def looks_like_an_answer(kind: str, body: str, details: Mapping[str, object]) -> bool:
    """Whether a message may answer a question of ours by itself: a press, a letter, a number, also of a telephone, yes
    or no."""
    if kind == "button" or details.get("button_payload") or details.get("list_id"):
        return True
    return kind == "text" and len(body) <= MOST_CHARACTERS and _ANSWER.fullmatch(body) is not None


def is_urgent(priority: str | None, kind: str, body: str, details: Mapping[str, object]) -> bool:
    """Whether a message goes the urgent way. Whoever is in distress does: the number to call is said first."""
    return priority is not None or looks_like_an_answer(kind, body, details)
