"""Quizzes: asking a question with the quiz tools, and a kind word when the service tells how it went."""

import re
from dataclasses import dataclass

from bot.services.quiz.quizzes import NOTE_MARK
from bot.simulator.demo.folding import folded
from bot.simulator.demo.quizzes import verdicts
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.skills.subjects import subject_of
from bot.simulator.demo.skills.thread import last_lesson
from bot.simulator.demo.steps import Say, Scene, Step, call

_TRUE_OR_FALSE = re.compile(r"\bvrai (?:ou )?faux\b|\btrue (?:or )?false\b")
_QUIZ = re.compile(
    r"\b(?:(?:un|une|a|an)\s+)?(?:(?:autre|nouveau|petit|another|new|quick)\s+)?quiz\w*\b(?:\s+me\b)?"
    rf"|\b(?:interroge|teste)s?[- ]?(?:moi|nous)\b|\btest me\b|{_TRUE_OR_FALSE.pattern}",
)


@dataclass(frozen=True, slots=True)
class AskQuiz:
    """A question to answer, about a subject if one is named."""

    subject: str
    true_or_false: bool = False


@dataclass(frozen=True, slots=True)
class QuizOutcome:
    """The service's note that a quiz was answered."""

    note: str


def read_quiz(scene: Scene) -> AskQuiz | None:
    return quiz_in(scene.turn.text)


def quiz_in(text: str) -> AskQuiz | None:
    """The quiz that a text asks for."""
    asked = folded(text)
    if not _QUIZ.search(asked):
        return None
    return AskQuiz(subject_of(_QUIZ.sub(" ", asked)), _TRUE_OR_FALSE.search(asked) is not None)


def ask_quiz(wish: AskQuiz, scene: Scene) -> Step:
    """Ask a question; after a refusal, say kindly why there is none."""
    turn = scene.turn
    if turn.results:
        return scene.say("quiz_enough" if turn.earlier else "quiz_first")
    lesson = last_lesson(scene)
    known = scene.lessons.within(lesson, scene.language).title if lesson else ""
    subjects = [wish.subject, known, *(subject_of(old) or old for old in reversed(turn.earlier))]
    told = "\n".join(exchange.asked for exchange in turn.before if exchange.is_note)
    quiz = scene.quizzes.choose(subjects, scene.language, turn.quizzed, true_or_false=wish.true_or_false, told=told)
    if quiz.tool not in turn.offered:
        return scene.say("quiz_guest")
    return call(scene, quiz.tool, quiz.arguments())


def read_outcome(scene: Scene) -> QuizOutcome | None:
    return QuizOutcome(scene.turn.text) if scene.turn.text.startswith(NOTE_MARK) else None


def encourage(wish: QuizOutcome, scene: Scene) -> Step:
    """One sentence that fits the outcome; its verdict was read already. Then the next question is offered."""
    right, total = verdicts(wish.note, scene.language)
    kind = "quiz_right" if right == total else "quiz_partly" if right else "quiz_wrong"
    return Say(f"{scene.words.say(kind)} {scene.words.say('offer_quiz')}")


QUIZ = Skill("quiz", read_quiz, ask_quiz)
QUIZ_OUTCOME = Skill("quiz_outcome", read_outcome, encourage)
