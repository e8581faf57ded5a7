r"""LaTeX as people and models write it, made what the typesetter reads: bounds, spellings it does not know, places
where a long formula may be broken. No typesetting here."""

import re
from typing import Final

from bot.text.latex_sciences import in_plain_latex
from bot.text.latex_symbols import symbol

MAX_CHARS: Final = 1_000  # of one formula
SMALLEST_COST: Final = 100
MAX_COST: Final = 20_000  # of one formula: some 300 characters six groups deep; a second on a busy machine

_LEXEME: Final = re.compile(r"\\[A-Za-z]+\*?|\\.|[^\\]", re.DOTALL)
_DEEPER: Final = {"{": 1, "}": -1, r"\left": 1, r"\right": -1, r"\begin": 2, r"\end": -2}
_FRACTIONS: Final = (r"\dfrac", r"\frac")
_ARGUMENTS: Final = {r"\dfrac": 2, r"\frac": 2, "^": 1, "_": 1}  # how many follow, set small
_RELATIONS: Final = frozenset(
    r"= < > ≤ ≥ ≈ ⇔ ⇒ → \leq \le \geq \ge \leqslant \geqslant \approx \equiv \iff \implies \Rightarrow "
    r"\Leftrightarrow \Longrightarrow \Longleftrightarrow \to \mapsto \simeq \sim".split()
)
_TERMS: Final = frozenset({"+", "-", "−", r"\times", r"\cdot", r"\pm"})
_MULTILINE: Final = frozenset({"&", r"\\"})
_OPERATORS: Final = frozenset("pgcd ppcm PGCD PPCM Card card rang rg tr Tr Vect Ker Im Re sh ch th argsh argch argth "
                              "arctg tg cotg cotan sgn grad div rot Var Cov".split())  # fmt: skip
_SPELLINGS: Final = (
    (re.compile(r"\\(?:label|vspace)\s*\{[^{}]*\}|\\(?:nonumber|notag|limits\b|strut|mathstrut)"), ""),
    (re.compile(r"\\tag\s*\{([^{}]*)\}"), r"\\quad(\1)"),
    (re.compile(r"\\(?:textbf|textit|textrm|textsf|mbox|hbox)\s*\{"), r"\\text{"),
    (re.compile(r"\\(?:euro|texteuro)\b"), "€"),
    (re.compile(r"\\(begin|end)\{(?:equation|displaymath|math|multline)\*?\}"), ""),
    (re.compile(r"\\(begin|end)\{(?:align|eqnarray|flalign|gather|gathered|split|alignat)\*?\}"), r"\\\1{align*}"),
    (re.compile(r"(?<=\d),(?=\d)"), "{,}"),
    (re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))"), r"\\,"),
)
_FUNCTION: Final = re.compile(
    r"(\\(?:arcsin|arccos|arctan|arg|cosh|cos|cot|deg|det|dim|exp|ker|lg|ln|log|sinh|sin|tanh|tan)(?![A-Za-z])"
    r"(?:[\^_](?:[A-Za-z0-9]|\{[^{}]*\}))?)\s*(?=[A-Za-z0-9\\])(?!\\(?:left|[bB]ig|right|[^A-Za-z]))"
)
_TEXT: Final = re.compile(r"\\text\{[^{}]*\}")
_ESCAPED: Final = re.compile(r"\\([%&$#_])")
_UNKNOWN: Final = re.compile(r"\\([A-Za-z]+)")


def readable(latex: str, *, displayed: bool) -> str | None:
    """The formula in the typesetter's spelling; None when it is longer or deeper than one that people read."""
    if len(latex) > MAX_CHARS or cost(latex) > MAX_COST:
        return None
    latex = in_plain_latex(latex)
    for pattern, replacement in _SPELLINGS:
        latex = pattern.sub(replacement, latex)
    latex = _TEXT.sub(lambda found: _ESCAPED.sub(r"\1", found[0]), latex)
    latex = _FUNCTION.sub(r"\1\\,", latex).strip()  # the converter sets sin x as sinx
    return (latex if displayed else _with_large_fractions(latex)) or None


def cost(latex: str) -> int:
    """What typesetting will cost, in units of some 20 µs: the typesetter tries everything inside a group twice, so each
    level doubles it; an environment counts as two (measured)."""
    deepest = depth = 0
    for lexeme in _LEXEME.findall(latex):
        depth += _DEEPER.get(lexeme, 0)
        deepest = max(deepest, depth)
    return SMALLEST_COST + (len(latex) << deepest)


def respelled(latex: str, unknown: set[str]) -> str | None:
    """The formula with macros the typesetter does not know as signs or names of functions; None if one is neither."""
    for name in unknown:
        sign = rf"\operatorname{{{name}}}" if name in _OPERATORS else symbol(name)
        if sign is None:
            return None
        written = f"{{{sign}}}".replace("\\", r"\\")
        latex = re.sub(rf"\\{name}(?![A-Za-z])", written, latex)
    return latex


def unknown_in(markup: str) -> set[str]:
    """The macros that stand unread in what the converter gave."""
    return set(_UNKNOWN.findall(markup))


def broken(latex: str) -> list[str]:
    """The formula cut before its outermost relations, else before its outermost signs; whole where it has lines."""
    lexemes = _LEXEME.findall(latex)
    if any(lexeme in _MULTILINE for lexeme in lexemes):
        return [latex]
    parts = _cut(lexemes, _RELATIONS)
    return parts if len(parts) > 1 else _cut(lexemes, _TERMS)


def _cut(lexemes: list[str], before: frozenset[str]) -> list[str]:
    parts, depth = [""], 0
    for index, lexeme in enumerate(lexemes):
        depth += _DEEPER.get(lexeme, 0)
        if depth == 0 and lexeme in before and parts[-1].strip() and not _is_script(lexemes, index):
            parts.append("{}")  # what is cut before a sign keeps that sign's spaces
        parts[-1] += lexeme
    return parts


def _with_large_fractions(latex: str) -> str:
    r"""The outermost \frac as \dfrac, but for those in exponents and indices: within a line LaTeX sets fractions so
    small that they cannot be read on a phone, and school books do as we do."""
    written: list[str] = []
    groups = [False]  # those open, and whether each is inside a fraction or a script
    small = 0  # how many of the coming arguments are
    for lexeme in _LEXEME.findall(latex):
        large = lexeme in _FRACTIONS and not groups[-1] and not small
        written.append(_FRACTIONS[0] if large else lexeme)
        if lexeme == "{":
            groups.append(groups[-1] or small > 0)
        elif lexeme == "}":
            groups = groups[:-1] or [False]
        small = _ARGUMENTS.get(lexeme, small if lexeme.isspace() or lexeme == "}" else max(0, small - 1))
    return "".join(written)


def _is_script(lexemes: list[str], index: int) -> bool:
    return index > 0 and lexemes[index - 1] in ("^", "_")
