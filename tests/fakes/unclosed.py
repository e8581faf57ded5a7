"""A connection to SQLite that nobody closes fails the test in which it is forgotten, as Python 3.13 has it, on every
Python: what leaks one in a test may leak one a request in a process."""

import sqlite3
import sqlite3.dbapi2
import warnings
from typing import Any

_connect = sqlite3.connect


class _Watched(sqlite3.Connection):
    """One that tells when it goes unclosed."""

    is_open = True

    def close(self) -> None:
        self.is_open = False
        super().close()

    def __del__(self) -> None:
        if self.is_open:
            self.close()
            warnings.warn(f"{self!r} was not closed", ResourceWarning, source=self, stacklevel=2)


def _connected(*arguments: Any, **options: Any) -> sqlite3.Connection:
    return _connect(*arguments, **{"factory": _Watched} | options)


sqlite3.connect = sqlite3.dbapi2.connect = _connected
