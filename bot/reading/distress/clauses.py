"""Two ways of reading one sentence more than once: each of its clauses by itself (« je veux mourir, aidez-moi »), and
what is told of somebody close as if they said it themselves (« mon fils dit qu’il ne veut plus vivre »). Pure."""

import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

from bot.reading.distress.french_people import SOMEBODY
from bot.reading.distress.words import words_of

MOST_READ: Final = 400  # characters: whoever calls for help between the lines writes no essay
_ENDS: Final = re.compile(r"[.!?;:,…\n()—–]+|[^\w\s'’\-«»“”\"‘/%&@#+*=]+")  # a picture ends a clause too
_PARTS: Final = re.compile(
    r"(?<=:)|[.!?;,…\n()—–]+|\s+(?:et|mais|car|parce que|donc|and|but|because|so)\s+", re.IGNORECASE
)
_ANSWER: Final = 3  # words: what somebody answers to an exercise
_OF_ONESELF: Final = re.compile(r"\b(?:je|j|me|m|moi|mon|ma|mes|nous|i|my|us)\b")
_TURNS: Final = re.compile(
    r" (?=(?:je|j|il|elle|on|ils|elles|ca|c est|i|he|she|they) )|"
    r" (?:et|mais|car|parce que|puis|alors|donc|sinon|and|but|because|so|then)(?= )"
)
_FRENCH: Final = re.compile(
    rf"(?:{SOMEBODY}|\b(?:maman|papa|tonton|tata|tantie|mamie|papi|"
    r"(?:ma|mon) (?:go|belle soeur|voisine|marraine|copo|coloc|pote|camarade)|"
    r"mon (?:gars|mogo|djo|frangin|frero|beau frere))) (?P<told>.{1,160})"
)
_AS_ONESELF: Final = {
    "il": "je", "elle": "je", "se": "me", "s": "m", "son": "mon", "sa": "ma", "ses": "mes", "va": "vais",
    "est": "suis", "lui": "me", "voulait": "voulais", "sera": "serai",
    "parle": "veux", "menace": "veux", "veut": "veux", "me": "te", "m": "t",
}  # fmt: skip
_HAS: Final = re.compile(r"\bje ai?(?= )")
_WHOM: Final = re.compile(
    r"\bl[ae](?= (?:frappe|bat|viole|touche|tape|maltraite|menace|brule|fouette|gifle|force|oblige)\b)"
)
_ENGLISH: Final = re.compile(
    r"\b(?:my|our|a|this|one of my) (?:best |close |little |big |older |younger |good |baby )?(?:friend|sister|"
    r"brother|mom|dad|cousin|bff|bestie|classmate|girlfriend|boyfriend|roommate|neighbou?r|daughter|son|child|niece|"
    r"nephew|wife|husband|bro|sis|aunt|uncle|partner|student|pupil) (?P<told>.{1,160})"
)
_AS_MYSELF: Final = {
    "he": "i", "she": "i", "himself": "myself", "herself": "myself", "her": "my", "his": "my", "him": "me",
    "doesn": "don", "does": "do", "is": "am", "has": "have", "wants": "want", "feels": "feel", "thinks": "think",
    "cuts": "cut", "hates": "hate", "deserves": "deserve", "doesnt": "don t", "me": "you", "myself": "yourself",
}  # fmt: skip

_CLOSEST: Final = (
    r"(?:maman|(?:ma|mon|notre|mes) (?:(?:petite?s?|grande?s?) )?(?:mere|soeurs?|freres?|fille|fils|cousine?|niece|"
    r"neveu|tante|grand mere|enfants?|copine|amie?))"
)
_TO_SOMEBODY: Final = re.compile(
    rf"\b(?P<who>papa|tonton|il|ils|(?:mon|le|la|ma|notre) [a-z]+(?: [a-z]+){{0,2}}?) (?P<has>(?:a |ont )?)"
    rf"(?P<deed>[a-z]+)(?P<what>(?: (?:le|la|les|un) (?:nez|bras|tete|dents?|doigts?|visage|jambe|dos|cou|cheveux|"
    rf"oeil))?)(?: de| a)? {_CLOSEST}\b(?P<how>.{{0,80}})"
)

