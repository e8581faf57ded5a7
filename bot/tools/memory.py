"""The tool that keeps facts about the person."""

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import ToolOutput
from bot.services.memory.memories import LONGEST, RunMemories
from bot.tools.context import ToolContext
from bot.tools.registry import tool


class SaveMemory(BaseModel):
    """Arguments of save_memory."""

    model_config = ConfigDict(extra="forbid")

    fact: str = Field(min_length=3, max_length=LONGEST, description="One short sentence, in the user's language")


@tool("library", effect="local", timeout_s=5, max_chars=500)
def save_memory(_ctx: ToolContext, args: SaveMemory, memories: RunMemories) -> ToolOutput:
    """Remember a lasting fact about the user: goals, exams, subjects, work, preferences. Use it when they ask you to,
    or tell what will help for months. Never passwords, codes, card numbers; nothing about others; nothing that only
    pages or files say."""
    note = "It is kept. The user sees everything that is kept with /memoire, and /oublier N forgets one."
    return ToolOutput(data={"kept": args.fact, "note": note}, commit=memories.keep(args.fact))
