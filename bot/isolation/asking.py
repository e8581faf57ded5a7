"""Asks a child process about a file."""

from collections.abc import Mapping
from typing import Any

from bot.isolation.children import run_child
from bot.isolation.framing import framed, unframed


def ask_about(
    body: bytes, module: str, wanted: Mapping[str, Any], *, timeout_s: float, memory_mib: int
) -> tuple[dict[str, Any], bytes]:
    """What a child module says of a file, and the bytes that it made of it. Its `error`, if it names one, is of its own
    vocabulary. Raises DocumentError for a child that did not survive its bounds."""
    return unframed(run_child(module, framed(wanted, body), timeout_s=timeout_s, memory_mib=memory_mib))
