"""The table of helplines: whole, sourced, dated, and right for a country."""

from datetime import date
from pathlib import Path

import phonenumbers
import pytest

from bot.reading.distress.danger import Danger
from bot.services.support.helplines import MOST, emergency, fitting, table
from bot.types import Language


def test_every_line_has_a_name_a_source_and_a_date() -> None:
    assert len(table()) > 20
    for line in table():
        assert line.source.startswith(("https://", "http://")), line
        assert line.seen in ("page", "named")
        assert date(2026, 1, 1) <= line.checked <= date.today()
        assert line.number.replace(" ", "").replace("-", "").isdigit(), line
        assert set(line.name) == set(line.hours) == set(Language)
        assert set(line.countries) <= set(phonenumbers.SUPPORTED_REGIONS), line


def test_no_country_has_one_number_twice_for_one_purpose() -> None:
    seen = [(country, line.what) for line in table() for country in line.countries]
    assert len(seen) == len(set(seen))


def test_the_documentation_shows_every_line() -> None:
    told = (Path(__file__).parents[4] / "docs" / "safety.md").read_text(encoding="utf-8")
    for line in table():
        assert f"| {', '.join(line.countries)} | {line.what} | {line.number} |" in told


@pytest.mark.parametrize("danger", Danger)
def test_who_fits_is_shown_best_first(danger: Danger) -> None:
    numbers = [line.number for line in fitting("FR", danger)]
    assert 0 < len(numbers) <= MOST
    assert numbers[0] == ("3114" if danger in (Danger.SELF, Danger.OTHER) else "119")
    assert fitting("ZZ", danger) == []


def test_the_emergency_number_is_only_said_where_it_is_sure() -> None:
    rescue = emergency("FR")
    assert rescue is not None
    assert rescue.number == "112"
    assert emergency("ML") is None
