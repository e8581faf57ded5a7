"""The languages a number's country suggests, when nothing else tells."""

import re
from functools import lru_cache

import phonenumbers

from bot.types import Language

FRENCH = frozenset(
    "BE BF BI BJ BL CD CF CG CH CI DJ FR GA GF GN GP HT KM LU MA MC MG ML MQ NC NE PF RE SN TD TG TN".split()
)
ENGLISH = frozenset("AU BW GB GH GM IE KE LR MW NA NG NZ SL TZ UG US ZA ZM ZW".split())
FRENCH_AND_ENGLISH = frozenset("CM".split())
ENGLISH_AND_FRENCH = frozenset("CA MU RW SC VU".split())
BUSINESS_SCOPED = re.compile(r"([A-Z]{2})\.")  # WhatsApp's id of somebody who hides their number begins with a country


def region_at(address: str) -> str | None:
    """The country (ISO, two letters) of a channel address; None for a number of no country."""
    value = address.rpartition(":")[2]
    hidden = BUSINESS_SCOPED.match(value)
    if hidden:
        return hidden[1]
    if not value.startswith("+"):
        return None
    try:
        return str(phonenumbers.region_code_for_number(phonenumbers.parse(value)) or "") or None
    except phonenumbers.NumberParseException:
        return None


@lru_cache(maxsize=256)
def spoken_at(address: str) -> tuple[Language, ...]:
    """French, English or both, the more spoken one first, by the country of an address; empty for any other country."""
    region = region_at(address)
    if region in FRENCH:
        return (Language.FR,)
    if region in ENGLISH:
        return (Language.EN,)
    if region in FRENCH_AND_ENGLISH:
        return (Language.FR, Language.EN)
    return (Language.EN, Language.FR) if region in ENGLISH_AND_FRENCH else ()
