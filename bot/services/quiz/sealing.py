"""The cipher of what waits for an answer: a quiz's solution in the database, secret arguments of a tool call."""

import json
from typing import Any

from cryptography.fernet import InvalidToken

from bot.agent.tool_results import text_of
from bot.config import Settings
from bot.signing.keys import Keys, keys_of


class Sealer:
    """Authenticated encryption with a key of its own (Fernet)."""

    def __init__(self, keys: Keys) -> None:
        self._cipher = keys.cipher()

    def seal(self, secret: dict[str, Any]) -> str:
        """A token that says nothing without the key."""
        return self._cipher.encrypt(text_of(secret).encode()).decode()

    def open(self, token: str) -> dict[str, Any] | None:
        """What was sealed; None when it was not sealed with a key of ours."""
        try:
            secret = json.loads(self._cipher.decrypt(token.encode()))
        except InvalidToken:
            return None
        return secret if isinstance(secret, dict) else None


def sealer_of(settings: Settings) -> Sealer:
    """The sealer of this service."""
    return Sealer(keys_of(settings, "sealed answers"))
