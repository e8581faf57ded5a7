"""First bytes that say little by themselves: people's texts begin with the same letters."""

from typing import Final

SOUND_TAGS: Final = (b"ID3\x02", b"ID3\x03", b"ID3\x04")  # with their version: a table may begin with « ID3;Nom »
LEAST_WIDE: Final = 4  # letters that tell a text without a mark from other bytes


def is_bitmap(body: bytes) -> bool:
    """Whether it is a picture of Windows: « BM », and the small length of a head behind it."""
    return body.startswith(b"BM") and body[15:18] == bytes(3)


def charset_of_wide(head: bytes) -> str:
    """Which UTF-16 a text is in, by its mark; without one by the half of its bytes that is empty where people write in
    Latin letters. Nothing of other texts."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    first, second = head[::2], head[1::2]
    for empty, full, charset in ((second, first, "utf-16-le"), (first, second, "utf-16-be")):
        if len(full) >= LEAST_WIDE and empty.count(0) * 2 > len(full) and 0 not in full:
            return charset
    return ""
