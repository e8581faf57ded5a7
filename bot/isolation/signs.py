"""First bytes that say little by themselves: people's texts begin with the same letters."""

from typing import Final

SOUND_TAGS: Final = (b"ID3\x02", b"ID3\x03", b"ID3\x04")  # with their version: a table may begin with « ID3;Nom »


def is_bitmap(body: bytes) -> bool:
    """Whether it is a picture of Windows: « BM », and the small length of a head behind it."""
    return body.startswith(b"BM") and body[15:18] == bytes(3)
