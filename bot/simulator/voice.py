"""A browser's voice recording as WhatsApp sends it: the Opus packets of a WebM file put into an Ogg file. Pure.

Chromium records `audio/webm`, WhatsApp delivers `audio/ogg`; both hold the same packets, so nothing is coded anew.
WebM: RFC 9559 and webmproject.org. Ogg Opus: RFC 3533 and RFC 7845.
"""

import struct
from collections.abc import Iterator

SEGMENT, CLUSTER, BLOCK_GROUP = 0x18538067, 0x1F43B675, 0xA0
TRACKS, TRACK_ENTRY, CODEC_PRIVATE = 0x1654AE6B, 0xAE, 0x63A2
SIMPLE_BLOCK, BLOCK = 0xA3, 0xA1
CONTAINERS = (SEGMENT, CLUSTER, BLOCK_GROUP, TRACKS, TRACK_ENTRY)

SERIAL = 0x50616C61
TAGS = b"OpusTags" + struct.pack("<I", 7) + b"Palabre" + struct.pack("<I", 0)
FIRST, LAST = 2, 4  # flags of an Ogg page
PAGE_PACKETS = 50  # a second of the usual 20 ms


def to_ogg(webm: bytes) -> bytes:
    """The same sound as Ogg Opus. Raises ValueError when this is no WebM file with Opus in it."""
    head, packets = b"", []
    for identifier, data in _elements(webm):
        if identifier == CODEC_PRIVATE:
            head = head or data
        elif identifier in (SIMPLE_BLOCK, BLOCK):
            packets.append(_frame(data))
    if not head.startswith(b"OpusHead") or not packets:
        raise ValueError("no Opus sound in this file")
    return b"".join(_pages(head, packets))


def _elements(webm: bytes) -> Iterator[tuple[int, bytes]]:
    """Every element that holds data, in order. Containers are walked into, so that sizes nobody knew do not matter:
    a live recording has them."""
    at = 0
    while at < len(webm):
        identifier, at = _number(webm, at, keep_marker=True)
        size, at = _number(webm, at, keep_marker=False)
        if identifier in CONTAINERS:
            continue
        if at + size > len(webm):
            return  # cut short: what came before is still good
        yield identifier, webm[at : at + size]
        at += size


def _number(data: bytes, at: int, *, keep_marker: bool) -> tuple[int, int]:
    """An EBML number and where it ends; its first byte's leading zeros tell how many bytes follow."""
    if at >= len(data) or data[at] == 0:
        raise ValueError("not EBML")
    first = data[at]
    length = 9 - first.bit_length()
    if at + length > len(data):
        raise ValueError("an EBML number is cut")
    value = first if keep_marker else first & (0xFF >> length)
    return int.from_bytes(bytes([value]) + data[at + 1 : at + length], "big"), at + length


def _frame(block: bytes) -> bytes:
    """The packet of a block: after the track's number, two bytes of time and one of flags. No lacing here."""
    _, at = _number(block, 0, keep_marker=False)
    if len(block) <= at + 3 or block[at + 2] & 0x06:
        raise ValueError("a block of no known form")
    return block[at + 3 :]


def _pages(head: bytes, packets: list[bytes]) -> Iterator[bytes]:
    yield _page(0, FIRST, 0, [head])
    yield _page(1, 0, 0, [TAGS])
    samples = int.from_bytes(head[10:12], "little")  # the decoder drops so many at the start
    for number, start in enumerate(range(0, len(packets), PAGE_PACKETS), start=2):
        some = packets[start : start + PAGE_PACKETS]
        samples += sum(_samples(packet) for packet in some)
        yield _page(number, LAST if start + PAGE_PACKETS >= len(packets) else 0, samples, some)


def _page(number: int, flags: int, granule: int, packets: list[bytes]) -> bytes:
    """One Ogg page: packets of at most 255 × 255 bytes in all, which a second of Opus never reaches."""
    lacing = b"".join(b"\xff" * (len(packet) // 255) + bytes([len(packet) % 255]) for packet in packets)
    if len(lacing) > 255:
        raise ValueError("too much sound for one page")
    header = struct.pack("<4sBBqIIIB", b"OggS", 0, flags, granule, SERIAL, number, 0, len(lacing))
    page = header + lacing + b"".join(packets)
    return page[:22] + struct.pack("<I", _checksum(page)) + page[26:]


def _samples(packet: bytes) -> int:
    """How long a packet lasts in samples of 48 kHz, by its first byte (RFC 6716 §3.1)."""
    if not packet:
        return 0
    configuration = packet[0] >> 3
    if configuration < 12:
        frame = (480, 960, 1920, 2880)[configuration & 3]
    elif configuration < 16:
        frame = (480, 960)[configuration & 1]
    else:
        frame = (120, 240, 480, 960)[configuration & 3]
    frames = (1, 2, 2, packet[1] & 0x3F if len(packet) > 1 else 0)[packet[0] & 3]
    return frame * frames


def _table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        value = byte << 24
        for _ in range(8):
            value = ((value << 1) ^ (0x04C11DB7 if value & 0x80000000 else 0)) & 0xFFFFFFFF
        table.append(value)
    return tuple(table)


_TABLE = _table()


def _checksum(page: bytes) -> int:
    value = 0
    for byte in page:
        value = ((value << 8) & 0xFFFFFFFF) ^ _TABLE[(value >> 24) ^ byte]
    return value
