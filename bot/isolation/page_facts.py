"""What a page says beside its text of whom to reach, when, and at what price: at its foot, or for search engines alone.
A pharmacy's number and hours often stand nowhere else. Free text that no reader sees is left where it is. Only ever run
in child processes."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
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
            yield from list(_told(json.loads(script.text_content())))
    metas = tree.xpath("//meta[@content]")
    said = _only((each.get("itemprop"), each.get("content")) for each in metas)
    dated = _only((DATES.get(each.get("property")), each.get("content")) for each in metas)
    yield from _told(said | dated)


def _only(values: Iterable[tuple[str | None, str]]) -> dict[str, JSON]:
    """What a page says in one way alone: of two prices one may be that of another product."""
    every = defaultdict[str, set[str]](set)
    for name, value in values:
        if name:
            every[name].add(value)
    return {name: next(iter(said)) for name, said in every.items() if len(said) == 1}


def _told(data: JSON) -> Iterator[str]:
    """A line for each object that says something: whose it is, and its fields."""
    left = [(data, "")]  # with whose it is; a walk by recursion takes each line through every depth
    while left:
        data, name = left.pop()
        if isinstance(data, list):
            left += [(each, name) for each in reversed(data)]
        elif isinstance(data, dict):
            own = data.get("name")
            name = " ".join(own.split())[:LONGEST_NAME] if isinstance(own, str) else name
            if words := ", ".join(f"{field} {value}" for field in FIELDS if (value := _value(data.get(field)))):
                yield f"{name}: {words}" if name else words
            left += [(each, name) for each in reversed(data.values())]


def _value(said: JSON) -> str:
    values = (said if isinstance(said, list) else [said])[:7]
    words = [OF_SCHEMA.sub("", str(each)) for each in values if type(each) in (str, int, float)]
    return " ".join(word for word in words if ONE_VALUE.fullmatch(word))
