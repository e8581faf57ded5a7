"""An answer that is followed on the administrators' page over the real stack, while the worker at it dies."""

import json
from collections.abc import Iterator

import requests

from tests.fakes.model import calls, hangs, says
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, Stack
from tests.flows.steps import Office, column, hears_about

WORDS = "Six fois sept, pour Mariam ?"


def told(answer: requests.Response) -> Iterator[tuple[str, dict[str, object]]]:
    """The events of a stream, as they come."""
    kind = ""
    for line in answer.iter_lines(chunk_size=None, decode_unicode=True):
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            yield kind, json.loads(value)


def test_a_run_is_followed_through_the_death_of_its_worker_to_its_end(stack: Stack) -> None:
    stack.web_class = "bot.web.gunicorn_worker.WholeRequestWorker"
    stack.model.then(hangs(60), calls(("calculate", {"expression": "6 * 7"})), says("Cela fait 42, Mariam."))
    stack.start(workers=0, FRAGMENT_WINDOW_S="0.05")
    first = stack.start_worker()
    office, awa = Office(stack), stack.twilio.phone(PUPIL)
    office.signs_in()
    awa.says(WORDS)
    stack.model.wait_for_requests(1)
    (run,) = eventually(lambda: column(stack, "SELECT id FROM run WHERE ended_at IS NULL"))
    assert requests.get(f"{stack.url}/admin/runs/{run}/events", timeout=20).status_code == 403
    with office.http.get(f"{stack.url}/admin/runs/{run}/events", stream=True, timeout=60) as answer:
        assert answer.status_code == 200
        events = told(answer)
        seen = [next(events), next(events)]
        stack.kill(first)
        stack.start_worker()
        hears_about(awa, "42")
        seen += events  # to the end of the stream
    assert seen == [
        ("turn_start", {"run": run, "background": False, "lives": 1}),
        ("content", {"run": run, "iteration": 1, "state": "asked"}),
        ("turn_start", {"run": run, "background": False, "lives": 2}),
        ("content", {"run": run, "iteration": 1, "state": "asked"}),
        ("content", {"run": run, "iteration": 1, "state": "written", "tokens": seen[4][1]["tokens"]}),
        ("tool_start", {"run": run, "iteration": 1, "tool": "calculate"}),
        ("tool_end", {"run": run, "iteration": 1, "tool": "calculate", "status": "success"}),
        ("content", {"run": run, "iteration": 2, "state": "asked"}),
        ("content", {"run": run, "iteration": 2, "state": "written", "tokens": seen[8][1]["tokens"]}),
        ("done", {"run": run, "stop_reason": "done_signal", "iterations": 2}),
    ]
    again = office.http.get(f"{stack.url}/admin/runs/{run}/events", timeout=20)
    assert again.status_code == 204
