r"""Turns LaTeX maths into Unicode text a phone can show: `\frac{a+b}{2} \leq \sqrt{x}` becomes (a+b)/2 ≤ √x.

What each macro and environment means lives here; the syntax is in `latex_reader`, the tables in `latex_symbols`.
"""

import re
from typing import Final

from bot.text.latex_reader import Fraction, Macro, Reader, lexemes_of, script
from bot.text.latex_sciences import MACROS, in_plain_latex
from bot.text.latex_symbols import (
    ACCENTS,
    ARROWS_WITH_TEXT,
    DROPPED,
    FRACTIONS,
    FUNCTIONS,
    ON_EVERY_LETTER,
    RELATIONS,
    SECOND_OF_TWO,
    SILENT,
    SPACES,
    WRAPPERS,
    blackboard,
    symbol,
)

_NUMERATOR: Final = re.compile(r"[+−-]?(?:[^\s+−\-=<>≤≥/,;()]|\([^()]*\))+")
_DENOMINATOR: Final = re.compile(
    r"[0-9]+(?:[.,][0-9]+)?|[^\W\d_]+[⁰-₟¹²³′]*|[√∛∜]?\([^()]*\)|[√∛∜](?:[0-9]+|[^\W\d_])|\W"
)
_ROOT_SIGNS: Final = {"": "√", "2": "√", "3": "∛", "4": "∜"}
_AROUND_INTERVAL: Final = "=≠∈∉⊂⊆∪∩∖"  # these keep their spaces beside a bracket: « x ∈ ]0 ; 3[ ∪ [5 ; 7[ »
_INSIDE_BRACKETS: Final = re.compile(
    rf"(?<=[(\[]) (?![{_AROUND_INTERVAL}])|(?<![{_AROUND_INTERVAL}]) (?=[)\]]|\[(?: ?[{_AROUND_INTERVAL})]|$))"
)
_BRACKETS: Final = {"b": "[]", "B": "{}", "v": "||", "V": "‖‖"}
_TABLES: Final = ("array", "tabular")
_MACRO_WITH_GROUP: Final = re.compile(r"\\[A-Za-z]+\*?[\[{]?")
_TAKE_GROUPS: Final = (
    FRACTIONS | DROPPED | ACCENTS.keys() | SECOND_OF_TWO | WRAPPERS | MACROS | {"sqrt", "binom", "mathbb"}
)


def to_unicode(latex: str) -> str:
    """The formula as text, several lines where it has several. Never raises: what it does not know is shown by its
    name, without the backslash."""
    text = Reader(lexemes_of(in_plain_latex(latex)), _expand).sequence()
    lines = (re.sub(r"[^\S\n]+", " ", line).strip() for line in text.split("\n"))
    text = "\n".join(line for line in lines if line)
    return _INSIDE_BRACKETS.sub("", text)


def is_known(latex: str) -> bool:
    """Whether every macro in a text is one of ours, with the group it takes: prose and paths have others."""
    found = [lexeme[1:].removesuffix("*") for lexeme in _MACRO_WITH_GROUP.findall(latex)]
    return all(_is_ours(name, is_grouped=name.endswith("{")) for name in found)


def _is_ours(name: str, *, is_grouped: bool) -> bool:
    bare = name.rstrip("[{")
    if bare in _TAKE_GROUPS:
        return is_grouped or name.endswith("[")
    return bare in _MACROS or bare in FUNCTIONS or symbol(bare) is not None


def _expand(reader: Reader, name: str) -> str:
    """The text of a macro together with the arguments it takes."""
    if name in _MACROS:
        return _MACROS[name](reader, name)
    found = symbol(name)
    if found is not None:
        return f" {found} " if found in RELATIONS else found
    if reader.peek() == "{" or name in WRAPPERS:  # \mathrm dx
        return reader.argument()
    apart = reader.peek()[:1] == "\\" or reader.peek()[:1].isalnum()  # \sin\theta
    return name.removesuffix("*") + (" " if apart else "")


def _fraction(reader: Reader, _name: str) -> str:
    top, bottom = reader.digit_argument(), reader.digit_argument()
    return Fraction(f"{_wrapped(top, _NUMERATOR)}/{_wrapped(bottom, _DENOMINATOR)}") if bottom else top


def _wrapped(text: str, plain: re.Pattern[str]) -> str:
    return text if plain.fullmatch(text) or not text else f"({text})"


