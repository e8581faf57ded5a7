"""Whatever leaves the house passes the gate: a tool that reaches outside says what it sends, or why not stands here."""

import pytest
from pydantic import BaseModel, ConfigDict

from bot.agent.spec import Effect, Tool, ToolOutput
from bot.tools.context import ToolContext
from bot.tools.registry import EffectName, tool
from bot.tools.toolsets import TOOLSETS

REACHES_OUT = ("web", "communication", "support")  # categories
NOT_GATED = {
    "web_search": "a query goes to the search service this house has chosen, never to whom a page names",
    "draft_email": "nothing leaves by the call: the draft waits for the person's digit on all of it, in every run",
}
TOOLS = {tool.name: tool for toolset in TOOLSETS.values() for tool in toolset}


@pytest.mark.parametrize("made", TOOLS.values(), ids=lambda made: made.name)
def test_a_tool_that_reaches_outside_says_what_it_sends(made: Tool) -> None:
    outside = made.effect in (Effect.KEYED, Effect.LISTED, Effect.BLIND) or made.category in REACHES_OUT
    assert not outside or made.outward is not None or made.name in NOT_GATED


@pytest.mark.parametrize("effect", ["keyed", "listed", "blind"])
def test_a_coming_tool_with_an_effect_outside_cannot_be_made_without(effect: EffectName) -> None:
    class Nothing(BaseModel):
        model_config = ConfigDict(extra="forbid")

    def send_fax(_ctx: ToolContext, args: Nothing) -> ToolOutput:
        """Send a fax."""
        return ToolOutput(str(args))

    send_fax.__annotations__["args"] = Nothing
    with pytest.raises(TypeError, match="outward"):
        tool("communication", effect=effect)(send_fax)


def test_only_tools_in_which_strangers_write_vouch_for_addresses() -> None:
    assert {made.name for made in TOOLS.values() if made.leads} == {"web_search", "browse_url"}
    assert "url" not in TOOLS["browse_url"].leads, "a page's address is what the model asked for"
