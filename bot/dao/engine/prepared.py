"""Statements that every turn asks, executed past most of SQLAlchemy: compiled once a process, and what is given goes
to the driver. SQLAlchemy's own way makes a context and a result at each execution, which costs several times as much as
what the database does."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Delete,
    Dialect,
    Insert,
    Select,
    String,
    Update,
    literal_column,
)
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlmodel import Session

Statement: TypeAlias = Select[*tuple[Any, ...]] | CompoundSelect[*tuple[Any, ...]] | Insert | Update | Delete
Within: TypeAlias = Session | Connection  # whose transaction a statement belongs to
Row: TypeAlias = tuple[Any, ...]
Processor: TypeAlias = Callable[[Any], Any]


def word(value: str) -> ColumnElement[str]:
    """One of our own words (a state), written out in a statement. A parameter that stands where the predicate of a
    partial index has a word makes SQLite plan the statement anew at each execution: it might be that word."""
    if not value.isidentifier():
        raise ValueError(f"not one of our words: {value}")
    return literal_column(f"'{value}'", String())


class Prepared:
    """A statement over tables, for the transaction of a session or a connection. Types, errors, what follows from them
    and the events of a cursor are SQLAlchemy's; neither lists of parameters nor objects of the ORM are known here.
    Always given the same names."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self._compiled: dict[str, _Compiled] = {}  # by dialect

    def rows(self, within: Within, given: Mapping[str, Any]) -> Sequence[Row]:
        """All rows that come back."""
        return self._execute(within, given)[0]

    def first(self, within: Within, given: Mapping[str, Any]) -> Row | None:
        """The first row that comes back."""
        return next(iter(self._execute(within, given)[0]), None)

    def changed(self, within: Within, given: Mapping[str, Any]) -> bool:
        """Whether there was a row that it held for."""
        return self.count(within, given) > 0

    def count(self, within: Session | Connection, given: Mapping[str, Any]) -> int:
        """For how many rows it held."""
        return self._execute(within, given)[1]

    def _execute(self, within: Within, given: Mapping[str, Any]) -> tuple[Sequence[Row], int]:
        if isinstance(within, Session):
            within.flush()  # as it does itself before each statement
            within = within.connection()
        name = within.dialect.name
        if name not in self._compiled:
            self._compiled[name] = _Compiled(self.statement, within.dialect, given)
        return self._compiled[name].execute(within, given)


class _Compiled:
    """A statement as one dialect writes it, with what turns values into the driver's and back."""

    def __init__(self, statement: Statement, dialect: Dialect, names: Collection[str]) -> None:
        made: Any = statement.compile(dialect=dialect, column_keys=list(names))
        if made.insert_prefetch or made.update_prefetch:
            raise TypeError(f"a value that Python has to make is not given: {made}")
        if made.post_compile_params or made.literal_execute_params:
            raise TypeError(f"a list is written out at each execution: {made}")
        processors = {name: made.binds[name].type.dialect_impl(dialect).bind_processor(dialect) for name in made.params}
        self._to_driver = [(name, process) for name, process in processors.items() if process and name in names]
        self._fixed = {
            name: process(value) if (process := processors[name]) else value
            for name, value in made.params.items()
            if name not in names
        }
        self._sql, self._order = str(made), made.positiontup
        # On PostgreSQL the server plans it once a connection: that takes several times as long as what is asked for.
        self._options = {"prepare": True} if dialect.name == "postgresql" else {}
        self._types = [column.type.dialect_impl(dialect) for column in statement.exported_columns]
        self._from_driver: list[tuple[int, Processor]] | None = None

    def execute(self, connection: Connection, given: Mapping[str, Any]) -> tuple[Sequence[Row], int]:
        """The rows that come back, and for how many it held."""
        parameters = self._parameters(given)
        cursor: Any = connection.connection.cursor()
        try:
            told = connection.engine.dispatch
            for listener in told.before_cursor_execute:
                listener(connection, cursor, self._sql, parameters, None, False)
            cursor.execute(self._sql, parameters, **self._options)
            for listener in told.after_cursor_execute:
                listener(connection, cursor, self._sql, parameters, None, False)
            found = self._read(cursor, connection.dialect) if self._types else ()
            count = cursor.rowcount
        except BaseException as error:
            self._failed(connection, cursor, parameters, error)
        cursor.close()
        return found, count

    def _parameters(self, given: Mapping[str, Any]) -> Any:
        values = {**self._fixed, **given}
        for name, process in self._to_driver:
            values[name] = process(values[name])
        return values if self._order is None else tuple([values[name] for name in self._order])

    def _read(self, cursor: DBAPICursor, dialect: Dialect) -> Sequence[Row]:
        if self._from_driver is None:  # what the driver calls its types is known only now
            processors = [
                each.result_processor(dialect, described[1])
                for each, described in zip(self._types, cursor.description, strict=True)
            ]
            self._from_driver = [(at, process) for at, process in enumerate(processors) if process]
        rows = cursor.fetchall()
        if not rows or not self._from_driver:
            return rows
        columns: list[Iterable[Any]] = [*zip(*rows, strict=True)]
        for at, process in self._from_driver:
            columns[at] = map(process, columns[at])
        return [*zip(*columns, strict=True)]

    def _failed(self, connection: Connection, cursor: DBAPICursor, parameters: Any, error: BaseException) -> NoReturn:
        """As SQLAlchemy has it: the driver's errors get its names, and a connection that is gone, or that nobody has
        read to the end, is given up."""
        statement = self._sql if isinstance(error, connection.dialect.loaded_dbapi.Error) else None
        connection._handle_dbapi_exception(error, statement, parameters, cursor, None)  # without one no name is given
