"""Evening where a number is from."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.i18n.day import is_evening, moment_at, place_of, today_at, zone_named, zone_of
from bot.types import Language

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


@pytest.mark.parametrize(
    ("address", "january", "july"),
    [
        ("+212650123456", 13, 13), ("whatsapp:MA.1A2b", 13, 13), ("+213551234567", 13, 13), ("+218912345678", 14, 14),
        ("+211977123456", 14, 14), ("+351912345678", 12, 13), ("+50581234567", 6, 6), ("+68987123456", 2, 2),
        ("+15145550123", 7, 8), ("+15065550123", 8, 9), ("whatsapp:CA.1A2b", 7, 8),
    ],
)  # fmt: skip
def test_the_hour_is_that_of_the_country_and_of_most_who_live_there(address: str, january: int, july: int) -> None:
    """The table of numbers has the Canaries' hour for Morocco, and that of Paris for Algeria."""
    noons = (datetime(2026, month, 15, 12, tzinfo=UTC) for month in (1, 7))
    assert [moment_at(address, noon).hour for noon in noons] == [january, july]


def test_a_british_number_is_of_london() -> None:
    assert zone_of("+447911123456").key == "Europe/London"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Africa/Goma", "Africa/Lubumbashi"),
        ("Africa/Mbuji-Mayi", "Africa/Lubumbashi"),
        ("Africa/Matadi", "Africa/Kinshasa"),
    ],
)
def test_a_town_of_congo_is_in_the_zone_of_another(name: str, found: str) -> None:
    assert zone_named(name) == ZoneInfo(found)


def test_towns_have_the_names_of_the_language() -> None:
    assert place_of(ZoneInfo("Europe/London"), Language.FR) == "Londres"
    assert place_of(ZoneInfo("Europe/London"), Language.EN) == "London"
    assert place_of(ZoneInfo("Africa/Lubumbashi"), Language.FR) == "Lubumbashi"
