"""Bursts of far more messages than are served: many people, half of them guests, who write once and all at once."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from bot.simulator.records import Sent
from tests.chaos.people import Person, cast
from tests.chaos.tally import Violation

AT = (0.2, 0.55)  # of the storm
PEOPLE = (90, 130)  # in a burst: more than threads and a line that sends guests behind, and soon served
SIGNED_IN = ("plain", "read", "write")
NOTICE_S = "4"  # after which people are told that they wait
WAITS_LONG = ("Beaucoup de monde", "Many people")


class Bursts:
    """One round's: two of them, its people numbered from `first` on."""

    def __init__(self, first: int, storm_s: float, random: Random) -> None:
        self._left: list[tuple[float, Sequence[Person]]] = []
        for share in AT:
            count = random.randint(*PEOPLE)
            crowd = [cast(first + number, random, _play(number, random)) for number in range(count)]
            self._left.append((share * storm_s, crowd))
            first += count

    @property
    def people(self) -> Sequence[Person]:
        """Everybody who has not written yet."""
        return [person for _, crowd in self._left for person in crowd]

    def due(self, passed_s: float) -> Sequence[Person]:
        """Who writes now, so many seconds after the storm has begun; each is said once."""
        come = [person for at, crowd in self._left if at <= passed_s for person in crowd]
        self._left = [(at, crowd) for at, crowd in self._left if at > passed_s]
        return come


def told_twice(sent: Iterable[Sent]) -> list[Violation]:
    """Who was told more than once within a round that it takes long."""
    told = Counter(message.to for message in sent if is_notice(message.body))
    return [Violation("told twice that they wait", to, f"{count} times") for to, count in told.items() if count > 1]


def is_notice(words: str) -> bool:
    """Whether a message says no more than that one waits."""
    return words.startswith(WAITS_LONG)


def _play(number: int, random: Random) -> str:
    return "guest" if number % 2 else random.choice(SIGNED_IN)
