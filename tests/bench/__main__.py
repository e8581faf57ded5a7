"""`python -m tests.bench [NAME…]` measures and prints one table; without names, everything; `scale` is all of its rows.
Never fails on numbers."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping

from tests.bench.beside import beside
from tests.bench.credits import credits
from tests.bench.document import document
from tests.bench.documents import documents
from tests.bench.flat import flat
from tests.bench.library import library
from tests.bench.loop import loop
from tests.bench.memory import memory
from tests.bench.modules import modules
from tests.bench.overload import overload, overload_slow
from tests.bench.papers import papers
from tests.bench.photo import photo
from tests.bench.recovery import recovery
from tests.bench.report import Finding, table
from tests.bench.scale import in_flight, rates
from tests.bench.schemas import schemas
from tests.bench.shell import shell
from tests.bench.start import start
from tests.bench.turn import turn
from tests.bench.voice import voice_note
from tests.bench.watchers import watchers
from tests.bench.webhook import webhook

BENCHMARKS: Mapping[str, tuple[Callable[[int], list[Finding]], int]] = {  # and how often each side has its turn
    "loop": (loop, 5),
    "webhook": (webhook, 5),
    "turn": (turn, 3),
    "flat": (flat, 5),
    "start": (start, 3),
    "memory": (memory, 2),
    "modules": (modules, 1),
    "documents": (documents, 3),
    "document": (document, 3),
    "papers": (papers, 3),
    "library": (library, 5),
    "credits": (credits, 5),
    "schemas": (schemas, 1),
    "shell": (shell, 3),
    "watchers": (watchers, 3),
    "voice": (voice_note, 3),
    "beside": (beside, 3),
    "recovery": (recovery, 2),
    "photo": (photo, 3),
    "scale_rates": (rates, 1),
    "overload": (overload, 1),
    "overload_slow": (overload_slow, 1),
    "scale_memory": (in_flight, 1),
}


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure; print a table.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--rounds", type=int, help="how often each side has its turn")
    options = parser.parse_args()
    families = {name: [each for each in BENCHMARKS if f"{each}_".startswith(f"{name}_")] for name in options.names}
    unknown = sorted(name for name, found in families.items() if not found)
    if unknown:
        parser.error(f"{', '.join(unknown)}: no benchmark of ours ({', '.join(BENCHMARKS)})")
    findings = []
    for name in [each for found in families.values() for each in found] or BENCHMARKS:
        measure, rounds = BENCHMARKS[name]
        began = time.monotonic()
        findings += measure(options.rounds or rounds)
        sys.stderr.write(f"{name}: {time.monotonic() - began:.0f} s\n")
    sys.stdout.write(f"\n{table(findings)}\n\n{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")


if __name__ == "__main__":
    main()
