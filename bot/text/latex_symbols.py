"""Unicode for LaTeX: symbols, scripts and groups of macros that are read alike. Data only; the reader is `latex`.

Symbols come from unicodeit's table (4,257 entries, MIT, plain data: 0.7 MiB, read at the first formula in 1 ms). Its
text replacement is not used: it knows no fractions, roots or environments. pylatexenc does, but flattens scripts (`x^2`
stays, `x_{i+1}^{10}` becomes x_i+1^10) and cannot tell (a+1)/b from a+1/b.
"""

from functools import cache
from importlib import import_module
from typing import Final

SUPERSCRIPTS: Final = str.maketrans(
    "0123456789+-−=()abcdefghijklmnoprstuvwxyzAT′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᵀ′"
)
SUBSCRIPTS: Final = str.maketrans("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")

# Where the table is silent, wrong for a phone's fonts, or finer than a reader needs.
_OWN: Final = {
    "leqslant": "≤", "geqslant": "≥", "leqq": "≤", "geqq": "≥", "phi": "φ", "epsilon": "ε", "implies": "⇒",
    "Longrightarrow": "⇒", "longrightarrow": "→", "longleftarrow": "←", "Longleftrightarrow": "⇔", "dots": "…",
    "cdots": "…", "ldots": "…", "dotsc": "…", "dotsb": "…", "vdots": "⋮", "mid": "|", "vert": "|", "lvert": "|",
    "rvert": "|", "Vert": "‖", "lVert": "‖", "rVert": "‖", "|": "‖", "langle": "⟨", "rangle": "⟩", "deg": "°",
    "degree": "°", "square": "□", "Box": "□", "colon": ":", "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]",
    "euro": "€", "pounds": "£", "textdegree": "°", "textquotesingle": "'", "textbackslash": "\\", "backslash": "\\",
    "bullet": "•", "triangle": "△", "star": "⋆", "ast": "∗", "sim": "~", "lt": "<", "gt": ">", "R": "ℝ", "N": "ℕ",
    "Z": "ℤ", "Q": "ℚ", "C": "ℂ", "og": "« ", "fg": " »", "And": "&", "bmod": " mod ", "pmod": " mod ", "mod": " mod ",
}  # fmt: skip

SPACES: Final = frozenset(", ; : > quad qquad enspace thinspace space".split()) | {" ", "\n"}
SILENT: Final = frozenset(
    "! big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr displaystyle textstyle "
    "scriptstyle limits nolimits hline nonumber notag centering bf rm it sf tt cal mathstrut strut allowbreak".split()
)
DROPPED: Final = frozenset({"label", "phantom", "hphantom", "vphantom", "hspace", "vspace", "color"})
FRACTIONS: Final = frozenset({"frac", "dfrac", "tfrac", "cfrac", "sfrac", "nicefrac"})
WRAPPERS: Final = frozenset(
    "boxed fbox text textbf textit textrm textsf mathrm mathbf mathit mathsf mathcal mathfrak boldsymbol bm "
    "operatorname underbrace overbrace".split()
)  # shown by what is in them
FUNCTIONS: Final = frozenset(
    "sin cos tan cot sinh cosh tanh arcsin arccos arctan ln log exp det dim ker gcd pgcd ppcm arg lim max min".split()
)  # shown by their names
SECOND_OF_TWO: Final = frozenset({"textcolor", "stackrel", "overset", "underset", "colorbox", "href"})
ARROWS_WITH_TEXT: Final = {"xrightarrow": "→", "xleftarrow": "←", "xRightarrow": "⇒", "xleftrightarrow": "↔"}
ACCENTS: Final = {
    "acute": "\u0301", "grave": "\u0300", "breve": "\u0306", "slash": "\u0338",
    "doubleunderline": "\u0333", "strikethrough": "\u0335",
    "vec": "\u20d7", "overrightarrow": "\u20d7", "overline": "\u0305", "bar": "\u0304", "hat": "\u0302",
    "widehat": "\u0302", "widetilde": "\u0303", "tilde": "\u0303", "dot": "\u0307", "ddot": "\u0308",
    "underline": "\u0332",
}  # fmt: skip
ON_EVERY_LETTER: Final = frozenset({"overline", "underline", "doubleunderline", "strikethrough"})

# Printed with a space on both sides; what else stands between two things keeps the spaces of the source.
RELATIONS: Final = frozenset("=≠≤≥≈≃≅≡~∝∈∉⊂⊆⊃⊇→←↔⇒⇐⇔↦⇌⟶∪∩∧∨×⋅÷±∓⊥∥∴∵∖")
LIMITS: Final = ("lim", "max", "min", "sup", "inf")


@cache
def _table() -> dict[str, str]:
    replacements = import_module("unicodeit.data").REPLACEMENTS
    return {command: text for command, text in replacements if command.startswith("\\")}


def symbol(name: str) -> str | None:
    """The character a macro such as `leq` stands for (without its backslash); None when it is none."""
    return _OWN.get(name) or _table().get("\\" + name)


def blackboard(letters: str) -> str:
    """Letters in double-struck form: `R` becomes ℝ."""
    return "".join(_table().get(f"\\mathbb{{{letter}}}", letter) for letter in letters)
