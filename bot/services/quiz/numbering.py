"""What models number themselves in a quiz whose lines have digits already: « A - Paris », « Option B : Lyon », « 1. La
Terre est ronde. », and « La réponse est B » in an explanation. Pure."""

import re
from collections.abc import Sequence
from typing import Final

_CALLED: Final = r"(?:options?|r[ée]ponses?|choix|propositions?|answers?|choices?)"
# A sign that may be of the content (1/2, « A - B », 3 : 5) makes a label before a word; a letter before a number too.
_WORD: Final = r"[^\W\d_]{2}|[^\W\d_]['’]\w|[aà]\s+\w{3}"
_LABEL: Final = re.compile(
    rf"(?P<bold>\*\*|)(?:{_CALLED}\s+)?[(\[]?(?P<label>[a-d]|(?P<digit>[1-4]))"
    r"(?:(?P<plain>\s?[)\]](?P=bold)?(?:\s+|(?=[a-zà-ÿ0-9$«\"]))|[.:](?P=bold)?\s+)|"
    r"(?P=bold)?\s*(?:[.:/](?P=bold)?\s*|[-–—](?P=bold)?\s+))"
    r"(?!(?:et|ou|and|or)\b|[=+×*^∪∩∈])"
    rf"(?=(?(plain)\S|(?(digit)(?:{_WORD})|(?:{_WORD}|[-−]?\d|[«\"$]))))",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(
    r"(?:(?i:question|affirmation|[ée]nonc[ée]|statement|q)\s*(?:n\s?[o°º]\s*)?\d{1,2}\s*[.):/–—-]\s*(?=\S)|"
    r"\(?\d{1,2}\s?[.)/]\s*(?=(?:[«\"]\s?)?[A-ZÀ-Þ](?:[^\W\d_]|['’]|\s[^\W\d_]{2}))|"
    r"\d{1,2}\s?[–—-]\s+(?=[A-ZÀ-Þ](?:[^\W\d_]{2}|[a-zà-ÿ]\s|['’])[^=]*$))"  # no difference: « 3 - X »
)
_HEADING: Final = re.compile(  # « Quiz : », « **🧠 QCM :** »; the question gets one anyway
    r"[^\w\s*(«\"\[<$\\-]{0,2}\s*(?P<bold>\*\*|)[^\w\s*(«\"\[<$\\-]{0,2}\s*(?:mini[- ])?(?:quizz?|qcm|question)"
    r"(?:\s+(?:rapide|time))?\s*(?:(?P=bold)\s*:|:\s*(?P=bold))\s*(?=\S)",
    re.IGNORECASE,
)
_TOLD: Final = re.compile(  # « la bonne réponse est la B », « les réponses A et C », « option D »
    rf"\b(?i:{_CALLED}(?:\s+(?:correcte?s?|justes?|exactes?))?(?:\s*:)?(?:\s+(?:est|[ée]tait|sont|c['’]est|is|was|are))?"
    r"(?:\s+donc)?(?:\s+(?:l[ae]|l['’]option|option))?)\s+[*(]*[A-D]"
    r"(?:(?:\s*,|\s+(?:et|ou|and|or))\s+[A-D](?![\w'’]))*(?![\w'’(^]|\s*[-+=×/∪∩∈<>]\s*\S)"
)
_LETTER: Final = re.compile(r"(?<![\w'’])[A-D](?![\w'’])")


def without_labels(options: list[str]) -> list[str] | None:
    """Options without the labels before them, where all have one and they are a, b, c… or 1, 2, 3… in order. None where
    they are in another order, so that « a » would be the line of « b) 7 »."""
    found = [match for match in map(_LABEL.match, options) if match]
    labels = "".join(match["label"].lower() for match in found)
    if len(found) < len(options) or len(set(labels)) < len(labels):
        return options
    if labels not in ("abcd"[: len(labels)], "1234"[: len(labels)]):
        return None if all(match["plain"] for match in found) else options
    return [_behind(match) for match in found]


def _behind(label: re.Match[str]) -> str:
    """What stands behind a label; bold that began before it goes on."""
    return label["bold"] * (label[0].count("**") % 2) + label.string[label.end() :]


def without_number(question: str) -> str:
    """A question or statement without « Quiz : » or a number before it, which is not the one that it gets: not
    « 3. 5 est… »."""
    while (found := _HEADING.match(question) or _NUMBER.match(question)) and found.end() < len(question):
        question = question[found.end() :]
    return question


def without_options(question: str, options: Sequence[str]) -> str:
    """A question without its options behind it, one a line in their order: they stand below it anyway."""
    lines = question.rstrip().splitlines()
    asked, listed = lines[: -len(options)], [line.strip().removeprefix("- ") for line in lines[-len(options) :]]
    repeats = "".join(asked).strip() and (without_labels(listed) or []) == list(options)
    return "\n".join(asked).rstrip() if repeats else question


def told_by_digits(explanation: str, question: str, options: Sequence[str]) -> str:
    """An explanation in which « la réponse est B » names the line that stands there, 2; not where the question or an
    option speaks of such letters, as those of points and vitamins are."""
    if any(map(_LETTER.search, [question, *options])):
        return explanation
    known = "ABCD"[: len(options)]

    def told(found: re.Match[str]) -> str:
        letters = _LETTER.findall(found[0])
        if not set(letters) <= set(known):
            return found[0]
        return _LETTER.sub(lambda letter: str(known.index(letter[0]) + 1), found[0])

    return _TOLD.sub(told, explanation)
