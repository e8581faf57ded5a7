"""One part of the house is slow for a while: everything is answered, once and in order, and paid once; when the part
is itself again, so is everybody's wait."""

from collections.abc import Iterator

import pytest

from tests.fakes.dials import Dials
from tests.fakes.model import Step, last_user_text
from tests.fakes.slow_way import SlowWay
from tests.fakes.waiting import eventually
from tests.flows.conftest import Stack
from tests.flows.crowds import LONG_S, Crowd, echo

pytestmark = pytest.mark.timeout(280)
SIZE = 6
TRIP_S, STATEMENT_S, CREATE_S = 0.2, 0.05, 9.0
QUIET_S = 2.0  # a turn that waits for nobody, on a machine that others use too
BURST = ("un", "deux")
SINGLY = {"FRAGMENT_WINDOW_S": "0"}


@pytest.fixture
def stack_database(database_url: str) -> str:
    """Each kind of database."""
    return database_url


@pytest.fixture
def redis_way(stack: Stack) -> Iterator[SlowWay]:
    """A way to Valkey that can be made slow."""
    with SlowWay(stack.valkey.port) as way:
        yield way


@pytest.fixture
def crowd(stack: Stack, redis_way: SlowWay) -> Crowd:
    """People at a stack whose Valkey is reached by the slow way, and whose statements can be made slow."""
    stack.model.script(echo)
    stack.web_application, stack.worker_module = "tests.fakes.dials:web", "tests.fakes.dials"
    stack.start(REDIS_URL=redis_way.leads(stack.valkey.url), DIALS=str(stack.folder / "dials"), **SINGLY)
    return Crowd(stack, SIZE)


def is_itself_again(crowd: Crowd, before_s: float) -> None:
    """A turn takes as long as it did before, within what a busy machine may add."""
    assert crowd.turn_s() < 3 * before_s + QUIET_S


def test_redis_that_takes_200_ms_a_command(crowd: Crowd, redis_way: SlowWay) -> None:
    before_s = crowd.turn_s()
    redis_way.answers_after_s = TRIP_S
    crowd.ask(*BURST)
    redis_way.answers_after_s = 0.0
    is_itself_again(crowd, before_s)
    crowd.is_well()


def test_stop_with_a_slow_redis(crowd: Crowd, redis_way: SlowWay) -> None:
    redis_way.answers_after_s = TRIP_S
    crowd.write("avant")
    crowd.stops(crowd.phones[0])
    for phone in crowd.phones[1:]:
        assert phone.hears(LONG_S).body == "Reçu : avant"
    crowd.phones[0].silence(1.0)


def test_a_database_that_takes_50_ms_a_statement(stack: Stack, crowd: Crowd) -> None:
    before_s = crowd.turn_s()
    dials = Dials(stack.folder / "dials")
    dials.turn(statement_s=STATEMENT_S)
    crowd.ask(*BURST)
    dials.turn(statement_s=0.0)
    is_itself_again(crowd, before_s)
    crowd.is_well()


def test_a_twilio_that_answers_after_nine_seconds(stack: Stack, crowd: Crowd) -> None:
    """It is not waited for so long: what became of the parts is told by callbacks, or found in its log."""
    before_s = crowd.turn_s()
    stack.twilio.faults.late(SIZE * 2, CREATE_S)
    crowd.ask("un", "deux")
    is_itself_again(crowd, before_s)
    crowd.is_well()


def test_a_twilio_that_sends_nothing_yet_answers_after_nine_seconds(stack: Stack, crowd: Crowd) -> None:
    """Callbacks come first, twice and backwards: before anybody here knows the message's Sid."""
    callbacks = stack.twilio.faults.callbacks
    callbacks.copies, callbacks.backwards = 2, True
    stack.twilio.faults.silent(SIZE, CREATE_S)
    crowd.ask("un", "deux")
    crowd.is_well()


def test_a_model_whose_answers_crawl(stack: Stack, crowd: Crowd) -> None:
    """Others are answered beside it, by the threads it leaves."""
    before_s = crowd.turn_s()

    def rule(request: dict[str, object]) -> Step:
        step = echo(request)
        return Step(step.chunks, hangs_s=1.0, hangs_between=True) if "lent" in last_user_text(request) else step

    stack.model.script(rule)
    slow, *others = crowd.phones
    assert slow.says("lent").http_status == 200
    eventually(lambda: any("lent" in last_user_text(request) for request in stack.model.requests), LONG_S)
    crowd.phones = others
    took_s = crowd.ask("vite")
    crowd.phones = [slow, *others]
    assert slow.hears(LONG_S).body == "Reçu : lent"
    assert took_s < LONG_S
    crowd.asked += 1
    stack.model.script(echo)
    is_itself_again(crowd, before_s)
    crowd.is_well()
