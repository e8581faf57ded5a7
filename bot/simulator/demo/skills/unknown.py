"""Everything else: one honest answer that says what can be done instead."""

from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Scene, Step


def read(scene: Scene) -> str | None:
    return scene.turn.text


def act(_wish: str, scene: Scene) -> Step:
    if scene.turn.cared:  # no lesson is offered to somebody who is afraid
        return scene.stay()
    again = "_again" if scene.turn.introduced else ""
    return scene.say(f"{'guest_' if scene.is_guest else ''}unknown{again}")


UNKNOWN = Skill("unknown", read, act)
