"""The language a number's country suggests, when nothing else tells."""

import phonenumbers

from bot.types import Language

FRENCH = frozenset(
    "BE BF BI BJ BL CD CF CG CH CI CM DJ FR GA GF GN GP HT KM LU MA MC MG ML MQ NC NE PF RE RW SN TD TG TN".split()
)
ENGLISH = frozenset("AU BW GB GH GM IE KE LR MW NA NG NZ SL TZ UG US ZA ZM ZW".split())


def spoken_at(address: str) -> Language | None:
    """French or English by the country code of a phone address; None for any other country or a hidden number."""
    number = address.rpartition(":")[2]
    if not number.startswith("+"):
        return None
    try:
        region = phonenumbers.region_code_for_number(phonenumbers.parse(number))
    except phonenumbers.NumberParseException:
        return None
    if region in FRENCH:
        return Language.FR
    return Language.EN if region in ENGLISH else None
