"""Arguments of a call: validated, or explained."""

from typing import Annotated

import pytest
from pydantic import BaseModel, Field

from bot.agent.arguments import validated


class Search(BaseModel):
    query: str = Field(min_length=1)
    limit: int = Field(5, ge=1, le=10)


class Cell(BaseModel):
    formula: str


class Sheet(BaseModel):
    rows: list[list[Cell | int | None]]
    total: Cell | None = None


class Book(BaseModel):
    sheets: Annotated[list[Sheet], Field(max_length=3)]


class Many(BaseModel):
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int


def test_valid_arguments_become_the_model() -> None:
    assert validated(Search, '{"query":"prix du cacao"}') == Search(query="prix du cacao", limit=5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{}", ["query: Field required", "Fields of this tool: query, limit."]),
        ('{"query":"x","limit":50}', ["limit: Input should be less than or equal to 10"]),
        ('{"query":"x","user_id":7}', ["user_id: Extra inputs are not permitted"]),
        ('{"query":""}', ["query: String should have at least 1 character"]),
        ('{"invalid_json":"{\\"query"}', ["not a JSON object"]),
        ("[1]", ["arguments: Input should be an object"]),
    ],
)
def test_problems_are_listed_in_words_that_help(text: str, words: list[str]) -> None:
    problems = validated(Search, text)
    assert isinstance(problems, str)
    for word in words:
        assert word in problems


def test_a_long_list_of_problems_is_shortened() -> None:
    problems = validated(Many, "{}")
    assert isinstance(problems, str)
    assert problems.count("Field required") == 6
    assert "and 1 more" in problems


def test_what_was_typed_is_not_repeated_in_the_problems() -> None:
    problems = validated(Search, '{"query":"x","limit":"123456789"}')
    assert isinstance(problems, str)
    assert "123456789" not in problems


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"sheets":[{"lines":[]}]}', "Fields of sheets.0: rows, total."),
        ('{"sheets":[{"rows":[],"total":{"sum":1}}]}', "Fields of sheets.0.total: formula."),
        ('{"sheets":[{"rows":[[{"sum":1}]]}]}', "Fields of sheets.0.rows.0: formula."),
    ],
)
def test_the_fields_of_a_part_are_told_where_it_is_wrong(text: str, words: str) -> None:
    problems = validated(Book, text)
    assert isinstance(problems, str)
    assert problems.endswith(f"Fields of this tool: sheets. {words}")


def test_the_fields_of_a_part_are_told_once() -> None:
    problems = validated(Book, '{"sheets":[{},{},{"a":1}]}')
    assert isinstance(problems, str)
    assert problems.count("rows, total") == 1
