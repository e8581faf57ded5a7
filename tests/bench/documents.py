"""`documents`: a spreadsheet of 1,000 rows and a presentation of 20 slides by way of our child process, beside the
library alone in a process of its own (plain_documents); start and imports included on both sides."""

import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

from bot.documents.pptx.render import render_pptx
from bot.documents.xlsx.render import render_xlsx
from tests.bench.plain_documents import ROWS, SLIDES
from tests.bench.report import Finding
from tests.fakes.decks import LIGHT, deck
from tests.fakes.workbooks import book, table

COLUMNS = [
    {"title": "Compte", "type": "text"},
    {"title": "Débit", "type": "money", "total": True},
    {"title": "Crédit", "type": "money", "total": True},
    {"title": "Solde", "type": "money", "formula": "=B2-C2"},
]


def documents(rounds: int) -> list[Finding]:
    """Milliseconds a file."""
    values = [[f"{n:06d}", n * 100, n * 40, None] for n in range(ROWS)]
    sheet = book(table(*values, columns=COLUMNS))
    slides = deck(*(LIGHT * SLIDES)[: SLIDES - 1])
    return [
        _finding("xlsx: 1,000 rows, formulas computed, formats and totals", "xlsx", lambda: render_xlsx(sheet), rounds),
        _finding("pptx: 20 slides, measured, with charts and tables", "pptx", lambda: render_pptx(slides), rounds),
    ]


def _finding(what: str, kind: str, ours: Callable[[], object], rounds: int) -> Finding:
    timed = [(_milliseconds(ours), _milliseconds(lambda: _plain(kind))) for _ in range(rounds)]
    mine, plain = (median(column) for column in zip(*timed, strict=True))
    return Finding(f"{what}; beside the library alone, each with its process", "ms", mine, 3, plain)


def _plain(kind: str) -> None:
    command = [sys.executable, "-m", "tests.bench.plain_documents", kind]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=60)


def _milliseconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1_000
