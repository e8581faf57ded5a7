"""Equations of the first degree, squares, and an expression for a given value: the steps as on a blackboard, the
numbers from the calculate tool."""

import re
from dataclasses import dataclass
from fractions import Fraction

from bot.simulator.demo.conversation import Result
from bot.simulator.demo.folding import folded
from bot.simulator.demo.maths.expressions import MAX_CHARS, written
from bot.simulator.demo.maths.linear import Equation, NotLinear, number, read_equation
from bot.simulator.demo.maths.numbers import rational, readable, rounded, value_of
from bot.simulator.demo.maths.signs import as_signs
from bot.simulator.demo.skills.arithmetic import calculated
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Say, Scene, Step
from bot.types import Language

_SIDE = r"(?:(?<![a-zA-ZÀ-ÿ])[a-zA-Z](?![a-zA-ZÀ-ÿ])|[\d\s.,+\-−–×*÷/:^²³()√])*"
_EQUATION = re.compile(rf"{_SIDE}=(?!\s*\?){_SIDE}")
_SUBSTITUTION = re.compile(
    rf"(?P<body>{_SIDE})\b(?:pour|avec|si|quand|lorsque|for|if|when|with)\s+(?P<unknown>[a-zA-Z])\s*"
    r"(?:=|vaut|is|est)\s*(?P<value>[-−]?\d+(?:[.,]\d+)?)"
)
_SQUARE = re.compile(r"\s*([a-zA-Z])(?:\^\(?2\)?|²)\s*=\s*([-−]?\d+(?:[.,]\d+)?)\s*")
_WITH_LETTER = re.compile(rf"(?=.*(?:[a-zA-Z]\s*[-+−×*/^²³]|[-+−×*/(]\s*[a-zA-Z])){_SIDE}")
_IT_IS = re.compile(r"(?<![\w'’])c(?=(?:\s+|['’])[a-zé]{2})", re.IGNORECASE)  # 2x + 1 = 9 c combien: no unknown
_NAMED = re.compile(r"^[a-zA-Z]\s*:\s*(?=[^=]*[a-zA-Z])")  # trouve x : 4x = 20
_SOLVE = re.compile(r"\b(?:resou\w*|resol\w*|solve|solution|equations?)\b")


@dataclass(frozen=True, slots=True)
class Square:
    """unknown² = number."""

    typed: str
    unknown: str
    number: str


@dataclass(frozen=True, slots=True)
class Substitution:
    """An expression with a letter, and the letter's value; no value when nobody has said it."""

    body: str
    unknown: str
    value: str

    @property
    def expression(self) -> str:
        """With the value in its place; 2x becomes 2 × (5)."""
        product = re.sub(rf"(?<=[\d)])\s*{self.unknown}", f" × {self.unknown}", self.body)
        inside = self.value if self.value.replace(",", "").replace(".", "").isdecimal() else f"({self.value})"
        return written(product.replace(self.unknown, inside))


@dataclass(frozen=True, slots=True)
class Beyond:
    """An equation that no rule here solves."""


EquationWish = Equation | Square | Substitution | Beyond


def read(scene: Scene) -> EquationWish | None:
    return equation_in(scene.turn.text, scene.language)


def equation_in(text: str, language: Language) -> EquationWish | None:
    """The equation a text holds."""
    if len(text) > MAX_CHARS:
        return None
    signs = as_signs(_IT_IS.sub("ce", text), language)
    if found := _SUBSTITUTION.search(signs):
        unknown = found["unknown"]
        if re.search(rf"(?<![a-zA-Z]){unknown}", found["body"]):
            return Substitution(_tight(found["body"]), unknown, found["value"].replace("-", "−"))
    alone, letters = signs.strip(" ?.!"), set(re.findall(r"[a-zA-Z]", signs))
    if len(letters) == 1 and _WITH_LETTER.fullmatch(alone) and re.search(r"[\d²³]", alone):
        return Substitution(_tight(alone), letters.pop(), "")
    candidates = [_NAMED.sub("", found.group().strip(" ,.;:")) for found in _EQUATION.finditer(signs)]
    candidate = next((side for side in candidates if _has_unknown(side)), None)
    if candidate is None:
        return None
    if square := _SQUARE.fullmatch(candidate):
        return Square(_tight(candidate), square.group(1), square.group(2).replace("-", "−").replace(",", "."))
    try:
        return read_equation(candidate)
    except NotLinear:
        letters = set(re.findall(r"[a-z]", candidate.lower()))
        asked = _SOLVE.search(folded(text)) is not None
        return Beyond() if asked or letters == {"x"} else None


