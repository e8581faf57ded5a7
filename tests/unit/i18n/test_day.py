"""Evening where a number is from."""

from datetime import UTC, date, datetime

import pytest

from bot.i18n.day import is_evening, today_at

ABIDJAN, KINSHASA, PARIS, HIDDEN = "whatsapp:+2250701020304", "+243812345678", "+33612345678", "whatsapp:CM.1A2b"


@pytest.mark.parametrize(
    ("address", "hour", "evening"),
    [
        (ABIDJAN, 17, False), (ABIDJAN, 18, True), (ABIDJAN, 23, True), (ABIDJAN, 3, True), (ABIDJAN, 4, False),
        (KINSHASA, 16, False), (KINSHASA, 17, True), (PARIS, 16, True), (HIDDEN, 17, True), (HIDDEN, 16, False),
        ("nobody", 17, False), ("+999", 19, True), ("whatsapp:ZZ.1", 19, True),
    ],
)  # fmt: skip
def test_evening_by_the_clock_of_the_country(address: str, hour: int, evening: bool) -> None:
    """In July, when Paris is two hours ahead of universal time and Africa keeps its own."""
    assert is_evening(address, datetime(2026, 7, 14, hour, 30, tzinfo=UTC)) == evening


@pytest.mark.parametrize(
    ("address", "hour", "day"),
    [
        (ABIDJAN, 0, 14), (ABIDJAN, 23, 14), (KINSHASA, 22, 14), (KINSHASA, 23, 15), (HIDDEN, 23, 15),
        ("+261340000001", 20, 14), ("+261340000001", 21, 15), ("+2389911234", 0, 13), ("+2389911234", 1, 14),
        ("nobody", 23, 14), ("+999", 0, 14), ("whatsapp:ZZ.1", 23, 14),
    ],
)  # fmt: skip
def test_the_date_is_the_one_where_the_number_is_from(address: str, hour: int, day: int) -> None:
    """In Madagascar the day begins three hours earlier, in Cape Verde an hour later."""
    assert today_at(address, datetime(2026, 7, 14, hour, 30, tzinfo=UTC)) == date(2026, 7, day)
