"""Words that somebody writes just before they send a photo or another file: their turn waits a little longer. Pure."""

import re
from typing import Final

from bot.text.folding import folded

MOST_CHARS: Final = 300
_NOUN = (
    r"(?:photos?|images?|captures?|fichiers?|documents?|docs?|pdf|vocal|vocaux|audio|enonces?|pieces? jointes?"
    r"|pictures?|screenshots?|files?|voice notes?|attachments?)"
)
_ANNOUNCES: Final = re.compile(
    r"^(?:voici|voila|tiens|regardez?|here(?: is|'s)?|look)\b"
    r"|\b(?:je (?:t'|vous |te )?envoie|j'envoie|ci-?joint|en photo|attached|i(?:'m| am) sending)\b"
    rf"|\b(?:cette|ce|cet|la|le|les|ces|ma|mon|mes|this|these|the|my) {_NOUN}\b"
    r"|:$"
)


def announces_media(text: str) -> bool:
    """Whether something seems to come behind a text: « Voici mon exercice », « Corrige cette photo », « ceci : »."""
    said = folded(text).replace("’", "'").strip()
    return 0 < len(said) <= MOST_CHARS and _ANNOUNCES.search(said) is not None
