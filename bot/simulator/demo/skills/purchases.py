"""« comment faire pour acheter 50 crédits ? »: the purchase is opened, in whatever words no command understood."""

import re
from typing import Any

from bot.simulator.demo.conversation import Result
from bot.simulator.demo.folding import folded
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Say, Scene, Step, with_result

_ASKED = re.compile(
    r"\b(?:achet\w*|achat|recharg\w*|buy|purchase|top up)\b.*\bcredits?\b"
    r"|\bcredits?\b.*\b(?:achet\w*|achat|buy|purchase)\b"
    r"|\boutil d'achat\b|\b(?:purchase|buying) tool\b"
)
MOST_WORDS = 14  # more is a sum or a text about somebody who buys on credit


def read(scene: Scene) -> str | None:
    asked = folded(scene.turn.text)
    return asked if _ASKED.search(asked) and len(asked.split()) <= MOST_WORDS else None


def act(_wish: str, scene: Scene) -> Step:
    if not scene.may("buy_credits"):
        return scene.say("purchase_not_here")
    return with_result(scene, "buy_credits", {}, _tell)


def _tell(done: Result) -> Step:
    data: dict[str, Any] = done.data if isinstance(done.data, dict) else {}
    return Say(str(data.get("tell", "")))


PURCHASE = Skill("purchase", read, act)
