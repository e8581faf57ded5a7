"""The words of answers in French and English, and how a reply is cut into comparable words. Used by
`answers`; menus with words of their own use `tokens`."""

from functools import lru_cache
from sys import intern
from typing import Final

import regex

from bot.reading.words.choosing_words import CALLED, CHOOSERS, STATED
from bot.text.folding import ascii_digits, folded

Phrases = tuple[tuple[str, ...], ...]


def _phrases(text: str) -> Phrases:
    """Longest first, so that "je pense que c est" is taken before "je pense"."""
    return tuple(sorted((tuple(map(intern, phrase.split())) for phrase in text.split("|")), key=len, reverse=True))


OPENINGS: Final = _phrases(
    f"{CHOOSERS}|"
    "merci|svp|stp|bien|super|du coup|eh ben|bref|franchement|honnetement|normalement|logiquement|definitely|surely|"
    "obviously|sure|wesh|wsh|yo|hey|ey|eh|he|mmm|hmmm|rsp|rps|repons|repnse|reponce|reponse est|la reponse es|"
    "la reponce|la repons|la reponce est|la repons est|la reponce c est|"
    "la reponse et|pr moi|mwa|ca c est|sa c est|c est bien|la reponse correcte est|la reponse correcte c est|"
    "la reponse exacte est|la reponse exacte c est|la reponse juste est|la reponse juste c est|la bonne option est|"
    "the correct option is|the right option is|"
    "la|le|l|r|reponse|la reponse|la reponse est|la reponse c est|rep|option|l option|choix|le choix|numero|"
    "le numero|num|no|n|ce|pt etre|ptetre|ptet|lettre|la lettre|proposition|la proposition|c est|cest|ces la|ses la|"
    "se la|c est la|c|"
    "ce serait|ca serait|ca doit etre|sa doit etre|ce doit etre|c est surement|je choisis|je choisi|je choisit|"
    "j ai choisi|je choisirais|je prends|je prend|je prendrais|je vais prendre|je vais dire|je vais choisir|je dis|"
    "je dit|je dis que|je dis que c est|je dirais|je dirai|je dirais que c est|jdirais|jdirai|je reponds|je repond|"
    "je reponds par|je repond par|reponds|je mets|je met|je coche|je tente|j ecris|je reste sur|allez|"
    "disons|on va dire|va pour|reponse finale|ma reponse finale|c etait|final answer|my final answer|dsl|je vote|"
    "je vote pour|je pense|je pense que|je pense que c est|je pense a|"
    "je pense pour|jpense|jpense que|jpense que c est|j pense|j pense que|j pense que c est|je crois|je crois que|"
    "je crois que c est|jcrois|jcrois que|jcrois que c est|je suis sur|je suis sur c est|je suis sur que|"
    "je suis sur que c est|je suis sure|je suis sure que c est|je suis certain que c est|je suis certaine que c est|"
    "j opte pour|pour moi|a mon avis|selon moi|d apres moi|moi|ma reponse|ma reponse est|ma reponse c est|voici|"
    "voici ma reponse|mes reponses|voici mes reponses|les reponses|voici les reponses|voila mes reponses|voila|"
    "voila ma reponse|mon choix|mon choix est|mon choix c est|bonne reponse|la bonne reponse|"
    "la bonne reponse est|la bonne reponse c est|la bonne|la bonne est|la bonne c est|le bon choix est|"
    "le bon choix c est|surement|certainement|peut etre|sans doute|j hesite mais|jsp mais|je sais pas mais|"
    "je ne sais pas mais|je suis pas sur mais|je ne suis pas sur mais|je suis pas sure mais|je ne suis pas sure mais|"
    "pas sur mais|alors|bof|desole|desolee|euh|heu|bah|ben|eh bien|ah|oh|donc|bon|ok|okay|d accord|hum|hmm|bonjour|"
    "bjr|bonsoir|bsr|salut|slt|coucou|cc|the|answer|the answer|the answer is|answer is|ans|my answer|my answer is|"
    "the right answer|the right answer is|the correct answer|the correct answer is|right answer|correct answer|"
    "my answers|my answers are|here are my answers|answers|number|choice|letter|it is|it s|its|it must be|"
    "it should be|must be|i choose|i chose|i ll choose|i pick|"
    "i ll pick|i select|i say|i d say|i ll say|i would say|i think|i think it s|i think it is|i think its|"
    "i think that it s|i believe|i believe it s|i believe it is|i go for|i d go for|i would go for|i ll go with|"
    "i ll go for|i d go with|i m going with|i guess|i guess it s|for me|for me it s|in my opinion|maybe|maybe it s|"
    "na|i think say|i think say na|i dey think say na|i go choose|i go pick|i go say|i go say na|i choose say na|"
    "au hasard|au pif|par hasard|i go with|i dey go with|plutot|perso|personnellement|je suis tente par|"
    "je suis tentee par|i lean towards|i lean to|i m leaning towards|i d lean towards|"
    "probably|perhaps|not sure but|i m not sure but|i am not sure but|i don t know but|idk but|so|well|hello|hi|"
    f"{CALLED}"
)
ENDINGS: Final = _phrases(
    "svp|stp|du tout|s il te plait|s il vous plait|sil te plait|sil vous plait|silvouplait|silteplait|merci|"
    "merci beaucoup|merci bcp|je pense|je pense bien|je crois|je crois bien|je dirais|je suppose|a mon avis|"
    "selon moi|d apres moi|pour moi|c est sur|j en suis sur|j en suis sure|je suis sur|je suis sure|bien sur|biensur|"
    "merci d avance|je confirme|sur et certain|a coup sur|sans doute|peut etre|il me semble|normalement|logiquement|"
    "au hasard|au pif|par hasard|be the answer|"
    "pas sur|pas sure|mais pas sur|mais pas sure|mais je suis pas sur|mais je ne suis pas sur|je suis pas sur|"
    "la bonne reponse|qui est juste|qui est la bonne|qui est correcte|dsl|desole|desolee|"
    "obviously|definitely|for sure|is my answer|is my choice|ty|majuscule|minuscule|"
    "choix|reponse|reponce|repons|proposition|est la bonne|est la bonne reponse|est correct|est correcte|est juste|"
    "voila|one|answer|option|donc|a 100 %|100 %|sans hesiter|it is|please|pls|plz|thanks|thx|"
    "thank you|i think|i think so|i guess|i believe|i m sure|i am sure|for me|"
    f"is the answer|is the right answer|is the correct answer|is correct|is right|of course|at all|sorry|{CALLED}"
)
STATEMENTS: Final = _phrases(
    f"affirmation|l affirmation|{STATED}|il est|elle est|ca|ca c est|cela est|c est bien|c est|cest|ces|ses|se|ce|"
    "the statement is|this statement is|the sentence is|this sentence is|this is|that is|that s|thats|it is|it s|"
    "its|it|na|e|e be|mais|ah|sur|sir|plutot|vraiment|really|"
    "totalement|completement|entierement|absolument|archi|carrement|tout a fait|"
    "c est totalement|100 %|a 100 %|c est completement|totally|completely|absolutely"
)  # what stands before « vrai » and « faux » only

