"""The calculator, whose understanding of arithmetic lives in expressions.py."""

import math
import re
from decimal import Context, Decimal
from fractions import Fraction

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import ToolOutput
from bot.errors import ToolFailed
from bot.tools.context import ToolContext
from bot.tools.expressions import MAX_CHARS, evaluate
from bot.tools.functions import Number
from bot.tools.registry import tool
from bot.types import JSON

MAX_FRACTION_CHARS = 60


class Calculate(BaseModel):
    """Arguments of calculate."""

    model_config = ConfigDict(extra="forbid")

    expression: str = Field(
        min_length=1,
        max_length=MAX_CHARS,
        description="3,5 × (2 + 4)^2, 15% de 48 000, 10 % 3, sin(30°), ln(2), round(10/3; 2), mean. A "
        "comma is decimal, never thousands; write every ×",
    )


@tool("arithmetic", effect="read", timeout_s=5, max_chars=4_000)
def calculate(_ctx: ToolContext, args: Calculate) -> ToolOutput:
    """Calculate exactly: 1/3 + 1/4 is 7/12; ≈ marks what is rounded. Use it for every calculation of more than one easy
    step: prices, percentages, averages, roots. Not for equations with unknowns, units or dates."""
    value = evaluate(args.expression)
    return ToolOutput(data={"expression": args.expression} | shown(value, as_decimal=is_decimal(args.expression)))


def is_decimal(expression: str) -> bool:
    """Whether it was typed with decimals or percentages, or is to be rounded: 0,1 + 0,2 is 0.3, while 1/10 + 2/10 is
    3/10."""
    return re.search(r"[.,%]|\d[eE]|round|arrondi", expression) is not None


def shown(value: Number, *, as_decimal: bool = False) -> JSON:
    """A value as the model reads it: `result`, a fraction with its `decimal` beside where it is one; ≈ and `exact`
    say what is rounded. `as_decimal`: a decimal that ends is the result itself."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ToolFailed("this has no real value, or one too large to write")
        return {"result": f"≈ {value:.15g}", "exact": False}
    if value.denominator == 1:
        return {"result": str(value.numerator), "exact": True}
    fraction, decimal, ends = str(value), *_decimal(value)
    if ends and (as_decimal or len(fraction) > MAX_FRACTION_CHARS):
        return {"result": decimal, "exact": True}
    if len(fraction) > MAX_FRACTION_CHARS:
        return {"result": f"≈ {decimal}", "exact": False}
    return {"result": fraction, "exact": True, "decimal": decimal if ends else f"≈ {decimal}"}


def _decimal(value: Fraction) -> tuple[str, bool]:
    """A fraction's decimals, and whether they end there: all of them up to thirty, else fifteen digits."""
    places = next((places for places in range(1, 31) if 10**places % value.denominator == 0), None)
    if places is None:
        return str(Context(prec=15).divide(Decimal(value.numerator), Decimal(value.denominator))), False
    digits = str(abs(value.numerator) * (10**places // value.denominator)).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}", True
