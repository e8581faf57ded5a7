"""« exécute : python3 -c "print(2**64)" »: a command for the sandbox, and what it printed."""

import re
from dataclasses import dataclass
from typing import Any

from bot.simulator.demo.conversation import Result
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Say, Scene, Step, with_result

MAX_SHOWN = 900  # characters of output in an answer
_STRAIGHT = str.maketrans("“”„‘’′\u00a0\u202f", "\"\"\"'''  ")  # what a phone's keyboard makes of a programmer's quotes
_VERB = r"(?:ex[ée]cute[rz]?|lance[rz]?|fais tourner|run|execute)"
_PROGRAM = r"(?:python3?|bash|sh|echo|printf|seq|date|ls|cat|df|id|awk|sed|sort|factor|env|pwd|uname|head|wc|tr)\b"
_ASKED = re.compile(
    rf"^\s*{_VERB}(?:\s+(?:la |cette |the |this )?(?:commande|command|code))?\s*"
    rf"(?::\s*(?P<any>.+)|\s+(?P<known>{_PROGRAM}.*))$",
    re.DOTALL | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command line, as a shell reads it."""

    line: str


def read(scene: Scene) -> Command | None:
    found = _ASKED.match(scene.turn.text.translate(_STRAIGHT))
    return Command((found["any"] or found["known"]).strip().strip("`").strip()) if found else None


def act(wish: Command, scene: Scene) -> Step:
    if not scene.may("bash_execute"):
        return scene.say("command_not_here")
    return with_result(scene, "bash_execute", {"command": wish.line}, lambda done: _tell(scene, done))


def _tell(scene: Scene, done: Result) -> Step:
    data: dict[str, Any] = done.data if isinstance(done.data, dict) else {}
    printed = "\n".join(filter(None, (data.get("stdout", "").rstrip(), data.get("stderr", "").rstrip())))
    shown = printed if len(printed) <= MAX_SHOWN else f"{printed[:MAX_SHOWN]}…"
    key = "command_done" if data.get("exit_code") == 0 else "command_failed"
    text = scene.words.say(key, output=shown or "–", code=data.get("exit_code"))
    if data.get("attached"):
        text += "\n" + scene.words.say("command_files", names=", ".join(data["attached"]))
    return Say(text)


SHELL = Skill("shell", read, act)
