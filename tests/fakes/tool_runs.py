"""A run as a tool sees it, with the services a test gives it in the place of a process's own."""

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.services.approval.run_links import RunLinks
from bot.tools.context import ToolContext
from bot.types import Channel, Language, Mode


class AllLinks:
    """Stands in for the links of a run that has read nothing untrusted: none is unknown."""

    def kept(self, _texts: Sequence[str]) -> None:
        return None

    def names_unknown(self, _texts: Sequence[str]) -> bool:
        return False


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
        "services": {
            kind: lambda _run, one=one: one for kind, one in ({RunLinks: AllLinks()} | dict(given or {})).items()
        },
    }
    return ToolContext(**values | changes)
