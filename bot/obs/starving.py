"""Ends a process in which a thread ran out of memory where no code could catch it (sys.unraisablehook)."""

import logging
import os
import sys
from typing import Any

NO_MEMORY = 1  # exit code

log = logging.getLogger(__name__)


def look_at(ignored: Any) -> None:
    """A hook for sys.unraisablehook: report as usual, and end the process if the exception is a MemoryError.

    A thread that has no memory to begin with never says that it has begun; whoever started it would wait for that for
    ever, holding jobs, a request or the turn to write. Other workers find what ran here, and the supervisor starts
    another process."""
    sys.__unraisablehook__(ignored)
    if issubclass(ignored.exc_type, MemoryError):
        log.critical("process %d has no memory left and ends", os.getpid())
        os._exit(NO_MEMORY)
