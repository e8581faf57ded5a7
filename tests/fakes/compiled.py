"""Statements are compiled once a test process, not once a database: a sixth of what many tests took. Each test opens
databases of its own, and SQLAlchemy keeps what it has compiled by engine and by dialect. It depends on neither: all
databases of one kind here are of one version, and are opened by the same lines."""

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

_compiled: dict[type, LRUCache[Any, Any]] = {}


def _is_of_one_kind(self: DefaultDialect, other: object) -> bool:
    return type(self) is type(other)


def _of_kind(self: DefaultDialect) -> int:
    return hash(type(self))


def _shared(self: Engine) -> LRUCache[Any, Any]:
    return _compiled.setdefault(type(self.dialect), LRUCache(5_000))


def _left_out(_engine: Engine, _own: object) -> None:
    """An engine brings one of its own."""


DefaultDialect.__eq__ = _is_of_one_kind
DefaultDialect.__hash__ = _of_kind
Engine._compiled_cache = property(_shared, _left_out)
