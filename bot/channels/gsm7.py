"""SMS encodings: which alphabet a text needs, how many segments it fills, and how to write it in GSM-7.

Sizes are septets (GSM-7) and UTF-16 units (UCS-2), as Twilio and the carriers count them.
"""

import unicodedata
from enum import StrEnum
from typing import Final

import regex

from bot.channels.gsm7_table import BASIC, EXTENSION, GREEK, REPLACEMENTS, SUBSCRIPTS, SUPERSCRIPTS


class Encoding(StrEnum):
    """The two alphabets of an SMS; one character outside GSM-7 makes the whole message UCS-2."""

    GSM7 = "GSM-7"
    UCS2 = "UCS-2"


_GSM7: Final = BASIC | EXTENSION
_SINGLE: Final = {Encoding.GSM7: 160, Encoding.UCS2: 70}
_CONCATENATED: Final = {Encoding.GSM7: 153, Encoding.UCS2: 67}

_DRAWING: Final = r"\p{Extended_Pictographic}[\p{EMod}\uFE0F]?"
_PICTURE: Final = rf"(?:\p{{RI}}\p{{RI}}|{_DRAWING}(?:\u200D{_DRAWING})*)"
_PICTURES: Final = regex.compile(rf"(?m)^(?:{_PICTURE}[ \u00A0]?)+|(?:[ \u00A0]?{_PICTURE})+")
_VARIANTS: Final = regex.compile(r"[\uFE0E\uFE0F\u20E3]")

_SUPERS: Final = "[" + "".join(SUPERSCRIPTS) + "]+"
_SUBS: Final = "[" + "".join(SUBSCRIPTS) + "]+"
_ORDINAL: Final = regex.compile(r"(?<=\d)(?:ᵉʳ|ᵉʳˢ|ʳᵉ|ʳᵉˢ|ᵉ|ᵉˢ|ⁿᵈ|ⁿᵈᵉ|ˢᵗ|ᵗʰ|ʳᵈ)(?![^\W\d_])(?!\p{Lm})")
_SCRIPT: Final = regex.compile(rf"(?P<up>{_SUPERS})|(?P<down>{_SUBS})")
_ATOMS: Final = regex.compile(rf"[(\[]\p{{Lu}}[\p{{L}}{''.join(SUBSCRIPTS)}()]*[)\]]$")  # Ca(OH)₂
_LONGEST_GROUP: Final = 40  # characters
_VECTOR: Final = regex.compile(r"(\p{Lu}(?:\u20D7?\p{Lu})+|\p{L})\u20D7")  # AB⃗ runs from A to B, ma⃗ is m times a⃗
_OPERAND: Final = r"\p{N}+(?:[.,]\p{N}+)?|\p{L}[\p{No}\p{Lm}]*"
_DEGREE: Final = rf"(?:(?<![\w)\]{''.join(SUPERSCRIPTS)}])(?P<degree>{_SUPERS}))?+"  # « a²√3 » is a product
_ROOT: Final = regex.compile(rf"{_DEGREE}(?P<sign>[√∛∜])(?:(?P<open>\()|(?P<operand>{_OPERAND}))?")
_ROOT_NAMES: Final = {"√": "racine", "∛": "racine cubique", "∜": "racine quatrième"}
_DEGREES_OF_ROOTS: Final = {"2": "√", "3": "∛", "4": "∜"}
# A macron stands on vowels, m and n in some languages: there it is a bar only on a letter that stands alone.
_BAR: Final = regex.compile(
    r"(?:[^\u0304\u0305]\u0305)+|[b-df-hj-lp-tv-zB-DF-HJ-LP-TV-Z]\u0304"
    r"|(?<![\p{L}\p{M}])(?:\p{L}\u0304|[āēīōūȳḡĀĒĪŌŪȲḠ])(?![\p{L}\p{M}])"
)
_TIMES_X: Final = regex.compile(r"(?<=(?<!\p{L})[xX]\s?)×|×(?=\s?[xX](?!\p{L}))")
_DASHES: Final = regex.compile(  # « · » begins a line or joins the endings of « étudiant·e·s »; else it multiplies
    r"(?m)^\s*·(?=\s)|(?<=\p{L}{3}(?:·\p{Ll}{1,5})?)·(?=(?:e|s|es|x|le|les|ne|nes|te|tes|ve|ves|se|ses|rice|rices"
    r"|trice|trices|euse|euses|ère|ères)(?:·s)?(?![\p{L}\p{N}⁻]))"
)
_DEGREES: Final = regex.compile(r"(?P<number>(?<=\b[Nn])°)|\s?°(?P<unit>\s?(?=[CFK]\b))?")
_FRACTION: Final = regex.compile(r"(?<=\d)(?=[¼½¾⅐-⅞])")
_LONE_GREEK: Final = regex.compile(r"(?<!\p{Greek})\p{Greek}(?!\p{Greek})")
_SIGN: Final = regex.compile(r"\p{Sm}")
_GUILLEMETS: Final = regex.compile(r"«[^\S\n]?|[^\S\n]?»")  # a straight quote has no space inside
_SPACES: Final = regex.compile(r"(?<=\S) {2,}")


