"""Letters of the fonts whose characters are signs (Symbol, Wingdings), as Unicode has them. Pure."""

from typing import Final

# As Adobe's Symbol has them from 0x20 and 0xA0 on; `\0` where nothing stands.
_LOW: Final = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
_HIGH: Final = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑"
_WINGDINGS: Final = {
    0x4A: "☺", 0x4C: "☹", 0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "□", 0x72: "□", 0x76: "❖", 0x9F: "•", 0xA1: "○",
    0xA7: "▪", 0xA8: "□", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xEF: "⇦", 0xF0: "⇨",
    0xF3: "⇔", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_WINGDINGS_2: Final = {0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0xA3: "□"}
SYMBOL: Final = (
    {0x20 + place: sign for place, sign in enumerate(_LOW)}
    | {0xA0 + place: sign for place, sign in enumerate(_HIGH)}
    | {0xF1: "⟩", 0xF2: "∫"}
)
FONTS: Final = {"symbol": SYMBOL, "wingdings": _WINGDINGS, "wingdings 2": _WINGDINGS_2}
PRIVATE: Final = 0xF000  # where Word keeps them


def sign_of(font: str, code: int) -> str:
    """The sign that a font shows for a character; nothing where we know none."""
    return FONTS.get(font.lower(), {}).get(code - PRIVATE if code >= PRIVATE else code, "")


def unveiled(text: str, font: str) -> str:
    """A text with what it keeps of such a font's signs."""
    return "".join(
        sign_of(font, ord(letter)) or letter if PRIVATE <= ord(letter) <= PRIVATE + 0xFF else letter for letter in text
    )
