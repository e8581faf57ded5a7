"""Keeps one bad row from stopping a loop over rows: a failure of our own code is logged, and the next row is done."""

import contextlib
from collections.abc import Iterator
from logging import Logger

from bot.errors import StopWork


@contextlib.contextmanager
def apart(log: Logger, what: str) -> Iterator[None]:
    """Log an exception of the block, with `what` naming its row, and swallow it; StopWork passes, for an outage is no
    fault of the row. What failed is tried again at the caller's next look."""
    try:
        yield
    except StopWork:
        raise
    except Exception:
        log.exception("%s is left undone", what)