_I: Final = ("je", "je ne", "je n", "j", "j ne")
_KNOWING: Final = ("sais", "sai", "sait", "se", "ses", "c")
_NOT: Final = ("pas", "po", "pa", "ps", "plus")
PASS_PHRASES: Final = frozenset(
    "je ne sais|jsp|jspp|jss pas|je s pas|j s pas|g pas d idee|g aucune idee|"
    "g pas la reponse|jspas|jspa|jsaispas|chais pas|chais po|chaipas|ch sais pas|chpa|che pas|chepa|jsais pas|"
    "jsais po|jse pas|jcp|chai po|jc pas|g oublie|jen sais rien|j en se rien|i no know|i no sabi|i no know am|"
    "aucune idee|je n ai aucune idee|j ai aucune idee|j en ai aucune idee|"
    "je n en ai aucune idee|pas d idee|je n ai pas d idee|j ai pas d idee|pas la moindre idee|"
    "je n ai pas la moindre idee|je ne connais pas|je connais pas|j en sais rien|je n en sais rien|je sais rien|"
    "j ai oublie|je ne me rappelle plus|je me rappelle plus|je ne me rappelle pas|je ne me souviens plus|"
    "je me souviens plus|je ne m en souviens plus|pas sur|pas sure|je suis pas sur|je ne suis pas sur|"
    "je suis pas sure|je ne suis pas sure|j abandonne|je passe|je passe mon tour|passe|passer|passons|on passe|"
    "je m en souviens plus|je l ai oublie|joker|je passe a la suivante|"
    "je saute|je seche|chai pas|j ai pas la reponse|je n ai pas la reponse|passe a la suivante|passons a la suivante|"
    "prochaine question|dk|suivant|suivante|question suivante|je donne ma langue au chat|idk|idkk|"
    "i don t know|i dont know|i don t no|i dont no|i do not know|"
    "don t know|dont know|dunno|i dunno|no idea|i have no idea|i ve no idea|"
    "not sure|i m not sure|i am not sure|i forgot|i forget|i don t remember|i can t remember|i give up|pass|i pass|"
    "i ll pass|skip|skip it|next|next question|no clue|i have no clue".split("|")
) | {
    f"{begun} {know} {no}".strip()
    for begun, knowing in (("", ("sais", "sai", "sait")), *((begun, _KNOWING) for begun in _I))
    for know in knowing
    for no in _NOT
}
PASS_NOISE: Final = frozenset(
    "vraiment trop franchement moi la le reponse cette question ca du tout encore toujours tjrs tjr still really "
    "honestly the answer this "
    "one it at all".split()
)  # what may stand anywhere in such a phrase
TRUE_WORDS: Final = frozenset(
    "vrai vraie vrais vraies vrait vray vre v true tru treu ture t oui o yes y ouais ouai oue ouep yep yeah "
    "yea yup exact exacte exactement exactly correct correcte correctement juste right absolument absolutely "
    "certainly certainement biensur evidemment effectivement affirmatif vria ouii ui woui wi vr wai".split()
)
SURELY: Final = frozenset(
    "exactement exactly absolument absolutely certainly certainement evidemment effectivement".split()
)  # before another verdict they only stress it: « absolument faux »
AGREEING: Final = frozenset({"oui", "ouais", "yes", "yeah"})  # before a label they say no more than « ok »
FALSE_WORDS: Final = frozenset(
    "faux faus fau fo fausse fausses fos f false fals flase fasle non nn no n nan nope nah noon fuax inexact inexacte "
    "incorrect incorrecte wrong untrue nop fause negatif jamais faut mensonge lie".split()
)
TRUE_PHRASES: Final = _phrases(
    "bien sur que oui|bien sur|tout a fait|c est ca|c est cela|c est bien ca|i think so|of course|je pense que oui|"
    "en effet|na so|na so e be|je suis d accord|c est la verite|c la verite|la verite"
)
_FITTING: Final = "vrai vraie exact exacte correct correcte juste"
_NOT_SO: Final = (
    "not", "no be", "e no", "e no be", "is not", "isn t", "isnt", "it is not", "it isn t", "it isnt", "it s not",
)  # fmt: skip
FALSE_PHRASES: Final = _phrases(
    "bien sur que non|absolument pas|pas du tout|c est pas ca|ce n est pas ca|i don t think so|i dont think so|"
    "je ne pense pas|je pense pas|je ne crois pas|je crois pas|je ne suis pas d accord|je suis pas d accord|"
    "c est un mensonge|c est une erreur|of course not|no way|"
    "not at all|absolutely not|it isn t|it isnt|it s not|it is not|"
    + "|".join(f"{no} {word}" for no in ("pas", "est pas", "n est pas", "c pas", "c pa") for word in _FITTING.split())
    + "".join(f"|{no} {word}" for no in _NOT_SO for word in ("true", "correct", "right"))
)  # « pas faux » is not here: it says yes and no
NO_VERDICT: Final = frozenset({"non merci", "no thanks", "no thank you"})  # they leave, or decline help
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
ORDINAL_ENDINGS: Final = ("er", "ere", "re", "e", "eme", "ieme", "nd", "nde", "de", "st", "rd", "th")

