"""Arithmetic: the expression goes to the calculate tool, and its value comes back as people write it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.simulator.demo.conversation import Result
from bot.simulator.demo.maths.expressions import MAX_CHARS, NUMBER, expression_in
from bot.simulator.demo.maths.fractions import line_between
from bot.simulator.demo.maths.numbers import rational, readable, rounded, value_of
from bot.simulator.demo.maths.signs import as_signs
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Say, Scene, Step, with_result

_PROBLEMS = {"by zero": "division_by_zero", "no real value": "no_value"}  # what the tool tells a model, for people
_VAT = re.compile(rf"\btva\b\D*({NUMBER})")  # without a rate, the usual one is meant
_USUAL_RATE = 18


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """An expression to calculate."""

    expression: str


def read(scene: Scene) -> Arithmetic | None:
    text = scene.turn.text
    expression = expression_in(text, scene.language)
    if (
        not expression
        and len(text) <= MAX_CHARS
        and "%" not in text
        and (amount := _VAT.search(as_signs(text.lower(), scene.language)))
    ):
        expression = f"{_USUAL_RATE} % de {amount.group(1)}"
    return Arithmetic(expression) if expression else None


def act(wish: Arithmetic, scene: Scene) -> Step:
    if not scene.may("calculate"):
        return scene.say("calculator_needs_sign_in")
    arguments = {"expression": wish.expression}
    return calculated(scene, arguments, lambda done: _tell(wish, scene, done))


def calculated(scene: Scene, arguments: dict[str, str], tell: Callable[[Result], Step]) -> Step:
    """Call the calculator; when it cannot, say why in words for people, for its own are for a model."""
    done = scene.turn.last("calculate")
    if done is None or done.succeeded:
        return with_result(scene, "calculate", arguments, tell)
    key = next((key for mark, key in _PROBLEMS.items() if mark in done.problem), "not_understood")
    return scene.say(key, expression=readable(arguments["expression"], scene.language))


def _tell(wish: Arithmetic, scene: Scene, done: Result) -> Step:
    expression = readable(wish.expression, scene.language)
    line = line_between(wish.expression)
    steps = f"{scene.words.say(line.kind, line=line.line, second=line.second)}\n" if line else ""
    return Say(steps + scene.words.say(**_told(wish.expression, expression, scene, done)))


def _told(typed: str, expression: str, scene: Scene, done: Result) -> dict[str, str]:
    """Which sentence fits the value: fractions are answered with a fraction, the rest with decimals."""
    value = value_of(done.data)
    ratio = value.fraction
    decimal = rounded(value.decimal, scene.language, 6 if value.exact else 3)
    told = {"expression": expression, "value": decimal}
    is_ratio = ratio is not None and ratio.denominator != 1
    if ratio is not None and is_ratio and ("/" in typed or not value.exact):
        told["fraction"] = rational(ratio, scene.language)
        if typed.replace(" ÷ ", "/") == told["fraction"]:  # nothing but its decimals is news
            return {"key": "calculated" if value.exact else "calculated_about", **told}
        return {"key": "calculated_fraction" if value.exact else "calculated_both", **told}
    return {"key": "calculated" if value.exact or ratio is not None else "calculated_about", **told}


ARITHMETIC = Skill("arithmetic", read, act)
