"""Running code that meets hostile or heavy input in a process of its own, with bounds the kernel keeps.

A child module offers `answer(payload: bytes) -> bytes` and raises DocumentError with a reason fit for the model. The
child is forked from a process that has imported the module and has seen nothing else (bot.isolation.stem)."""

import logging
import os
import re
import signal
from time import monotonic

from bot import cancelling
from bot.errors import DocumentError
from bot.isolation.haste import niceness
from bot.isolation.stem import REFUSED, Order
from bot.isolation.stems import STEMS

LEAST_PRIORITY = 19
NO_FAULT = (None, -signal.SIGKILL)  # its stem has died or left, or is frozen; the kernel needed memory for somebody
RAISED = re.compile(rb"^([A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt))\b", re.MULTILINE)

log = logging.getLogger(__name__)


def run_child(module: str, payload: bytes, *, timeout_s: float = 20, memory_mib: int = 512) -> bytes:
    """What `module`'s answer() makes of `payload`, computed in a process for it alone, without our environment, ended
    with its whole group after `timeout_s` seconds. Raises DocumentError with a short reason."""
    if cancelling.current().is_set():
        raise DocumentError("nobody wants it any more")
    priority = min(LEAST_PRIORITY, os.getpriority(os.PRIO_PROCESS, 0) + niceness())
    order, deadline = Order(timeout_s, memory_mib, priority), monotonic() + timeout_s
    ended = STEMS.ask(module, order, payload, deadline)
    if ended.status in NO_FAULT and not ended.is_late and not cancelling.current().is_set():
        ended = STEMS.ask(module, order, payload, deadline)
    if ended.status == 0 and not ended.is_late:
        return ended.answer
    if ended.is_late:
        raise DocumentError("it took too long to process")
    if ended.status == REFUSED:
        raise DocumentError(ended.answer.decode("utf-8", "replace"))
    kinds = RAISED.findall(ended.complaint)  # never the words: they may be the document's
    log.warning("%s ended with %s %s", module, ended.status, kinds[-1].decode() if kinds else "")
    raise DocumentError("it is too large or too complex to process")
