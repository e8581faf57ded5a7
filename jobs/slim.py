"""What is taken off a module of a worker once it is loaded: what its functions were annotated with, which nobody asks
any more, and methods that each dataclass has of its own although they do the same (5 MiB together)."""

from dataclasses import FrozenInstanceError, fields
from inspect import unwrap
from reprlib import recursive_repr
from types import FunctionType, ModuleType
from typing import Any

_MADE = "<string>"  # where code is from that dataclasses writes


def slim(module: ModuleType) -> None:
    """Take it off. Whoever reads annotations of functions does so while their module is loaded, as decorators do; those
    of classes stay."""
    for each in tuple(vars(module).values()):
        if issubclass(type(each), type) and each.__module__ == module.__name__:
            _slim_class(each)
        elif type(each) is FunctionType:
            del each.__annotations__


def _slim_class(made: type) -> None:
    for each in tuple(vars(made).values()):
        function = each.__func__ if isinstance(each, staticmethod | classmethod) else each
        function = function.fget if type(function) is property else function
        if type(function) is FunctionType:
            del function.__annotations__
    if "__dataclass_fields__" in vars(made):
        for name, method in _SHARED.items():
            if _is_made(vars(made).get(name)):
                setattr(made, name, method)


def _is_made(method: object) -> bool:
    return type(method) is FunctionType and unwrap(method).__code__.co_filename == _MADE


@recursive_repr()
def _repr(self: Any) -> str:
    said = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{type(self).__qualname__}({said})"


def _set(self: Any, name: str, value: object) -> None:
    if _is_frozen(self, name):
        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    object.__setattr__(self, name, value)


def _delete(self: Any, name: str) -> None:
    if _is_frozen(self, name):
        raise FrozenInstanceError(f"cannot delete field {name!r}")
    object.__delattr__(self, name)


def _is_frozen(self: Any, name: str) -> bool:
    """A class below a frozen one that is no dataclass itself may have more to it."""
    return "__dataclass_fields__" in vars(type(self)) or name in self.__dataclass_fields__


_SHARED = {"__repr__": _repr, "__setattr__": _set, "__delattr__": _delete}
