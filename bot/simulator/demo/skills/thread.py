"""What a conversation is about, read from what has been said: the last lesson, its exercise that is still open."""

from collections.abc import Iterator

from bot.simulator.demo.conversation import Exchange
from bot.simulator.demo.lessons import Exercise, Lesson
from bot.simulator.demo.maths.expressions import expression_in
from bot.simulator.demo.skills.equations import equation_in
from bot.simulator.demo.steps import Scene
from bot.types import Language

OPEN_FOR = 3  # answers after which an exercise is no longer waited for
MATHS = {
    "equation": {Language.FR: "equations-du-premier-degre", Language.EN: "first-degree-equations"},
    "fractions": {Language.FR: "operations-sur-les-fractions", Language.EN: "understanding-fractions"},
    "percentage": {Language.FR: "nombres-decimaux", Language.EN: "understanding-fractions"},
}


def last_lesson(scene: Scene) -> Lesson | None:
    """The lesson that was spoken of last."""
    for exchange in reversed(scene.turn.before):
        found = next(_told(scene, exchange), None) or (None if exchange.is_note else _asked(scene, exchange.asked))
        if found:
            return found
    return None


def open_exercise(scene: Scene) -> Exercise | None:
    """The exercise that waits for an answer: asked a short while ago, and its solution not yet told."""
    for exchange in reversed(scene.turn.before[-OPEN_FOR:]):
        for lesson in scene.lessons.all:
            for exercise in lesson.exercises:
                if exercise.question in exchange.said:
                    return None if scene.turn.said(exercise.solution) else exercise
    return None


def _told(scene: Scene, exchange: Exchange) -> Iterator[Lesson]:
    """Lessons whose title stands in an answer the way the sentences write titles, or one of their exercises."""
    for lesson in scene.lessons.all:
        titles = (f"**{lesson.title}**", f"« {lesson.title} »", f"“{lesson.title}”")
        exercises = (text for exercise in lesson.exercises for text in (exercise.question, exercise.solution))
        if any(mark in exchange.said for mark in (*titles, *exercises)):
            yield lesson


def _asked(scene: Scene, asked: str) -> Lesson | None:
    language = scene.language
    if named := scene.lessons.named(asked, language):
        return named
    expression = expression_in(asked, language)
    topic = "equation" if equation_in(asked, language) else ""
    topic = topic or ("percentage" if "%" in expression else "fractions" if "/" in expression else "")
    return scene.lessons.get(MATHS[topic][language]) if topic else None
