"""What is read past the server's parser is read as that reads it; what it refuses is never taken."""

from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.http import get_parser
from hypothesis import example, given
from hypothesis import strategies as st

from bot.web.plain import PlainPost, plain_post

CONFIG = Config()
CONFIG.set("limit_request_line", 0)  # as gunicorn.conf.py has them
CONFIG.set("forwarder_headers", "")
PEER = ("127.0.0.1", 1)  # whom gunicorn believes what is said of the scheme
PLAIN = (
    b"POST /webhooks/twilio/status?part=7&x=%41 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
    b"X-Twilio-Signature: s/+=\r\n"
    b"content-type:application/x-www-form-urlencoded; charset=utf-8 \r\nX-Forwarded-Proto: https\r\nEmpty:\r\n\r\nhello"
)


def parsed(received: bytes) -> tuple[Any, bytes, bytes] | None:
    """The request as gunicorn has it, its body and what is left behind it; None for what it refuses."""
    parser = get_parser(CONFIG, [received], PEER)
    try:
        request = next(parser)
        return request, request.body.read(), parser.unreader.take_buffered()
    except Exception:
        return None


def assert_same(received: bytes) -> PlainPost | None:
    post = plain_post(received)
    if post is not None:
        found = parsed(received)
        assert found is not None, "refused by the parser"
        request, body, rest = found
        assert (request.method, request.version, request.path) == ("POST", (1, 1), post.path)
        assert (request.query, request.fragment, body, rest) == (post.query, "", post.body, b"")
        assert [(name.lower(), value) for name, value in request.headers] == list(post.fields.items())
        assert request.should_close() is post.is_last
        assert not request._expected_100_continue
    return post


NAMES = st.sampled_from(
    "Host Content-Length content-length Content-Type Transfer-Encoding Expect Connection Upgrade X-Forwarded-Proto"
    " X-Forwarded-Ssl X-Forwarded-Protocol X_Forwarded_Proto SCRIPT_NAME X-Twilio-Signature X é X! :".split()
)
VALUES = st.sampled_from(
    ["5", "05", "+5", "5, 5", "5_0", "0", "chunked", "100-continue", "close", "Keep-Alive", "close, x", "https", "on",
     "", " 5 ", "\t5", "a\tb", "a: b", "é", "a\0b", "a\rb", "a\nb", "a\r\n b", "²"]
)  # fmt: skip
LINES = st.tuples(NAMES, st.sampled_from([":", ": ", " : ", ""]), VALUES).map("".join)
TARGETS = st.sampled_from(
    ["/webhooks/twilio/status", "/a?b=c", "/a?b?c", "/a#b", "/a?b#c", "//a/b", "/a;b?c", "http://a/b", "*", "a:1", "/é",
     "/%41", "/a b", "", "/[", "//[", "/?"]
)  # fmt: skip
ENDS = st.sampled_from(["\r\n", "\r\n", "\r\n", "\n", "\r"])
STARTS = st.sampled_from(["POST ", "POST ", "POST ", "GET ", "post ", "\r\nPOST ", "POST  "])
VERSIONS = st.sampled_from([" HTTP/1.1"] * 3 + [" HTTP/1.0", " HTTP/1.2", " http/1.1", " HTTP/1.1 "])
BODIES = st.sampled_from([b"hello", b"hello", b"hell", b"helloo", b"", b"5\r\nhello\r\n0\r\n\r\n"])


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    lines = [draw(STARTS) + draw(TARGETS) + draw(VERSIONS), *draw(st.lists(LINES, max_size=6)), ""]
    return "".join(line + draw(ENDS) for line in lines).encode("latin-1") + draw(BODIES)


@given(
    requests()
    | st.builds(lambda at, byte: PLAIN[:at] + byte + PLAIN[at + 1 :], st.integers(0, len(PLAIN)), st.binary(max_size=3))
)
@example(PLAIN)
@example(PLAIN.replace(b"Host: a", b"Host: " + b"a" * 9_000))
@example(PLAIN.replace(b"Host: a", b"".join(b"X-%d: a\r\n" % number for number in range(99)) + b"Host: a"))
def test_as_the_parser_reads_it_or_not_at_all(received: bytes) -> None:
    assert_same(received)


def test_a_webhook_is_taken() -> None:
    post = assert_same(PLAIN)
    assert post is not None
    assert (post.path, post.query, post.body) == ("/webhooks/twilio/status", "part=7&x=%41", b"hello")
    assert post.fields["x-twilio-signature"] == "s/+="
    assert post.fields["content-type"] == "application/x-www-form-urlencoded; charset=utf-8"
    assert not post.is_last


@pytest.mark.parametrize("said", [b"close", b"Close", b"keep-alive", b"Keep-Alive"])
def test_who_wants_it_closed_is_heard(said: bytes) -> None:
    post = assert_same(PLAIN.replace(b"Host: a", b"Host: a\r\nConnection: " + said))
    assert post is not None
    assert post.is_last is (said.lower() == b"close")


@pytest.mark.parametrize(
    ("plain", "changed"),
    [
        (b"POST", b"GET"),
        (b"HTTP/1.1", b"HTTP/1.0"),
        (b"Empty:", b"Transfer-Encoding: chunked"),
        (b"Empty:", b"Expect: 100-continue"),
        (b"Empty:", b"Content-Length: 5"),
        (b"Empty:", b"X-Twilio-Signature: another"),
        (b"Empty:", b"X_Twilio_Signature: another"),
        (b"Empty:", b"X-Forwarded-Ssl: off"),
        (b"Empty:", b"Connection: close, x"),
        (b"Empty:", b" folded"),
        (b"hello", b"hell"),
        (b"hello", b"hello" + PLAIN),
        (b"?", b"#?"),
    ],
)
def test_what_is_not_as_twilio_sends_it_is_left_to_the_parser(plain: bytes, changed: bytes) -> None:
    assert plain_post(PLAIN.replace(plain, changed, 1)) is None
