"""Logging: one line a record, whatever stands in it, and below it its trace, if any. Secrets are replaced and people's
addresses masked whatever the caller wrote, and of exceptions only what bot.obs.traces lets through is shown."""

import copy
import logging
import sys
from collections.abc import Iterable
from typing import Any

from bot.obs.masks import masked
from bot.obs.traces import Raised, in_one_line, trace, written


class RedactingFormatter(logging.Formatter):
    """Formats a record, traceback included, then hides secrets by value and what concerns people by shape."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__("%(message)s%(fields)s")
        self._secrets = tuple(sorted((s for s in secrets if len(s) >= 6), key=len, reverse=True))

    def format(self, record: logging.LogRecord) -> str:
        shown = copy.copy(record)  # other handlers get the record as it was
        shown.args = _shown_all(record.args)
        shown.exc_text = None
        extra = {key: _shown(value) for key, value in record.__dict__.items() if key not in _STANDARD}
        shown.fields = "".join(f" {key}={value}" for key, value in sorted(extra.items()))
        text = super().format(shown)
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        return f"{self.formatTime(record)} {record.levelname} {record.name} {masked(text)}"

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Text and fields: what a stranger has put a line end into makes no second record."""
        return in_one_line(super().formatMessage(record))

    def formatException(self, ei: Raised) -> str:
        """The trace without the words of foreign exceptions."""
        return trace(ei[1]) if ei[1] is not None else ""


def _shown(value: Any) -> Any:
    return written(value) if isinstance(value, BaseException) else value


def _shown_all(arguments: Any) -> Any:
    if isinstance(arguments, tuple):
        return tuple(map(_shown, arguments))
    if isinstance(arguments, dict):
        return {key: _shown(value) for key, value in arguments.items()}
    return arguments


_STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "fields", "taskName"}


def configure_logging(level: str, secrets: Iterable[str]) -> None:
    """Send every record to standard error through the redacting formatter; the web server's own go where they went."""
    handler = logging.StreamHandler(sys.stderr)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    server = logging.getLogger("gunicorn.error").handlers  # it passes nothing on to the root
    for each in (handler, *server):
        each.setFormatter(RedactingFormatter(secrets))
    root.setLevel(level)
    for noisy in ("httpx", "httpx2", "httpcore", "httpcore2", "urllib3", "twilio", "openai", "alembic"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
