"""What a benchmark found, and the table it is shown in."""

from collections.abc import Sequence
from dataclasses import dataclass

HEADINGS = ("what", "ours", "theirs", "ratio", "goal", "")


@dataclass(frozen=True)
class Finding:
    """One line of the table. The goal bounds ours ÷ theirs, or ours itself where there is nothing to compare with; a
    figure without one is only told."""

    what: str
    unit: str
    ours: float
    goal: float | None = None
    theirs: float | None = None

    @property
    def judged(self) -> float:
        """The number the goal is about."""
        return self.ours if self.theirs is None else self.ours / self.theirs

    @property
    def verdict(self) -> str:
        """`ok`, or `over` the goal; nothing without one."""
        if self.goal is None:
            return ""
        return "ok" if self.judged <= self.goal else "over"

    def cells(self) -> tuple[str, ...]:
        """Its line of the table."""
        compared = self.theirs is not None
        return (
            self.what,
            f"{number(self.ours)} {self.unit}".strip(),
            f"{number(self.theirs)} {self.unit}" if self.theirs is not None else "",
            number(self.judged) if compared else "",
            "" if self.goal is None else f"≤ {number(self.goal)} {'' if compared else self.unit}".strip(),
            self.verdict,
        )


def table(findings: Sequence[Finding]) -> str:
    """The findings as a Markdown table that also reads well in a terminal."""
    rows = [HEADINGS, *(finding.cells() for finding in findings)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def number(value: float) -> str:
    """Three significant digits, without exponent and without zeros that say nothing."""
    if value >= 100:
        return f"{value:.0f}"
    if value >= 10:
        return f"{value:.1f}".removesuffix(".0")
    return f"{value:.2f}".rstrip("0").rstrip(".") if value >= 0.1 or value == 0 else f"{value:.3f}"
