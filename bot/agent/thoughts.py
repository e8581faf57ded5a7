"""What was thought before an answer, where its server wants that back: DeepSeek and Moonshot in words, OpenRouter in
`reasoning_details`, in which Gemini signs each call under its id. They refuse calls without it. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.types import JSON, Message

THOUGHT, DETAILS = "reasoning_content", "reasoning_details"  # fields of a message
NOT_KEPT: Final = "(not kept)"  # what is stored of what was thought in words
_SIGNATURE: Final = "reasoning.encrypted"  # the kind of details that nobody can read
_IN_PIECES: Final = ("text", "summary")


def add_details(details: list[JSON], pieces: JSON) -> None:
    """Add what a chunk brings. Words come in pieces, a signature whole."""
    for piece in pieces if isinstance(pieces, list) else ():
        if not isinstance(piece, dict):
            continue
        if details and _continues(details[-1], piece):
            details[-1] = _joined(details[-1], piece)
        else:
            details.append(piece)


def under_ids(details: Sequence[JSON], ids: Mapping[str, str]) -> tuple[JSON, ...]:
    """The same of calls that have other ids now. `ids`: the new one by the old one."""
    return tuple({**one, "id": ids.get(str(one["id"]), one["id"])} if "id" in one else one for one in details)


def fields_of(thought: str, details: Sequence[JSON], *, whole: bool) -> Message:
    """The fields of a message. What was thought in words is for this life of the run alone: `whole`."""
    shown = [one for one in details if whole or one.get("type") == _SIGNATURE]
    fields: Message = {THOUGHT: thought if whole else NOT_KEPT} if thought else {}
    return fields | ({DETAILS: shown} if shown else {})


def unsigned(message: Message) -> Message:
    """A message of an earlier turn, in which nobody looks for signatures."""
    return {name: value for name, value in message.items() if name != DETAILS} if DETAILS in message else message


def _continues(last: JSON, piece: JSON) -> bool:
    kind = piece.get("type")
    return bool(kind != _SIGNATURE and kind == last.get("type") and piece.get("index") == last.get("index"))


def _joined(last: JSON, piece: JSON) -> JSON:
    told = {name: value for name, value in piece.items() if value is not None}
    words = {name: f"{last.get(name) or ''}{told[name]}" for name in _IN_PIECES if name in told}
    return last | told | words