def act(wish: EquationWish, scene: Scene) -> Step:
    if isinstance(wish, Beyond):
        return scene.say("equation_unknown")
    if isinstance(wish, Substitution) and not wish.value:
        return scene.say("needs_value", expression=wish.body, unknown=wish.unknown)
    if not scene.may("calculate"):
        return scene.say("calculator_needs_sign_in")
    if isinstance(wish, Substitution):
        return calculated(scene, {"expression": wish.expression}, lambda done: _substituted(wish, scene, done))
    if isinstance(wish, Square):
        return _square(wish, scene)
    slope, constant = wish.collected
    if not slope:
        return Say(_board(wish, scene, scene.words.say("equation_never" if constant else "equation_always")))
    return calculated(scene, {"expression": _last_step(wish)}, lambda done: _solved(wish, scene, done))


def _solved(wish: Equation, scene: Scene, done: Result) -> Step:
    slope, constant = wish.collected
    value = constant / slope
    shown = _shown(scene, done)
    told = {"unknown": wish.unknown, "value": shown}
    last = "equation_divide" if slope.denominator == 1 else "equation_multiply"
    operand = number(slope if slope.denominator == 1 else 1 / slope)
    lines = [scene.words.say(last, operand=operand, **told)] if slope != 1 else []
    if slope == 1 and not wish.moves:
        lines = [scene.words.say("equation_known", **told)]
    side = rational(wish.left.at(value), scene.language)
    if wish.moves or slope != 1:
        check = {"unknown": wish.unknown, "value": rational(value, scene.language), "side": side}
        lines.append(scene.words.say("equation_check", **check))
    return Say(f"{_board(wish, scene, *lines)}\n\n{scene.words.say('offer_exercise')}")


def _board(wish: Equation, scene: Scene, *outcome: str) -> str:
    said = [scene.words.say(f"equation_{m.kind}", operand=m.operand, equation=m.equation) for m in wish.moves]
    lines = [*said, *outcome]
    numbered = lines if len(lines) == 1 else [f"{place}. {line}" for place, line in enumerate(lines, 1)]
    return "\n".join([f"**{_tight(wish.typed)}**", *numbered])


def _square(wish: Square, scene: Scene) -> Step:
    equation = wish.typed
    if wish.number.startswith("−"):
        return scene.say("square_none", equation=equation)
    if not float(wish.number):
        return scene.say("square_zero", equation=equation, unknown=wish.unknown)

    def tell(done: Result) -> Step:
        told = {"unknown": wish.unknown, "number": wish.number, "root": _shown(scene, done)}
        return scene.say("square" if value_of(done.data).exact else "square_about", equation=equation, **told)

    return calculated(scene, {"expression": f"√{wish.number}"}, tell)


def _substituted(wish: Substitution, scene: Scene, done: Result) -> Step:
    told = {"unknown": wish.unknown, "value": readable(wish.value, scene.language)}
    expression = readable(wish.expression, scene.language)
    return scene.say("substituted", **told, expression=f"{wish.body} = {expression}", result=_shown(scene, done))


def _shown(scene: Scene, done: Result) -> str:
    """A value from the calculator; one that never ends keeps its fraction, and gets its beginning."""
    value = value_of(done.data)
    decimal = rounded(value.decimal, scene.language)
    if value.fraction is None or value.fraction.denominator == 1:
        return decimal
    return rational(value.fraction, scene.language) + (f" (= {decimal})" if value.exact else f" (≈ {decimal})")


def _last_step(wish: Equation) -> str:
    """What is left for the calculator: the division, or for x + 1 = 2 the subtraction."""
    slope, constant = wish.collected
    if slope == 1 and wish.left.slope and wish.left.constant:
        return f"{_factor(wish.right.constant)} − {_factor(wish.left.constant)}"
    if slope.denominator != 1:
        return f"{_factor(constant)} × {_factor(1 / slope)}"
    return f"{_factor(constant)} ÷ {_factor(slope)}"


def _factor(value: Fraction) -> str:
    shown = number(value)
    return f"({shown})" if value < 0 or value.denominator != 1 else shown


def _has_unknown(candidate: str) -> bool:
    left, _, right = candidate.partition("=")
    return (
        bool(re.search(r"[a-zA-Z]", candidate))
        and bool(re.search(r"\d", candidate))
        and bool(left.strip())
        and bool(right.strip())
    )


def _tight(text: str) -> str:
    """An equation as it is printed: spaces around signs, one kind of minus, 2 as an exponent raised."""
    raised = re.sub(r"\^\(?([23])\)?(?!\d)", lambda found: "²³"[int(found.group(1)) - 2], text.strip())
    spaced = re.sub(r"\s*([-+−–=×*])\s*", r" \1 ", raised)
    return re.sub(r"(^|[(=]\s?)\s*− ", r"\1−", re.sub(r"[-–]", "−", spaced).replace("*", "×")).strip()


EQUATION: Skill[EquationWish] = Skill("equation", read, act)
