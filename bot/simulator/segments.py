"""How many SMS segments a text costs, counted apart from the application so that the stand-in can judge it."""

from math import ceil

GSM_7 = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
GSM_7_EXTENSION = frozenset("^{}\\[~]|€\f")


def count_segments(text: str) -> int:
    """Segments of 160 (153 when several) GSM-7 characters, or of 70 (67) UTF-16 units. An empty text is one."""
    if all(character in GSM_7 or character in GSM_7_EXTENSION for character in text):
        units, single, several = sum(2 if character in GSM_7_EXTENSION else 1 for character in text), 160, 153
    else:
        units, single, several = len(text.encode("utf-16-le")) // 2, 70, 67
    return 1 if units <= single else ceil(units / several)
