"""The pieces of tool calls in a chunk, whatever shape a provider gives them. Pure."""

from collections.abc import Iterable

from bot.types import JSON


def pieces_of(delta: dict[str, JSON]) -> list[dict[str, JSON]]:
    """Each with its call under `function`: of a list with nulls in it, an object with one call or with one per index, a
    call that has its name beside its id, and what came before there were tools."""
    before_tools = delta.get("function_call")
    given = delta.get("tool_calls") or ([{"function": before_tools}] if before_tools else ())
    return [piece | _function(piece) for piece in _listed(given) if isinstance(piece, dict)]


def _listed(given: JSON) -> Iterable[JSON]:
    if not isinstance(given, dict):
        return given if isinstance(given, list) else ()
    if given.keys() & {"function", "name"}:
        return [given]
    placed = [(key, piece) for key, piece in given.items() if isinstance(piece, dict)]
    return [{"index": key, **piece} if key.isdecimal() else piece for key, piece in placed]


def _function(piece: dict[str, JSON]) -> dict[str, JSON]:
    function = piece.get("function")
    if isinstance(function, dict):
        return {}
    flat = {name: piece[name] for name in ("name", "arguments") if name in piece}
    return {"function": {"name": function} | flat if isinstance(function, str) else flat}
