"""Exercises: one is given, its answer judged, its solution told. Which one is open is read from the conversation."""

import re
from dataclasses import dataclass

from bot.simulator.demo.folding import plain, spoken
from bot.simulator.demo.lessons import Exercise, Lesson
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.skills.thread import last_lesson, open_exercise
from bot.simulator.demo.steps import Say, Scene, Step

MAX_GUESS = 5  # words of a guess that is not a number
_NUMBER = re.compile(r"\d+(?:[ \u00a0\u202f]\d{3})*(?:[.,/]\d+)?")
_ATTEMPT = re.compile(
    r"(?:[a-z]\s*=|c'est|ca fait|je (?:dis|dirais|pense|trouve|crois)(?: que)?|j'ai trouve|reponse|it is|it's"
    r"|i think|i got|answer|la|le|the|est|is|:|=|\s)*"
    r"[-−]?\d+(?:[ \u00a0\u202f]\d{3})*(?:[.,/]\d+)?\s*(?:%|[a-z]+)?\s*(?:\w+)?[.! ]*"
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person sends for an open exercise."""

    exercise: Exercise
    is_right: bool


def read_answer(scene: Scene) -> Answer | None:
    """A right answer however it is put, or a number that can only be an answer."""
    exercise = open_exercise(scene)
    if exercise is None:
        return None
    if _is_right(exercise, scene.turn.text):
        return Answer(exercise, is_right=True)
    return Answer(exercise, is_right=False) if _ATTEMPT.fullmatch(plain(scene.turn.text)) else None


def read_guess(scene: Scene) -> Answer | None:
    """A few words that nothing else explains, while an exercise waits."""
    exercise, guess = open_exercise(scene), scene.turn.text
    is_guess = exercise is not None and "?" not in guess and len(guess.split()) <= MAX_GUESS
    return Answer(exercise, is_right=False) if exercise and is_guess else None


def judge(wish: Answer, scene: Scene) -> Step:
    if not wish.is_right:
        return scene.say("wrong", question=wish.exercise.question)
    said = scene.words.say("right", solution=wish.exercise.solution)
    return Say(f"{said}\n\n{scene.words.say('offer_next_exercise')}")


def give(lesson: Lesson, scene: Scene) -> Step:
    """An exercise that was not given yet."""
    fresh = next((exercise for exercise in lesson.exercises if not scene.turn.said(exercise.question)), None)
    if fresh is None:
        done = scene.words.say("no_more_exercises", title=lesson.title)
        return Say(f"{done} {scene.words.say('offer_pdf')}" if scene.may("generate_pdf") else done)
    return scene.say("exercise", title=lesson.title, text=fresh.question)


def next_one(scene: Scene) -> Step:
    """The next exercise of the lesson that is spoken of."""
    lesson = last_lesson(scene)
    return give(lesson, scene) if lesson else scene.say("which_lesson")


def solve(lesson: Lesson, scene: Scene) -> Step:
    """The solution of the exercise that waits."""
    exercise = open_exercise(scene)
    if exercise is None:
        return give(lesson, scene)
    told = scene.words.say("solution", title=lesson.title, text=exercise.solution)
    return Say(f"{told}\n\n{scene.words.say('offer_next_exercise')}")


def _is_right(exercise: Exercise, text: str) -> bool:
    given = _NUMBER.findall(text)
    wanted = exercise.answers[0]
    if _NUMBER.match(wanted):
        return bool(given) and _bare(given[-1]) in {_bare(answer) for answer in exercise.answers}
    return any(plain(answer) in spoken(text) for answer in exercise.answers)


def _bare(number: str) -> str:
    return re.sub(r"[ \u00a0\u202f]|\.(?=\d{3})", "", number).replace(".", ",").removesuffix("%")


EXERCISE_ANSWER = Skill("exercise_answer", read_answer, judge)
GUESS = Skill("guess", read_guess, judge)
