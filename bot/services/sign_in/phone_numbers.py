"""Phone numbers a code may be sent to: mobile, valid, in a country we serve. Pure; the rules are libphonenumber's."""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

import phonenumbers
from phonenumbers import NumberParseException, PhoneMetadata, PhoneNumber, PhoneNumberFormat, PhoneNumberType

MOBILE = (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE)
WRITTEN = re.compile(r"\+?[\d\s().\-/]+")
LONGEST = 40  # characters
BUSINESS_SCOPED = re.compile(r"([A-Z]{2})\.")
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
    """Read a number as people write it: `07 00 00 00 01` (in `region`), `00225…`, `+225…`, `225…`.

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


def region_of(address: str, default: str) -> str:
    """The country whose local spelling somebody with this address would use."""
    value = address.rpartition(":")[2]
    hidden = BUSINESS_SCOPED.match(value)
    if hidden:
        return hidden[1]
    number = _parsed(value, default)
    return (phonenumbers.region_code_for_number(number) if number else None) or default


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
    """A valid number, or None. Letters are refused: `0700FLOWER` is no spelling of a number here."""
    written = unicodedata.normalize("NFKC", text).strip()
    if len(written) > LONGEST or not WRITTEN.fullmatch(written):
        return None
    if written.startswith("00"):
        written = f"+{written[2:]}"  # not every country dials 00, but everybody writes it
    for spelling in (written, f"+{written}"):
        try:
            number = phonenumbers.parse(spelling, region)
        except NumberParseException:
            continue
        if phonenumbers.is_valid_number(number):
            return number
    return None
