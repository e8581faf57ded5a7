"""The e-mails of a development machine: a folder that the mailbox fills and the phone's drawer reads. Text alone is
ever shown: what an e-mail holds in HTML stays in its file."""

import time
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

KEPT: Final = 30  # e-mails, the newest
KEPT_BYTES: Final = 200_000_000  # of all of them
TEXT_CHARS: Final = 8_000
LINE_CHARS: Final = 300
FOLDER: Final = "mails"  # beside that of the files


def keep(folder: Path, message: bytes) -> None:
    """Write an e-mail whole or not at all; the oldest make room. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"{time.time_ns():020d}-{uuid4().hex}.part"
    try:
        draft.write_bytes(message)
        draft.rename(draft.with_suffix(".eml"))
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    room = KEPT_BYTES
    for place, path in enumerate(_newest_first(folder)):
        try:
            room -= path.stat().st_size
        except FileNotFoundError:  # another e-mail came meanwhile and made room too
            continue
        if place >= KEPT or room < 0:
            path.unlink(missing_ok=True)


def mails_in(folder: Path) -> list[dict[str, Any]]:
    """The e-mails as the drawer shows them, the newest first: `id`, `at` (ISO 8601), `subject`, `from`, `to`,
    `reply_to`, `text` (empty without a text part) and the names of their `files`."""
    shown = []
    for path in _newest_first(folder):
        try:
            shown.append(_shown(path))
        except FileNotFoundError:
            continue  # it made room since the folder was read
    return shown


def _newest_first(folder: Path) -> list[Path]:
    """Names begin with the nanosecond of their arrival."""
    return sorted(folder.glob("*.eml"), reverse=True)


@lru_cache(maxsize=KEPT)
def _shown(path: Path) -> dict[str, Any]:
    """A file never changes, and the drawer asks often."""
    content = path.read_bytes()
    at = datetime.fromtimestamp(int(path.stem.partition("-")[0]) // 1_000_000_000, UTC).isoformat()
    told = {"id": path.stem, "at": at, "subject": "", "from": "", "to": "", "reply_to": "", "text": "", "files": []}
    try:
        return told | _read(content)
    except (LookupError, ValueError, TypeError, AttributeError):  # the parser's, for headers and charsets that are none
        return told | {"text": content[:TEXT_CHARS].decode("ascii", "replace")}


def _read(content: bytes) -> dict[str, Any]:
    mail = message_from_bytes(content, policy=default)
    headers = {name: str(mail[name] or "")[:LINE_CHARS] for name in ("Subject", "From", "To", "Reply-To")}
    body = mail.get_body(("plain",))
    return {
        **{name.lower().replace("-", "_"): value for name, value in headers.items()},
        "text": body.get_content().replace("\r\n", "\n")[:TEXT_CHARS] if body is not None else "",
        "files": [(part.get_filename() or "")[:LINE_CHARS] for part in mail.iter_attachments()],
    }
