"""What a campaign found, as a table a person reads in the terminal."""

from collections import Counter

from tests.chaos.tally import Tally


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
        ("recoveries measured", len(tally.recoveries_s)),
        ("kill to answer, p50", f"{tally.recovery_s(0.5):.1f} s"),
        ("kill to answer, p99", f"{tally.recovery_s(0.99):.1f} s"),
        *(("VIOLATIONS: " + kind, count) for kind, count in _kinds(tally).items()),
        ("violations", len(tally.violations)),
        ("minutes", f"{seconds / 60:.1f}"),
    ]
    width = max(len(name) for name, _ in rows)
    lines = [f"| {name.ljust(width)} | {value!s:>14} |" for name, value in rows]
    return "\n".join([*lines, *(f"{one.kind}: {one.address}: {one.evidence}" for one in tally.violations[:20])])


def _kinds(tally: Tally) -> Counter[str]:
    return Counter(one.kind for one in tally.violations)
