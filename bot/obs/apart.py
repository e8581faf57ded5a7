"""Rows that are looked at in turn: one over which our own code fails keeps nothing behind it from being done."""

import contextlib
from collections.abc import Iterator
from logging import Logger

from bot.errors import StopWork


@contextlib.contextmanager
def apart(log: Logger, what: str) -> Iterator[None]:
    """Log such a failure in the block with what names its row, and go on. Whoever tries it again at every look does so
    no oftener than they look. Raises StopWork: an outage is nobody's fault."""
    try:
        yield
    except StopWork:
        raise
    except Exception:
        log.exception("%s is left undone", what)
