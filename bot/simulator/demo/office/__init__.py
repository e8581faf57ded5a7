"""The demo model's Excel files and slides (fr.toml, en.toml, the same keys), as arguments of the tools. Pure but for
reading them."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bot.simulator.demo.lessons import Lesson
from bot.types import Language

FOLDER = Path(__file__).parent
KINDS = ("loan", "invoice", "balance", "marks", "budget")  # the last is made when nothing else is named
LONGEST_POINT = 120


@dataclass(frozen=True, slots=True)
class Loan:
    """What is borrowed; `rate` in percent a year."""

    amount: int
    rate: float
    months: int

    @property
    def payment(self) -> int:
        """Each month's."""
        monthly = self.rate / 1200
        return (
            round(self.amount * monthly / (1 - (1 + monthly) ** -self.months))
            if monthly
            else self.amount // self.months
        )


@cache
def told(language: Language) -> dict[str, Any]:
    """Everything of one language's file."""
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


def kind_in(asked: str, language: Language) -> str | None:
    """The kind of spreadsheet that a folded message names."""
    words = ((kind, told(language)[kind]["words"]) for kind in KINDS)
    return next((kind for kind, pattern in words if pattern and re.search(rf"\b(?:{pattern})\b", asked)), None)


def workbook(kind: str, language: Language) -> dict[str, Any]:
    """The arguments of a spreadsheet, ready but for what only its owner knows, in [brackets]."""
    entry = told(language)[kind]
    return {"title": entry["title"], "sheets": entry["sheets"]}


def loan_workbook(loan: Loan, language: Language) -> dict[str, Any]:
    """An amortisation table in which every figure follows from amount, rate and duration."""
    words = told(language)["loan"]
    amount, rate, term, payment, start = words["names"]
    rows: list[list[Any]] = [[1, {"formula": f"=EDATE({start},1)"}, {"formula": amount}]]
    rows += [[n, {"formula": f"=EDATE({start},A{n + 1})"}, {"formula": f"=G{n}"}] for n in range(2, loan.months + 1)]
    each = f"=ROUND(PMT({rate}/12,{term},-{amount}),0)" if loan.rate else f"=ROUND({amount}/{term},0)"
    sheet = {
        "name": words["sheet"],
        "title": words["title"],
        "facts": [
            {"label": words["capital"], "value": loan.amount, "type": "money", "name": amount},
            {"label": words["rate"], "value": loan.rate / 100, "type": "percent", "name": rate},
            {"label": words["months"], "value": loan.months, "name": term},
            {"label": words["payment"], "value": {"formula": each}, "type": "money", "name": payment},
            {"label": words["lent"], "value": "2026-12-01", "type": "date", "name": start},
        ],
        "columns": [
            {"title": words["number"], "type": "number"},
            {"title": words["due"], "type": "date"},
            {"title": words["before"], "type": "money"},
            {"title": words["interest"], "type": "money", "total": True, "formula": f"=ROUND(C2*{rate}/12,0)"},
            {
                "title": words["repaid"],
                "type": "money",
                "total": True,
                "formula": f"=IF(A2={term},C2,{payment}-D2)",
            },
            {"title": words["paid"], "type": "money", "total": True, "formula": "=D2+E2"},
            {"title": words["after"], "type": "money", "formula": "=C2-E2"},
        ],
        "rows": rows,
        "charts": [{"type": "line", "title": words["after"], "labels": words["number"], "values": [words["after"]]}],
    }
    return {"title": words["title"], "sheets": [sheet]}


def slides_of(lesson: Lesson, most: int) -> list[dict[str, Any]]:
    """Slides about a lesson, at most so many: made by hand where there are some, else a section each."""
    words = told(lesson.page.language)["decks"]
    ready: Sequence[dict[str, Any]] = words.get(lesson.page.slug.replace("-", "_"), ())
    made = [
        {"title": part.heading, "bullets": _points(part.text), "notes": words["notes"].format(text=part.text)[:4_000]}
        for part in lesson.parts
    ]
    return [dict(slide) for slide in (ready or made)][:most]


def _points(text: str) -> list[str]:
    """The first sentences of a section, short ones as they are."""
    plain = re.sub(r"[*_`$]|^[-–•]\s+", "", text, flags=re.MULTILINE)
    sentences = re.split(r"(?<=[.!?])\s+|\n+", plain)
    kept = [sentence.strip() for sentence in sentences if 8 < len(sentence.strip()) <= 2 * LONGEST_POINT]
    short = [sentence for sentence in kept if len(sentence) <= LONGEST_POINT]
    return (short or kept or [plain[: 2 * LONGEST_POINT]])[:5]
