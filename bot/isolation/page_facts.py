"""What a page says beside its text of whom to reach, when, and at what price: at its foot, or for search engines alone.
A pharmacy's number and hours often stand nowhere else. Free text that no reader sees is left where it is. Only ever run
in child processes."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy

import lxml.html

from bot.isolation.markup import STYLE, make_readable
from bot.isolation.page_text import page_text
from bot.types import JSON

MOST, LONGEST, LONGEST_NAME = 12, 200, 80  # lines; characters of one, and of whose it is
MOST_FEET = 20  # the last ones: each takes its time
FOOT = (
    "//*[self::footer or self::aside][not(ancestor::footer or ancestor::aside)][not(ancestor-or-self::*[@hidden or"
    f" @aria-hidden='true' or contains({STYLE},'display:none') or contains({STYLE},'visibility:hidden')])]"
)
REACHED = re.compile(
    r"\+\d[\d .()/-]{6,}\d|\b\d{2,3}(?:[ .-]?\d{2,3}){3,4}\b|[\w.-]+@[\w-]+\.\w|\bB\.? ?P\.? ?:? ?\d"
    r"|\b\d{1,2} ?(?:h\b|h\d\d|:\d\d|[ap]m\b)|\b(?:lun|mar|mercre|jeu|vendre|same)di\b|\bdimanche\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
    re.IGNORECASE,
)
# Of schema.org: short values with one meaning.
FIELDS = (
    "telephone", "email", "openingHours", "dayOfWeek", "opens", "closes", "price", "lowPrice", "highPrice",
    "priceCurrency", "datePublished", "dateModified", "startDate", "endDate", "streetAddress", "addressLocality",
)  # fmt: skip
DATES = {"article:published_time": "datePublished", "article:modified_time": "dateModified"}
ONE_VALUE = re.compile(r"[\w+@.,:/ ()'’-]{1,80}")
OF_SCHEMA = re.compile(r"https?://schema\.org/")


def facts_of(tree: lxml.html.HtmlElement, url: str) -> list[str]:
    """Lines of at most 200 characters, a dozen at most; to be asked for before the page is made readable."""
    lines = [*_at_its_foot(tree, url), *_for_machines(tree)]
    return [line[:LONGEST] for line in dict.fromkeys(lines)][:MOST]


def _at_its_foot(tree: lxml.html.HtmlElement, url: str) -> Iterator[str]:
    for foot in tree.xpath(FOOT)[-MOST_FEET:]:
        own = deepcopy(foot)
        own.tag, own.tail = "div", None
        make_readable(own)
        yield from (line for line in page_text(own, url).split("\n") if REACHED.search(line[:LONGEST]))


def _for_machines(tree: lxml.html.HtmlElement) -> Iterator[str]:
    for script in tree.xpath("//script[@type='application/ld+json']"):
        with suppress(ValueError, RecursionError):
            yield from list(_told(json.loads(script.text_content()), ""))
    said = {each.get("itemprop"): each.get("content") for each in tree.xpath("//meta[@itemprop and @content]")}
    dated = {DATES[each.get("property")]: each.get("content") for each in tree.xpath("//meta[@content]")
             if each.get("property") in DATES}  # fmt: skip
    yield from _told(said | dated, "")


def _told(data: JSON, name: str) -> Iterator[str]:
    """A line for each object that says something: whose it is, and its fields."""
    if isinstance(data, list):
        for each in data:
            yield from _told(each, name)
    if isinstance(data, dict):
        own = data.get("name")
        name = " ".join(own.split())[:LONGEST_NAME] if isinstance(own, str) else name
        if words := ", ".join(f"{field} {value}" for field in FIELDS if (value := _value(data.get(field)))):
            yield f"{name}: {words}" if name else words
        for each in data.values():
            yield from _told(each, name)


def _value(said: JSON) -> str:
    words = [OF_SCHEMA.sub("", str(each)) for each in (said if isinstance(said, list) else [said])[:7]]
    return " ".join(word for word in words if said is not None and ONE_VALUE.fullmatch(word))
