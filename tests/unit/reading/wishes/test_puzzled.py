"""A question mark alone."""

import pytest

from bot.reading.wishes.puzzled import is_puzzled


@pytest.mark.parametrize(
    "text", ["?", "??", " ??? ", "?!", "!?", "hein ?", "Hein ??", "huh?", "euh… ?", "؟", "？", "? ?"]
)
def test_who_says_no_more_than_a_question_mark_is_puzzled(text: str) -> None:
    assert is_puzzled(text)


@pytest.mark.parametrize(
    "text", ["", "!", "…", "hein", "quoi ?", "2 ?", "x = ?", "et ?", "?" * 41, "?" * 39 + "a", "😀?"]
)
def test_who_says_more_is_for_the_agent(text: str) -> None:
    assert not is_puzzled(text)
