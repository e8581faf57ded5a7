"""Sizes as people read them."""

import pytest

from bot.i18n.size import shown_size
from bot.types import Language


@pytest.mark.parametrize(
    ("size", "french", "english"),
    [
        (0, "0~o", "0~B"),
        (999, "999~o", "999~B"),
        (1_000, "1~ko", "1~kB"),
        (1_234, "1,2~ko", "1.2~kB"),
        (9_949, "9,9~ko", "9.9~kB"),
        (9_950, "10~ko", "10~kB"),
        (999_499, "999~ko", "999~kB"),
        (999_500, "1~Mo", "1~MB"),
        (1_234_567, "1,2~Mo", "1.2~MB"),
        (16_000_001, "16~Mo", "16~MB"),
        (5_000_000_000, "5~Go", "5~GB"),
    ],
)
def test_a_size_is_shown_with_its_unit(size: int, french: str, english: str) -> None:
    assert shown_size(size, Language.FR) == french.replace("~", "\u00a0")
    assert shown_size(size, Language.EN) == english.replace("~", "\u00a0")
