"""Replies that were sent again, and lines that only look like it."""

import pytest

from bot.reading.answers.repeated import said_once, whole_once


@pytest.mark.parametrize(
    ("text", "awaited", "meant"),
    [
        ("2", 1, "2"),
        (" la b \n", 1, "la b"),
        ("2\n2", 1, "2"),
        ("la b\nla b\nmerci", 1, "la b\nmerci"),
        ("2\n2\n2", 2, "2"),  # pressed until something came
        ("1\n1", 3, "1"),
        ("1b 2a\n1b 2a", 3, "1b 2a"),
        ("1b\n3c\n1b\n3c", 3, "1b\n3c"),
        ("2\n1\n2\n1", 2, "2\n1"),
        ("1\n2\n1\n1\n2\n1", 3, "1\n2\n1"),
        ("1\n1\n1\n1\n1\n1", 3, "1\n1\n1"),
        # each line is an answer
        ("1\n1", 2, "1\n1"),
        ("1\n1\n1", 3, "1\n1\n1"),
        ("1\n2\n1", 3, "1\n2\n1"),
        ("1\n\n2\n1", 3, "1\n2\n1"),
        ("a\nb\nb\na", 4, "a\nb\nb\na"),
        ("1\n2\n1", 4, "1\n2\n1"),
        ("", 1, ""),
        ("", 2, ""),
    ],
)
def test_what_was_sent_again_counts_once(text: str, awaited: int, meant: str) -> None:
    assert said_once(text, awaited) == meant


def test_a_whole_that_was_sent_again_counts_once() -> None:
    assert whole_once("1b 2a\n1b 2a") == "1b 2a"
    assert whole_once("2\n2\n2") == "2"
    assert whole_once("1\n2\n1") == "1\n2\n1"
    assert whole_once("") == ""
