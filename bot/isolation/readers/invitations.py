"""Invitations to meet, as calendars write them (iCalendar, RFC 5545): what, when and where, in lines that read like the
rest of a letter."""

import contextlib
import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final, NamedTuple

MOST_EVENTS: Final = 20
FOLD: Final = re.compile(r"\r?\n[ \t]")
LINE: Final = re.compile(r"([A-Za-z-]{1,40})((?:;[\w-]{1,40}=(?:\"[^\"]*\"|[^\";:]*))*):(.*)")
ESCAPED: Final = re.compile(r"\\([\\;,nN])")
MOMENT: Final = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?")
ZONE: Final = re.compile(r";TZID=\"?([^\";:]+)", re.IGNORECASE)
CALLED: Final = re.compile(r";CN=\"?([^\";:]+)", re.IGNORECASE)
EVENT: Final = "VEVENT"
TOLD: Final = {"DTSTART": "Begins", "DTEND": "Ends", "LOCATION": "Where", "ORGANIZER": "By", "RRULE": "Repeats"}
USUAL: Final = ("REQUEST", "PUBLISH")  # methods; others say that it was called off, or answered


class Field(NamedTuple):
    """A line of a calendar: `about` are its parameters as they are written, `;TZID=…`."""

    about: str
    value: str


def invitation_lines(calendar: str, *, whole: bool) -> Iterator[str]:
    """A paragraph for each event; `whole`: with its description, which often repeats the letter around it."""
    method = ""
    for number, (said, fields) in enumerate(_events(calendar)):
        if number == MOST_EVENTS:
            return
        method = said or method
        if fields.get("DTEND") == fields.get("DTSTART"):  # some calendars end a whole day on itself
            fields.pop("DTEND", None)
        label = "Invitation" if method in ("", *USUAL) else f"Invitation, {method}"
        yield f"\n[{label}] {_words(fields.get('SUMMARY'))}".rstrip()
        yield from (f"{TOLD[name]}: {text}" for name in TOLD if (text := _told(name, fields.get(name))))
        if whole and (text := _plain(fields["DESCRIPTION"].value).strip() if "DESCRIPTION" in fields else ""):
            yield text


def _events(calendar: str) -> Iterator[tuple[str, dict[str, Field]]]:
    """The method of the calendar so far and the fields of each event, the first of each name; not of its alarms."""
    method, inside, fields = "", list[str](), dict[str, Field]()
    for line in FOLD.sub("", calendar).splitlines():
        found = LINE.fullmatch(line)
        if found is None:
            continue
        name, field = found[1].upper(), Field(found[2], found[3])
        if name == "BEGIN":
            inside.append(field.value.strip().upper())
            fields = {} if inside[-1] == EVENT else fields
        elif name == "END":
            if inside and inside.pop() == EVENT:
                yield method, fields
        elif inside[-1:] == [EVENT]:
            fields.setdefault(name, field)
        elif name == "METHOD":
            method = field.value.strip().upper()


def _told(name: str, field: Field | None) -> str:
    if field is None:
        return ""
    if name in ("DTSTART", "DTEND"):
        return _moment(field, is_end=name == "DTEND")
    if name == "ORGANIZER":
        address = re.sub("^mailto:", "", field.value.strip(), flags=re.IGNORECASE)
        called = CALLED.search(field.about)
        return f"{called[1]} <{address}>" if called and called[1] != address else address
    return _words(field)


def _moment(field: Field, *, is_end: bool) -> str:
    """`2026-12-01 09:30 UTC`, or with the zone that is named; of whole days the day alone, of their end the last one: a
    calendar has the one behind it."""
    found = MOMENT.fullmatch(field.value.strip())
    if found is None:
        return _words(field)
    day, zone = "-".join(found.group(1, 2, 3)), ZONE.search(field.about)
    if found[4] is None:
        with contextlib.suppress(ValueError, OverflowError):
            return str(date.fromisoformat(day) - timedelta(days=is_end))
        return day
    where = "UTC" if found[6] else zone[1] if zone else ""
    return f"{day} {found[4]}:{found[5]} {where}".rstrip()


def _words(field: Field | None) -> str:
    return " ".join(_plain(field.value).split()) if field is not None else ""


def _plain(value: str) -> str:
    return ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)
