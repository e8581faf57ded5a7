"""Where a request ends, however its bytes arrive."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.web.arrival import MOST_BODY_BYTES, MOST_HEAD_BYTES, Arrival, Collector

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"


def stands(data: bytes) -> Arrival:
    return Collector(bytearray()).add(data)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", Arrival.PARTIAL),
        (b"GET / HTTP/1.1\r\nHost: a\r\n", Arrival.PARTIAL),
        (GET, Arrival.WHOLE),
        (POST[:-1], Arrival.PARTIAL),
        (POST, Arrival.WHOLE),
        (POST + GET, Arrival.WHOLE),
        (POST.replace(b"Content-Length: 5", b"content-length:\t05 "), Arrival.WHOLE),
        (CHUNKED, Arrival.WHOLE),
        (CHUNKED[:-2], Arrival.PARTIAL),
        (CHUNKED + GET, Arrival.WHOLE),
        (CHUNKED.replace(b"5\r\nhello", b"c;x=1\r\nhe0\r\n\r\nllo!!"), Arrival.WHOLE),
        (CHUNKED.replace(b"5\r\nhello", b"ff\r\nhe0\r\n\r\n")[:-7], Arrival.PARTIAL),
        (CHUNKED.replace(b"0\r\n\r\n", b"0\r\nX: y\r\n\r\n"), Arrival.WHOLE),
        (CHUNKED.replace(b"0\r\n\r\n", b"0\r\nX: y\r\n"), Arrival.PARTIAL),
        (CHUNKED.replace(b"5\r\nhello", b"no size\r\nhello"), Arrival.MALFORMED),
        (CHUNKED.replace(b"hello\r\n", b"hello"), Arrival.MALFORMED),
        (CHUNKED.replace(b"5\r\n", b" 5\r\n"), Arrival.MALFORMED),
        (CHUNKED.replace(b"5\r\n", b'5;x="\n"\r\n'), Arrival.MALFORMED),
        (CHUNKED.replace(b"5\r\n", b"5;x=y;z\r\n"), Arrival.WHOLE),
        (CHUNKED.replace(b"5\r\n", b'5;"\r\n'), Arrival.MALFORMED),
        (CHUNKED.replace(b"5\r\n", b"5;\r\n"), Arrival.MALFORMED),
        (CHUNKED.replace(b"0\r\n\r\n", b"0\r\nno field\r\n\r\n"), Arrival.MALFORMED),
        (CHUNKED.replace(b"0\r\n\r\n", b"0\r\nX: y\r\n z\r\n\r\n"), Arrival.MALFORMED),
        (CHUNKED.replace(b"0\r\n\r\n", b"0\r\nX: a\nb\r\n\r\n"), Arrival.MALFORMED),
        (CHUNKED.replace(b"Transfer-Encoding: chunked", b"transfer-encoding: gzip, Chunked"), Arrival.WHOLE),
        (POST.replace(b"5", b"5\r\nContent-Length: 9"), Arrival.PARTIAL),
        (POST.replace(b": 5", b": five"), Arrival.WHOLE),
        (POST.replace(b": 5", b": %d" % (MOST_BODY_BYTES + 1)), Arrival.BODY_TOO_LARGE),
        (POST.replace(b": 5", b": " + b"9" * 5_000), Arrival.BODY_TOO_LARGE),
        (CHUNKED[:-5] + b"ffffffff\r\n", Arrival.BODY_TOO_LARGE),
        (CHUNKED[:-5] + b"0\r\n" + b"x" * (MOST_HEAD_BYTES + 1), Arrival.BODY_TOO_LARGE),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * MOST_HEAD_BYTES, Arrival.HEAD_TOO_LARGE),
    ],
)
def test_how_a_request_stands(data: bytes, expected: Arrival) -> None:
    assert stands(data) is expected


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        (b"POST / HTTP/1.1\r\nExpect: 100-continue\r\n", True),
        (b"POST / HTTP/1.1\r\nHost: a\r\nexpect : 100-Continue \r\n", True),
        (b"POST / HTTP/1.0\r\nExpect: 100-continue\r\n", False),
        (b"POST / HTTP/1.1\r\nX-Expect: 100-continue\r\n", False),
        (b"POST /?Expect: HTTP/1.1\r\nX: Expect: 100-continue\r\n", False),
    ],
)
def test_whether_a_client_waits_with_its_body(said: bytes, asks: bool) -> None:
    collector = Collector(bytearray())
    collector.add(said + b"Content-Length: 5\r\n")
    assert not collector.asks_to_go_on()
    collector.add(b"\r\n")
    assert [collector.asks_to_go_on(), collector.asks_to_go_on()] == [asks, False]


@given(st.sampled_from([GET, POST, CHUNKED]), st.lists(st.integers(1, 40), max_size=8))
def test_it_is_whole_with_its_last_byte_however_it_is_cut(request: bytes, cuts: list[int]) -> None:
    collector, rest = Collector(bytearray()), request
    for cut in cuts:
        piece, rest = rest[:cut], rest[cut:]
        if not rest:
            break
        assert collector.add(piece) is Arrival.PARTIAL
    else:
        piece = rest
    assert collector.add(piece or rest) is Arrival.WHOLE
    assert bytes(collector.received) == request


def test_what_stands_behind_the_last_chunk_is_left_out_and_what_follows_is_not() -> None:
    """The parser refuses some of it when the application reads the body: a stranger's slip was a failure of ours."""
    for fields in (b"X: y\r\n", b"Content-Length: 9\r\nHost: b\r\n", "X: é\r\n".encode(), b"X:\r\n" * 500):
        collector = Collector(bytearray())
        assert collector.add(CHUNKED[:-2] + fields + b"\r\n" + GET) is Arrival.WHOLE
        assert bytes(collector.received) == CHUNKED + GET
