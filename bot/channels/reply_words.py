"""The words of answers in French and English, and how a reply is cut into comparable words. Used by
`replies`; menus with words of their own use `tokens`."""

import unicodedata
from typing import Final

import regex

Phrases = tuple[tuple[str, ...], ...]


def _phrases(text: str) -> Phrases:
    """Longest first, so that "je pense que c est" is taken before "je pense"."""
    return tuple(sorted((tuple(phrase.split()) for phrase in text.split("|")), key=len, reverse=True))


OPENINGS: Final = _phrases(
    "la|le|l|reponse|la reponse|la reponse est|la reponse c est|rep|option|l option|choix|le choix|numero|le numero|"
    "num|no|n|lettre|la lettre|proposition|la proposition|c est|cest|c est la|c|ce serait|ca serait|je choisis|"
    "je prends|je dis|je dirais|je reponds|je vote|je vote pour|je pense|je pense que|je pense que c est|je pense a|"
    "je crois|je crois que|je crois que c est|pour moi|a mon avis|selon moi|ma reponse|ma reponse est|ma reponse c est|"
    "mon choix|mon choix est|mon choix c est|alors|bof|desole|desolee|euh|heu|bah|ben|donc|bon|ok|hum|hmm|bonjour|"
    "bonsoir|the|answer|the answer|the answer is|answer is|my answer|my answer is|number|choice|letter|it is|it s|"
    "its|i choose|i pick|i say|i d say|i think|i think it s|i think it is|i think its|i go for|i ll go with|i guess|"
    "maybe|probably|so|well|hello|hi"
)
ENDINGS: Final = _phrases(
    "svp|stp|du tout|s il te plait|s il vous plait|merci|je pense|je crois|je dirais|a mon avis|selon moi|pour moi|"
    "bien sur|one|answer|option|please|pls|thanks|thank you|i think|i guess|of course|at all|sorry"
)
PASS_PHRASES: Final = frozenset(
    "je sais pas|je ne sais pas|je n sais pas|j sais pas|jsais pas|je c pas|je ne sais|jsp|sais pas|chais pas|"
    "ch sais pas|aucune idee|je n ai aucune idee|j ai aucune idee|pas d idee|je n ai pas d idee|je ne sais plus|"
    "je sais plus|je ne connais pas|je connais pas|je passe|passe|passer|je saute|suivant|suivante|question suivante|"
    "je donne ma langue au chat|idk|i don t know|i dont know|i do not know|don t know|dont know|dunno|i dunno|no idea|"
    "i have no idea|not sure|i m not sure|pass|i pass|skip|skip it|skip this one|next|next question|no clue|"
    "i have no clue|i really don t know|j en sais rien|je n en sais rien|jcp|che pas".split("|")
)
TRUE_WORDS: Final = frozenset(
    "vrai vraie v true t oui o yes y ouais oue yep yeah yup exact correct correcte juste right".split()
)
FALSE_WORDS: Final = frozenset("faux fausse f false non no n nan nope inexact incorrect incorrecte wrong".split())
AROUND_ANSWERS: Final = frozenset(
    "q question questions reponse reponses la le pour et puis ensuite enfin numero the answer to for and then number "
    "= -".split()
)  # what stands around the numbers of several questions
LAST_WORDS: Final = frozenset({"dernier", "derniere", "last"})
LETTERS_AS_CHOICES: Final = frozenset("abcdefgh")  # on their own, further letters are more likely a word: k, y

_CARDINALS: Final = (
    "zero", "un une one", "deux two", "trois three", "quatre four", "cinq five", "six", "sept seven", "huit eight",
    "neuf nine", "dix ten",
)  # fmt: skip
_ORDINALS: Final = (
    "premier premiere first", "deuxieme second seconde", "troisieme third", "quatrieme fourth", "cinquieme fifth",
    "sixieme sixth", "septieme seventh", "huitieme eighth", "neuvieme ninth", "dixieme tenth",
)  # fmt: skip
_ORDINAL_ENDINGS: Final = ("er", "ere", "re", "e", "eme", "ieme", "nd", "nde", "de", "st", "rd", "th")

NUMBER_WORDS: Final = {
    **{word: number for number, words in enumerate(_CARDINALS) for word in words.split()},
    **{word: number for number, words in enumerate(_ORDINALS, 1) for word in words.split()},
    **{f"{number}{ending}": number for number in range(1, 27) for ending in _ORDINAL_ENDINGS},
}

_LABELLED: Final = regex.compile(r"q?(?:\d(?:[a-z]+|$))+")
_SIGNS_OF_NUMBERS: Final = "%€$£+/=<>^"  # they make a digit something else than a label
_TOKEN: Final = regex.compile(rf"(?<!\S)-(?=\d)|[{regex.escape(_SIGNS_OF_NUMBERS)}]|[\p{{L}}\p{{N}}]+")
_IGNORED: Final = regex.compile(r"\p{M}|[\uFE0F\u200B-\u200D\u2060\uFEFF]")


def tokens(text: str) -> list[str]:
    """The words of a text for comparing: lower case, without accents, punctuation, keycaps and emoji; any digit as
    an ASCII digit. Signs that change what a number means stay, as words of their own."""
    text = unicodedata.normalize("NFKD", text.replace("🔟", "10")).casefold()
    text = _IGNORED.sub("", text.replace("œ", "oe").replace("æ", "ae"))
    text = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
    return _TOKEN.findall(text)


def label_and_answer(token: str) -> list[str]:
    """`1b` as `1`, `b`; `1b2a` as four words; any other token as it is."""
    return regex.findall(r"\d|[a-z]+", token.removeprefix("q")) if _LABELLED.fullmatch(token) else [token]


def one_edit_apart(typed: str, meant: str) -> bool:
    """Whether one slip (a letter added, left out, replaced, or two swapped) turns `meant` into `typed`.

    Short words are too close to each other to guess; a first letter or a digit is not a slip (`typique` is not
    `atypique`, 1914 is not 1915)."""
    if typed == meant or max(len(typed), len(meant)) < 5 or abs(len(typed) - len(meant)) > 1:
        return False
    if typed[:1] != meant[:1] or [c for c in typed if c.isdigit()] != [c for c in meant if c.isdigit()]:
        return False
    start = 0
    while start < min(len(typed), len(meant)) and typed[start] == meant[start]:
        start += 1
    left, right = typed[start:], meant[start:]
    swapped = len(left) > 1 and left[:2] == right[1::-1] and left[2:] == right[2:]
    return swapped or left[1:] == right or left == right[1:] or left[1:] == right[1:]
