"""Photos, by a model without eyes: it says what it got, and shows the tool that looks at one again."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.simulator.demo.folding import folded
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Scene, Step, with_result

_RECOGNISED = re.compile(r"^\[Photo: .*words recognised on it: « (.*) »\]$", re.MULTILINE)  # MODEL_SEES is false
_AGAIN = re.compile(
    r"\b(?:regarde|revois|revoir|relis|look at|see)\b.*"
    r"\b(?:ma|mon|cette|la|my|that|the) (?:photo|image|picture)\b"
)


@dataclass(frozen=True, slots=True)
class Photo:
    """One that has just come, with its words where somebody else read them, or one to be looked at again."""

    again: bool
    words: str = ""


def read(scene: Scene) -> Photo | None:
    if scene.turn.pictures:
        return Photo(again=False)
    if recognised := _RECOGNISED.search(scene.turn.text):
        return Photo(again=False, words=recognised[1])
    return Photo(again=True) if _AGAIN.search(folded(scene.turn.text)) else None


def act(photo: Photo, scene: Scene) -> Step:
    if photo.words:
        return scene.say("photo_words", words=photo.words)
    if not photo.again:
        return scene.say("photo_seen", sizes=listed_sizes(scene.turn.pictures))
    if not scene.may("look_at_picture"):
        return scene.say("files_guest")
    asked = {"question": scene.turn.text[:300]}
    return with_result(scene, "look_at_picture", asked, lambda done: scene.say("photo_looked", seen=done.data["seen"]))


def listed_sizes(sizes: Sequence[tuple[int, int]]) -> str:
    """« 1080 × 1440, 800 × 600 »"""
    return ", ".join(f"{width} × {height}" for width, height in sizes)


PHOTO = Skill("photo", read, act)
