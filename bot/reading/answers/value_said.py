"""What a reply gives as its value behind what only leads to it: « ça fait 4 », « x = 4 », « 12 x 3 = 36 ». Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.reading.answers.formulas import formula
from bot.text.folding import folded

_RESULT: Final = re.compile(  # a value comes behind it, never a label: « ça fait 4 »
    r"\s*(?:=|(?:[çcs]a|cela)\s+(?:(?:me|nous)\s+)?(?:fait|donne|vaut)|(?:je|on)\s+trouve|j['’]ai\s+trouv[ée]|on\s+obtient|j['’]obtiens|"
    r"(?:le\s+)?r[ée]sultat(?:\s+est|\s+c['’]est)?|[ée]gale?(?:\s+[àa])?|it\s+(?:equals|makes|gives)|i\s+(?:found|got|get))[\s:]*(?=\S)",
    re.IGNORECASE,
)
_SIGNS: Final = r"[-+*x×·:÷/]|\b(?:fois|plus|moins|sur|divis[ée]e? par|multipli[ée]e? par|times)\b"
_CALCULATED: Final = rf"(?:[\d\s().,^²³√=]|{_SIGNS})*"
_MAKES: Final = (
    r"(?:[çcs]a\s+)?(?:fait|font|donnent?|makes?)\b|valent\b|\bvaut\b|(?:est\s+)?\b[ée]ga(?:le?s?|ux)\b(?:\s+[àa]\b)?|"
    r"\bequals\b|\bc['’\s]?est(?=\s+\d\d)"
)
_WORKING: Final = re.compile(  # « 12 x 3 = », « 5 + 3 x 2 = 5 + 6 = », « 12 x 3 = 36 donc », « 12 fois 3 font »
    rf"{_CALCULATED}\d\s*(?:{_SIGNS})\s*[\d(√]{_CALCULATED}(?:=|{_MAKES}|\b(?:donc|so)\b)\s*(?=\S)", re.IGNORECASE
)
_MADE: Final = re.compile(rf"(?:=|{_MAKES}|\b(?:donc|so)\b)\s*$", re.IGNORECASE)
# « x = », « P(A) = », « l’aire du carré = », « x vaut »
_NAMED: Final = re.compile(
    r"\s*(?:([a-z]{1,3}|(?:[^\W\d_]{1,12}[ '’]){0,4}[^\W\d_]{4,15})['’]?(?:\([\w ]{1,5}\))?\s*=|"
    r"([a-z])\s+(?:vaut|(?:est\s+)?[ée]gale?(?:\s+[àa])?)\s)\s*(?=\S)",
    re.IGNORECASE,
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
_SOLUTIONS: Final = frozenset(("solution", "resultat"))
_ASKS: Final = (
    r"(?:\bquel(?:le)?s? (?:est|etait|sera)|\b(?:calcul|trouv|determin|donn)\w+) (?:(?:la|le|sa|son|leur) |l\W)"
)
_OF_A_NOUN: Final = re.compile(
    r"\s*(?:(?:la|le|sa|son|leur)\s+|l\W)([a-z]{3,15})\s*(?:est\s+(?:de\s)?|vaut\s|=|c\W?est\s)\s*(?=\S)"
)
_OF_A_PROPERTY: Final = re.compile(r"\bquel(?:le)?s? (?:de ces )?(?:nombre|chiffre|entier)s?\b(?! d)\D*$")
_OF_A_NUMBER: Final = re.compile(r"\s*([a-z])\s?\(\s?(-?\d+)\s?\)\s*=", re.IGNORECASE)
_MEASURE: Final = re.compile(rf"\s*(\d[\d\s.,]*[^\W\d_]{{1,12}})\s*(?:=|{_MAKES})\s*(?=\d)", re.IGNORECASE)


def value_said(text: str, options: Sequence[str]) -> str:
    """What stands behind « ça fait », and where the options are bare values behind « 12 x 3 = », and behind « x = »
    unless that names a line: « b = 4 »."""
    named = _NAMED.match(text)
    name = (named[1] or named[2]) if named else ""
    if named is not None and _is_a_name(name) and not any("=" in option for option in options):
        is_label = len(name) == 1 and ord(name.casefold()) - ord("a") < len(options)
        text = text if is_label else text[named.end() :]
    if not any("=" in option for option in options):
        text = behind(_WORKING, text)
    return behind(_RESULT, text)


def behind_what_was_asked(text: str, question: str) -> str:
    """What stands behind « la vitesse est de », « la solution est » where that is asked for, and behind « 2,5 kg = »
    where these are to be converted; empty for anything else."""
    asked = folded(question)
    named, measured = _OF_A_NOUN.match(folded(text)), _MEASURE.match(text)
    if named and (named[1] in _SOLUTIONS or re.search(rf"{_ASKS}{re.escape(named[1])}\b", asked)):
        return folded(text)[named.end() :]
    is_given = measured and "conver" in asked and _is_whole(folded(measured[1]), asked)
    return text[measured.end() :] if measured and is_given else ""


def checks_what_is_given(text: str, question: str) -> bool:
    """Whether a calculation ends with a number of the question: « 3 x 4 = 12 » to « 3x = 12 » tries 4. What is nothing
    but the question's own calculation is its answer (« 12 - 0 = 12 »), not a part of it (« 1/2 = 2/4 » for 1/2 + 1/4).
    « 2 x 2 = 4 » to « Quel nombre n’est pas pair ? » may mean either."""
    worked = _WORKING.match(text)
    if worked is None:
        return False
    parts = (question, _MADE.sub("", worked[0]), text[worked.end() :])
    given, made, value = (formula(said).replace(" ", "") for said in parts)
    if made in given:
        return re.search(rf"[-+*/]{re.escape(made)}(?!\d)|(?<![\d.]){re.escape(made)}[-+*/]", given) is not None
    is_given = re.search(rf"(?<![\d.]){re.escape(value)}(?![\d.])", given) is not None
    return is_given or _OF_A_PROPERTY.search(folded(question)) is not None


def is_of_another(text: str, question: str) -> bool:
    """« f(2) = 5 » where f(3) is asked."""
    named = _OF_A_NUMBER.match(text)
    given = question.replace(" ", "").casefold()
    return named is not None and f"{named[1]}(" in given and f"{named[1]}({named[2]})" not in given


def _is_whole(quantity: str, given: str) -> bool:
    """Whether it stands there, and not as a part of another: « 5 kg » is no part of « 2,5 kg », nor « 1 h » of 1h30."""
    quantity, given = (re.sub(r"\s", "", said).replace(",", ".") for said in (quantity, given))
    return re.search(rf"(?<![\d.]){re.escape(quantity)}(?!\.?\d)", given) is not None


def _is_a_name(said: str) -> bool:
    return len(said) == 1 or _NO_NAME.search(said) is None


def behind(beginning: re.Pattern[str], text: str) -> str:
    """The text without its beginning, if it has that."""
    found = beginning.match(text)
    return text[found.end() :] if found else text
