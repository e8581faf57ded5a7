"""The calculator, whose understanding of arithmetic lives in expressions.py."""

import math
from decimal import Context, Decimal

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import ToolOutput
from bot.errors import ToolFailed
from bot.tools.context import ToolContext
from bot.tools.expressions import MAX_CHARS, Number, evaluate
from bot.tools.registry import tool
from bot.types import JSON


class Calculate(BaseModel):
    """Arguments of calculate."""

    model_config = ConfigDict(extra="forbid")

    expression: str = Field(
        min_length=1,
        max_length=MAX_CHARS,
        description="Such as 3,5 × (2 + 4)^2, √2, 15% de 48 000, 10 % 3, 5!, sin(30°). Operators + - × ÷ * / ** ^ %, "
        "functions sqrt abs ln log exp sin cos tan (radians, or degrees with °), constants pi and e. A comma is a "
        "decimal mark, never a thousands mark; write every × sign.",
    )


@tool("arithmetic", effect="read", timeout_s=5, max_chars=4_000)
def calculate(_ctx: ToolContext, args: Calculate) -> ToolOutput:
    """Work out an arithmetic expression, exactly where possible. Use it for every calculation of more than one easy
    step: prices, percentages, averages, powers, roots. Not for equations with unknowns, nor for units or dates."""
    return ToolOutput(data={"expression": args.expression} | shown(evaluate(args.expression)))


def shown(value: Number) -> JSON:
    """A value as the model reads it: `exact` says whether the decimals are the whole truth; `fraction`, if any, is."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ToolFailed("this has no real value, or one too large to write")
        return {"result": f"{value:.15g}", "exact": False}
    if value.denominator == 1:
        return {"result": str(value.numerator), "exact": True}
    places = next((places for places in range(1, 31) if 10**places % value.denominator == 0), None)
    if places is not None:
        digits = str(abs(value.numerator) * (10**places // value.denominator)).rjust(places + 1, "0")
        return {"result": f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}", "exact": True}
    rounded = Context(prec=15).divide(Decimal(value.numerator), Decimal(value.denominator))
    data = {"result": str(rounded), "exact": False}
    fraction = str(value)
    return data | ({"fraction": fraction} if len(fraction) <= 60 else {})
