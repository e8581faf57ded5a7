"""People who go the urgent way while others wait: they ask how it stands, stop, or answer the quiz that is open."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.dao import interactions
from bot.dao.database import Database
from bot.models.base import utc_now
from bot.services.quiz.questions import Question, payload_of
from bot.services.quiz.quizzes import KIND
from bot.services.quiz.sealing import sealer_of
from tests.bench.product import person
from tests.bench.punctual import post
from tests.fakes.keys import conversation_id
from tests.fakes.product import make_settings

EVERY_S = 3.0  # each kind
STATUS, STOP, VERDICT = "/statut", "STOP", "a quiz's verdict"
SAID: Mapping[str, str] = {STATUS: "/statut", STOP: "STOP", VERDICT: "b"}
OPEN_FOR_S = 3_600.0
OPTIONS = ("3", "4", "7")


@dataclass
class Urgencies:
    """Who wrote what, by number, and when it was due (the machine's monotonic clock)."""

    written: dict[str, Mapping[int, float]] = field(default_factory=dict)

    def waits(self, heard: Mapping[str, float], at_most_until: float) -> dict[str, list[float]]:
        """How long each kind waited for its first answer, in order of length. `heard`: when, by address; whoever heard
        nothing counts as answered at the given moment."""
        return {
            kind: sorted(heard.get(person(number), at_most_until) - due for number, due in written.items())
            for kind, written in self.written.items()
        }


@contextmanager
def in_a_hurry(port: int, database: Database, first: int, seconds: float) -> Iterator[Urgencies]:
    """They write for so many seconds, beside the block, which ends when all have. People `first` and those after it,
    `most(seconds)` of them, are users of the product."""
    made, each = Urgencies(), most(seconds) // len(SAID)
    kinds = {kind: range(first + at * each, first + (at + 1) * each) for at, kind in enumerate(SAID)}
    ask_all(database, kinds[VERDICT])
    threads = [threading.Thread(target=_writer(port, made, kind, numbers)) for kind, numbers in kinds.items()]
    for thread in threads:
        thread.start()
    yield made
    for thread in threads:
        thread.join()


def most(seconds: float) -> int:
    """How many people write within so many seconds."""
    return len(SAID) * max(1, int(seconds / EVERY_S))


def _writer(port: int, made: Urgencies, kind: str, numbers: Sequence[int]) -> Callable[[], None]:
    def write() -> None:
        made.written[kind] = post(port, numbers, EVERY_S, SAID[kind])

    return write


def ask_all(database: Database, numbers: Sequence[int]) -> None:
    """Put a question to each, as a turn has done before."""
    sealed = sealer_of(make_settings()).seal({"correct": 1, "explanation": "Il dit en combien de parts on coupe."})
    question = Question("Dans 3/4, que vaut le dénominateur ?", OPTIONS, "Maths", sealed)
    for number in numbers:
        key, payload = conversation_id(person(number)), payload_of([question])
        with database.write() as session:
            interactions.open_interaction(session, key, KIND, payload, utc_now(), OPEN_FOR_S)
