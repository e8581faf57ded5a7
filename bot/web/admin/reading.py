"""Reads the filters of a page from its address, tolerantly: a wrong one is ignored and said, and the page is there."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from flask import url_for

from bot.text.safe import safe_text
from bot.web.admin import figures

MOST_CHARACTERS: Final = 100
BIGGEST: Final = 2**31 - 1  # of a whole number in the database, ids among them
_ID: Final = re.compile(r"(n\s*[°ºo]\.?|#)?\s*([-\u2212]?[1-9][0-9]{0,17})", re.IGNORECASE)
_DAY: Final = re.compile(r"([0-9]{1,2})\s?[/.-]\s?([0-9]{1,2})\s?[/.-]\s?([0-9]{4})")


@dataclass(frozen=True, slots=True)
class Problem:
    """A sentence of the catalogue, and what stands in it."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Filters:
    """The filters of one request. `problems` are what was wrong, by field; `given` what is to be shown in the fields
    again, as typed (cut where it is endless)."""

    args: Mapping[str, str]
    problems: dict[str, Problem] = field(default_factory=dict)
    given: dict[str, str] = field(default_factory=dict)

    def text(self, name: str, most: int = MOST_CHARACTERS) -> str:
        """A text without its outer spaces and what nobody sees, as telephones put around a number that is copied from
        their contacts; "" when there is none, or too much."""
        value = safe_text(self.args.get(name, "")).strip()
        self.given[name] = value[:most]
        if len(value) > most:
            self.problems[name] = Problem("admin_wrong_long", {"most": most})
            return ""
        return value

    def whole(self, name: str) -> int | None:
        """A whole number, perhaps negative, as pages write them too."""
        value = self.text(name)
        if not value:
            return None
        found = figures.whole(value)
        if found is not None and abs(found) <= BIGGEST:
            return found
        self.problems.setdefault(name, Problem("admin_wrong_whole"))
        return None

    def day(self, name: str) -> date | None:
        """A day as browsers send it, 2026-11-22, or as people write it where the field is only a text: 22/11/2026."""
        value = self.text(name)
        if not value:
            return None
        if written := _DAY.fullmatch(value):
            value = f"{written[3]}-{written[2]:0>2}-{written[1]:0>2}"
        try:
            found = date.fromisoformat(value)
        except ValueError:
            self.problems.setdefault(name, Problem("admin_wrong_day"))
            return None
        self.given[name] = found.isoformat()  # fields for days take nothing else
        return found

    def choice(self, name: str, options: Collection[str]) -> str:
        """One of some words; "" for none."""
        value = self.text(name)
        if not value or value in options:
            return value
        self.problems.setdefault(name, Problem("admin_wrong_choice"))
        return ""

    def cursor(self, name: str = "before") -> int | None:
        """The id a page of a list goes on behind. One that cannot be leads to the first page, and says so."""
        value = self.args.get(name, "")
        if not value:
            return None
        bare = value.removeprefix("-")  # made-up users have ids below zero
        if bare.isascii() and bare.isdigit() and len(bare) < 19:
            return max(-BIGGEST, min(int(value), BIGGEST))
        self.problems[name] = Problem("admin_wrong_page")
        return None

    @property
    def active(self) -> dict[str, str]:
        """The filters that are set and right: what links to other pages of the list carry."""
        return {name: value for name, value in self.given.items() if value and name not in self.problems}


def named_id(typed: str, bare: int = 0) -> int | None:
    """The id of a row that a text names as pages write it: « n° 12 », « #12 »; also without that, if it has no more
    digits than `bare`. Made-up people have ids below zero."""
    found = _ID.fullmatch(typed)
    if found is None or not (found[1] or len(found[2].lstrip("-\u2212")) <= bare):
        return None
    return max(-BIGGEST, min(int(found[2].replace("\u2212", "-")), BIGGEST))


@dataclass(frozen=True, slots=True)
class Pager:
    """Where the pages on either side are; None at an end."""

    newer: str | None = None
    older: str | None = None


def pager(endpoint: str, filters: Filters, ids: Sequence[int], size: int, before: int | None) -> Pager:
    """The pages beside one of a list that goes down by id. `ids` are those found, one more than `size` if there are
    older rows. Behind the first page there is always the way back to the newest; a browser knows the pages between."""
    kept: dict[str, Any] = dict(filters.active)
    older = url_for(f"admin.{endpoint}", **kept, before=ids[size - 1]) if len(ids) > size else None
    newer = url_for(f"admin.{endpoint}", **kept) if before is not None else None
    return Pager(newer, older)
