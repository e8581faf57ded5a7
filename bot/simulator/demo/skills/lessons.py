"""A lesson that a message names, or the part of the last one that it asks about."""

from dataclasses import dataclass

from bot.i18n.detect import detect
from bot.simulator.demo.lessons import Lesson, Part
from bot.simulator.demo.sentences import Words, words_of
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.skills.thread import last_lesson
from bot.simulator.demo.steps import Say, Scene, Step
from bot.simulator.demo.writing import shortened
from bot.types import Channel, Language

MAX_WORDS = 8  # of a question that leans on the lesson before it: « et la soustraction ? »
MAX_PART = {Channel.WHATSAPP: 700, Channel.SMS: 380}  # characters


@dataclass(frozen=True, slots=True)
class Explain:
    """A lesson; `part` is what of it was asked for, if the message says so."""

    lesson: Lesson
    part: Part | None


def read(scene: Scene) -> Explain | None:
    text = scene.turn.text
    lesson = scene.lessons.named(text, scene.language)
    return Explain(lesson, scene.lessons.part(lesson, text, headings_only=True)) if lesson else None


def read_part(scene: Scene) -> Explain | None:
    """A few words without a lesson's name, which the last lesson has something about."""
    lesson = last_lesson(scene) if len(scene.turn.text.split()) <= MAX_WORDS else None
    part = scene.lessons.part(lesson, scene.turn.text) if lesson else None
    return Explain(part.lesson, part) if part else None


def act(wish: Explain, scene: Scene) -> Step:
    lesson, part = wish.lesson, wish.part
    words = _words(lesson, scene)
    if part:
        text = shortened(part.text, MAX_PART[scene.turn.channel])
        told = words.say("part", title=lesson.title, heading=part.heading, text=text)
    else:
        told = words.say("lesson", title=lesson.title, text=lesson.page.summary)
    if words.language is not lesson.page.language:
        only = "lesson_in_french" if lesson.page.language is Language.FR else "lesson_in_english"
        told = f"{words.say(only)}\n\n{told}"
    offer = words.say("offer_pdf" if scene.may("generate_pdf") else "offer_exercise")
    return Say(f"{told}\n\n{offer}")


def _words(lesson: Lesson, scene: Scene) -> Words:
    """A bare « photosynthesis » is in no language but its own."""
    return scene.words if detect(scene.turn.text) else words_of(lesson.page.language)


LESSON = Skill("lesson", read, act)
PART = Skill("part", read_part, act)
