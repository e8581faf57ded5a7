"""Where a command's slash stands."""

import pytest

from bot.reading.slashes import from_its_slash


@pytest.mark.parametrize(
    ("text", "slashed"),
    [
        ("/aide", "/aide"), (" /aide ", "/aide"), ("« /aide »", "/aide"), ("*/aide*", "/aide"), ("`/aide`.", "/aide"),
        ("• /aide", "/aide"), ("bonjour\n/aide", "/aide"), ("je veux /aide", "/aide"), ("svp /fond a/b", "/fond a/b"),
        ("oui, /aide", "/aide"), ("OK d’accord /aide", "/aide"), ("oui mais /aide", "oui mais /aide"),
        ("« /fond lis « ça » »", "/fond lis « ça"), ("/fond lis « ça »", "/fond lis « ça »"),
        ("3/4", "3/4"), ("le /aide", "le /aide"), ("./aide", "./aide"), ("ok 1 /2", "ok 1 /2"), ("", ""),
    ],
)  # fmt: skip
def test_what_begins_with_a_slash(text: str, slashed: str) -> None:
    assert from_its_slash(text) == slashed


def test_a_long_text_is_read_in_no_time() -> None:
    for text in ("(" * 100_000, "« /aide" + "»" * 100_000 + "x", "stp " * 50_000 + "/aide"):
        assert from_its_slash(text) == (text.removeprefix("« ") if "«" in text else text)
