"""An answer as a person would say it: no marks, no links, short formulas in words. What nobody can follow by ear
(tables, code, long formulas) is left to the text, and a long answer ends at a sentence. Pure."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from bot.channels.compose import READ
from bot.channels.markup import to_plain
from bot.channels.splitting import SENTENCE
from bot.i18n.catalogue import say
from bot.text.safe import safe_text
from bot.types import Language

SHORTEST: Final = 2  # letters: less is no answer to listen to
LONGEST_FORMULA: Final = 40  # characters that are said; a longer one is looked at
_LINK: Final = re.compile(r"\(?\b(?:https?://|www\.)\S+")
_FENCED: Final = re.compile(r"(?ms)^[^\S\n]*(```|~~~).*?(?:^[^\S\n]*\1[^\n]*$|\Z)")
_TABLE_ROW: Final = re.compile(r"(?m)^[^\S\n]*\|.*\|[^\S\n]*$\n?")
_DISPLAYED: Final = re.compile(r"(?s)\$\$(.*?)\$\$|\\\[(.*?)\\\]")
_COMMAND: Final = re.compile(r"(?<!\S)/(?=[a-zé]{3,}\b)")
_BULLET: Final = re.compile(r"(?m)^[^\S\n]*(?:[-–•*]|\d{1,2}[.)])[^\S\n]+")

_SIGNS: Final = {  # in the order in which they are looked for
    "≤": ("inférieur ou égal à", "at most"), "≥": ("supérieur ou égal à", "at least"),
    "≠": ("différent de", "not equal to"), "≈": ("environ égal à", "about"), "=": ("égale", "equals"),
    "×": ("fois", "times"), "·": ("fois", "times"), "÷": ("divisé par", "divided by"),
    "±": ("plus ou moins", "plus or minus"), "→": ("donne", "gives"), "⇒": ("donc", "so"),
    "⇔": ("équivaut à", "means the same as"), "∈": ("appartient à", "belongs to"), "∞": ("l’infini", "infinity"),
    "π": ("pi", "pi"), "²": ("au carré", "squared"), "³": ("au cube", "cubed"),
    "√": ("racine de", "root of"), "∛": ("racine cubique de", "cube root of"),
    "°C": ("degrés Celsius", "degrees Celsius"), "°": ("degrés", "degrees"), "%": ("pour cent", "per cent"),
    "&": ("et", "and"), "€": ("euros", "euros"), "$": ("dollars", "dollars"),
}  # fmt: skip
_PLUS, _MINUS, _POWER = ("plus", "plus"), ("moins", "minus"), ("puissance", "to the power of")
# Of several signs, or of one that has no word of its own; no root's degree, no ordinal.
_RAISED: Final = re.compile(r"(?<=[\w)\]′])[⁰¹²³⁴-⁹⁺⁻ⁿˣᵏ]++(?!√|[ᴬ-ᵪʰ-ˠ])")
_LONE: Final = frozenset("¹²³")  # a note, or with a word of its own
_AMOUNT: Final = re.compile(r"([$€])\s?(\d+(?:[.,]\d+)*)")  # said behind its number
_NUMERO: Final = re.compile(r"\bn[°º]\s*(?=\d)", re.IGNORECASE)
# A hyphen between numbers is a minus in a formula; elsewhere it stands in telephone numbers, years, pages.
_FORMULA: Final = re.compile(r"\$(?!\s)[^$\n]+(?<!\s)\$|\\\([^\n]{1,200}?\\\)|(?m:^[^\n=]*=[^\n]*$)")
_HYPHEN: Final = re.compile(r"(?<=[\d)}²³])-(?=[\w(√\\])|(?<=\d[a-z])-(?=[\d(])")
_SERIES: Final = re.compile(r"\b\d{4}-\d{4}\b|\b\d\d(?:-\d\d){2,}\b")
_BETWEEN_NUMBERS: Final = (  # signs that mean something else in words: « week-end », « et/ou »
    (re.compile(r"(?<=[\w)])\s*\^\s*(?=[\w(−-])"), _POWER),  # before the minus that may stand in it
    (re.compile(r"(?<=[\w)²³])\s*\+\s*(?=[\w(√])"), _PLUS),
    (re.compile(r"(?<=[\w)²³])\s*−\s*(?=[\w(√])"), _MINUS),
    (re.compile(r"(?<=[\w)²³])(?!(?<=\b[12]\d{3})\s+-\s+[12]\d{3}\b)\s+-\s+(?=[\d(√]|\w\b)"), _MINUS),
    (re.compile(r"(?<!\S)[−-](?=\d)"), _MINUS),
    (re.compile(r"(?<=[\w)])\s*\*\s*(?=[\w(])"), ("fois", "times")),
    (re.compile(r"(?<=[\w)])\s*<\s*(?=[\w(−-])"), ("inférieur à", "less than")),
    (re.compile(r"(?<=[\w)])\s*>\s*(?=[\w(−-])"), ("supérieur à", "greater than")),
)
_FRACTION: Final = re.compile(  # and no date: « 12/11/2026 », « le 24/11 », « mardi 3/4 »
    r"(?i)(?<![\d/])(?<!\ble\s)(?<!\bdu\s)(?<!\bau\s)(?<!di\s)(\d{1,3}|\))\s*/\s*(?=\d{1,3}(?![\d/])|\()"
)
_ROOT: Final = re.compile(r"\b(racine|root)\(([^()]*)\)")
_PICTURES: Final = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d\u20e3]")


def spoken_form(markdown: str, language: Language, most_chars: int) -> str:
    """What is said of an answer, at most so many characters and one sentence about the rest; "" when nothing is."""
    left_out = _Left(something=len(markdown) > READ)
    text = _FENCED.sub(left_out.block, safe_text(markdown[:READ]))
    text = _TABLE_ROW.sub(left_out.block, text)
    text = _DISPLAYED.sub(left_out.long_formula, text)
    text = _LINK.sub(left_out.word, to_plain(_FORMULA.sub(_with_minus, text)))
    text = _said(_BULLET.sub("", _PICTURES.sub("", text)), language)
    shown = _cut(text, most_chars)
    if sum(letter.isalnum() for letter in shown) < SHORTEST:
        return ""
    if left_out.something or shown != text:
        shown = f"{shown} {say(language, 'voice_rest_in_text')}"
    return shown


@dataclass(slots=True)
class _Left:
    """Whether something was left to the text."""

    something: bool

    def block(self, _match: "re.Match[str]") -> str:
        self.something = True
        return "\n"

    def word(self, _match: "re.Match[str]") -> str:
        self.something = True
        return " "

    def long_formula(self, match: "re.Match[str]") -> str:
        """A short one is said, a long one is looked at."""
        inner = match[1] or match[2] or ""
        return (
            f"${inner.strip()}$" if len(inner) <= LONGEST_FORMULA and "\n" not in inner.strip() else self.block(match)
        )


def _with_minus(formula: "re.Match[str]") -> str:
    kept = iter(_SERIES.findall(formula[0]))
    pieces = (_HYPHEN.sub("−", piece) + next(kept, "") for piece in _SERIES.split(formula[0]))
    return "".join(pieces)


def _raised(signs: str, column: int) -> str:
    """A power in words, or the charge of an ion."""
    if signs in _LONE:
        return signs
    plain = unicodedata.normalize("NFKC", signs).replace("+", f" {_PLUS[column]} ").replace("−", f" {_MINUS[column]} ")
    return f" {plain} " if signs[-1] in "⁺⁻" else f" {_POWER[column]} {plain} "


def _said(text: str, language: Language) -> str:
    column = 0 if language is Language.FR else 1
    text = _AMOUNT.sub(r"\2 \1", text)
    text = _NUMERO.sub(("numéro ", "number ")[column], _ROOT.sub(r"√\2", text))
    text = _RAISED.sub(lambda found: _raised(found[0], column), text)
    text = _FRACTION.sub(r"\1 sur " if language is Language.FR else r"\1 over ", text)
    for pattern, words in _BETWEEN_NUMBERS:
        text = pattern.sub(f" {words[column]} ", text)
    for sign, meant in _SIGNS.items():
        text = text.replace(sign, f" {meant[column]} ")
    text = _COMMAND.sub("", text)
    lines = (" ".join(line.split()) for line in text.splitlines())
    sentences = (line if line[-1] in ".!?…:;," else f"{line}." for line in lines if line)
    return re.sub(r"\s+([.,;:!?…])", r"\1", " ".join(sentences))


def _cut(text: str, most: int) -> str:
    """The first sentences of a text, or its first words where one sentence is too long."""
    if len(text) <= most:
        return text
    ends = [end.start() for end in SENTENCE.finditer(text[: most + 1])]
    ends = [end for end in ends if text[end - 1] not in ":;"]  # nobody falls silent there
    return text[: ends[-1]] if ends else text[:most].rpartition(" ")[0].rstrip(" ,;:") + "."
