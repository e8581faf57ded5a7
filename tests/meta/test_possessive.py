"""Python before 3.11.5, which Debian 12 has, takes too little where a possessive quantifier follows a group
(https://github.com/python/cpython/issues/106052): an atomic group says the same."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]  # the only way to a pattern's parts
from typing import Any

import bot

ONE_CHARACTER = {_constants.IN, _constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY}


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Those that our modules hold by name."""
    for found in pkgutil.walk_packages(bot.__path__, "bot."):
        if found.name.rpartition(".")[2] != "__main__" and ".migrations." not in found.name:
            module = importlib.import_module(found.name)
            held = [(name, value) for name, value in vars(module).items() if isinstance(value, re.Pattern)]
            yield from ((f"{found.name}.{name}", value) for name, value in held if isinstance(value.pattern, str))


def possessive_groups(part: Any) -> Iterator[str]:
    if isinstance(part, (list, tuple)):
        if part and part[0] is _constants.POSSESSIVE_REPEAT:
            inside = part[1][2]
            if len(inside) != 1 or inside[0][0] not in ONE_CHARACTER:
                yield repr(inside)
        for each in part:
            yield from possessive_groups(each)
    elif isinstance(part, _parser.SubPattern):
        yield from possessive_groups(part.data)


def test_no_possessive_quantifier_follows_a_group() -> None:
    held = dict(patterns())
    assert len(held) > 100
    assert not [name for name, each in held.items() if list(possessive_groups(_parser.parse(each.pattern, each.flags)))]


def test_one_that_does_is_found() -> None:
    assert list(possessive_groups(_parser.parse(r"a(?:b|c?)*+")))
    assert not list(possessive_groups(_parser.parse(r"a[bc]*+(?>(?:b|c?)*)")))
