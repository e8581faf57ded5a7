"""The words people answer a menu with instead of its numbers: « élève », « en 3e », « Tle D », « CM2 », « anglais ».

A class is known by its name: « la 3e » is the class that ends the collège, not the third line of the menu."""

import re
from collections.abc import Mapping

from bot.reading.commands.arguments import AnyText, Reader
from bot.reading.words.answer_words import ORDINALS, tokens
from bot.types import Language, Level, Mode

AROUND = frozenset(
    "je j suis fais prepare moi en au a la le l les un une de du d des pour mon ma mes c est classe niveau annee eme e "
    "i am m in the an my of for year level class eleve eleves ecole school svp "
    "stp please cette ce juste seulement just only aide aidez aider help me dans at to with "
    "student pupil".split()
)
SERIES = frozenset(
    "a a1 a2 a3 a4 b c d e f g s es s1 s2 g1 g2 1 2 3 4 5 6 annee1 annee2 annee3 annee4 annee5 annee6".split()
)  # « Tle D », « JSS 2 », « 3e année »: no level of their own
_APART = re.compile(  # « 4 ème », « 2 nde », « L 3 »
    r"(?<=\b\d) (?=(?:e|i?em|i?eme|i?ere|re|nde?|de(?=$| [a-g]$))s?\b)|(?<=\b[lm]) (?=[1-3]\b)|(?<=\bss) (?=[1-3]\b)|"
    r"(?<=\blower) (?=sixth\b)|(?<=\bupper) (?=sixth\b)"
)
_GLUED = re.compile(r"\b(tle|term)(?=[a-g][1-4]?\b)|\b([js]ss|[js]hs)(?=[1-3]\b)")  # « TleD », « JSS1 »
_YEAR = re.compile(r"\b(\w+) annee\b")
_GRADE = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th) grade\b|\bgrade (\d{1,2})\b")  # « 10th grade »
_FORM = re.compile(r"\b(form|year) (?=\d{1,2}\b)|\b(bac) (?:\+|plus) (?=\d\b)")  # « Form 4 », « bac + 2 »
_FIELD = re.compile(
    r"\b(etudiante?s?|prof|professeure?|enseignante?|teacher|licence|master|doctorat|bachelor|fac|bts|dut) "
    r"(?:en|de|d|des|of|in) (.+)"
)
_ORDINAL = re.compile(r"\b([3-6])i?em?e?s?\b")  # « 4ième », « 3iem »
_PEOPLE: Mapping[str, frozenset[str]] = {
    Mode.STUDENT: frozenset(
        "eleve eleves etudiant etudiante etudiants collegien collegienne lyceen lyceenne student pupil".split()
    ),
    Mode.PRO: frozenset(
        "pro professionnel professionnelle professionnels prof professeur professeure enseignant enseignante "
        "professional teacher".split()
    ),
}
_ACTIVITIES: Mapping[str, frozenset[str]] = {
    Mode.STUDENT: frozenset(
        "apprendre etudier etudes ecole devoir devoirs cours reviser learn learning study school homework".split()
    ),
    Mode.PRO: frozenset(
        "travail travaille travailler bureau entreprise boulot work working job business office".split()
    ),
}
WORDS: Mapping[str, Mapping[str, frozenset[str]]] = {
    "mode": {mode: known | _ACTIVITIES[mode] for mode, known in _PEOPLE.items()},
    "level": {
        Level.PRIMARY: frozenset(
            "primaire maternelle sil cp cp1 cp2 ce ce1 ce2 cm cm1 cm2 cepe cfee cep primary elementary grade1 grade2 "
            "grade3 grade4 grade5 grade6 p1 p2 p3 p4 p5 p6".split()
        ),
        Level.MIDDLE: frozenset(
            "college collegien collegienne 6e 6eme sixieme 5e 5eme cinquieme 4e 4eme quatrieme 3e 3eme troisieme "
            "bepc bfem bece brevet middle jss jhs annee7 annee8 annee9 annee10 grade7 grade8 grade9 form1 form2 form3 "
            "year7 year8 year9".split()
        ),
        Level.HIGH: frozenset(
            "lycee lyceen lyceenne 2nde 2nd 2de seconde 1ere 1iere 1re premiere terminale terminal tle term tl bac "
            "baccalaureat high sss shs ss1 ss2 ss3 uppersixth lowersixth annee11 annee12 probatoire grade10 "
            "grade11 grade12 form4 form5 form6 year10 year11 year12 year13".split()
        ),
        Level.UNIVERSITY: frozenset(
            "universite univ fac faculte licence l1 l2 l3 master master1 master2 m1 m2 bts dut doctorat etudiant "
            "etudiante bac2 bac3 bac4 bac5 superieur university uni bachelor undergraduate".split()
        ),
    },
    "stop": {
        "this": frozenset(
            "lecon lecons cours quiz exercice exercices sujet ca lesson exercise this that topic".split()
        ),
        "messages": frozenset("tout tous toute toutes message messages all everything both".split()),
    },
    "erase": {
        "talk": frozenset("conversation discussion chat messages message historique history".split()),
        "memories": frozenset("memoire memoires souvenir souvenirs retenu memory memories remember".split()),
        "everything": frozenset("tout tous toute compte account everything all".split()),
    },
    "logout": {
        "here": frozenset("ici conversation telephone appareil here phone conversation device".split()),
        "everywhere": frozenset(
            "partout tout tous toute toutes conversations telephones appareils everywhere all conversations phones "
            "devices".split()
        ),
    },
    "language": {
        Language.FR: frozenset("francais french fr".split()),
        Language.EN: frozenset("anglais english en ang eng".split()),
    },
}  # fmt: skip

