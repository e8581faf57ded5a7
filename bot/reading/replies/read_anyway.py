"""Reads « LIRE », said of a photo that was called unreadable, in the words people have for it; and no more. Pure."""

from typing import Final

import regex

from bot.reading.words.answer_words import tokens

_POLITE: Final = (
    r"(?:oui|ok|okay|si|non|mais|bon|tant pis|vas y|allez y|d accord|yes|no|but|stp|svp|s il te plait|s il vous plait|"
    r"please|pls|merci|thanks)"
)
_ANYWAY: Final = r"(?:quand meme|comme elle est|comme elles sont|malgre tout|telle quelle|anyway|all the same|as it is)"
_IT: Final = r"(?:la|le|les|ca|moi|cette|ma|it|them|this|that|the|my|at|photo|photos|image|picture)"
_READ: Final = (
    r"(?:lire|lis|lisez|lit|regarde|regardez|regarder|essaie|essaye|essayez|essayer|tente|read|look|try|"
    r"(?:tu |vous )?(?:peux|pouvez) (?:la |le )?(?:lire|regarder)|(?:je )?(?:veux|voudrais) que tu (?:la )?lises)"
)
_WISH: Final = regex.compile(
    rf"(?:{_POLITE} )*(?:(?:{_IT} )?{_READ}(?: {_IT})*(?: {_ANYWAY})?|{_ANYWAY})(?: {_POLITE})*"
)
LONGEST: Final = 60  # characters


def wants_it_read(text: str) -> bool:
    """Whether a message says nothing but that something is to be read as it is."""
    return len(text) <= LONGEST and _WISH.fullmatch(" ".join(tokens(text))) is not None
