"""Evening where a number is from."""

from datetime import UTC, datetime

import pytest

from bot.i18n.day import is_evening

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
