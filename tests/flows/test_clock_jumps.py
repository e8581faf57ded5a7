"""The machine's clock jumps an hour ahead and back while people talk. On SQLite the database's clock is the machine's
and jumps too; on PostgreSQL it is the server's and stays."""

import pytest

from tests.fakes.dials import Dials
from tests.fakes.model import says
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, Stack
from tests.flows.crowds import LONG_S, Crowd, echo
from tests.flows.steps import column

pytestmark = pytest.mark.timeout(280)
HOUR_S = 3_600.0
LONG = "Une fraction est une part d'un tout. " * 60  # two parts
SLOWLY = {"WORKER_HEARTBEAT_S": "0.5", "WORKER_LOST_AFTER_S": "4", "FRAGMENT_WINDOW_S": "0"}


@pytest.fixture
def stack_database(database_url: str) -> str:
    """Each kind of database."""
    return database_url


@pytest.fixture
def dials(stack: Stack) -> Dials:
    """The clock of a stack that has not been started."""
    stack.web_application, stack.worker_module = "tests.fakes.dials:web", "tests.fakes.dials"
    return Dials(stack.folder / "dials")


def start(stack: Stack, workers: int = 1) -> None:
    stack.start(workers, DIALS=str(stack.folder / "dials"), **SLOWLY)


@pytest.mark.parametrize("jump_s", [HOUR_S, -HOUR_S], ids=["ahead", "back"])
def test_questions_before_between_and_behind_two_jumps(stack: Stack, dials: Dials, jump_s: float) -> None:
    stack.model.script(echo)
    start(stack, workers=2)
    crowd = Crowd(stack, 6)
    crowd.ask("avant")
    crowd.write("au moment")
    dials.turn(ahead_s=jump_s)
    crowd.hear("au moment")
    crowd.ask("pendant")
    crowd.write("au retour")
    dials.turn(ahead_s=0.0)
    crowd.hear("au retour")
    crowd.ask("après")
    crowd.is_well(lives=3)  # whose heart beat by another clock may pass for dead for a moment


def test_what_was_written_by_a_clock_ahead_leaves_when_it_is_back(stack: Stack, dials: Dials) -> None:
    """Twilio is busy while the clock is ahead: what is to be tried again a second later is not an hour late."""
    stack.model.script(lambda _request: says(LONG))
    start(stack)
    awa = stack.twilio.phone(PUPIL)
    dials.turn(ahead_s=HOUR_S)
    stack.twilio.faults.refuse(1, 429, 20429)
    awa.says("Explique")
    eventually(lambda: column(stack, "SELECT count(*) FROM outbound_part WHERE attempts = 1") == [1], LONG_S)
    dials.turn(ahead_s=0.0)
    assert "".join(awa.hears(LONG_S).body for _part in (1, 2)).count("Une fraction") == 60
    awa.silence(1.0)


@pytest.mark.parametrize("jump_s", [HOUR_S, -HOUR_S], ids=["ahead", "back"])
def test_a_jump_while_twilio_is_silent_makes_nobody_say_it_twice(stack: Stack, dials: Dials, jump_s: float) -> None:
    """The message is taken six seconds late. By a clock that has jumped it looks lost long before."""
    stack.model.script(echo)
    start(stack)
    awa = stack.twilio.phone(PUPIL)
    stack.twilio.faults.late(1, 6.0)
    awa.says("un")
    eventually(lambda: column(stack, "SELECT state FROM outbound_part") == ["dispatching"], LONG_S)
    dials.turn(ahead_s=jump_s)
    assert awa.hears(LONG_S).body == "Reçu : un"
    awa.silence(3.0)
    dials.turn(ahead_s=0.0)
    awa.silence(2.0)


def test_whoever_died_by_a_clock_ahead_is_dead_by_the_one_that_is_back(stack: Stack, dials: Dials) -> None:
    stack.model.script(lambda _request: says("Bonjour."))
    stack.web.hold = True
    start(stack, workers=0)
    dials.turn(ahead_s=HOUR_S)
    first = stack.start_worker()
    awa = stack.twilio.phone(PUPIL)
    with stack.database.write() as session:  # it holds a lane, and is gone
        worker = session.connection().exec_driver_sql("SELECT id FROM worker").scalar_one()
    stack.kill(first)
    awa.says("Tu es là ?")
    with stack.database.write() as session:
        session.connection().exec_driver_sql(f"UPDATE conversation SET lane_worker = '{worker}', lane_epoch = 1")
    dials.turn(ahead_s=0.0)
    stack.start_worker()
    assert awa.hears(LONG_S).body == "Bonjour."