ORDINALS: Final = {
    **{word: number for number, words in enumerate(_ORDINALS, 1) for word in words.split()},
    **{f"{number}{ending}": number for number in range(1, 27) for ending in ORDINAL_ENDINGS},
}
NUMBER_WORDS: Final = {
    **{word: number for number, words in enumerate(_CARDINALS) for word in words.split()},
    **ORDINALS,
}

GLUED: Final = regex.compile(
    r"(?:num|numero|n|no|la|le|option|choix|rep|reponse|ans|answer|choice)(\d{1,2})"  # « option2 », « la3 »
)
_BOXED: Final = str.maketrans({start + at: chr(ord("a") + at) for start in (0x1F150, 0x1F170) for at in range(26)})
_LABELLED: Final = regex.compile(r"q?(?:\d(?:[a-z]+|$))+")
_SIGNS_OF_NUMBERS: Final = "%€$£+/=<>^√∞≤≥±¬≈∈∃⊂∪∩⊥∥⇒⇔"  # they make a digit something else than a label
_TYPED_SIGNS: Final = tuple(
    (regex.compile(pattern), sign)
    for pattern, sign in ((r"!=|=/=", "¬="), (r"<=+>", "⇔"), (r"(?<!=)=+>(?=\s*[^\W\d])", "⇒"), (r"(?<!-)-+>", " "))
)
_DASHES: Final = regex.compile(r"[\u2010-\u2013\u2212]")  # the minus of books, and what telephones make of a hyphen
_MINUS: Final = (
    r"(?:(?<!\S)|(?<=[=<>(\[\]{|/^+≤≥√;,:]))-(?=[\d√∞π]|[xyz](?!\p{L}{2})|(?:i|pi|inf|infini)\b)|"  # « (-2) », not
    # « 3-2 », not « 1-b »
    r"(?<=[=<>(/^+≤≥]\s*)-(?=\s+[\d√∞π])"  # « x = - 2 »; a « - 2 » alone begins a line of a list
)
_TOKEN: Final = regex.compile(rf"{_MINUS}|[{regex.escape(_SIGNS_OF_NUMBERS)}]|[\p{{L}}\p{{N}}]+")
_ROMAN: Final = regex.compile(r"([ivx]{2,})(?:i?eme|er?)?")  # XVIII is not XVII
_KEPT: Final = 500  # characters; longer texts are cut again each time
_IGNORED: Final = regex.compile(r"\p{M}|[\uFE0F\u200B-\u200D\u2060\uFEFF]")


