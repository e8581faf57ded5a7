"""Tools called by hand in the demo model: which there are."""

import pytest

from bot.simulator.demo.conversation import read_turn
from bot.simulator.demo.steps import Say
from tests.fakes.demo import BRAIN


@pytest.mark.parametrize("text", ["/outil", "/outils", "/Outils ", "/tool", "/tools"])
def test_whoever_names_none_is_told_which_there_are_and_how_one_is_called(text: str) -> None:
    offered = [{"type": "function", "function": {"name": name}} for name in ("create_task", "calculate")]
    told = BRAIN.next_step(read_turn({"messages": [{"role": "user", "content": text}], "tools": offered}))
    assert isinstance(told, Say)
    assert ": calculate, create_task." in told.text
    assert 'calculate {"expression": "2+2"}' in told.text
