"""Removes what a message must never carry: control characters, lone surrogates and invisible characters.

Used on text both ways: hidden instructions in what people send, and what the model copies from pages and files.
"""

import re
from typing import Final

import regex

# Anything but what most texts are made of, none of which ever goes: Latin letters, marks of books, signs of money.
_MAY_GO: Final = re.compile(r"[^\n\t -~\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u202F-\u205E\u20A0-\u20BF]")

# Scripts whose letters join or whose conjuncts need ZWJ and ZWNJ between them; N'Ko and Adlam are West African.
_JOINING: Final = (
    r"[\p{Arabic}\p{Syriac}\p{Nko}\p{Adlam}\p{Mongolian}\p{Devanagari}\p{Bengali}\p{Gurmukhi}\p{Gujarati}\p{Oriya}"
    r"\p{Tamil}\p{Telugu}\p{Kannada}\p{Malayalam}\p{Sinhala}\p{Khmer}\p{Myanmar}\p{Tibetan}]"
)
_EMOJI_BEFORE: Final = r"[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]"

_NEVER: Final = regex.compile(
    r"[\p{Cc}--[\n\t]]"
    r"|\p{Cs}"  # lone surrogates: no encoder takes them
    r"|[\uFDD0-\uFDEF\uFFFE\uFFFF]|[\U000E0000-\U000E0FFF]"  # non-characters; tags and variation selectors 17–256
    r"|[\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]"  # letters nobody sees
    r"|[\u200B\u2060-\u2064\u206A-\u206F]|[\uFE00-\uFE0D]"  # zero width; text variants other than emoji's two
    r"|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]",  # marks and overrides of writing direction
    regex.VERSION1,
)
_OUT_OF_PLACE: Final = regex.compile(
    r"(?<![^\s\uFE0E\uFE0F\u200C\u200D])[\uFE0E\uFE0F]+"  # a variant of nothing
    r"|(?<=[\uFE0E\uFE0F])[\uFE0E\uFE0F]+"
    rf"|(?<!{_JOINING}\p{{M}}*)\u200C|\u200C(?!{_JOINING})"
    rf"|(?<!{_EMOJI_BEFORE}|{_JOINING}\p{{M}}*)\u200D|\u200D(?!\p{{Extended_Pictographic}}|{_JOINING})",
    regex.VERSION1,
)


def safe_text(text: str) -> str:
    """The text without NUL, control characters (but newline and tab), lone surrogates, tag characters, zero-width
    characters and bidirectional controls. ZWJ stays inside emoji sequences; ZWJ and ZWNJ stay between letters of
    scripts that need them (Arabic, N'Ko, Adlam, Indic…). Flags of regions spelt with tags lose their tags: the same
    block hides instructions. Line ends become newlines. Applying it twice changes nothing."""
    if _MAY_GO.search(text) is None:
        return text
    visible = _NEVER.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    while (settled := _OUT_OF_PLACE.sub("", visible)) != visible:
        visible = settled
    return visible
