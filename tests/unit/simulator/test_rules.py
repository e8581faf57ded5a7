"""The stand-in's pure rules: segments, the 24-hour window, media."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.simulator.records import Media
from bot.simulator.rules import media_problem, window_is_open
from bot.simulator.segments import count_segments
from bot.types import Channel

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "segments"),
    [
        ("", 1),
        ("a" * 160, 1),
        ("a" * 161, 2),
        ("a" * 306, 2),
        ("a" * 307, 3),
        ("é" * 160, 1),
        ("€" * 80, 1),
        ("€" * 81, 2),
        ("ç" * 70, 1),
        ("ç" * 71, 2),
        ("😀" * 35, 1),
        ("😀" * 36, 2),
    ],
)
def test_segments_are_counted_by_alphabet(text, segments):
    assert count_segments(text) == segments


@pytest.mark.parametrize(
    ("written", "is_open"),
    [(None, False), (NOW - timedelta(hours=23, minutes=59), True), (NOW - timedelta(hours=24), False)],
)
def test_the_window_is_open_for_24_hours_after_the_last_message(written, is_open):
    assert window_is_open(written, NOW) is is_open


@pytest.mark.parametrize(
    ("channel", "media", "code"),
    [
        (Channel.WHATSAPP, Media(b"x", "application/pdf"), None),
        (Channel.WHATSAPP, Media(b"", "application/pdf"), 63019),
        (Channel.WHATSAPP, Media(b"x", "text/html"), 63021),
        (Channel.WHATSAPP, Media(bytes(5 * 2**20 + 1), "image/png"), 63019),
        (Channel.WHATSAPP, Media(bytes(16 * 2**20), "application/pdf"), None),
        (Channel.WHATSAPP, Media(bytes(16 * 2**20 + 1), "application/pdf"), 63019),
        (Channel.SMS, Media(b"x", "image/png"), None),
        (Channel.SMS, Media(bytes(5 * 2**20 + 1), "image/png"), 30011),
    ],
)
def test_media_pass_by_type_and_size(channel, media, code):
    assert media_problem(channel, media) == code
