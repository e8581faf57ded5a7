"""Which of our two languages a message is written in, from the small words that carry grammar."""

import re

from bot.types import Language

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_FRENCH = frozenset(
    """
    le la les un une des du de et ou où est sont suis es être avoir je tu il elle on nous vous ils elles ce cette ces
    ça c'est cest que qui quoi quel quelle comment pourquoi quand combien pour avec sans dans sur moi toi mon ma mes ton
    ta tes son sa ses au aux ne pas plus svp stp bonjour bonsoir salut merci oui non fais fait faire donne calcule
    explique aide j'ai jai peux peut veux dois mais donc chez entre très bien exercice devoir leçon cours slt bjr cc
    koi c'koi résume écris cherche trouve rédige
    """.split()
)
_ENGLISH = frozenset(
    """
    the an of and or is are am be have has you he she it we they this that these those what which who how why when
    where much many for with without in on my your his her its our their do does did not please hello hi hey thanks
    thank yes make give explain help can could want must but so very good exercise homework lesson write find search
    summarise summarize to from about me let's it's i'm what's don't
    """.split()
)


def detect(text: str) -> Language | None:
    """French or English by the words that only one of them has; None when nothing tells."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    french = sum(_is_french(word) for word in words)
    english = sum(word in _ENGLISH for word in words)
    if french == english:
        return None
    return Language.FR if french > english else Language.EN


def _is_french(word: str) -> bool:
    elided = word.partition("'")[0] in ("l", "d", "j", "qu", "n", "s", "m", "t", "c")
    return word in _FRENCH or ("'" in word and elided) or any(letter in "éèêàùçôîûœë" for letter in word)
