"""A message as the recognisers read it: lower case, no accents, text-message spelling spelt out. Pure."""

import re

from bot.text.folding import without_accents

_APOSTROPHES = str.maketrans("’ʼ`´", "''''")
_SPELLINGS = (
    (re.compile(r"\b(?:c|ce|cest|s|ske|c'est|ces?t)[' ]*(?:koi|kwa|kwoi|quoi)\b"), "c'est quoi"),
    (re.compile(r"\b(?:koi|kwa|kwoi)\b"), "quoi"),
    (re.compile(r"\bkel\w*\b"), "quel"),
    (re.compile(r"\bki\b"), "qui"),
    (re.compile(r"(?<![\w'])c (?=[a-z]{2})"), "c'est "),
    (re.compile(r"(?<![\w'])t (?=[a-z]{2})"), "tu es "),
    (re.compile(r"\b(?:g|jai) (?=\d|une?\b|des\b|peur\b|besoin\b|marre\b)"), "j'ai "),
    (re.compile(r"\b(?:coman|comen|comman|cmt|commen)t?\b"), "comment"),
    (re.compile(r"\bpk\b|\bpkoi\b|\bpourkoi\b"), "pourquoi"),
    (re.compile(r"\b(?:stp|svp|s'?il (?:te|vous) pla\w+|silteplai\w*|please|pls|plz)\b"), "stp"),
    (re.compile(r"\b(?:jveux|jve|jveu|j veu|je veu)\b"), "je veux"),
    (re.compile(r"\b(?:fe|fé|fai|fais|faites?|fait)[ -]*(?:moi|moa|mw|nous)\b"), "fais moi"),
    (re.compile(r"\b(?:dne|done|donne|donner|donnez)(?:[ -]+(?:moi|moa|mw|nous))?\b"), "donne"),
    (re.compile(r"\b(?:ekri|ecri|ecrit|ecris|ecrivez)\b"), "ecris"),
    (re.compile(r"\b(?:expliq|explik|explike|esplique|xplik)\w*\b"), "explique"),
    (re.compile(r"\b(?:egzamp|exampl|exempl|egzempl)\w*\b"), "exemple"),
    (re.compile(r"\b(?:exos?|egzercice\w*|exercis\w*|exersice\w*)\b"), "exercice"),
    (re.compile(r"\b(?:g|jai|jé) (?:pa|pas|rien)\b"), "je ne pas"),
    (re.compile(r"\b(?:compri|conpri|konpri)\b"), "compris"),
    (re.compile(r"\b(?:konpran|compran|comprend|comprends|konprend|comprens)\b"), "comprends"),
    (re.compile(r"\b(?:mersi|mrc|mci|merki|thx|thks|tnx|ty)\b"), "merci"),
    (re.compile(r"\b(?:slt|salu)\b"), "salut"),
    (re.compile(r"\b(?:bjr|bjour|bonj)\b"), "bonjour"),
    (re.compile(r"\b(?:bsr|bonsoire)\b"), "bonsoir"),
    (re.compile(r"\b(?:dak|dac|dacc|dakor|daccord)\b"), "d'accord"),
    (re.compile(r"\b(?:vazi|vasi|vas-y|vas y|vazy)\b"), "vas-y"),
    (re.compile(r"\b(?:okay|oki|okey|okk+|okayy+)\b"), "ok"),
    (re.compile(r"\boui+\b|\bouais?\b|\bwi\b|\bwé\b"), "oui"),
    (re.compile(r"\b(?:yess+|yep|yeah|yea|yup)\b"), "yes"),
    (re.compile(r"\bnn\b|\bnan\b|\bnope\b"), "non"),
    (re.compile(r"\b(?:kizz?|kwiz+|quizz+|qcm|quiz)\b"), "quiz"),
    (re.compile(r"\btu (?:peu|pe|peut)\b"), "tu peux"),
    (re.compile(r"\b(?:maid|med)er?\b"), "m'aider"),
    (re.compile(r"\bpersone\b"), "personne"),
    (re.compile(r"\b(?:u)\b"), "you"),
)


def plain(text: str) -> str:
    """The text in lower case, without accents, its apostrophes straight and its spaces single."""
    return " ".join(without_accents(text.lower().translate(_APOSTROPHES)).split())


def folded(text: str) -> str:
    """`plain`, with the usual spellings of text messages replaced by whole words: `c koi 1 fraction stp`."""
    result = plain(text)
    for pattern, spelt in _SPELLINGS:
        result = pattern.sub(spelt, result)
    return result


def spoken(text: str) -> str:
    """`folded`, without punctuation at its ends or between words; a smile stays as it is."""
    return " ".join(re.sub(r"[.,;:!?…«»\"()]+", " ", folded(text)).split())


def sound(word: str) -> str:
    """A key that words which sound alike share: `pythagore` and `pitagor`, `photosynthèse` and `fotosintez`."""
    key = word
    for written, heard in (("ph", "f"), ("th", "t"), ("qu", "k"), ("y", "i"), ("z", "s"), ("ç", "s"), ("c", "k")):
        key = key.replace(written, heard)
    key = re.sub(r"(.)\1+", r"\1", key)
    return re.sub(r"(?<=\w{3})[es]+$", "", key)
