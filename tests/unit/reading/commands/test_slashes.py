"""Where a command's slash stands."""

import pytest

from bot.reading.commands.slashes import from_its_slash, is_slashed, without_slash


@pytest.mark.parametrize(
    ("text", "slashed"),
    [
        ("/aide", "/aide"), (" /aide ", "/aide"), ("« /aide »", "/aide"), ("*/aide*", "/aide"), ("`/aide`.", "/aide"),
        ("• /aide", "/aide"), ("bonjour\n/aide", "/aide"), ("je veux /aide", "/aide"), ("svp /fond a/b", "/fond a/b"),
        ("oui, /aide", "/aide"), ("OK d’accord /aide", "/aide"), ("oui mais /aide", "oui mais /aide"),
        ("« /fond lis « ça » »", "/fond lis « ça"), ("/fond lis « ça »", "/fond lis « ça »"),
        ("3/4", "3/4"), ("le /aide", "le /aide"), ("./aide", "./aide"), ("ok 1 /2", "ok 1 /2"), ("", ""),
        ("\\aide", "/aide"), ("//aide", "/aide"), ("⁄aide", "/aide"), ("\\frac{1}{2}", "\\frac{1}{2}"),
        ("//exemple.ci/a", "//exemple.ci/a"),
    ],
)  # fmt: skip
def test_what_begins_with_a_slash(text: str, slashed: str) -> None:
    assert from_its_slash(text) == slashed


def test_a_long_text_is_read_in_no_time() -> None:
    for text in ("(" * 100_000, "« /aide" + "»" * 100_000 + "x", "stp " * 50_000 + "/aide", "/" * 100_000):
        assert from_its_slash(text) == (text.removeprefix("« ") if "«" in text else text)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("/bidule", True), ("/Bidule !", True), ("/ bidule", True), ("/aide /statut", True), ("/aide et /statut", True),
        ("/mes-notes", True), ("/bidule chose", False), ("/2", False), ("/etc/passwd", False), ("3/4", False),
        ("m /s", False), ("", False), ("/", False), ("/" + "a" * 90, False), ("/aa " * 20, True),
    ],
)  # fmt: skip
def test_nothing_but_words_behind_slashes(said: str, expected: bool) -> None:
    assert is_slashed(said) == expected


def test_one_word_without_its_slash() -> None:
    assert [without_slash(said) for said in ("/vrai", "/2.", "/ b", "1/2", "/a b")] == [
        "vrai",
        "2.",
        "b",
        "1/2",
        "/a b",
    ]
