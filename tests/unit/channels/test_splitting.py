"""Splitting: the best place, nothing lost, nothing cut that belongs together."""

import itertools

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.channels.gsm7 import segments
from bot.channels.splitting import split, utf16_units

PIECES = st.sampled_from(
    ["a", "bonjour", "à demain.", "👨‍👩‍👧", "🇨🇮", "e\u0301", " ", "  ", "\n", "\n\n", "https://exemple.fr/a?b=1",
     "```\n", "\n```\n", "x = 1", "ok !", "文。", " \u0301", "\u200b"]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=60).map("".join) | st.text(max_size=300)


def without_spaces(text: str) -> str:
    return "".join(text.replace("```", "").split())


@pytest.mark.parametrize(
    ("text", "limit", "parts"),
    [
        ("", 10, []),
        (" \n ", 10, []),
        ("court", 10, ["court"]),
        ("Un paragraphe.\n\nUn autre.", 20, ["Un paragraphe.", "Un autre."]),
        ("ligne un\nligne deux", 12, ["ligne un", "ligne deux"]),
        ("Une phrase. Une autre phrase.", 22, ["Une phrase.", "Une autre phrase."]),
        ("un deux trois", 9, ["un deux", "trois"]),
        ("un deux", 7, ["un deux"]),
        ("un deux trois", 7, ["un deux", "trois"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("voir https://exemple.fr/page ici", 24, ["voir", "https://exemple.fr/page", "ici"]),
        ("文文文https://exemple.fr", 20, ["文文文", "https://exemple.fr"]),
        ("ahttps://exemple.fr/文。https://exemple.fr/b", 41, ["a", "https://exemple.fr/文。https://exemple.fr/b"]),
        ("https://exemple.fr/long", 10, ["https://ex", "emple.fr/l", "ong"]),
        ("👨‍👩‍👧👨‍👩‍👧", 6, ["👨‍👩‍👧", "👨‍👩‍👧"]),
        ("- un\n  - deux\n  - trois", 14, ["- un\n  - deux", "  - trois"]),
    ],
)
def test_a_text_is_cut_at_the_best_place(text: str, limit: int, parts: list[str]) -> None:
    assert split(text, limit) == parts


def test_a_cut_fence_is_closed_and_opened_again() -> None:
    code = "\n".join(f"ligne {number}" for number in range(12))
    parts = split(f"Voici :\n\n```\n{code}\n```\nFin.", 60)
    assert len(parts) > 2
    assert all(part.count("```") % 2 == 0 for part in parts)
    assert all(len(part) <= 60 for part in parts)
    assert parts[1].startswith("```\nligne")


def test_a_fence_of_which_nothing_fits_moves_to_the_next_part() -> None:
    assert split("x" * 36 + "\n```\nun deux trois\n```", 42)[0] == "x" * 36


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="limit"):
        split("a", 0)


@given(TEXTS, st.integers(1, 200))
@settings(max_examples=200, deadline=None)
def test_parts_fit_and_lose_nothing_but_white_space(text: str, limit: int) -> None:
    parts = split(text, limit)
    assert all(0 < len(part) <= limit for part in parts)
    assert without_spaces("".join(parts)) == without_spaces(text)


@given(TEXTS, st.integers(2, 120))
@settings(max_examples=200, deadline=None)
def test_surrogate_pairs_count_double_and_stay_together(text: str, limit: int) -> None:
    parts = split(text, limit, measure=utf16_units)
    assert all(0 < len(part.encode("utf-16-le", "surrogatepass")) // 2 <= limit for part in parts)


@given(TEXTS.filter(lambda text: "```" not in text), st.integers(11, 200))
@settings(max_examples=200, deadline=None)
def test_graphemes_and_links_are_never_cut(text: str, limit: int) -> None:
    parts = split(text, limit)
    graphemes = [found for found in regex.findall(r"\X", text) if not found.isspace()]
    if all(len(found) <= limit for found in graphemes):
        kept = itertools.chain.from_iterable(regex.findall(r"\X", part) for part in parts)
        assert [found for found in kept if not found.isspace()] == graphemes
    for link in regex.findall(r"https?://\S+", text):
        assert len(link) > limit or any(link in part for part in parts)


def test_any_measure_that_grows_with_the_text_will_do() -> None:
    parts = split("Une phrase assez longue pour plusieurs messages. " * 20, 2, measure=segments)
    assert all(segments(part) <= 2 for part in parts)
    assert len(parts) > 2
