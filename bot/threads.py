"""Beginning a thread that some work needs."""

from errno import EAGAIN
from threading import Thread


def begin(thread: Thread) -> None:
    """Start it. Raises OSError (EAGAIN) where the machine has no thread left, which is no fault of the work's, as the
    RuntimeError of stock would be taken for one."""
    try:
        thread.start()
    except RuntimeError as error:
        raise OSError(EAGAIN, "the machine has no thread left") from error
