"""Dataclasses of a slim module act as before, and its functions have forgotten what they were annotated with."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass, replace
from types import ModuleType
from typing import Any

import pytest

from jobs.slim import slim

SOURCE = """
from dataclasses import dataclass, field


def added(one: int, two: "int" = 1) -> int:
    return one + two


@dataclass(frozen=True, slots=True)
class Amount:
    francs: int
    secret: str = field(default="x", repr=False)

    def doubled(self) -> "Amount":
        return Amount(2 * self.francs)

    @staticmethod
    def none() -> "Amount":
        return Amount(0)

    @classmethod
    def one(cls) -> "Amount":
        return cls(1)

    @property
    def text(self) -> str:
        return str(self.francs)


@dataclass(frozen=True)
class Bag:
    inside: list


class Special(Bag):
    pass


@dataclass
class Open:
    name: str


@dataclass(repr=False)
class Silent:
    name: str


@dataclass(frozen=True)
class Said:
    name: str

    def __repr__(self) -> str:
        return "as I say"


@dataclass(frozen=True)
class Deeper(Bag):
    more: int = 0
"""
Made = Callable[[ModuleType], Any]
MADE: list[Made] = [
    lambda module: module.Amount(3),
    lambda module: module.Bag([1]),
    lambda module: module.Special([1]),
    lambda module: module.Open("a"),
    lambda module: module.Silent("a"),
    lambda module: module.Said("a"),
    lambda module: module.Deeper([module.Amount(2)], 1),
]


def loaded(is_slim: bool) -> ModuleType:
    module = ModuleType("sums")
    exec(compile(SOURCE, "sums.py", "exec"), vars(module))
    if is_slim:
        slim(module)
    return module


def tried(act: Callable[[], object]) -> str:
    try:
        return repr(act()).partition(" at 0x")[0]
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("make", MADE)
def test_a_slim_dataclass_acts_as_before(make: Made) -> None:
    def acts(one: Any) -> list[str]:
        name = fields(one)[0].name
        other = name if hasattr(one, "__slots__") else "other"  # with slots Python 3.11 raises TypeError for others
        return [
            tried(lambda: one),
            tried(lambda: setattr(one, name, getattr(one, name))),
            tried(lambda: setattr(one, other, 1)),
            tried(lambda: getattr(one, other)),
            tried(lambda: delattr(one, other)),
            tried(lambda: delattr(one, name)),
            tried(lambda: one),
        ]

    assert acts(make(loaded(True))) == acts(make(loaded(False)))
    assert make(loaded(True)) != make(loaded(False))  # of another class
    module = loaded(True)
    assert make(module) == replace(make(module))


def test_the_methods_are_the_same_for_all() -> None:
    module = loaded(True)
    kinds = [each for each in vars(module).values() if is_dataclass(each) and each.__name__ not in ("Special", "Said")]
    assert len({each.__repr__ for each in kinds if each.__name__ != "Silent"}) == 1
    assert len({each.__setattr__ for each in kinds if each.__name__ not in ("Open", "Silent")}) == 1
    assert module.Open.__setattr__ is module.Silent.__setattr__ is object.__setattr__
    assert repr(module.Said("a")) == "as I say"


def test_one_within_itself_is_shown_once() -> None:
    bag = loaded(True).Bag([])
    bag.inside.append(bag)
    assert repr(bag) == "Bag(inside=[...])"


def test_functions_forget_annotations_and_classes_keep_theirs() -> None:
    module = loaded(True)
    amount = module.Amount
    functions = (module.added, amount.doubled, amount.none, amount.one.__func__, amount.text.fget, amount.__init__)
    assert [each.__annotations__ for each in functions] == [{}] * len(functions)
    assert set(amount.__annotations__) == {"francs", "secret"}
    assert (module.added(1), amount.none().text, amount.one().doubled().francs) == (2, "0", 2)


def test_what_belongs_to_another_module_is_left_to_it() -> None:
    @dataclass(frozen=True)
    class Elsewhere:
        name: str

    module = loaded(False)
    module.Elsewhere = Elsewhere  # type: ignore[attr-defined]
    own = Elsewhere.__repr__
    slim(module)
    assert Elsewhere.__repr__ is own
    with pytest.raises(FrozenInstanceError):
        Elsewhere("a").name = "b"  # type: ignore[misc]
