"""« Oui » and « non » to what the last answer offered. An offer is known by its sentence."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.simulator.demo.folding import spoken
from bot.simulator.demo.sentences import words_of
from bot.simulator.demo.skills import exercises, letters, quiz, research
from bot.simulator.demo.skills.phrases import any_of, bare, table
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.skills.thread import last_lesson
from bot.simulator.demo.steps import Scene, Step
from bot.types import Language

_WORDS = table("reply")
_AFTER = rf"(?:\s*{any_of(_WORDS['after'])}(?!\w))*"
_YES = re.compile(rf"(?:{any_of(_WORDS['yes'])}(?!\w)\s*)+{_AFTER}")
_NO = re.compile(rf"{any_of(_WORDS['no'])}{_AFTER}")


@dataclass(frozen=True, slots=True)
class Reply:
    """What was offered, in which language, and whether it is wanted: « yes » may answer a French offer."""

    offer: str
    wanted: bool
    language: Language


def read(scene: Scene) -> Reply | None:
    last = scene.turn.last_said
    offers = ((key, language) for language in Language for key in _OFFERS if words_of(language).say(key) in last)
    offer, language = next(offers, ("", scene.language))
    if not offer:
        return None
    said = bare(spoken(scene.turn.text))
    if _NO.fullmatch(said):
        return Reply(offer, wanted=False, language=language)
    return Reply(offer, wanted=True, language=language) if _YES.fullmatch(said) else None


def act(wish: Reply, scene: Scene) -> Step:
    scene = scene.speaking(wish.language)
    return _OFFERS[wish.offer](scene) if wish.wanted else scene.say("declined")


def _sheet(scene: Scene) -> Step:
    lesson = last_lesson(scene)
    return research.act(research.Document(lesson.title if lesson else ""), scene)


def _letter(scene: Scene) -> Step:
    letter = letters.last_letter(scene)
    return letters.act(letter, scene) if letter else scene.say("yes_what")


def _quiz(scene: Scene) -> Step:
    return quiz.ask_quiz(quiz.AskQuiz(""), scene)


_OFFERS: dict[str, Callable[[Scene], Step]] = {
    "offer_pdf": _sheet,
    "offer_exercise": exercises.next_one,
    "offer_next_exercise": exercises.next_one,
    "offer_quiz": _quiz,
    "offer_letter_pdf": _letter,
}
OFFER = Skill("offer", read, act)
