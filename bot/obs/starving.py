"""What nobody could catch, looked at by whoever has memory for it."""

import logging
import os
import sys
from typing import Any

NO_MEMORY = 1  # exit code

log = logging.getLogger(__name__)


def look_at(ignored: Any) -> None:
    """Take what sys.unraisablehook was given. Of what nobody could catch, no memory is the end. A thread that had none
    to begin with never says that it has begun, and whoever started it waits for that for ever, with what it holds:
    jobs, a request, or the turn to write. Others find what ran here, and whoever watches this process starts another
    one."""
    sys.__unraisablehook__(ignored)
    if issubclass(ignored.exc_type, MemoryError):
        log.critical("process %d has no memory left and ends", os.getpid())
        os._exit(NO_MEMORY)
