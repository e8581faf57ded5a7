"""Text that a database and an encoder take."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.storable import storable, storable_json

ANY = st.text(alphabet=st.characters(exclude_categories=()), max_size=30)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("", ""),
        ("é😀\u2028\u202e", "é😀\u2028\u202e"),
        ("a\x00b", "ab"),
        ("é\x00", "é"),
        ("\ud83d\ude00", "😀"),
        ("\ude00\ud83d", ""),
        ("a\ud800b\udc00", "ab"),
    ],
)
def test_only_what_nothing_takes_is_changed(text: str, stored: str) -> None:
    assert storable(text) == stored


@given(ANY)
def test_stored_text_can_be_encoded_and_is_stored_as_it_is(text: str) -> None:
    stored = storable(text)
    assert "\x00" not in stored
    assert stored.encode().decode() == stored == storable(stored)


def test_every_text_in_a_json_value_is_stored() -> None:
    value = {"a\x00": ["b\x00", ("c\ud800",), {"d": None}], "e": 1.5, "f": True}
    assert storable_json(value) == {"a": ["b", ["c"], {"d": None}], "e": 1.5, "f": True}


def test_of_a_number_that_json_has_not_nothing_is_left() -> None:
    assert storable_json({"a": [float("nan"), float("inf"), -1.5, 10**30]}) == {"a": [None, None, -1.5, 10**30]}
