"""The cipher of what waits for an answer: a quiz's solution in the database, secret arguments of a tool call."""

import json
from typing import Any

from bot.agent.tool_results import text_of
from bot.config import Settings
from bot.signing.keys import Keys, keys_of


class Sealer:
    """Authenticated encryption with a key of its own (Fernet)."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def seal(self, secret: dict[str, Any]) -> str:
        """A token that says nothing without the key."""
        return self._keys.seal(text_of(secret).encode())

    def open(self, token: str) -> dict[str, Any] | None:
        """What was sealed; None when it was not sealed with a key of ours."""
        found = self._keys.unseal(token)
        secret = None if found is None else json.loads(found)
        return secret if isinstance(secret, dict) else None


def sealer_of(settings: Settings) -> Sealer:
    """The sealer of this service."""
    return Sealer(keys_of(settings, "sealed answers"))