def _root(reader: Reader, _name: str) -> str:
    degree, text = reader.option(), reader.argument().strip()
    sign = _ROOT_SIGNS.get(degree) or f"{script(degree, '^')}√"
    return f"{sign}{text}" if text.isdecimal() or len(text) == 1 else f"{sign}({text})"


def _binomial(reader: Reader, _name: str) -> str:
    return f"C({reader.argument().strip()}, {reader.argument().strip()})"


def _space(_reader: Reader, _name: str) -> str:
    return " "


def _silent(_reader: Reader, _name: str) -> str:
    return ""


def _dropped(reader: Reader, _name: str) -> str:
    reader.raw_argument()
    return ""


def _delimiter(reader: Reader, _name: str) -> str:
    if reader.peek() == ".":  # invisible
        reader.next()
    return ""


def _line_end(reader: Reader, _name: str) -> str:
    reader.option()
    return "\n"


def _second(reader: Reader, _name: str) -> str:
    reader.argument()
    return reader.argument()


def _arrow(reader: Reader, name: str) -> str:
    text = reader.argument().strip()
    return f" {ARROWS_WITH_TEXT[name]}({text}) " if text else f" {ARROWS_WITH_TEXT[name]} "


def _note(reader: Reader, name: str) -> str:
    return f" ({'mod ' if name == 'pmod' else ''}{reader.argument().strip()})"


def _braced(reader: Reader, _name: str) -> str:
    """What stands above a brace, with what is written at the brace behind it: what it comes to, or a word on it."""
    text = reader.argument().strip()
    if reader.peek() not in ("_", "^"):
        return text
    reader.next()
    note = reader.argument().strip()
    return f"{text} ({'= ' if note[:1].isdigit() else ''}{note}) "


def _double_struck(reader: Reader, _name: str) -> str:
    return blackboard(reader.argument())


def _accent(reader: Reader, name: str) -> str:
    """Letters under an accent: on each, in the middle for an angle (AB̂C), else at the end."""
    text, mark = reader.argument().strip(), ACCENTS[name]
    if name in ON_EVERY_LETTER:
        return "".join(character + mark for character in text)
    place = (len(text) + 1) // 2 if name in ("hat", "widehat") else len(text)
    return text[:place] + mark + text[place:] if text else ""


def _environment(reader: Reader, _name: str) -> str:
    name = reader.raw_argument().rstrip("*")
    if name in _TABLES:
        reader.raw_argument()  # the columns
    rows = [[" ".join(Reader(cell, _expand, reader.depth).sequence().split()) for cell in row] for row in _rows(reader)]
    rows = [row for row in rows if any(row)]
    if name == "cases":
        return " { " + " ; ".join(" ".join(filter(None, row)) for row in rows) + " "
    if name.endswith("matrix"):
        left, right = _BRACKETS.get(name[:1], "()")[:1], _BRACKETS.get(name[:1], "()")[1:]
        return left + " ; ".join(" ".join(row) for row in rows) + right
    glue = " | " if name in _TABLES else " "
    return "\n" + "\n".join(glue.join(row) for row in rows) + "\n"


def _rows(reader: Reader) -> list[list[list[str]]]:
    r"""The rows of the environment just opened, each a list of cells of lexemes; reads past its \end."""
    rows: list[list[list[str]]] = [[[]]]
    depth = 1
    while reader.peek():
        lexeme = reader.next()
        depth += (lexeme in (r"\begin", "{")) - (lexeme in (r"\end", "}"))
        if depth == 0:
            break
        if lexeme == r"\\" and depth == 1:
            rows.append([[]])
        elif lexeme == "&" and depth == 1:
            rows[-1].append([])
        else:
            rows[-1][-1].append(lexeme)
    reader.raw_argument()
    return rows


_MACROS: Final[dict[str, Macro]] = {
    **dict.fromkeys(FRACTIONS, _fraction),
    **dict.fromkeys(SPACES, _space),
    **dict.fromkeys(SILENT, _silent),
    **dict.fromkeys(DROPPED, _dropped),
    **dict.fromkeys(SECOND_OF_TWO, _second),
    **dict.fromkeys(ARROWS_WITH_TEXT, _arrow),
    **dict.fromkeys(ACCENTS, _accent),
    **dict.fromkeys(("left", "right", "middle"), _delimiter),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), _binomial),
    **dict.fromkeys(("tag", "pmod"), _note),
    **dict.fromkeys(("underbrace", "overbrace"), _braced),
    "sqrt": _root,
    "mathbb": _double_struck,
    "\\": _line_end,
    "begin": _environment,
    "end": _dropped,
}
