"""Phone numbers a code may be sent to: mobile, valid, in a country we serve. Pure; the rules are libphonenumber's."""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

import phonenumbers
from phonenumbers import NumberParseException, PhoneMetadata, PhoneNumber, PhoneNumberFormat, PhoneNumberType

from bot.i18n.country import region_at
from bot.text.safe import safe_text

MOBILE = (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE)
WRITTEN = re.compile(r"\(?\+?[\d\s().\-/]+")
LONGEST = 40  # characters
# What came in front of eight digits on the day a country's mobile numbers became ten: people still write the old ones,
# and WhatsApp goes on naming by them whoever had one.
RENUMBERED = {
    "BJ": ((re.compile(r"[4-9]\d{7}"), "01"),),  # 30 November 2024
    "CI": (  # 31 January 2021: by the second digit, which told the operator
        (re.compile(r"[014-9][0-3]\d{6}"), "01"),
        (re.compile(r"[014-9][4-6]\d{6}"), "05"),
        (re.compile(r"[014-9][7-9]\d{6}"), "07"),
    ),
}
IN_PAIRS = frozenset({"CI"})  # where people write pairs to the end and libphonenumber does not


class Reason(StrEnum):
    """Why no code goes to a number."""

    INVALID = "invalid"
    NOT_MOBILE = "not_mobile"
    COUNTRY = "country"


@dataclass(frozen=True, slots=True)
class MobileNumber:
    """A number a code may be sent to. `prefix` is the first 7 digits of the E.164 form."""

    e164: str
    prefix: str

    @property
    def name(self) -> str:
        """What it is called where codes are counted."""
        return self.e164


@dataclass(frozen=True, slots=True)
class Refused:
    """A number no code is sent to."""

    reason: Reason


def parse_mobile(text: str, region: str, countries: Collection[str]) -> MobileNumber | Refused:
    """Read a number as people write it: `07 00 00 00 01` (in `region`), `00225…`, `+225…`, `225…`; one of before a
    country's numbers grew as the one it has become.

    Landlines, premium, toll-free and internet numbers are refused, and countries outside `countries`."""
    number = _parsed(text, region)
    if number is None:
        return Refused(Reason.INVALID)
    if phonenumbers.number_type(number) not in MOBILE:
        return Refused(Reason.NOT_MOBILE)
    found = phonenumbers.region_code_for_number(number)
    if found is None or found not in countries:
        return Refused(Reason.COUNTRY)
    e164 = phonenumbers.format_number(number, PhoneNumberFormat.E164)
    return MobileNumber(e164, e164[1:8])


def learn(countries: Collection[str]) -> None:
    """Load now what is known of the numbers of some countries: else the first person from each waits for it."""
    for region in countries:
        PhoneMetadata.metadata_for_region(region)


def number_of(address: str) -> str | None:
    """The E.164 number inside a channel address; None when its owner hides it."""
    value = address.rpartition(":")[2]
    return value if re.fullmatch(r"\+\d{6,15}", value) else None


def own_number_of(address: str, countries: Collection[str]) -> MobileNumber | None:
    """The number inside a channel address as a code would reach it; None when it is hidden or no code may go there."""
    number = number_of(address)
    found = parse_mobile(number, region_of(address, next(iter(countries))), countries) if number else None
    return found if isinstance(found, MobileNumber) else None


def region_of(address: str, default: str) -> str:
    """The country whose local spelling somebody with this address would use."""
    return region_at(address) or default


def shown(e164: str, reader: str | None) -> str:
    """A number as the country `reader` writes it: `07 01 02 03 04` at home, `+225 07 01 02 03 04` abroad."""
    number = phonenumbers.parse(e164)
    region = phonenumbers.region_code_for_number(number)
    if region in IN_PAIRS:
        national = _in_pairs(phonenumbers.national_significant_number(number))
        return national if region == reader else f"+{number.country_code} {national}"
    form = PhoneNumberFormat.NATIONAL if region == reader else PhoneNumberFormat.INTERNATIONAL
    return str(phonenumbers.format_number(number, form))


def masked(e164: str, reader: str | None) -> str:
    """A number its owner recognises and nobody else: `07 … 01` at home, `+225 07 … 01` abroad."""
    number = phonenumbers.parse(e164)
    if phonenumbers.region_code_for_number(number) == reader:
        digits = re.sub(r"\D", "", phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL))
        return f"{digits[:2]} … {digits[-2:]}"
    national = phonenumbers.national_significant_number(number)
    return f"+{number.country_code} {national[:2]} … {national[-2:]}"


def _in_pairs(digits: str) -> str:
    return " ".join(digits[at : at + 2] for at in range(0, len(digits), 2))


def _parsed(text: str, region: str) -> PhoneNumber | None:
    """A valid number, or None. Letters are refused: `0700FLOWER` is no spelling of a number here. Telephones put marks
    of direction, which nobody sees, around a number that is copied from their contacts."""
    written = unicodedata.normalize("NFKC", safe_text(text)).strip()
    if len(written) > LONGEST or not WRITTEN.fullmatch(written):
        return None
    if written.startswith("00"):
        written = f"+{written[2:]}"  # not every country dials 00, but everybody writes it
    found = [number for spelling in (written, f"+{written}") if (number := _read(spelling, region)) is not None]
    grown = (new for number in found if (new := _renumbered(number, written)) is not None)
    return next((number for number in (*found, *grown) if phonenumbers.is_valid_number(number)), None)


def _read(spelling: str, region: str) -> PhoneNumber | None:
    try:
        return phonenumbers.parse(spelling, region)
    except NumberParseException:
        return None


def _renumbered(number: PhoneNumber, written: str) -> PhoneNumber | None:
    """What an old number has become. Without its country one that begins with 0 may as well lack two digits."""
    national = phonenumbers.national_significant_number(number)
    if national.startswith("0") and phonenumbers.normalize_digits_only(written) == national:
        return None
    region = phonenumbers.region_code_for_country_code(number.country_code or 0)
    front = next((front for form, front in RENUMBERED.get(region, ()) if form.fullmatch(national)), None)
    return _read(f"+{number.country_code}{front}{national}", region) if front is not None else None
