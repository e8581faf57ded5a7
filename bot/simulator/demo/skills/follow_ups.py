"""« Plus simple », « un exemple », « encore »: more of the lesson before, or of the one that is named with it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.simulator.demo.folding import spoken
from bot.simulator.demo.lessons import Lesson
from bot.simulator.demo.library import words
from bot.simulator.demo.skills import exercises, lessons, quiz
from bot.simulator.demo.skills.phrases import any_of, table
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.skills.thread import last_lesson
from bot.simulator.demo.steps import Say, Scene, Step
from bot.types import Language

MAX_WORDS = 14
_PATTERNS = [(kind, re.compile(rf"\b{any_of(phrases)}(?!\w)")) for kind, phrases in table("follow_up").items()]
_ELSEWHERE = re.compile(r"\bpdf\b|\bfiches?\b|\bsheets?\b|\bsources?\b|\bcherche\w*|\bsearch\w*|\bquiz\b")
_GENERIC = frozenset(
    words("""
    compris comprends donne fais fait dis autre encore plus petit petite nouveau nouvelle stp merci bonjour salut
    hello veux voudrais peut pouvez vie courante quotidienne concret concrete simple facile dessus ca cela ici
    lecon chose vraiment toujours bien tout rien pas pour faire avoir aime besoin please give another new small
    easy real life want would like can could you it this that these some again thing let do me one bon ok oui yes
    moi nou vou vos notre stplait partie point question exercice exemple ne je et si ai tu vas suis est etait ce
    qui que ya cette faut alors donc juste rapide vite maths math quick fast just now then also
    votre reponse dire your answer say more can did not
    """)
)


@dataclass(frozen=True, slots=True)
class FollowUp:
    """What is wanted of a lesson; no lesson when nobody has named one yet."""

    kind: str
    lesson: Lesson | None


def read(scene: Scene) -> FollowUp | None:
    asked = spoken(scene.turn.text)
    if scene.said("which_lesson") and (lesson := scene.lessons.named(asked, scene.language)):
        found = _found(spoken(scene.turn.earlier[-1]))  # the answer to our question
        return FollowUp(found[0], lesson) if found else None
    if len(asked.split()) > MAX_WORDS or _ELSEWHERE.search(asked):
        return None
    found = _found(asked)
    if found is None:
        return None
    kind, match = found
    rest = match.re.sub(" ", asked)  # « pas compris, plus simple » says it twice
    named = scene.lessons.named(rest, scene.language)
    if named or not (set(words(rest)) - _GENERIC):
        return _wish(kind, named, scene)
    return None


def act(wish: FollowUp, scene: Scene) -> Step:
    if wish.lesson is None:
        return scene.stay() if scene.turn.cared else scene.say("which_lesson")
    return _ACTS[wish.kind](wish.lesson, scene)


def _found(asked: str) -> tuple[str, re.Match[str]] | None:
    return next(((kind, match) for kind, pattern in _PATTERNS if (match := pattern.search(asked))), None)


def _wish(kind: str, named: Lesson | None, scene: Scene) -> FollowUp | None:
    lesson = named or last_lesson(scene)
    if named and kind in ("explain", "more", "repeat"):  # a lesson like any other
        return None
    if lesson is None and kind in ("repeat", "more", "translate", "solution"):
        return None
    return FollowUp(kind, lesson)


def _simpler(lesson: Lesson, scene: Scene) -> Step:
    """Each way of saying it once, then examples."""
    for key, text in (("simpler", lesson.simple), ("otherwise", lesson.otherwise)):
        if not scene.turn.said(text):
            return _with_exercise(scene, key, lesson, text)
    return _example(lesson, scene)


def _otherwise(lesson: Lesson, scene: Scene) -> Step:
    if scene.turn.said(lesson.otherwise):
        return _simpler(lesson, scene)
    return _with_exercise(scene, "otherwise", lesson, lesson.otherwise)


def _example(lesson: Lesson, scene: Scene) -> Step:
    fresh = next((example for example in lesson.examples if not scene.turn.said(example)), None)
    if fresh is None:
        return Say(f"{scene.words.say('no_more_examples', title=lesson.title)} {scene.words.say('offer_exercise')}")
    return _with_exercise(scene, "example", lesson, fresh)


def _explain(lesson: Lesson, scene: Scene) -> Step:
    if scene.turn.said(lesson.page.summary):
        return _simpler(lesson, scene)
    return lessons.act(lessons.Explain(lesson, None), scene)


def _more(lesson: Lesson, scene: Scene) -> Step:
    """More of what came last: a question, an exercise, an example, else the next part of the lesson."""
    if scene.turn.before[-1].is_note or quiz.quiz_in(scene.turn.earlier[-1]):
        return quiz.ask_quiz(quiz.AskQuiz(lesson.title), scene)
    if any(exercise.question in scene.turn.last_said or exercise.solution in scene.turn.last_said
           for exercise in lesson.exercises):  # fmt: skip
        return exercises.give(lesson, scene)
    if any(example in scene.turn.last_said for example in lesson.examples):
        return _example(lesson, scene)
    heading = next((part for part in lesson.parts if not scene.turn.said(f"_{part.heading}_")), None)
    if heading is None:
        return Say(f"{scene.words.say('no_more', title=lesson.title)} {scene.words.say('offer_exercise')}")
    return lessons.act(lessons.Explain(lesson, heading), scene)


def _repeat(_lesson: Lesson, scene: Scene) -> Step:
    return Say(scene.turn.last_said.replace(scene.words.say("label"), "").strip())


def _translate(lesson: Lesson, scene: Scene) -> Step:
    asked = spoken(scene.turn.text)
    language = Language.EN if re.search(r"anglais|english", asked) else Language.FR
    return lessons.act(lessons.Explain(scene.lessons.within(lesson, language), None), scene.speaking(language))


def _with_exercise(scene: Scene, key: str, lesson: Lesson, text: str) -> Say:
    told = scene.words.say(key, title=lesson.title, text=text)
    return Say(f"{told}\n\n{scene.words.say('offer_exercise')}")


_ACTS: Mapping[str, Callable[[Lesson, Scene], Step]] = {
    "solution": exercises.solve,
    "exercise": exercises.give,
    "example": _example,
    "translate": _translate,
    "otherwise": _otherwise,
    "simpler": _simpler,
    "repeat": _repeat,
    "more": _more,
    "explain": _explain,
}
FOLLOW_UP = Skill("follow_up", read, act)
