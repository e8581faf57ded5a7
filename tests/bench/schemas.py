"""What the tools cost in every request: their schemas, counted by a tokenizer. Nothing is timed."""

import json
from collections.abc import Sequence

from bpe_openai import get_encoding

from bot.agent.spec import Tool
from bot.tools.toolsets import TOOLSETS
from bot.types import Mode
from tests.bench.report import Finding

BUDGET = 3_600  # tokens of a toolset
VOCABULARY = "o200k_base"
WHOSE = {Mode.PRO: "the professional's", Mode.STUDENT: "the pupil's"}


def sent(tools: Sequence[Tool]) -> str:
    """The `tools` of a request, letter for letter as bot.clients.model sends them."""
    return json.dumps([tool.schema for tool in tools], ensure_ascii=False, separators=(",", ":"))


def tokens(tools: Sequence[Tool]) -> int:
    """What they cost. The vocabulary stands in the wheel: no network."""
    return len(get_encoding(VOCABULARY).encode(sent(tools)))


def schemas(rounds: int) -> list[Finding]:
    """Every toolset whole, as if everything were configured. The same in every round: counted once."""
    return [
        Finding(f"schemas: {whose} {len(TOOLSETS[mode])} tools", "tokens", tokens(TOOLSETS[mode]), BUDGET)
        for mode, whose in WHOSE.items()
    ]


if __name__ == "__main__":
    print("\n".join(sent(TOOLSETS[mode]) for mode in WHOSE))  # noqa: T201 - read by a test
