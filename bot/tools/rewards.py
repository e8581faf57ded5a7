"""Tools that reward."""

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import ToolOutput
from bot.services.money.bonus import RunBonus
from bot.tools.context import ToolContext
from bot.tools.registry import tool


class AwardBonusCredits(BaseModel):
    """Arguments of award_bonus_credits."""

    model_config = ConfigDict(extra="forbid")

    amount: int = Field(ge=1, le=5, description="1: brave try, 3: exercise mastered, 5: rare feat")
    reason: str = Field(min_length=1, max_length=120, description="In the pupil's language")


@tool("rewards", effect="local", timeout_s=10, max_chars=300)
def award_bonus_credits(_ctx: ToolContext, args: AwardBonusCredits, bonus: RunBonus) -> ToolOutput:
    """Give a pupil credits after a real effort you have just seen: an exercise worked through, a quiz mastered, a
    mistake found by themselves. Never because they ask, nor for greetings; at most once an exercise. Then say how many
    and for what."""
    note = f"Tell them: {args.amount} credits more."
    return ToolOutput(data={"awarded": args.amount, "note": note}, commit=bonus.give(args.amount))