_HOW_OFTEN: Final = re.compile(
    r" (?:toujours|encore|souvent|parfois|deja|juste|aussi|carrement|tout le temps|des fois|presque|ensuite|apres|"
    r"always|often|still|just|already|sometimes|even|also)(?= )"
)
_ROUNDABOUT: Final = re.compile(
    r" (?:(?:vient|essaye?|essaie|tente|continue|commence|finit|finir|cherche|arrive|est en train|arrete pas|s amuse|"
    r"aime|ose|menace)(?: (?:a|de|par|d))) (?=(?:me|m|nous) )"
)
_JUST_NOW: Final = re.compile(  # « je viens d’avaler 30 comprimés »
    r"\b(?P<who>[a-z]+) viens?t? (?:juste |a peine )?(?:de |d )"
    r"(?P<me>m |me )?(?P<deed>boire|prendre|ouvrir|[a-z]{3,}er)\b"
)
_DONE: Final = {"boire": "bu", "prendre": "pris", "ouvrir": "ouvert"}
_AT_SCHOOL: Final = (  # when and who: « pendant les cours », « le prof de maths »; « my boss » is none of a game's
    (
        re.compile(
            r"\b(?:pendant|durant|apres|avant|during|after|before) (?:(?:le|la|les|l|mes|the|my|our) )?(?:cours|"
            r"lecons?|exam|examens?|devoirs?|controle|interro|exercices?|lessons?)\b"
        ),
        "",
    ),
    (
        re.compile(
            r"\b(prof|professeur|maitre|maitresse|teacher) (?:(?:de|d|of) )?(?:maths?|svt|physique|chimie|anglais|"
            r"francais|philo|histoire)\b"
        ),
        r"\1",
    ),
    (re.compile(r"\b(my|our|mon|ma|notre) boss\b"), r"\1 patron"),
)
_INFINITIVE: Final = re.compile(r"(?<= )((?:me|nous) [a-z]{3,})er(?= |$)")


def beside_lessons(text: str, lesson: Set[str]) -> Iterator[str]:
    """What stands beside the parts of a message that are of a lesson, and tells of oneself: « j’ai pas fini
    l’exercice, mon oncle m’a… », « exo 2 : x = 3. Mon oncle m’a… ». Nothing where the lesson brings it: « exercice :
    mon oncle m’a… »."""
    run: list[str] = []
    brought = False
    for part in _PARTS.split(text[:MOST_READ]):
        words = _out_of_lessons(words_of(part))
        if brought and len(words.split()) > _ANSWER:
            return
        if brought or not lesson.isdisjoint(words.split()):
            yield from _of_oneself(run)
            run = []
            brought = part.rstrip().endswith(":")
        else:
            run.append(words)
    yield from _of_oneself(run)


def _out_of_lessons(words: str) -> str:
    """Without what names a lesson as the hour or the person only: the deed is told by the rest."""
    for pattern, left in _AT_SCHOOL:
        words = pattern.sub(left, words)
    return " ".join(words.split())


def _of_oneself(run: Sequence[str]) -> Iterator[str]:
    said = " ".join(filter(None, run))
    if _OF_ONESELF.search(said):
        yield said


def clauses_of(text: str) -> Iterator[str]:
    """Every sentence of a message, and every clause of it, as words."""
    sentences = [words for words in map(words_of, _ENDS.split(text[:MOST_READ])) if words]
    pieces = [piece.strip() for words in sentences for piece in (words, *_TURNS.split(words))]
    yield from dict.fromkeys(piece for piece in pieces if piece)


def plainly(words: str) -> str:
    """Without how often, and with the deed itself: « essaye toujours de me cogner », « vient encore de me cogner » are
    « me cogne », « je viens de boire » is « j’ai bu »."""
    done = _JUST_NOW.sub(_just_done, _HOW_OFTEN.sub("", words))
    return _INFINITIVE.sub(r"\1e", _ROUNDABOUT.sub(" ", done))


def _just_done(found: re.Match[str]) -> str:
    done = _DONE.get(found["deed"]) or found["deed"].removesuffix("r")
    if found["who"] == "je":
        return f"je me suis {done}" if found["me"] else f"j ai {done}"
    return found[0] if found["me"] else f"{found['who']} a {done}"


def told_by_oneself(words: str) -> Iterator[str]:
    """What is done to somebody close (« papa tire maman par les cheveux »), and what is said of them, in their own
    mouth."""
    done = _TO_SOMEBODY.search(words)
    if done is not None:
        me = "m" if done["has"] else "me"
        yield f"{done['who']} {me} {done['has']}{done['deed']}{done['what']}{done['how']}"
    for close, first, speaker in ((_FRENCH, _AS_ONESELF, "je"), (_ENGLISH, _AS_MYSELF, "i")):
        told = close.search(words)
        if told is not None:
            retold = " ".join(first.get(word, word) for word in told["told"].split())
            yield _smoothed(f"{speaker} {retold}")


def _smoothed(retold: str) -> str:
    retold = retold.replace("qu je", "que je").replace("vais mourir", "va mourir")  # old people do
    return _HAS.sub("j ai", _WHOM.sub("me", retold))
