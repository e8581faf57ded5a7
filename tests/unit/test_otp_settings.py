"""Where codes may be sent, as an operator writes it."""

import pytest
from pydantic import ValidationError

from tests.fakes.product import make_settings


def test_countries_are_a_list_of_two_letter_codes() -> None:
    assert make_settings(otp_countries="CI, SN").otp_countries == ("CI", "SN")
    assert {"CI", "SN", "FR", "CA"} <= set(make_settings().otp_countries)


@pytest.mark.parametrize("written", ["ci", "CIV", "CI;SN", "225", ","])
def test_anything_else_stops_the_start(written: str) -> None:
    with pytest.raises(ValidationError, match="two capital letters"):
        make_settings(otp_countries=written)
