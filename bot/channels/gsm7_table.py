"""The GSM 03.38 alphabet and what to write instead of characters it lacks. Data only; the code is in `gsm7`.

The alphabet is an own table: it has not changed since 1999, and the libraries that carry it encode bytes, count
nothing and are not kept.
"""

from typing import Final

# 3GPP TS 23.038, 6.2.1: the default alphabet without ESC, and its extension table (each costs two septets).
BASIC: Final = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
EXTENSION: Final = frozenset("\f^{}\\[~]|€")

_PUNCTUATION: Final = {
    **dict.fromkeys("«»“”„‟″", '"'),
    **dict.fromkeys("‘’‚‛′`´ʼˈ‹›ʹˋ", "'"),
    **dict.fromkeys("‐‑‒–—―−─━⁃", "-"),
    **dict.fromkeys("\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009", " "),
    **dict.fromkeys("\u200a\u202f\u205f\u3000", " "),
    **dict.fromkeys("•◦▪‣●○■□⁃▸▹►", "-"),
    "…": "...", "⋯": "...", "⋮": "...", "¦": "|", "│": "|", "┃": "|", "∣": "|", "ˍ": "_", "∼": "~",
    "©": "(c)", "®": "(R)", "‰": "o/oo", "ª": "a", "º": "o", "\u2028": "\n", "\u2029": "\n",
    "☐": "[ ]", "☑": "[x]", "☒": "[x]", "✓": "ok", "✔": "ok", "✗": "x", "✘": "x", "†": "+", "¢": "c", "¬": "non ",
    "₦": "N", "₵": "c",  # as people write their naira (N500) and cedis (GHc50) by SMS
}  # fmt: skip
_LETTERS: Final = {
    "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i",
    # Letters of West African orthographies, as people write them where a keyboard lacks them.
    "ɛ": "e", "Ɛ": "E", "ɔ": "o", "Ɔ": "O", "ŋ": "ng", "Ŋ": "Ng", "ɲ": "ny", "Ɲ": "Ny", "ɓ": "b", "Ɓ": "B", "ɗ": "d",
    "Ɗ": "D", "ɖ": "d", "Ɖ": "D", "ƒ": "f", "Ƒ": "F", "ɣ": "g", "Ɣ": "G", "ʋ": "v", "Ʋ": "V", "ƴ": "y", "Ƴ": "Y",
    "ƙ": "k", "Ƙ": "K", "ɩ": "i", "Ɩ": "I", "ʊ": "u", "Ʊ": "U", "ǝ": "e", "Ǝ": "E", "ə": "e", "Ə": "E",
}  # fmt: skip
_MATHS: Final = {
    "×": "x", "÷": "/", "⋅": "*", "∙": "*", "∗": "*", "∘": "o", "±": "+/-", "∓": "-/+", "≤": "<=", "≥": ">=", "⩽": "<=",
    "⩾": ">=", "≠": "=/=", "≈": "~", "≃": "~", "≅": "~", "≡": "==", "∝": "~", "→": "->", "←": "<-", "↔": "<->",
    "⟶": "->", "⟵": "<-", "↦": "->", "⇒": "=>", "⟹": "=>", "⇐": "<=", "⇔": "<=>", "⟺": "<=>", "⇌": "<=>", "↑": "^",
    "∞": "infini", "∈": "dans", "∉": "pas dans", "∪": "U", "∩": "inter", "⊂": "inclus dans", "⊆": "inclus dans",
    "∅": "vide", "∀": "pour tout", "∃": "il existe", "∧": "et", "∨": "ou", "∴": "donc", "∵": "car",
    "∑": "somme", "∏": "produit", "∫": "intégrale", "∂": "d", "∇": "nabla", "∠": "angle ", "⊥": "_|_", "∥": "//",
    "‖": "||", "△": "triangle ", "∆": "Δ", "∖": "\\", "⌊": "[", "⌋": "]", "⌈": "[", "⌉": "]", "⁄": "/", "∕": "/",
    "µ": "u", "·": "*", **dict.fromkeys("⟨〈", "<"), **dict.fromkeys("⟩〉", ">"),
}  # fmt: skip
# Drawn as pictures, and yet they say something: a verdict, a sum, which answer.
_DRAWN: Final = {
    "✅": "ok", "❌": "x", "❎": "x", "➕": "+", "➖": "-", "✖": "x", "➗": "/", **dict.fromkeys("❓❔", "?"),
    **dict.fromkeys("❗❕", "!"), "🔟": "10", "🅰": "A", "🅱": "B", "⬅": "<-", "⬆": "^", **dict.fromkeys("➡➔➙➜➝➞➤", "->"),
}  # fmt: skip
REPLACEMENTS: Final = _PUNCTUATION | _LETTERS | _MATHS | _DRAWN

# Symbols of formulas, written by name when they stand alone (a run of Greek letters is Greek and stays).
GREEK: Final = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ϑ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho",
    "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
    "ϵ": "epsilon",
}  # fmt: skip

SUPERSCRIPTS: Final = dict(
    zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ", "0123456789+-=()abcdefghijklmnoprstuvwxyzT", strict=True)
)
SUBSCRIPTS: Final = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-=()aehijklmnoprstuvx", strict=True))
