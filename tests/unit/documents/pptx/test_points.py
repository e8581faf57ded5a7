"""Which bullets stand below others."""

import pytest

from bot.documents.pptx.points import points_of


@pytest.mark.parametrize(
    ("bullets", "levels"),
    [
        (["Un", "- a", "- b", "Deux"], [0, 1, 1, 0]),
        (["- Un", "- Deux", "- Trois"], [0, 0, 0]),
        (["* Un", "* Deux", "  - a"], [0, 0, 1]),
        (["• Un\n• Deux", "", "• Trois"], [0, 0, 0]),
        (["- Un", "Deux", "- a"], [0, 0, 1]),
        (["- Un"], [0]),
        ([], []),
    ],
)
def test_dashes_before_all_bullets_put_none_below_another(bullets: list[str], levels: list[int]) -> None:
    """The second and third of « - Un », « - Deux », « - Trois » stood in small letters below the first."""
    assert [point.level for point in points_of(bullets, str)] == levels
