"""Mistakes of models in a quiz that would mark somebody wrongly or tell the answer: an explanation that names another
option as the right one (lines counted from 1), an option marked as right, the answer in the question. Pure."""

from collections.abc import Sequence
from typing import Final

import regex

from bot.reading.words.answer_words import tokens

CONTRADICTED: Final = (
    "The explanation names another option as the right one than correct_index, which counts from 0. Make them agree."
)
CONTRADICTED_VERDICT: Final = "The explanation says the opposite of is_true. Make them agree."
TOLD: Final = "The question or an option tells which one is right. Call again without that."

_SAID: Final = regex.compile(  # « La bonne réponse est (donc) la 3 », « réponse : Bouaké »
    r"(?:bonne\s+r[ée]ponse|r[ée]ponse\s+(?:correcte|juste|exacte|attendue)|(?:right|correct)\s+(?:answer|option)|"
    r"bonne\s+option|\((?:la\s+)?r[ée]ponse|\((?:the\s+)?answer)\s*(?::|=|est|[ée]tait|is|was)(?:\s*:)?(?:\s+donc)?\s+"
    r"(?P<line>(?:l['’]option|la\s+r[ée]ponse|la|l['’]|le\s+choix|option|choice|the)\s*)?(?P<said>[^\n;()!?]{1,120})",
    regex.IGNORECASE,
)
_ENDS: Final = regex.compile(r"[.,:](?=\s|$)|\s+(?:car|parce|puisque|because|since|as)\b|[»”]", regex.IGNORECASE)
_MARK: Final = regex.compile(
    r"[✓✔✅☑]|\*$|\b(?:bonne\s+r[ée]ponse|r[ée]ponse\s+(?:correcte|juste|exacte)|(?:right|correct)\s+answer)\b|"
    r"[(\[]\s*(?:correcte?|juste|right|bonne)\s*[)\]]\s*$",
    regex.IGNORECASE,
)
_VERDICT: Final = regex.compile(  # « Faux : … », « C’est faux. », « L’affirmation est vraie »
    r"\s*\**(?:(?:non|oui|yes|no)\s*,\s*)?(?:c['’]est\s+|it['’]?\s?i?s\s+|"
    r"(?:l['’]affirmation|l['’][ée]nonc[ée]|la phrase|(?:this|the)\s+statement)\s+(?:est|is)\s+(?:donc\s+)?)?"
    r"(?:(?P<true>vraie?|true)|fau(?:x|sse)|false)\**\s*(?:[.,:;!–—]|\b(?:car|parce|because)\b|$)",
    regex.IGNORECASE,
)
_VERDICTS: Final = {"vrai": True, "true": True, "faux": False, "false": False}


def mistake_in(question: str, options: Sequence[str], correct: int, explanation: str) -> str | None:
    """What the model is told to put right; None where nothing is found. `correct` counts from 0."""
    marked = [index for index, option in enumerate(options) if _MARK.search(option.strip())]
    if len(marked) == 1 or any(correct in named for named in _named(question, options)):
        return TOLD
    if any(correct not in named for named in _named(explanation, options)):
        return CONTRADICTED
    found, verdicts = _VERDICT.match(explanation), [_VERDICTS.get(option.strip().casefold()) for option in options]
    if found and None not in verdicts and bool(found["true"]) != verdicts[correct]:
        return CONTRADICTED  # « Faux : … » where « Vrai » is given as the right one
    return None


def mistake_in_statement(explanation: str, *, is_true: bool) -> str | None:
    """The same of a statement: its explanation may begin with the other verdict."""
    found = _VERDICT.match(explanation)
    return CONTRADICTED_VERDICT if found and bool(found["true"]) != is_true else None


def _named(text: str, options: Sequence[str]) -> list[set[int]]:
    """The options that each « la bonne réponse est… » of a text may name; none for what names none of them."""
    found = []
    for match in _SAID.finditer(text):
        said = tokens(_ENDS.split(match["said"].strip(' *«“"'), maxsplit=1)[0])
        lines = {int(said[0]) - 1} if len(said) == 1 and said[0].isdecimal() and len(said[0]) == 1 else set()
        if len(said) == 1 and len(said[0]) == 1 and match["line"]:
            lines |= {ord(said[0]) - ord("a")}
        article = tokens(match["line"] or "")
        written = {index for index, option in enumerate(options) if tokens(option) in (said, [*article, *said])}
        found.append(written | lines & set(range(len(options))))
    return [named for named in found if named]
