"""What a message costs, counted and not timed: jobs, Redis commands, write transactions and statements of a plain
turn — one question, one answer of one part, its callbacks —, web and worker together."""

from collections import Counter
from collections.abc import Callable

import pytest

from tests.fakes.model import calls, says
from tests.fakes.twilio import Phone
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, Stack
from tests.flows.steps import column

LONG = "Une fraction est une part d'un tout. " * 60  # two parts
MOST_TURNS = 8  # until each web process has compiled what a callback asks
QUIET = {"SWEEP_INTERVAL_S": "3600", "WORKER_HEARTBEAT_S": "600", "WORKER_LOST_AFTER_S": "3600"}


@pytest.fixture
def stack_database(database_url: str) -> str:
    """Each kind of database."""
    return database_url


class Meter:
    """Counts what a stack does."""

    def __init__(self, stack: Stack) -> None:
        self.stack, self.path = stack, stack.folder / "counted"
        self.redis = stack.valkey.client()
        stack.web_application, stack.worker_module = "tests.fakes.counting:web", "tests.fakes.counting"
        stack.start(COUNTED=str(self.path), FRAGMENT_WINDOW_S="0", **QUIET)

    def lines(self) -> list[str]:
        return self.path.read_text().splitlines()

    def of(self, act: Callable[[], None]) -> Counter[str]:
        """What happens until the answer has been read and nothing moves any more. Nothing may move when it begins."""
        before, commands = len(self.lines()), self._commands()
        act()
        self.is_quiet()
        self.seen = self.lines()[before:]
        counted = Counter(line.split()[0] for line in self.seen)
        counted["redis"] = self._commands() - commands
        return counted

    def is_quiet(self) -> None:
        """Every part has been read and two looks find the same."""
        parts = "SELECT count(*) FROM outbound_part WHERE state NOT IN ('read', 'delivered')"
        eventually(lambda: column(self.stack, parts) == [0], 20)
        last = [-1]

        def same() -> bool:
            last.append(len(self.lines()))
            return last[-1] == last[-2]

        eventually(same, 20, every_s=0.5)

    def _commands(self) -> int:
        found = self.redis.info("commandstats")
        return sum(each["calls"] for name, each in found.items() if not name.startswith("cmdstat_info"))


@pytest.fixture
def meter(stack: Stack) -> Meter:
    return Meter(stack)


def asks(phone: Phone, text: str, answer: str) -> Callable[[], None]:
    def act() -> None:
        phone.says(text)
        assert phone.hears(20).body == answer

    return act


def within(meter: Meter, found: Counter[str], limits: dict[str, int]) -> None:
    """Say what was counted; and where, when it is too much."""
    print("\n" + ", ".join(f"{what} {found[what]} of {most}" for what, most in limits.items()))  # noqa: T201
    assert all(found[what] <= most for what, most in limits.items()), "\n".join([repr(found), *meter.seen])


def test_a_plain_turn(meter: Meter) -> None:
    """One question, one answer of one part, three callbacks."""
    meter.stack.model.script(lambda _request: says("Oui."))
    awa = meter.stack.twilio.phone(PUPIL)
    for greeting in ("Bonjour", "Bonsoir"):  # the first word of a conversation costs more; the ORM compiles twice
        asks(awa, greeting, "Oui.")()
    meter.is_quiet()
    found: list[Counter[str]] = []
    # What a worker does by itself falls into one of three. The same sentence in a row is looked at twice.
    while len(found) < 3 or (all(each["compiled"] for each in found) and len(found) < MOST_TURNS):
        found.append(meter.of(asks(awa, f"Quel est le double de {len(found) + 2} ?", "Oui.")))
    least = Counter({what: min(each[what] for each in found) for what in found[0]})
    # 34, and one more where a part leaves long behind its claim, as on a busy machine.
    within(meter, least, {"job": 2, "redis": 60, "write": 10, "sql": 35, "compiled": 0})


def test_what_a_tool_call_and_a_further_part_add(meter: Meter) -> None:
    awa, model = meter.stack.twilio.phone(PUPIL), meter.stack.model
    model.then(says("Bonjour."), says("Oui."), calls(("calculate", {"expression": "6*7"})), says("42."), says(LONG))
    asks(awa, "Bonjour", "Bonjour.")()
    meter.is_quiet()
    plain = meter.of(asks(awa, "Tu es là ?", "Oui."))
    with_tool = meter.of(asks(awa, "6 fois 7 ?", "42."))
    within(meter, with_tool - plain, {"job": 0, "write": 2})

    def explain() -> None:
        awa.says("Explique")
        assert "".join(awa.hears(20).body for _part in (1, 2)).count("Une fraction") == 60

    within(meter, meter.of(explain) - plain, {"job": 1})
