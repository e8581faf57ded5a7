"""A new version beside the old one: what was under way goes on elsewhere at once, costs no life, and nobody notices."""

import threading
import time
from functools import partial

from bot.conversation.inbox import MOST_LIVES
from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.fakes.waiting import eventually
from tests.flows.conftest import PRO, PUPIL, Stack
from tests.flows.steps import column
from tests.flows.test_endurance import PAGE, credits_of, last_run

NO_SWEEP_S = "60"  # a sweep would find it too, later: here it must be told


def reads_pages(stack: Stack) -> None:
    """The model reads the pages of the question, one after the other, then answers."""
    stack.web.pages = {"/other": PAGE} | {f"/page{number}": PAGE for number in range(MOST_LIVES + 1)}

    def rule(request: Request) -> Step:
        pages = last_user_text(request).split()[1:]
        done = sum(message["role"] == "tool" for message in request["messages"])
        return says("Lu.") if done == len(pages) else calls(("browse_url", {"urls": [pages[done]]}))

    stack.model.script(rule)


def test_a_worker_told_to_leave_leaves_its_turn_at_the_next_checkpoint_to_a_newer_one(stack: Stack) -> None:
    """While it waits for another one's turn, which comes to no checkpoint yet."""
    reads_pages(stack)
    stack.web.held = {"/page0": threading.Event(), "/other": threading.Event()}
    stack.start(workers=0, STOP_GRACE_S="0", SWEEP_INTERVAL_S=NO_SWEEP_S, FRAGMENT_WINDOW_S="0.05")
    old = stack.start_worker()
    awa, koffi = stack.twilio.phone(PUPIL), stack.twilio.phone(PRO)
    for who, page in ((awa, "/page0"), (koffi, "/other")):
        who.says(f"Lis {stack.web.url}{page}")
        eventually(partial(stack.web.requests.__contains__, page), 20)
    stack.start_worker()
    old.terminate()
    eventually(lambda: "jobs running" in stack.log(), 10)
    left_at = time.monotonic()
    stack.web.held["/page0"].set()
    assert awa.hears(10).body == "Lu."
    assert time.monotonic() - left_at < 5
    assert old.poll() is None
    stack.web.held["/other"].set()
    assert koffi.hears(10).body == "Lu."
    assert old.wait(10) == 0
    assert sorted(stack.web.requests) == ["/other", "/page0"]  # what was finished is not done again
    assert column(stack, "SELECT lives FROM run") == [2, 2]
    assert column(stack, "SELECT attempts FROM inbound_message") == [1, 1]
    assert credits_of(stack) == (49, 49)


def test_a_worker_whose_turn_reaches_no_checkpoint_leaves_all_the_same(stack: Stack) -> None:
    reads_pages(stack)
    stack.web.hold = True
    stack.start(workers=0, STOP_GRACE_S="0", SWEEP_INTERVAL_S=NO_SWEEP_S)
    old = stack.start_worker()
    awa = stack.twilio.phone(PUPIL)
    awa.says(f"Lis {stack.web.url}/page0")
    eventually(lambda: stack.web.requests, 20)
    with stack.database.write() as session:  # as if the step before had been there when it took the message up
        session.connection().exec_driver_sql("UPDATE run SET lease_from = (SELECT max(id) FROM transcript_message)")
    stack.start_worker()
    old.terminate()
    assert old.wait(20) == 1
    left_at = time.monotonic()
    eventually(lambda: stack.web.requests.count("/page0") == 2, 5)  # a read: run again at will
    assert time.monotonic() - left_at < 5
    stack.web.release()
    assert awa.hears(10).body == "Lu."
    assert column(stack, "SELECT attempts FROM inbound_message") == [1]


def test_workers_that_die_again_and_again_but_each_leave_a_step_behind_cost_no_answer(
    stack: Stack,
) -> None:
    deaths = MOST_LIVES + 1
    reads_pages(stack)
    stack.web.held = {f"/page{number}": threading.Event() for number in range(deaths)}
    stack.start(workers=0)
    awa = stack.twilio.phone(PUPIL)
    awa.says("Lis " + " ".join(f"{stack.web.url}{page}" for page in stack.web.held))
    for page, answer in stack.web.held.items():
        worker = stack.start_worker()
        eventually(partial(stack.web.requests.__contains__, page), 20)
        stack.kill(worker)
        answer.set()
    stack.start_worker()
    assert awa.hears(20).body == "Lu."
    assert last_run(stack)[3] == deaths + 1
    assert credits_of(stack) == (49, 49)
