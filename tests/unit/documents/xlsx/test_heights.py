"""The room that text takes in cells, and the columns it is laid over."""

import pytest

from bot.documents.xlsx.heights import HIGHEST, columns_for, height, line_count, room_of


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("", 5, 1),
        ("Riz", 5, 1),
        ("Riz et mil", 7, 2),
        ("Riz\nmil", 50, 2),
        ("Riz\n\nmil", 50, 3),
        ("a" * 24, 10, 3),
        ("un " + "a" * 24, 10, 4),
        ("Travail sérieux, résultats en progrès : continuez ainsi.", 57, 1),
        ("Travail sérieux, résultats en progrès : continuez ainsi.", 30, 2),
        ("TRAVAIL", 7, 2),  # capitals are wider
        ("travail", 7, 1),
        ("abc", 0, 3),
    ],
)
def test_lines_break_between_words(text: str, room: float, lines: int) -> None:
    assert line_count(text, room) == lines


def test_a_row_of_one_line_is_left_to_the_reader_and_none_is_higher_than_excel_allows() -> None:
    assert [height(lines) for lines in (1, 2, 500)] == [None, 30, HIGHEST]


def test_text_goes_as_far_as_it_needs_but_not_beyond_its_table_or_a_page() -> None:
    table = [30.0, 12.0, 20.0, 20.0]
    assert columns_for(room_of("Budget"), table, 1) == (1, 30)
    assert columns_for(60, table, 1) == (3, 62)
    assert columns_for(400, table, 1) == (4, 82)
    assert columns_for(400, table, 3) == (4, 40)
    assert columns_for(5, table, 6) == (6, 8.43)  # never over nothing
    last, room = columns_for(400, [10.0, 10.0], 1)  # a narrow table does not make a pillar of a sentence
    assert last > 2
    assert 70 <= room < 80
    assert columns_for(400, [20.0] * 30, 1) == (5, 100)
