"""The weathers of a campaign, by name: what can go wrong around the people who talk."""

from argparse import ArgumentTypeError
from collections.abc import Collection, Mapping

WEATHERS: Mapping[str, str] = {
    "kills": "our processes are killed, at random and at named instants, or told to leave",
    "freezes": "our processes are frozen, and thawed when others have taken over",
    "deploys": "those nobody harms are told to leave, one after the other, each with a newer one beside it",
    "twilio": "Twilio is late, silent, busy or failing, its callbacks late, doubled and lost",
    "flushes": "Valkey is emptied",
    "valkey": "Valkey is killed and started again, empty",
    "restarts": "the database goes down and comes back; of SQLite, the file system refuses every write meanwhile",
    "frozen": "the database hangs; of SQLite, somebody else holds what a writer needs",
    "full": "the database's disk is full",
    "slow redis": "each answer of Valkey takes 200 ms",
    "slow database": "each answer of PostgreSQL takes 50 ms; of SQLite, each statement takes 10",
    "slow twilio": "creates take nine seconds, several in a row",
    "overload": "now and then a hundred people more write at once, half of them guests",
    "clock": "our processes' clock jumps most of an hour ahead or back, and returns",
}
GENTLE = frozenset(("kills", "freezes", "twilio", "flushes"))
ALL = frozenset(WEATHERS)
DEADLY = frozenset(("kills", "freezes"))
OUTAGES = frozenset(("valkey", "restarts", "frozen", "full"))  # which our processes must survive
SLOWNESS = frozenset(("slow redis", "slow database", "slow twilio", "clock"))  # which must only cost them time
DATABASE_OUTAGES = frozenset(("restarts", "frozen", "full"))


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
    their hands, nor how they leave."""
    return not (OUTAGES | SLOWNESS | {"deploys"}).isdisjoint(weathers) or not is_deadly(weathers)


def costs_lives(weathers: Collection[str]) -> bool:
    """Whether a message may need more than one life of a worker. An outage gives each back, but not at once; by a clock
    that has just jumped nobody's heart has beaten lately."""
    return is_deadly(weathers) or not (DATABASE_OUTAGES | {"clock"}).isdisjoint(weathers)
