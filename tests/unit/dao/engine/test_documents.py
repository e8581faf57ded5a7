"""JSON from the database is read as `json.loads` reads it."""

import json

import pytest

from bot.dao.engine import documents


@pytest.mark.parametrize(
    "stored",
    ['{"a": [1, null, "é"]}', '{"a": "é"}'.encode(), ' {"a": 1}\n', '"\\ud800"', "NaN", "-0.5", '{"a": 1, "a": 2}'],
)
def test_what_is_stored_is_read(stored: str | bytes) -> None:
    assert repr(documents.read(stored)) == repr(json.loads(stored))


@pytest.mark.parametrize("stored", ["", b"", "{", "nul", '{"a": 1}x', "[1,", b"\xff"])
def test_what_is_none_is_refused(stored: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - as json.loads
        documents.read(stored)


def test_a_number_that_sqlite_has_made_of_a_text_is_left_to_sqlalchemy() -> None:
    with pytest.raises(TypeError):
        documents.read(5)  # type: ignore[arg-type]
