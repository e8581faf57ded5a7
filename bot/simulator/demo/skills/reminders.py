"""« rappelle-moi de réviser demain à 18 h »: a task with its time, and a bonus when one asks to be shown it."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.simulator.demo.conversation import Result
from bot.simulator.demo.folding import folded
from bot.simulator.demo.skills import recurring
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Say, Scene, Step, call, with_result

_ASKED = re.compile(
    r"^\W*(?:(?:bonjour|bonsoir|salut|bjr|slt|hello|hi)\W+)?(?:stp |svp |please )?"
    r"(?:(?:peux[- ]tu |tu peux |pouvez[- ]vous |can you )?(?:me )?"
    r"(?:rappelle[rz]?|rappele[rz]?|remind)(?:[- ]?(?:moi|me))?|"
    r"(?:note[rz]?|notes|note down)(?: que je dois|[- ]moi| that i must))"
    r"(?:\s+(?:de |d'|to |que je dois ))?\s*(?P<what>.+)$",
    re.DOTALL | re.IGNORECASE,
)
_BONUS = re.compile(r"\b(?:bonus|credits? bonus|recompense[rz]?(?:[- ]moi)?|reward)\b")


@dataclass(frozen=True, slots=True)
class Reminder:
    """What, and when in the words of create_task."""

    title: str
    when: dict[str, Any]
    repeats: bool


def read(scene: Scene) -> Reminder | None:
    found = _ASKED.match(scene.turn.text.replace("’", "'"))
    if found is None:
        return None
    moment = recurring.read(found["what"], datetime.now().astimezone())  # a demonstration's clock is this machine's
    title = re.sub(r"^(?:de |d'|to |que je dois )", "", moment.rest.strip(" .!?,:"))
    return Reminder(title, moment.when, moment.repeats) if title else None


def act(wish: Reminder, scene: Scene) -> Step:
    if not scene.may("create_task"):
        return scene.say("task_not_here")
    return with_result(scene, "create_task", {"title": wish.title, **wish.when}, lambda done: _tell(wish, scene, done))


def _tell(wish: Reminder, scene: Scene, done: Result) -> Step:
    data: dict[str, Any] = done.data if isinstance(done.data, dict) else {}
    key = "task_noted_once" if wish.repeats and "repeat" not in wish.when else "task_noted"
    if not data.get("due"):
        key = "task_noted_no_day"
    elif str(data.get("reminder")).startswith("none"):
        key = "task_noted_late"
    said = ("due", "repeats") if "repeat" in wish.when else ("due",)
    due = ", ".join(str(data[name]) for name in said if name in data)
    return Say(scene.words.say(key, title=data.get("noted", ""), due=due))


def read_bonus(scene: Scene) -> str | None:
    asked = folded(scene.turn.text)
    return asked if _BONUS.search(asked) and len(asked.split()) <= 8 else None


def act_bonus(_wish: str, scene: Scene) -> Step:
    if not scene.may("award_bonus_credits"):
        return scene.say("bonus_not_here")
    arguments = {"amount": 1, "reason": scene.words.say("bonus_reason")}
    done = scene.turn.last("award_bonus_credits")
    if done is None:
        return call(scene, "award_bonus_credits", arguments)
    return scene.say("bonus_given" if done.succeeded else "bonus_not_now")


REMINDER = Skill("reminder", read, act)
BONUS = Skill("bonus", read_bonus, act_bonus)
