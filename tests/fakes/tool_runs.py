"""A run as a tool sees it, with the services a test gives it in the place of a process's own."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from bot.tools.context import ToolContext
from bot.types import Channel, Language, Mode


def tool_context(given: Mapping[type, object] | None = None, **changes: Any) -> ToolContext:
    """A pupil's run with a minute left; `given`: services by the type that tools name."""
    values: dict[str, Any] = {
        "user_id": 1,
        "conversation_id": "c",
        "run_id": 1,
        "channel": Channel.WHATSAPP,
        "language": Language.FR,
        "mode": Mode.STUDENT,
        "deadline": time.monotonic() + 60,
        "started_at": datetime(2026, 11, 21, 9, 30, tzinfo=UTC),
        "service_name": "Palabre",
        "services": {kind: lambda _run, one=one: one for kind, one in (given or {}).items()},
    }
    return ToolContext(**values | changes)
