"""Voice recordings of a browser as WhatsApp sends them: WebM read, Ogg Opus written."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.simulator import voice

HEAD = b"OpusHead\x01\x01" + struct.pack("<HIhB", 312, 48_000, 0, 0)
UNKNOWN = b"\x01\xff\xff\xff\xff\xff\xff\xff"
PACKET = b"\x78" + bytes(20)  # configuration 15: 20 ms, one frame


def element(identifier: str, data: bytes, *, size: bytes = b"") -> bytes:
    return bytes.fromhex(identifier) + (size or (0x4000 | len(data)).to_bytes(2, "big")) + data


def webm(packets: list[bytes], *, head: bytes = HEAD, flags: int = 0x80) -> bytes:
    tracks = element("1654AE6B", element("AE", element("D7", b"\x01") + element("63A2", head)))
    blocks = [element("A3", b"\x81\x00\x00" + bytes([flags]) + packet) for packet in packets[:-1]]
    last = element("A0", element("A1", b"\x81\x00\x00" + bytes([flags]) + packets[-1])) if packets else b""
    cluster = element("1F43B675", element("E7", b"\x00") + b"".join(blocks) + last, size=UNKNOWN)
    return element("1A45DFA3", b"webm") + element("18538067", tracks + cluster, size=UNKNOWN)


def pages(ogg: bytes) -> list[tuple[int, int, int, list[bytes]]]:
    """(number, flags, granule, packets) of each page; the checksums are tested on the way."""
    found, at = [], 0
    while at < len(ogg):
        mark, _, flags, granule, serial, number, checksum, count = struct.unpack("<4sBBqIIIB", ogg[at : at + 27])
        assert (mark, serial) == (b"OggS", voice.SERIAL)
        lacing = ogg[at + 27 : at + 27 + count]
        body = at + 27 + count
        end = body + sum(lacing)
        page = ogg[at:end]
        assert voice._checksum(page[:22] + bytes(4) + page[26:]) == checksum
        packets, packet = [], b""
        for length in lacing:
            packet, body = packet + ogg[body : body + length], body + length
            if length < 255:
                packets.append(packet)
                packet = b""
        found.append((number, flags, granule, packets))
        at = end
    return found


def test_the_packets_of_a_live_recording_become_an_ogg_file() -> None:
    told = pages(voice.to_ogg(webm([PACKET] * 120)))
    assert [number for number, *_ in told] == [0, 1, 2, 3, 4]
    assert [flags for _, flags, *_ in told] == [2, 0, 0, 0, 4]
    assert told[0][3] == [HEAD]
    assert told[1][3][0].startswith(b"OpusTags")
    assert [granule for _, _, granule, _ in told[2:]] == [312 + 48_000, 312 + 96_000, 312 + 115_200]
    assert [packet for *_, packets in told[2:] for packet in packets] == [PACKET] * 120


def test_the_checksum_is_oggs() -> None:
    assert voice._checksum(b"123456789") == 0x89A1897F  # CRC-32 with 0x04C11DB7, not reflected, from and to zero


@given(st.lists(st.binary(min_size=1, max_size=1200), min_size=1, max_size=60))
def test_packets_of_any_length_come_out_as_they_went_in(packets: list[bytes]) -> None:
    try:
        told = pages(voice.to_ogg(webm(packets)))
    except ValueError as error:
        assert "one page" in str(error)  # noqa: PT017 – fifty packets of a kilobyte are not speech
    else:
        assert [packet for *_, inside in told[2:] for packet in inside] == packets


@pytest.mark.parametrize("first", range(256))
def test_every_kind_of_packet_has_its_length(first: int) -> None:
    milliseconds = voice._samples(bytes([first, 3])) / 48
    assert 2.5 <= milliseconds <= 180
    assert milliseconds % 2.5 == 0


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b"\x00" * 40,
        b"OggS" + bytes(60),
        b"\xff" * 64,
        webm([]),
        webm([PACKET], head=b"vorbis"),
        webm([PACKET], flags=0x82),
        webm([b""]),
    ],
)
def test_what_holds_no_opus_is_refused(wrong: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        voice.to_ogg(wrong)


@given(st.binary(max_size=300))
def test_no_file_breaks_it_otherwise(anything: bytes) -> None:
    for content in (anything, webm([PACKET] * 3)[: len(anything)], anything + webm([PACKET])):
        try:
            assert voice.to_ogg(content).startswith(b"OggS")
        except ValueError:
            continue


def test_a_recording_cut_short_keeps_what_came_before() -> None:
    whole = webm([PACKET] * 10)
    told = pages(voice.to_ogg(whole[:-10]))
    assert told[-1][3] == [PACKET] * 9
