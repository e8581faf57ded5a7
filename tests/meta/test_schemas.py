"""What every request tells the model of its tools: within a budget, the same bytes each time, when to and when not."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.tools.toolsets import TOOLS, TOOLSETS
from bot.types import Mode
from tests.bench.schemas import BUDGET, sent, tokens

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("mode", [Mode.PRO, Mode.STUDENT])
def test_a_toolset_stays_within_its_budget(mode: Mode) -> None:
    dearest = sorted(((tokens([tool]), tool.name) for tool in TOOLSETS[mode]), reverse=True)
    assert tokens(TOOLSETS[mode]) <= BUDGET, f"shorten descriptions and arguments; the dearest: {dearest[:6]}"


def test_the_count_is_that_of_a_tokenizer() -> None:
    counted = tokens([TOOLS["calculate"]])
    assert len(sent([TOOLS["calculate"]])) / 6 < counted < len(sent([TOOLS["calculate"]])) / 2


@pytest.mark.programs
def test_two_processes_send_the_same_bytes() -> None:
    first, second = (
        subprocess.run(
            [sys.executable, "-m", "tests.bench.schemas"],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            timeout=120,
        ).stdout
        for seed in ("1", "2")
    )
    assert first == second
    assert first.decode() == f"{sent(TOOLSETS[Mode.PRO])}\n{sent(TOOLSETS[Mode.STUDENT])}\n"


@pytest.mark.parametrize("name", TOOLS)
def test_a_description_says_when_not(name: str) -> None:
    description = TOOLS[name].schema["function"]["description"]
    assert re.search(r"\b(?:not|only|never|else)\b", description, re.IGNORECASE), description


@pytest.mark.parametrize("mode", [Mode.PRO, Mode.STUDENT])
def test_arguments_that_are_like_those_of_another_tool_are_explained_there(mode: Mode) -> None:
    names = {tool.name for tool in TOOLSETS[mode]}
    explained = set(TOOLS["generate_pdf"].schema["function"]["parameters"]["properties"])
    like = [tool for tool in TOOLSETS[mode] if "rguments as " in tool.schema["function"]["description"]]
    assert len(like) == 3
    assert "generate_pdf" in names
    for tool in like:
        assert "generate_pdf" in tool.schema["function"]["description"]
        assert set(tool.schema["function"]["parameters"]["properties"]) <= explained


@pytest.mark.parametrize("mode", [Mode.PRO, Mode.STUDENT])
def test_no_tool_speaks_of_one_that_the_mode_does_not_have(mode: Mode) -> None:
    others = {name for name in TOOLS if TOOLS[name] not in TOOLSETS[mode]}
    told = sent(TOOLSETS[mode])
    assert [name for name in others if name in told] == []