def is_gsm7(text: str) -> bool:
    """Whether the text can be sent in the GSM 03.38 alphabet and its extension table."""
    return _GSM7.issuperset(text)


def encoding(text: str) -> Encoding:
    """The alphabet an SMS with this text is sent in."""
    return Encoding.GSM7 if is_gsm7(text) else Encoding.UCS2


def segments(text: str) -> int:
    """How many SMS segments the text is billed as; 0 for the empty text.

    A segment boundary never splits an extension character (two septets) or a surrogate pair (two units)."""
    alphabet = encoding(text)
    if alphabet is Encoding.GSM7:
        sizes = [2 if character in EXTENSION else 1 for character in text]
    else:
        sizes = [2 if ord(character) > 0xFFFF else 1 for character in text]
    total = sum(sizes)
    if total <= _SINGLE[alphabet]:
        return 1 if total else 0
    count, room = 1, _CONCATENATED[alphabet]
    for size in sizes:
        if size > room:
            count, room = count + 1, _CONCATENATED[alphabet]
        room -= size
    return count


def spell_roots(text: str) -> str:
    """Root signs as words a plain phone can show: `√(x+1)` and `√2` become `racine(x+1)` and `racine(2)`."""
    return _ROOT.sub(_root_name, text)


def transliterate(text: str) -> str:
    """The text written in GSM-7 when little is lost by it, else unchanged.

    Letters of other scripts are never touched. Emoji are dropped only when that saves a segment; when they stay, the
    message is UCS-2 anyway and keeps its accents too."""
    if is_gsm7(text):
        return text
    rewritten = _rewrite(text)
    if is_gsm7(rewritten):
        return rewritten
    without = _rewrite(_PICTURES.sub(_drop_picture, text))
    if without.strip() and is_gsm7(without) and segments(without) < segments(text):
        return without
    return text


def economical(text: str) -> str:
    """The text in GSM-7 if that saves a segment, else as it is: where UCS-2 costs no more, « leçon » keeps its ç."""
    written = transliterate(text)
    return written if segments(written) < segments(text) else text


def _drop_picture(match: regex.Match[str]) -> str:
    """Nothing for a run of emoji but what says something: → and ©, which are emoji to Unicode alone, ✅, ➕, 🅰."""
    kept = "".join(character for character in match[0] if character.isspace() or character in REPLACEMENTS)
    return "" if kept.isspace() else kept if match[0][-1].isspace() else kept.rstrip()


def _rewrite(text: str) -> str:
    text = unicodedata.normalize("NFC", _BAR.sub(_bar, _VARIANTS.sub("", text)))
    text = _GUILLEMETS.sub('"', text)
    text = _ORDINAL.sub(lambda match: _plain(match[0], SUPERSCRIPTS), text)
    text = _VECTOR.sub(_vector, text)
    text = _DASHES.sub(lambda match: match[0].replace("·", "-"), _TIMES_X.sub("*", text))
    text = _SCRIPT.sub(_script, spell_roots(text))
    text = _DEGREES.sub(_degree, _FRACTION.sub(" ", text))
    text = _SIGN.sub(_sign_name, _LONE_GREEK.sub(_greek_name, text))
    return _SPACES.sub(" ", "".join(map(_replacement, text)))


