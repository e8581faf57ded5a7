"""What the demo model can do next, and the two moves every skill is made of: say something, call a tool."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from bot.simulator.demo.conversation import Result, Turn
from bot.simulator.demo.lessons import Lessons
from bot.simulator.demo.quizzes import QuizBank
from bot.simulator.demo.sentences import Words, words_of
from bot.types import Language


@dataclass(frozen=True, slots=True)
class Say:
    """The final answer of the turn."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A tool to call now."""

    name: str
    arguments: dict[str, Any]


Step = Say | Call


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a skill may look at: the turn, what the model knows, and the sentences of the turn's language."""

    turn: Turn
    lessons: Lessons
    quizzes: QuizBank
    words: Words

    @property
    def language(self) -> Language:
        """The language of the answer."""
        return self.words.language

    @property
    def is_guest(self) -> bool:
        """Whether there are no tools at all."""
        return not self.turn.offered and not self.turn.results

    def speaking(self, language: Language) -> "Scene":
        """The same scene in another language."""
        return replace(self, words=words_of(language))

    def may(self, name: str) -> bool:
        """Whether a tool is there: offered now, or called already in this turn."""
        return name in self.turn.offered or self.turn.last(name) is not None

    def say(self, key: str, **values: object) -> Say:
        """One of the sentences as the answer; `lessons` is always known to it."""
        return Say(self.words.say(key, **{"lessons": self.words.say("lessons"), **values}))

    def stay(self, *, alone: bool = False) -> Say:
        """What is said to somebody who was in distress a short while ago, never the same sentence twice running;
        `alone` when they have just said no: that they are not safe, that nobody is near."""
        if alone:
            return self.say("stay_go")
        return self.say("stay_again" if self.said("stay") else "stay")

    def said(self, key: str) -> bool:
        """Whether the answer that the person has just read holds a sentence, such as an offer."""
        return self.words.begins(key) in self.turn.last_said


def call(scene: Scene, name: str, arguments: dict[str, Any]) -> Call:
    """A call with only the arguments that the tool's schema knows."""
    known = scene.turn.offered.get(name, {}).get("properties", {})
    return Call(name, {key: value for key, value in arguments.items() if key in known})


def with_result(scene: Scene, name: str, arguments: dict[str, Any], tell: Callable[[Result], Step]) -> Step:
    """Call a tool, then tell what it gave; a failure is told as it is. The whole life of a skill with one tool."""
    done = scene.turn.last(name)
    if done is None:
        return call(scene, name, arguments)
    return tell(done) if done.succeeded else failure(scene, done)


def failure(scene: Scene, result: Result) -> Say:
    """An honest word about a tool that did not succeed."""
    return scene.say("failed", name=result.name, problem=result.problem)
