"""What a reply gives as its value behind what only leads to it: « ça fait 4 », « x = 4 », « 12 x 3 = 36 ». Pure."""

import re
from collections.abc import Sequence
from typing import Final

_RESULT: Final = re.compile(  # a value comes behind it, never a label: « ça fait 4 »
    r"\s*(?:=|(?:[çc]a|cela)\s+(?:fait|donne|vaut)|(?:je|on)\s+trouve|j['’]ai\s+trouv[ée]|on\s+obtient|j['’]obtiens|"
    r"(?:le\s+)?r[ée]sultat(?:\s+est|\s+c['’]est)?|[ée]gale?(?:\s+[àa])?|it\s+(?:equals|makes|gives)|i\s+(?:found|got|get))[\s:]*(?=\S)",
    re.IGNORECASE,
)
_CALCULATED: Final = r"[-+\d\s*x×·:÷/().,^²³√=]*"
_WORKING: Final = re.compile(  # « 12 x 3 = », « 5 + 3 x 2 = 5 + 6 = », « 12 x 3 = 36 donc »
    rf"{_CALCULATED}\d\s*[-+*x×·:÷/]\s*[\d(√]{_CALCULATED}(?:=|\b(?:donc|so)\b)\s*(?=\S)", re.IGNORECASE
)
# « x = », « P(A) = », « l’aire du carré = »
_NAMED: Final = re.compile(
    r"\s*([a-z]{1,3}|(?:[^\W\d_]{1,12}[ '’]){0,4}[^\W\d_]{4,15})['’]?(?:\([\w ]{1,5}\))?\s*=\s*(?=\S)", re.IGNORECASE
)
# No name of a value: a label may be behind « réponse finale = », « la bonne = », and « c’est pas l’aire = » denies it.
_NO_NAME: Final = re.compile(
    r"\b(?:r[ée]p(?:onses?)?|options?|choix|lignes?|lettres?|questions?|num[ée]ros?|propositions?|cases?|exercices?|"
    r"alternatives?|assertions?|affirmations?|possibilit[ée]s?|s[ée]lection|ans(?:wer)?|choice|number|"
    r"premi[eè]re?|deuxi[eè]me|seconde?|troisi[eè]me|quatri[eè]me|derni[eè]re?|first|third|fourth|last|"
    r"vraie?|bon|bonne|juste|correcte?|exacte?|finale?|choisie?|true|right|"
    r"pas|non|ni|jamais|sauf|faux|fausse|mauvaise?|contraire|diff[ée]rente?|inf[ée]rieure?|sup[ée]rieure?|moins|plus|"
    r"no|not|never|except|false|wrong|less|more|je|j|tu|on|il|elle|ce|c|ça|ca|est|sont|i|it|is)\b",
    re.IGNORECASE,
)


def value_said(text: str, options: Sequence[str]) -> str:
    """What stands behind « ça fait », and where the options are bare values behind « 12 x 3 = », and behind « x = »
    unless that names a line: « b = 4 »."""
    named = _NAMED.match(text)
    if named is not None and _is_a_name(named[1]) and not any("=" in option for option in options):
        is_label = len(named[1]) == 1 and ord(named[1].casefold()) - ord("a") < len(options)
        text = text if is_label else text[named.end() :]
    if not any("=" in option for option in options):
        text = behind(_WORKING, text)
    return behind(_RESULT, text)


def _is_a_name(said: str) -> bool:
    return len(said) == 1 or _NO_NAME.search(said) is None


def behind(beginning: re.Pattern[str], text: str) -> str:
    """The text without its beginning, if it has that."""
    found = beginning.match(text)
    return text[found.end() :] if found else text