_POLITE = frozenset("euh heu svp stp please les the bah ben moi".split())
_UNDECIDED = frozenset(
    "deux|2|tous deux|both|both of them|je sais pas|je ne sais pas|j sais pas|jsp|sais pas|aucune idee|i don t know|"
    "i dont know|idk|je comprends pas|j ai rien compris|j ai pas compris|je ne comprends pas|i don t understand|"
    "c est quoi la difference|quelle difference|quelle est la difference|what is difference|what s difference|"
    "lequel|which one|autre|autres|un autre|une autre|autre chose|aucun|aucune|aucun des deux|aucune des deux|"
    "ni l un ni l autre|ni 1 ni 2|"
    "other|others|another|something else|none|none of them|none of these|neither".split("|")
)
_CLASSES = frozenset().union(*WORDS["level"].values())


def named(reply: str, menu: str) -> str | None:
    """The value of a menu that a reply names by nothing but its words; None when it says anything else, or two."""
    return _of(reply, WORDS.get(menu, {}))


def chooses_none(reply: str) -> bool:
    """Whether a reply names no line, or two: « je sais pas », « les deux », « 1 et 2 »."""
    said = " ".join(word for word in tokens(reply) if word not in _POLITE)
    return said in _UNDECIDED or re.fullmatch(r"\d (?:(?:et|ou|and|or) )?\d", said) is not None


def somebody(reply: str) -> str | None:
    """The mode of what somebody is, not of what they do: where no menu has asked, « devoir » is a thing."""
    return _of(reply, _PEOPLE)


def one_of(*menus: str) -> Reader:
    """Reads what may follow a command that asks one of these menus: « /langue anglais », « /mode pro »."""
    return lambda text: AnyText(text) if any(named(text, menu) for menu in menus) else None


def _of(reply: str, words_of: Mapping[str, frozenset[str]]) -> str | None:
    words = {_ORDINAL.sub(r"\1e", word) for word in _without_field(_spelt(reply)).split()}
    content = {word for word in words if word not in AROUND}
    values = [value for value, known in words_of.items() if _says(words, content, known)]
    return values[0] if len(values) == 1 else None


def _spelt(reply: str) -> str:
    """The words of a reply, each class as one word and what follows it as another."""
    said = _APART.sub("", " ".join(tokens(reply)))
    said = _FORM.sub(r"\1\2", _GRADE.sub(r"grade\1\2", said))
    return _GLUED.sub(lambda found: f"{found[0]} ", _YEAR.sub(_year, said))


def _without_field(said: str) -> str:
    """« étudiant en droit » as « étudiant »: of what somebody is a student or a teacher, unless that names a class."""
    found = _FIELD.search(said)
    return said if found is None or not _CLASSES.isdisjoint(found[2].split()) else said[: found.end(1)]


def _year(found: re.Match[str]) -> str:
    """« 7e année »: Guinea, Mali and Congo count their classes, the others those of a school or a university."""
    number = ORDINALS.get(_ORDINAL.sub(r"\1e", found[1]))
    return f"annee{number}" if number else found[0]


def _says(words: set[str], content: set[str], known: frozenset[str]) -> bool:
    said = words & known
    return bool(said) and content - said <= SERIES
