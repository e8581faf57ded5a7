"""Phone numbers as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import FRENCH_SPEAKING
from bot.services.sign_in.phone_numbers import (
    MobileNumber,
    Reason,
    Refused,
    masked,
    number_of,
    parse_mobile,
    region_of,
    shown,
)

AWA = MobileNumber("+2250700000001", "2250700")


@pytest.mark.parametrize(
    "written",
    [
        "07 00 00 00 01", "0700000001", "07-00-00-00-01", "07.00.00.00.01", "(07) 00 00 00 01", "00225 07 00 00 00 01",
        "002250700000001", "+225 07 00 00 00 01", "+2250700000001", "2250700000001", "225 0700000001",
        "＋2250700000001", "٠٧٠٠٠٠٠٠٠١", " 0700000001 ", "07/00/00/00/01", "07\u00a000\u00a000\u00a000\u00a001",
        "\u202a+225 07 00 00 00 01\u202c", "\u2066+2250700000001\u2069", "\u200e0700000001", "(+225) 07-00-00-00-01",
    ],
)  # fmt: skip
def test_one_number_in_many_spellings(written: str) -> None:
    assert parse_mobile(written, "CI", FRENCH_SPEAKING) == AWA


@pytest.mark.parametrize(
    ("written", "region", "e164"),
    [
        ("70 123 45 67", "SN", "+221701234567"),
        ("06 12 34 56 78", "FR", "+33612345678"),
        ("0033612345678", "CA", "+33612345678"),
        ("33612345678", "CI", "+33612345678"),
        ("514 555 1234", "CA", "+15145551234"),
        ("+225 07 00 00 00 01", "FR", "+2250700000001"),
        ("70 12 34 56", "BF", "+22670123456"),
    ],
)
def test_local_spelling_belongs_to_the_region(written: str, region: str, e164: str) -> None:
    number = parse_mobile(written, region, FRENCH_SPEAKING)
    assert isinstance(number, MobileNumber)
    assert (number.e164, number.prefix) == (e164, e164[1:8])


@pytest.mark.parametrize(
    ("written", "region", "e164"),
    [
        ("+225 07 00 00 01", "FR", "+2250707000001"),
        ("0022505000001", "CI", "+2250505000001"),
        ("22501000001", "CI", "+2250101000001"),
        ("47 12 34 56", "CI", "+2250747123456"),
        ("65 12 34 56", "CI", "+2250565123456"),
        ("97 12 34 56", "BJ", "+2290197123456"),
        ("+22997123456", "CI", "+2290197123456"),
        ("01 97 12 34 56", "BJ", "+2290197123456"),
    ],
)
def test_a_number_of_before_is_the_one_it_has_become(written: str, region: str, e164: str) -> None:
    assert parse_mobile(written, region, FRENCH_SPEAKING) == MobileNumber(e164, e164[1:8])


@pytest.mark.parametrize(("written", "region"), [("20 21 22 23", "CI"), ("21 30 12 34", "BJ"), ("01 97 12 34", "BJ")])
def test_an_old_landline_and_a_new_number_cut_short_are_none(written: str, region: str) -> None:
    assert parse_mobile(written, region, FRENCH_SPEAKING) == Refused(Reason.INVALID)


@pytest.mark.parametrize(
    ("written", "region", "reason"),
    [
        ("", "CI", Reason.INVALID),
        ("+", "CI", Reason.INVALID),
        ("0", "CI", Reason.INVALID),
        ("07 00 00 00", "CI", Reason.INVALID),
        ("07 00 00 00 01 02", "CI", Reason.INVALID),
        ("0700FLOWER", "CI", Reason.INVALID),
        ("++2250700000001", "CI", Reason.INVALID),
        ("+225 07 00 00 00 01 ext 5", "CI", Reason.INVALID),
        ("tel:+2250700000001", "CI", Reason.INVALID),
        ("1" * 60, "CI", Reason.INVALID),
        ("07 00 00 00 01", "ZZ", Reason.INVALID),
        ("27 20 21 22 23", "CI", Reason.NOT_MOBILE),  # landline
        ("01 12 34 56 78", "FR", Reason.NOT_MOBILE),  # landline
        ("09 12 34 56 78", "FR", Reason.NOT_MOBILE),  # internet telephony
        ("08 12 34 56 78", "FR", Reason.NOT_MOBILE),  # shared cost
        ("08 99 12 34 56", "FR", Reason.NOT_MOBILE),  # premium
        ("0800 123 456", "FR", Reason.NOT_MOBILE),  # toll-free
        ("+1 900 555 1234", "CA", Reason.NOT_MOBILE),  # premium
        ("+1 415 523 8886", "CI", Reason.COUNTRY),
        ("+44 7400 123456", "CI", Reason.COUNTRY),
        ("+92 301 2345678", "CI", Reason.COUNTRY),
    ],
)
def test_a_number_no_code_goes_to(written: str, region: str, reason: Reason) -> None:
    assert parse_mobile(written, region, FRENCH_SPEAKING) == Refused(reason)


def test_only_the_listed_countries_are_served() -> None:
    assert parse_mobile("+2250700000001", "CI", ("CI",)) == AWA
    assert parse_mobile("+2250700000001", "CI", ("SN",)) == Refused(Reason.COUNTRY)


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    number = parse_mobile(text, "CI", FRENCH_SPEAKING)
    if isinstance(number, MobileNumber):
        assert number.e164[1:8] == number.prefix
        assert parse_mobile(number.e164, "CI", FRENCH_SPEAKING) == number, "it is read again as itself, and served"


@pytest.mark.parametrize(
    ("address", "number", "region"),
    [
        ("+2250700000001", "+2250700000001", "CI"),
        ("whatsapp:+33612345678", "+33612345678", "FR"),
        ("whatsapp:SN.1A2b3C4d5E", None, "SN"),
        ("whatsapp:SN.ENT.1A2b3C4d5E", None, "SN"),
        ("whatsapp:+999", None, "CI"),
        ("MOOV", None, "CI"),
    ],
)
def test_what_an_address_tells(address: str, number: str | None, region: str) -> None:
    assert number_of(address) == number
    assert region_of(address, "CI") == region


@pytest.mark.parametrize(
    ("e164", "reader", "written"),
    [
        ("+2250701020304", "CI", "07 01 02 03 04"), ("+2250701020304", "SN", "+225 07 01 02 03 04"),
        ("+2250701020304", None, "+225 07 01 02 03 04"), ("+221771234567", "SN", "77 123 45 67"),
        ("+237671234567", "CM", "6 71 23 45 67"), ("+33612345678", "FR", "06 12 34 56 78"),
        ("+33612345678", "CI", "+33 6 12 34 56 78"), ("+2348031234567", "NG", "0803 123 4567"),
    ],
)  # fmt: skip
def test_a_number_is_shown_as_its_readers_write_it(e164: str, reader: str | None, written: str) -> None:
    assert shown(e164, reader) == written


@pytest.mark.parametrize(
    ("e164", "reader", "written"),
    [("+2250712345601", "CI", "07 … 01"), ("+2250712345601", "SN", "+225 07 … 01"), ("+33612345678", "FR", "06 … 78"),
     ("+33612345678", None, "+33 61 … 78")],
)  # fmt: skip
def test_a_number_is_masked_as_its_readers_write_it(e164: str, reader: str | None, written: str) -> None:
    assert masked(e164, reader) == written
