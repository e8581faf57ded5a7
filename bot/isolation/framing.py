"""What is said to a child process that is given a file, and what it says: a line of JSON, and bytes behind it. Both
sides speak by this; a child's answer may name an `error` in place of anything else."""

import json
from collections.abc import Mapping
from typing import Any


def framed(head: Mapping[str, Any], body: bytes = b"") -> bytes:
    """The line, and the bytes behind it."""
    return json.dumps(head).encode() + b"\n" + body


def unframed(message: bytes) -> tuple[dict[str, Any], bytes]:
    """What `framed` was given."""
    line, _, body = message.partition(b"\n")
    head: dict[str, Any] = json.loads(line)
    return head, body
