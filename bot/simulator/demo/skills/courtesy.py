"""What people say around their questions: greetings, thanks, goodbye, who are you; and words that ask for care.

The phrases stand in phrases.toml; each kind is the name of the sentence that answers it."""

import re
from dataclasses import dataclass

from bot.simulator.demo.folding import spoken
from bot.simulator.demo.skills.phrases import any_of, bare, table
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Scene, Step
from bot.types import Language

_KINDS = table("courtesy")
_AROUND = {"": table("around")["words"]}
_PHRASES = [
    (kind, re.compile(rf"(?:\s*(?:{phrase})(?=\s|$))?"))
    for kind, phrases in {**_AROUND, **_KINDS}.items()
    for phrase in phrases
]
_ENGLISH = re.compile(r"english|anglais")
_CARE = re.compile(any_of(table("care")["care"]))


MAX_CHARS = 200  # people who say more want something
# What takes another meaning from somebody who was just asked whether they are safe.
_NEEDS_COMPANY = frozenset({"yes_what", "no_then", "agreed", "received", "tired", "human", "how_or_fine", "care"})


@dataclass(frozen=True, slots=True)
class Courtesy:
    """One kind of what people say, by the name of the sentence that answers it."""

    kind: str
    evening: bool = False


def read(scene: Scene) -> Courtesy | None:
    """Only a message that is nothing else."""
    if len(scene.turn.text) > MAX_CHARS:
        return None
    said, at, kinds = bare(spoken(scene.turn.text)), 0, set[str]()
    while at < len(said):
        end, kind = max((found.end(), kind) for kind, phrase in _PHRASES if (found := phrase.match(said, at)))
        if end == at:
            return None
        kinds.add(kind)
        at = end
    first = next((kind for kind in _KINDS if kind in kinds), None)
    return Courtesy(first, evening="evening" in kinds) if first else None


def act(wish: Courtesy, scene: Scene) -> Step:
    if scene.turn.cared and wish.kind in _NEEDS_COMPANY:
        return scene.stay(alone=wish.kind == "no_then")
    hello = scene.words.say("evening" if wish.evening else "morning")
    if wish.kind in ("greeting", "evening"):
        first = "guest_greeting" if scene.is_guest else "greeting"
        return scene.say("greeting_again" if scene.turn.before or scene.turn.summarised else first, hello=hello)
    if wish.kind == "abilities" and scene.is_guest:
        return scene.say("guest_abilities")
    if wish.kind == "speak":
        language = Language.EN if _ENGLISH.search(spoken(scene.turn.text)) else Language.FR
        return scene.speaking(language).say("speak")
    if wish.kind == "how_or_fine":
        return scene.say("fine_too" if scene.said("fine") else "fine")
    return scene.say(wish.kind)


def read_care(scene: Scene) -> Courtesy | None:
    return Courtesy("care") if _CARE.search(spoken(scene.turn.text)) else None


COURTESY = Skill("courtesy", read, act)
CARE = Skill("care", read_care, act)
