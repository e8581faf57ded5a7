"""What a contact card (vCard) says, as far as a telephone shows it: a name and numbers. Pure; never raises."""

import re
from typing import Any

CARD_TYPES = ("text/vcard", "text/x-vcard")
MOST_NUMBERS = 5

_FOLD = re.compile(r"\r?\n[ \t]")  # RFC 6350 §3.2: a line that begins with a blank continues the one before
_ESCAPED = re.compile(r"\\([\\,;nN])")


def read_card(content: bytes) -> dict[str, Any]:
    """`{"name": "Mariam Traoré", "phones": ["+225…"]}`; empty where the card says nothing.

    BEGIN:VCARD / VERSION:3.0 / FN:Mariam Traoré / TEL;TYPE=CELL:+2250700000009 / END:VCARD"""
    name, phones = "", []
    for line in _FOLD.sub("", content.decode("utf-8", "replace")).splitlines():
        label, _, value = line.partition(":")
        field = label.partition(";")[0].rpartition(".")[2].upper()
        if field == "FN" and not name:
            name = _plain(value)
        elif field == "TEL":
            phones.append(_plain(value.removeprefix("tel:")))
    return {"name": name, "phones": phones[:MOST_NUMBERS]}


def _plain(value: str) -> str:
    return _ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], value).strip()[:200]
