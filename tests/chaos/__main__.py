"""`python -m tests.chaos [--minutes 5] [--seed 1] [--postgres] [--weather kills,restarts] [--broken fence]` lets things
go wrong, judges, and prints a table. Exit status 1 when a promise was broken, or when nobody noticed that a runtime is
broken on purpose.

A seed repeats every decision of the campaign, not the scheduling of the machine: a violation is found again by running
its seed a few times, and what shows it lies in var/chaos.
"""

import argparse
import sys
import time
from collections.abc import Collection, Sequence

from tests.chaos.broken import BROKEN
from tests.chaos.campaign import Round
from tests.chaos.lives import Lives
from tests.chaos.report import report
from tests.chaos.tally import Tally
from tests.chaos.weathers import ALL, WEATHERS, chosen
from tests.chaos.world import Servers, servers

STORM_S, PEOPLE, PER_SECOND = 45.0, 200, 4.5


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description="Kill, freeze, judge.")
    parser.add_argument("--minutes", type=float, default=5, help="begin no new round after this long (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL; else on SQLite")
    broken = f"a deliberately broken runtime, or all of them in turn: {', '.join(BROKEN)}"
    parser.add_argument("--broken", default="", metavar="NAME", choices=["", "all", *BROKEN], help=broken)
    known = "; ".join(f"{name}: {what}" for name, what in WEATHERS.items())
    parser.add_argument("--weather", type=chosen, default=ALL, metavar="NAMES", help=f"default: all. {known}")
    options = parser.parse_args(argv)
    with servers(postgresql=options.postgres, small_disks="full" in options.weather) as shared, Lives() as lives:
        if options.broken:
            names = list(BROKEN) if options.broken == "all" else [options.broken]
            unseen = [name for name in names if not _is_caught(shared, lives, name, options.seed, options.minutes)]
            return 1 if unseen else 0
        found = _campaign(shared, lives, options.seed, options.minutes, options.weather).violations
        return 1 if found else 0


def _campaign(shared: Servers, lives: Lives, seed: int, minutes: float, weathers: Collection[str]) -> Tally:
    tally, started = Tally(), time.time()
    while not tally.rounds or time.time() < started + 60 * minutes:
        before = len(tally.violations)
        Round(shared, lives, tally, f"{seed}-{tally.rounds}", weathers=weathers).run(STORM_S, PEOPLE, PER_SECOND)
        sys.stderr.write(f"round {tally.rounds}: {tally.conversations} conversations, {tally.kills} kills, "
                         f"{len(tally.violations)} violations\n")  # fmt: skip
        for one in tally.violations[before:]:  # whoever watches need not wait for the report
            sys.stderr.write(f"  {one.kind}: {one.address}: {one.evidence}\n")
    sys.stdout.write(report(tally, time.time() - started) + "\n")
    return tally


def _is_caught(shared: Servers, lives: Lives, name: str, seed: int, minutes: float) -> bool:
    """Rounds with a broken runtime until the judge sees it or the time is over."""
    tally, started = Tally(), time.time()
    while not tally.violations and (not tally.rounds or time.time() < started + 60 * minutes):
        weathers, seeded = BROKEN[name].weathers, f"{name}-{seed}-{tally.rounds}"
        Round(shared, lives, tally, seeded, broken=name, weathers=weathers).run(STORM_S / 2, PEOPLE // 2, PER_SECOND)
    kinds = ", ".join(dict.fromkeys(one.kind for one in tally.violations))
    verdict = f"caught after {tally.kills} kills, {time.time() - started:.0f} s: {kinds}" if kinds else "NOT CAUGHT"
    sys.stdout.write(f"{name.ljust(10)} {BROKEN[name].what}: {verdict}\n")
    sys.stdout.flush()
    return bool(kinds)


if __name__ == "__main__":
    sys.exit(main())
