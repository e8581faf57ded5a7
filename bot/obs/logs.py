"""Logging: one line a record, secrets replaced and phone numbers masked whatever the caller wrote."""

import logging
import re
import sys
from collections.abc import Iterable

PHONE = re.compile(r"\+?\d{6,11}(?=\d{4}(?!\d))")


class RedactingFormatter(logging.Formatter):
    """Formats a record, traceback included, then hides secrets by value and phone numbers by shape."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s%(fields)s")
        self._secrets = tuple(sorted((s for s in secrets if len(s) >= 6), key=len, reverse=True))

    def format(self, record: logging.LogRecord) -> str:
        extra = {k: v for k, v in record.__dict__.items() if k not in _STANDARD}
        record.fields = "".join(f" {key}={value}" for key, value in sorted(extra.items()))
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        return PHONE.sub("…", text)


_STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "fields", "taskName"}


def configure_logging(level: str, secrets: Iterable[str]) -> None:
    """Send every record to standard error through the redacting formatter."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(RedactingFormatter(secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("httpx", "httpx2", "urllib3", "twilio", "openai", "alembic"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
