"""Signs that are pressed for a verdict (✅, ❌) as words. Pure."""

import re
from typing import Final

_LETTER: Final = re.compile(r"[^\W_]")
_WORD_LETTER: Final = re.compile(r"[^\W\d_]")
_TRUE_SIGNS: Final = re.compile("[✅✔☑👍][\ufe0f🏻-🏿]*")
_FALSE_SIGNS: Final = re.compile("[❌✖❎👎][\ufe0f🏻-🏿]*")


def signs_as_words(text: str, *, numbered: bool = False) -> str:
    """✅ as « vrai » and ❌ as « faux », each as a word of its own, where nothing else is written; `numbered`: but the
    numbers of questions."""
    if (_WORD_LETTER if numbered else _LETTER).search(text):
        return text
    return _FALSE_SIGNS.sub(" faux ", _TRUE_SIGNS.sub(" vrai ", text))
