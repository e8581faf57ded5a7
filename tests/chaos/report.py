"""What a campaign found, as a table a person reads in the terminal."""

from collections import Counter

from tests.chaos.recoveries import KILL
from tests.chaos.tally import Tally, within


def report(tally: Tally, seconds: float) -> str:
    """The table, then every violation."""
    instants = Counter({f"worker: {name}": count for name, count in tally.instants.items()})
    instants.update({f"web: {name}": count for name, count in tally.web_instants.items()})
    hit = sum(count > 0 for count in instants.values())
    rows = [
        ("rounds", tally.rounds),
        ("conversations", tally.conversations),
        ("messages written", tally.messages),
        *sorted(tally.events.items()),
        ("processes killed", tally.kills),
        ("named instants used, of those known", f"{hit} of {len(instants)}"),
        ("times the least used instant was used", min(instants.values(), default=0)),
        *(row for what in sorted(tally.recoveries_s) for row in _recoveries(tally, what)),
        *((f"{who}: SIGTERM to its end, p50, p99 of {len(took)}", f"{within(took, 0.5):.1f} {within(took, 0.99):.1f} s")
          for who, took in sorted(tally.leaves_s.items())),
        *(("VIOLATIONS: " + kind, count) for kind, count in _kinds(tally).items()),
        ("violations", len(tally.violations)),
        ("minutes", f"{seconds / 60:.1f}"),
    ]  # fmt: skip
    width = max(len(name) for name, _ in rows)
    lines = [f"| {name.ljust(width)} | {value!s:>14} |" for name, value in rows]
    return "\n".join([*lines, *(f"{one.kind}: {one.address}: {one.evidence}" for one in tally.violations[:20])])


def _recoveries(tally: Tally, what: str) -> list[tuple[str, str]]:
    """How long people waited, from a kill or from an outage's end."""
    since = "kill" if what == KILL else f"{what} over"
    shares = [f"{tally.recovery_s(what, share):.1f}" for share in (0.5, 0.99)]
    return [(f"{since}, to an answer: p50, p99 of {len(tally.recoveries_s[what])}", f"{' '.join(shares)} s")]


def _kinds(tally: Tally) -> Counter[str]:
    return Counter(one.kind for one in tally.violations)
