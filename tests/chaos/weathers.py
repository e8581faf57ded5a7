"""The weathers of a campaign, by name: what can go wrong around the people who talk."""

from argparse import ArgumentTypeError
from collections.abc import Collection, Mapping

WEATHERS: Mapping[str, str] = {
    "kills": "our processes are killed, at random and at named instants, or told to leave",
    "freezes": "our processes are frozen, and thawed when others have taken over",
    "twilio": "Twilio is late, silent, busy or failing, its callbacks late, doubled and lost",
    "flushes": "Valkey is emptied",
    "valkey": "Valkey is killed and started again, empty",
    "restarts": "the database goes down and comes back; of SQLite, the file system refuses every write meanwhile",
    "frozen": "the database hangs; of SQLite, somebody else holds what a writer needs",
    "full": "the database's disk is full",
}
GENTLE = frozenset(("kills", "freezes", "twilio", "flushes"))
ALL = frozenset(WEATHERS)
DEADLY = frozenset(("kills", "freezes"))
OUTAGES = frozenset(("valkey", "restarts", "frozen", "full"))  # which our processes must survive


def chosen(names: str) -> frozenset[str]:
    """What a command line asks for: names with commas between them. Raises argparse.ArgumentTypeError."""
    wanted = frozenset(name.strip() for name in names.split(","))
    if unknown := wanted - ALL:
        raise ArgumentTypeError(f"no such weather: {', '.join(sorted(unknown))}; there are {', '.join(WEATHERS)}")
    return wanted


def is_deadly(weathers: Collection[str]) -> bool:
    """Whether processes die of it."""
    return not DEADLY.isdisjoint(weathers)


def spares_somebody(weathers: Collection[str]) -> bool:
    """Whether some of our processes must be left in peace: whoever dies of a kill cannot show what an outage left in
    their hands."""
    return not OUTAGES.isdisjoint(weathers) or not is_deadly(weathers)
