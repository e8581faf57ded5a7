"""The demo model: from a turn to what comes next, by rules. Pure; the same turn always gives the same step."""

import re

from bot.simulator.demo.conversation import Turn, introduces
from bot.simulator.demo.lessons import Lessons
from bot.simulator.demo.quizzes import QuizBank
from bot.simulator.demo.sentences import words_of
from bot.simulator.demo.skills.photos import listed_sizes
from bot.simulator.demo.skills.table import SKILLS
from bot.simulator.demo.steps import Call, Say, Scene, Step

_ASKED = re.compile(r"^user: (.+)$", re.MULTILINE)  # how what is to be summarised is written down


class Brain:
    """Offers each turn to the skills; the first that reads a wish in it acts."""

    def __init__(self, lessons: Lessons, quizzes: QuizBank) -> None:
        self._lessons = lessons
        self._quizzes = quizzes

    def next_step(self, turn: Turn) -> Step:
        """What the model does now; the first answer of a conversation says that it is a demo."""
        scene = self.scene(turn)
        step = next(step for skill in SKILLS if (step := skill.next_step(scene)) is not None)
        if isinstance(step, Call):
            return step
        text = step.text if turn.introduced or introduces(step.text) else f"{step.text}\n\n{scene.words.say('label')}"
        if "final_answer" in turn.offered:
            return Call("final_answer", {"text": text, "confidence": 90})
        return Say(text)

    def scene(self, turn: Turn) -> Scene:
        """What the skills look at."""
        return Scene(turn, self._lessons, self._quizzes, words_of(turn.language))

    def summarise(self, turn: Turn) -> str:
        """The questions of a conversation, one after another; of pictures, how large they are."""
        if turn.pictures:
            return words_of(turn.language).say("photo_described", sizes=listed_sizes(turn.pictures))
        texts = [*turn.earlier, *(_ASKED.findall(turn.text) or [turn.text])]
        asked = [" ".join(text.split())[:300] for text in texts if text]
        return words_of(turn.language).say("summary", points=" ; ".join(asked) or "–")
