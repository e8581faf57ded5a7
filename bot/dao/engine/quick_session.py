"""A session that writes what has changed of a few objects by prepared statements: a flush of SQLAlchemy's takes five
times as long. All else that is to be flushed is left to it."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import ClauseElement, bindparam, inspect, update
from sqlalchemy.orm import InstanceState
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session, SQLModel

from bot.dao.engine.prepared import Prepared

FEW: Final = 8  # more are written by one statement


class QuickSession(Session):
    """Outside a savepoint, whose end would have to know of what was changed in it."""

    def flush(self, objects: Sequence[Any] | None = None) -> None:
        if not self.identity_map.check_modified() or objects is not None or not self._write_down():
            super().flush(objects)

    def _write_down(self) -> bool:
        """Whether it was done."""
        dirty = self.dirty
        if self.new or self.deleted or self.in_nested_transaction() or len(dirty) > FEW:
            return False
        changed = [(state, _news(state)) for state in map(inspect, dirty)]
        if any(isinstance(value, ClauseElement) for _state, news in changed for value in news.values()):
            return False
        for state, news in sorted(changed, key=lambda each: (_place(each[0].class_), each[0].identity)):
            if news:
                self._update(state, news)
            state._commit_all(state.dict, self.identity_map)  # as a flush ends
        return True

    def _update(self, state: InstanceState[Any], news: Mapping[str, Any]) -> None:
        model: type[SQLModel] = state.class_
        statement = _changed(model, tuple(news))
        keys = {f"of_{at}": value for at, value in enumerate(state.identity or ())}
        if not statement.changed(self.connection(), {**keys, **{f"new_{name}": news[name] for name in news}}):
            raise StaleDataError(f"{model.__name__}: its row is gone")


def _news(state: InstanceState[Any]) -> dict[str, Any]:
    """What an object says now and did not when it was read, by the names of its columns, in an order of their own."""
    was, says = state.committed_state, state.dict
    return {name: says[name] for name in sorted(was) if name in says and was[name] != says[name]}


@cache
def _changed(model: type[SQLModel], names: tuple[str, ...]) -> Prepared:
    table = inspect(model).local_table
    own = [key == bindparam(f"of_{at}", type_=key.type) for at, key in enumerate(table.primary_key)]
    new = {name: bindparam(f"new_{name}", type_=table.c[name].type) for name in names}
    return Prepared(update(table).where(*own).values(new))


@cache
def _place(model: type[SQLModel]) -> int:
    """In which order tables are written to, and those rows locked: those first that others name (bot.dao.lock_order).
    Of one table, rows are written by their keys, as SQLAlchemy writes them: two transactions would wait for each other.
    """
    return SQLModel.metadata.sorted_tables.index(inspect(model).local_table)
