"""Takes out of a transcript what nobody said: transcribers have learnt from films, and write over silence and noise
what stands below those. Pure."""

import re
from typing import Final

from bot.text.folding import folded

_SENTENCES: Final = re.compile(r"(?<=[.!?…])\s+|\s*\n\s*")
_ANNOTATION: Final = re.compile(r"\[[^\d\[\]]*\]|\([^\d()]*\)|\*[^\d*]*\*|♪[^♪]*♪")
_WORDS: Final = re.compile(r"[a-z0-9]+")
_MADE: Final = r"(?:realises?|crees?|faits?|made|created|provided)?"
_CREDITS: Final = re.compile(
    rf"(?:sous titrages?|sous titres|subtitles?|subtitling|captions) ?{_MADE} ?"
    r"(?:st|fr|mfp|societe|par|by)(?: [a-z0-9]+){0,5}"
    r"|transcri(?:ption|bed) by castingwords|(?:par )?(?:sous ?titreur|amara) (?:com|org)(?: community)?"
    r"|(?:merci|thanks?)(?: you)?(?: (?:a tous|beaucoup|so much|all))* (?:d avoir regarde (?:cette|la|ma) video|"
    r"for watching(?: (?:this|the|my) video)?)"
)


def spoken_alone(transcript: str) -> str:
    """The same without the credits of films; "" when nothing else is in it than annotations (« [Musique] »)."""
    sentences = _SENTENCES.split(transcript)
    said = [sentence for sentence in sentences if not _is_credits(sentence)]
    text = transcript if len(said) == len(sentences) else " ".join(said)
    return text if any(letter.isalnum() for letter in _ANNOTATION.sub(" ", text)) else ""


def _is_credits(sentence: str) -> bool:
    return _CREDITS.fullmatch(" ".join(_WORDS.findall(folded(sentence)))) is not None