def tokens(text: str) -> list[str]:
    """The words of a text for comparing: lower case, without accents, punctuation, keycaps and emoji; any digit as
    an ASCII digit. Signs that change what a number means stay, as words of their own."""
    return list(_cut(text) if len(text) <= _KEPT else _cut.__wrapped__(text))


@lru_cache(maxsize=128)
def _cut(text: str) -> tuple[str, ...]:
    """Kept, where it is short: some thirty readers in turn ask for the words of one message."""
    text = _IGNORED.sub("", folded(text.translate(_BOXED).replace("🔟", "10").replace("º", "°")))
    text = ascii_digits(text)
    text = _DASHES.sub("-", text)
    for typed, sign in _TYPED_SIGNS:
        text = typed.sub(sign, text)
    return tuple(_TOKEN.findall(text))


def label_and_answer(token: str) -> list[str]:
    """`1b` as `1`, `b`; `1b2a` as four words; any other token as it is, « 2eme » too."""
    if token in ORDINALS:
        return [token]
    return regex.findall(r"\d|[a-z]+", token.removeprefix("q")) if _LABELLED.fullmatch(token) else [token]


def one_edit_apart(typed: str, meant: str) -> bool:
    """Whether one slip (a letter added, left out, replaced, or two swapped) turns `meant` into `typed`.

    Short words are too close to each other to guess; a first letter, a digit or a sign is not a slip (`typique` is not
    `atypique`, 1914 is not 1915, XVIII not XVII, `x > 2` not `x < 2`)."""
    if typed == meant or max(len(typed), len(meant)) < 5 or abs(len(typed) - len(meant)) > 1:
        return False
    if typed[:1] != meant[:1] or _exact(typed) != _exact(meant):
        return False
    start = 0
    while start < min(len(typed), len(meant)) and typed[start] == meant[start]:
        start += 1
    left, right = typed[start:], meant[start:]
    swapped = len(left) > 1 and left[:2] == right[1::-1] and left[2:] == right[2:]
    return swapped or left[1:] == right or left == right[1:] or left[1:] == right[1:]


def _exact(text: str) -> list[str]:
    if found := _ROMAN.fullmatch(text):
        return list(found[1])
    return [letter for letter in text if letter.isdigit() or letter in _SIGNS_OF_NUMBERS]
