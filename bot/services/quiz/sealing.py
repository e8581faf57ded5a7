"""Answers that wait for their question to be answered: unreadable in the database, absent from what a model is shown.

A tool named in OPEN_FIELDS has secrets among its arguments. Everything but its open fields is stored sealed, given back
whole to the run that wrote it, and left out of what later runs see."""

import json
from collections.abc import Callable
from typing import Any

from cryptography.fernet import InvalidToken

from bot.agent.stream import parsed
from bot.agent.tool_results import text_of
from bot.config import Settings
from bot.signing.keys import Keys, keys_of
from bot.types import Message

OPEN_FIELDS = {"interactive_quiz": ("question", "options", "subject"), "true_false_quiz": ("statement", "subject")}
SEALED = "sealed"
KEPT = {"answer": "(kept by the server)"}  # no field of the tools: a model that copies it is told so


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


def seal_arguments(sealer: Sealer, tool: str, arguments: str) -> str:
    """The arguments of a call as they may be stored. Text that is no JSON object is sealed whole."""
    if tool not in OPEN_FIELDS:
        return arguments
    return text_of({**_open_part(tool, arguments), SEALED: sealer.seal({"arguments": arguments})})


def unseal_arguments(sealer: Sealer, tool: str, arguments: str) -> str:
    """The arguments as the model wrote them, to the byte; unchanged when they are not sealed or the key is gone."""
    if tool not in OPEN_FIELDS:
        return arguments
    stored = parsed(arguments)
    token = stored.get(SEALED) if isinstance(stored, dict) else None
    secret = sealer.open(token) if isinstance(token, str) else None
    return str(secret["arguments"]) if secret else arguments


def strip_arguments(tool: str, arguments: str) -> str:
    """The arguments as a later run may see them: without the secrets."""
    return arguments if tool not in OPEN_FIELDS else text_of({**_open_part(tool, arguments), **KEPT})


def seal_message(sealer: Sealer, message: Message) -> Message:
    """A transcript message as it may be stored."""
    return _changed(message, lambda tool, arguments: seal_arguments(sealer, tool, arguments))


def unseal_message(sealer: Sealer, message: Message) -> Message:
    """A stored message for the run that wrote it."""
    return _changed(message, lambda tool, arguments: unseal_arguments(sealer, tool, arguments))


def strip_message(message: Message) -> Message:
    """A stored message for a later run."""
    return _changed(message, strip_arguments)


def _changed(message: Message, change: Callable[[str, str], str]) -> Message:
    """A copy with the arguments of its calls changed; the message itself when none has secrets."""
    calls = message.get("tool_calls") or ()
    if not any(call["function"]["name"] in OPEN_FIELDS for call in calls):
        return message
    return {**message, "tool_calls": [_call(call, change) for call in calls]}


def _call(call: dict[str, Any], change: Callable[[str, str], str]) -> dict[str, Any]:
    function = call["function"]
    return {**call, "function": {**function, "arguments": change(function["name"], function["arguments"])}}


def _open_part(tool: str, arguments: str) -> dict[str, Any]:
    """The open fields, where they are the plain text they should be: an odd shape could carry the answer."""
    given = parsed(arguments)
    fields = given if isinstance(given, dict) else {}
    return {name: fields[name] for name in OPEN_FIELDS[tool] if _is_plain(fields.get(name))}


def _is_plain(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(item, str) for item in value))
