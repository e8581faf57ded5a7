"""`/outil NAME {json}`: any tool, called by hand; `/outil` alone: which there are."""

import json
import re
from dataclasses import dataclass
from typing import Any

from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Call, Scene, Step, failure

MAX_SHOWN = 900  # characters of a tool's data in an answer
_TOOL = re.compile(r"^/(?:outil|tool)s?(?:\s+(\w+)\s*(.*))?$", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ByHand:
    """The arguments' text is not yet checked. Without a name, the tools are listed."""

    name: str
    arguments: str


def read(scene: Scene) -> ByHand | None:
    found = _TOOL.match(scene.turn.text.strip())
    return ByHand(found.group(1) or "", (found.group(2) or "").strip()) if found else None


def act(wish: ByHand, scene: Scene) -> Step:
    offered = ", ".join(sorted(scene.turn.offered)) or "–"
    if not wish.name:
        return scene.say("tools_listed", offered=offered)
    done = scene.turn.last(wish.name)
    if done:
        told = scene.say("tool_done", name=done.name, data=_shown(done.data))
        return told if done.succeeded else failure(scene, done)
    if wish.name not in scene.turn.offered:
        return scene.say("tool_unknown", name=wish.name, offered=offered)
    try:
        arguments = json.loads(wish.arguments or "{}")
    except ValueError:
        arguments = None
    return Call(wish.name, arguments) if isinstance(arguments, dict) else scene.say("tool_bad_json")


def _shown(data: Any) -> str:
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, indent=1)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


BY_HAND = Skill("by_hand", read, act)
