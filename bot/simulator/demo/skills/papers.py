"""A lesson as a file of the kind that was named, and charts and curves from what the message says."""

import re
from dataclasses import dataclass
from typing import Any

from bot.simulator.demo.folding import folded
from bot.simulator.demo.lessons import Lesson
from bot.simulator.demo.skills.kinds import NAMES, kind_in, without_kind
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.skills.subjects import subject_of
from bot.simulator.demo.skills.thread import last_lesson
from bot.simulator.demo.steps import Scene, Step, with_result
from bot.simulator.demo.writing import stacked

_CHART = re.compile(r"\b(?:graphi(?:que|c)s?|diagrammes?|camemberts?|histogrammes?|charts?|pie|bar ?charts?|graphs?)\b")
_CURVE = re.compile(r"\b(?:courbes?|trace[rz]?|represente\w*|plots?|curves?|graphe)\b")
_FORMS = (
    ("pie", re.compile(r"camembert|\bpie\b|circulaire")),
    ("line", re.compile(r"\bline\b|\blignes?\b|evolution")),
)
_QUESTION = re.compile(r"\b(?:c'est quoi|qu'est|comment|explique\w*|what is|how|explain|quiz)\b")
_FUNCTION = re.compile(
    r"(?:f\s*\(\s*x\s*\)|y)\s*=\s*(.+)|((?:[\d(√|+-]|sin|cos|ln|exp|x|e\^)[^;]*x[^;]*|x)$", re.IGNORECASE
)
_BEFORE = re.compile(
    r"^.*?\b(?:fonction|function|courbe|curve|plot|tracer?|graphe)\b(?:\s+(?:de|of|la))*", re.IGNORECASE
)
_RANGE = re.compile(
    r"\b(?:pour x |for x )?(?:de|from|entre|between)\s+(-?\d+(?:[.,]\d+)?)\s+(?:à|a|et|to|and)\s+(-?\d+(?:[.,]\d+)?)",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"([^\W\d_][\w' ’-]{0,30}?)\s*[:=]?\s*(\d[\d ]*(?:[.,]\d+)?)\s*(?:%|fcfa|f\b|francs?)?(?=[,;\n.]|\s|$)",
    re.IGNORECASE,
)
_SMALL = re.compile(r"^(?:(?:et|and|de|avec|with|des?|the|un|une|ventes?|sales)\s+)+", re.IGNORECASE)
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Paper:
    """A lesson as a file; None when nobody has named one."""

    kind: str
    lesson: Lesson | None


@dataclass(frozen=True, slots=True)
class Figure:
    """A block of a chart or curve; `example` when its numbers are ours."""

    kind: str
    block: dict[str, Any]
    title: str
    example: bool


def read(scene: Scene) -> Paper | Figure | None:
    asked = folded(scene.turn.text)
    if _QUESTION.search(asked):
        return None
    kind = kind_in(scene.turn.text)
    figure = _figure(scene, asked, kind or "pdf")
    if figure or kind in (None, "pdf"):
        return figure
    subject = subject_of(without_kind(scene.turn.text))
    lesson = scene.lessons.named(subject or asked, scene.language) or last_lesson(scene)
    return Paper(kind, lesson)


def act(wish: Paper | Figure, scene: Scene) -> Step:
    tool, name = f"generate_{wish.kind}", NAMES[wish.kind]
    if not scene.may(tool):
        return scene.say("document_missing")
    if isinstance(wish, Figure):
        key = "figure_example" if wish.example else "figure_made"
        arguments = {"title": wish.title, "content": scene.words.say(f"{key}_text"), "blocks": [wish.block]}
        return with_result(scene, tool, arguments, lambda _: scene.say(key, title=wish.title, kind=name))
    lesson = wish.lesson
    if lesson is None:
        return scene.say("which_paper", kind=name)
    arguments = {"title": lesson.title, "content": _content(lesson), "subtitle": scene.words.say("paper_subtitle")}
    return with_result(scene, tool, arguments, lambda _: scene.say("paper_made", title=lesson.title, kind=name))


def _content(lesson: Lesson) -> str:
    """The page with its summary as a quotation, and its exercises behind it."""
    exercises = "\n".join(f"{number}. {exercise.question}" for number, exercise in enumerate(lesson.exercises, 1))
    heading = "Exercices" if lesson.page.language == "fr" else "Exercises"
    text = f"> {lesson.page.summary}\n\n{lesson.page.text}"
    text = f"{text}\n\n## {heading}\n\n{exercises}" if exercises else text
    return stacked(text) if "fraction" in text.lower() else text


def _figure(scene: Scene, asked: str, kind: str) -> Figure | None:
    text = without_kind(scene.turn.text)
    if _CURVE.search(asked):
        wanted = _FUNCTION.search(_BEFORE.sub("", _RANGE.sub(" ", text)).strip(" .?!"))
        if wanted:
            return _curve(scene, (wanted.group(1) or wanted.group(2)).strip(), text, kind)
    return _chart(scene, asked, text, kind) if _CHART.search(asked) else None


def _chart(scene: Scene, asked: str, text: str, kind: str) -> Figure:
    """Of the names and numbers behind the word itself; without any, an example."""
    told = re.split(r"(?i)graphi\w+|diagramme\w*|camembert\w*|histogramme\w*|charts?|graphs?", text)[-1]
    pairs = [(_SMALL.sub("", label.strip()).strip(), number.strip()) for label, number in _PAIR.findall(told)]
    rows = [[label.capitalize(), number] for label, number in pairs if label]
    title = scene.words.say("figure_title")
    example = len(rows) < _FEWEST
    if example:
        months = scene.words.say("figure_months").split()
        rows = [[month, value] for month, value in zip(months, ("42", "55", "48", "67"), strict=True)]
    form = next((name for name, pattern in _FORMS if pattern.search(asked)), "bar")
    return Figure(kind, {"type": form, "text": title, "rows": [["", title], *rows]}, title, example)


def _curve(scene: Scene, function: str, text: str, kind: str) -> Figure:
    block: dict[str, Any] = {"type": "function", "text": function}
    if (ends := _RANGE.search(text)) is not None:
        low, high = sorted(float(end.replace(",", ".")) for end in ends.groups())
        block |= {"x_min": low, "x_max": high} if low < high else {}
    return Figure(kind, block, scene.words.say("curve_title"), example=False)


PAPER: Skill[Paper | Figure] = Skill("paper", read, act)
