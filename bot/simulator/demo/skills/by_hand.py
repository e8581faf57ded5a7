"""`/outil NAME {json}`: any tool, called by hand."""

import json
import re
from dataclasses import dataclass
from typing import Any

from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Call, Scene, Step, failure

MAX_SHOWN = 900  # characters of a tool's data in an answer
_TOOL = re.compile(r"^/(?:outil|tool)\s+(\w+)\s*(.*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ByHand:
    """The arguments' text is not yet checked."""

    name: str
    arguments: str


def read(scene: Scene) -> ByHand | None:
    found = _TOOL.match(scene.turn.text.strip())
    return ByHand(found.group(1), found.group(2).strip()) if found else None


def act(wish: ByHand, scene: Scene) -> Step:
    done = scene.turn.last(wish.name)
    if done:
        told = scene.say("tool_done", name=done.name, data=_shown(done.data))
        return told if done.succeeded else failure(scene, done)
    if wish.name not in scene.turn.offered:
        return scene.say("tool_unknown", name=wish.name, offered=", ".join(sorted(scene.turn.offered)) or "–")
    try:
        arguments = json.loads(wish.arguments or "{}")
    except ValueError:
        arguments = None
    return Call(wish.name, arguments) if isinstance(arguments, dict) else scene.say("tool_bad_json")


def _shown(data: Any) -> str:
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, indent=1)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


BY_HAND = Skill("by_hand", read, act)
