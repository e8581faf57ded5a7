"""Kinds of file whose first bytes are not enough, because texts may begin with the same letters (« BM », « ID3 »)."""

from typing import Final

SOUND_TAGS: Final = (b"ID3\x02", b"ID3\x03", b"ID3\x04")  # with their version: a table may begin with « ID3;Nom »
LEAST_WIDE: Final = 4  # letters that tell a text without a mark from other bytes


def is_bitmap(body: bytes) -> bool:
    """Whether bytes are a Windows bitmap: « BM », and the small length of its header behind that."""
    return body.startswith(b"BM") and body[15:18] == bytes(3)


def charset_of_wide(head: bytes) -> str:
    """The UTF-16 charset a text is in, or "". Told by its byte order mark; without one, by which half of its bytes is
    mostly zero, as it is in Latin letters."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    first, second = head[::2], head[1::2]
    for empty, full, charset in ((second, first, "utf-16-le"), (first, second, "utf-16-be")):
        if len(full) >= LEAST_WIDE and empty.count(0) * 2 > len(full) and 0 not in full:
            return charset
    return ""
