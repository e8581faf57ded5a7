"""The 24 tools that both loops offer to the model: the same schemas, one small function."""

from typing import Any

TOOL_COUNT = 24
SYSTEM = "You are a helpful assistant that answers over WhatsApp and SMS. " * 12
QUESTION = "Find what I asked for, step by step, then answer."


def look_up(number: int, query: str) -> str:
    """What tool `number` answers."""
    return f"result {number} for {query[:20]}"


def name_of(number: int) -> str:
    """The name of tool `number`."""
    return f"tool_{number:02d}"


def schema_of(number: int) -> dict[str, Any]:
    """The entry of tool `number` in a request."""
    words = {"type": "array", "items": {"type": "string"}}
    properties = {
        "query": {"type": "string", "description": "What to look for, in plain words."},
        "limit": {"type": "integer", "default": 5, "description": "The most results to return."},
        "tags": {"anyOf": [words, {"type": "null"}], "default": None, "description": "Only results with all of these."},
        "mode": {
            "type": "string",
            "enum": ["fast", "full"],
            "default": "fast",
            "description": '"fast" answers from the cache, "full" reads everything.',
        },
    }
    return {
        "type": "function",
        "function": {
            "name": name_of(number),
            "description": f"Tool number {number}: look something up in source {number} and return a short text.",
            "parameters": {
                "type": "object",
                "required": ["query"],
                "additionalProperties": False,
                "properties": properties,
            },
        },
    }


def history(length: int) -> list[dict[str, Any]]:
    """A conversation of `length` messages that ends with the question."""
    earlier = length - 2
    said = [
        {
            "role": "user" if at % 2 == 0 else "assistant",
            "content": f"Message {at}. " + "A sentence of the lesson. " * 10,
        }
        for at in range(earlier)
    ]
    return [{"role": "system", "content": SYSTEM}, *said, {"role": "user", "content": QUESTION}]