def _replacement(character: str) -> str:
    """What to write for one character; the character itself when GSM-7 has it or nothing fits."""
    if character in _GSM7:
        return character
    if character in REPLACEMENTS:
        return REPLACEMENTS[character]
    plain = "".join(
        REPLACEMENTS.get(part, part)
        for part in unicodedata.normalize("NFKD", character)
        if not unicodedata.combining(part)
    )
    return plain if is_gsm7(plain) and (plain or unicodedata.combining(character)) else character


def _bar(match: regex.Match[str]) -> str:
    """A mean, a complement, a conjugate, set apart from what it would run into: `z̄` is not z."""
    letters = regex.sub(r"[\u0304\u0305]", "", unicodedata.normalize("NFD", match[0]))
    before = match.string[: match.start()][-1:]
    return f"{' ' if before.isalnum() else ''}barre({letters.strip()})"


def _root_name(match: regex.Match[str]) -> str:
    degree = _plain(match["degree"] or "", SUPERSCRIPTS)
    if degree and match["sign"] == "√" and degree not in _DEGREES_OF_ROOTS:
        name = f"racine {degree}-ième"
    else:
        name = _ROOT_NAMES[_DEGREES_OF_ROOTS.get(degree, match["sign"])]
    if match["open"]:
        return f"{name}("
    return f"{name}({match['operand']})" if match["operand"] else name


def _vector(match: regex.Match[str]) -> str:
    before = match.string[: match.start()][-1:]
    return f"{' ' if before.isalpha() else ''}vec({match[1].replace(chr(0x20D7), '')})"


def _script(match: regex.Match[str]) -> str:
    """What is raised or lowered, so that it runs into no other number: 1011₂ is not 10112, nor ¹⁴₆C carbon of 146."""
    mark, plain = ("^", _plain(match["up"], SUPERSCRIPTS)) if match["up"] else ("_", _plain(match["down"], SUBSCRIPTS))
    after = match.string[match.end() :][:1]
    if mark == "_" and plain.isdigit() and not after.isdecimal() and _counts(match, after):
        return plain  # H2O, x1
    is_short = plain.isalnum() and (len(plain) == 1 or plain.isdigit())
    return f"{mark}{plain}" if is_short and not after.isdecimal() else f"{mark}({plain})"


def _counts(match: regex.Match[str], after: str) -> bool:
    """Whether a low number stands behind a letter, or behind a group of atoms and not between the bounds of ]₀¹."""
    before = match.string[max(0, match.start() - _LONGEST_GROUP) : match.start()]
    return before[-1:].isalpha() or (after not in SUPERSCRIPTS and bool(_ATOMS.search(before)))


def _plain(text: str, table: dict[str, str]) -> str:
    return "".join(table[character] for character in text)


def _degree(match: regex.Match[str]) -> str:
    if match["number"]:
        return "o"  # n° 5
    return " deg" if match["unit"] is None else " deg "


def _greek_name(match: regex.Match[str]) -> str:
    """The letter's name, set apart from letters and digits it would run into: `2πr` becomes `2 pi r`."""
    return _set_apart(GREEK.get(match[0], ""), match)


def _sign_name(match: regex.Match[str]) -> str:
    """What a sign of mathematics is called, set apart too: `∀x∈ℝ` is no word, `df/dx`, `5x3` and `fog` are written."""
    name = REPLACEMENTS.get(match[0], "")
    return _set_apart(name if name[1:] and name.replace(" ", "").isalpha() else "", match)


def _set_apart(name: str, match: regex.Match[str]) -> str:
    """A name between spaces where letters or digits touch it; what it is to stand for where there is none."""
    if not name:
        return match[0]
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return f"{' ' if before.isalnum() else ''}{name}{' ' if after.isalnum() else ''}"
