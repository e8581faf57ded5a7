"""What operators see is what happened: gunicorn's processes tell one truth together, each worker its own."""

import os
import signal
from pathlib import Path

import requests
from prometheus_client.parser import text_string_to_metric_families

from tests.fakes.model import calls, errors, says
from tests.fakes.ports import free_port
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, Stack

TOKEN = {"Authorization": "Bearer a-token-for-tests"}
LONG_S = 60
Samples = dict[tuple[str, ...], float]


def scrape(url: str, headers: dict[str, str] = TOKEN) -> Samples:
    """Every sample by its name and its labels’ values, in the order of the labels’ names."""
    answer = requests.get(f"{url}/metrics", headers=headers, timeout=30)
    answer.raise_for_status()
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_two_web_processes_and_a_worker_count_what_happened(stack: Stack) -> None:
    port = free_port()
    stack.start(METRICS_PORT=str(port), METRICS_TOKEN="a-token-for-tests")
    worker = f"http://127.0.0.1:{port}"
    awa = stack.twilio.phone(PUPIL)
    stack.model.then(says("Oui."), calls(("calculate", {"expression": "6*7"})), says("42."), errors(500), says("Non."))
    for question, answer in (("Tu es là ?", "Oui."), ("6 fois 7 ?", "42."), ("Sûr ?", "Non.")):
        awa.says(question)
        assert awa.hears(LONG_S).body == answer
    eventually(lambda: scrape(worker).get(("palabre_turns_total", "done_signal")) == 3, LONG_S)
    counted = scrape(worker)
    assert counted[("palabre_tool_calls_total", "success", "calculate")] == 1
    assert counted[("palabre_provider_errors_total", "transient", "model")] == 1
    assert counted[("palabre_iterations_total",)] == 4
    assert counted[("palabre_turn_seconds_count",)] == counted[("palabre_queue_wait_seconds_count",)] == 3
    assert counted[("palabre_credits_total",)] == 3
    for _ in range(8):  # whichever process answers
        web = scrape(stack.url)
        assert web[("palabre_inbound_total", "whatsapp", "new")] == 3
        assert (web[("palabre_database_up",)], web[("palabre_queue_messages",)]) == (1, 0)
        assert (web[("palabre_workers",)], web[("palabre_workers_lost",)]) == (1, 0)
    assert requests.get(f"{worker}/metrics", timeout=30).status_code == 403
    assert requests.get(f"{worker}/healthz", timeout=30).text == "well"
    assert requests.get(f"{stack.url}/metrics", timeout=30).status_code == 403
    assert PUPIL.removeprefix("whatsapp:") not in str(counted) + str(web)


def test_what_a_killed_web_process_counted_is_not_forgotten(stack: Stack) -> None:
    stack.start(workers=0, METRICS_TOKEN="a-token-for-tests")
    awa = stack.twilio.phone(PUPIL)
    for number in range(6):
        awa.says(f"message {number}")
    (master,) = stack.pids()
    children = Path(f"/proc/{master}/task/{master}/children")
    eventually(lambda: len(children.read_text().split()) == 2, LONG_S)  # gunicorn begins one behind the other
    for child in children.read_text().split():
        os.kill(int(child), signal.SIGKILL)
    eventually(stack.is_up, LONG_S)
    assert scrape(stack.url)[("palabre_inbound_total", "whatsapp", "new")] == 6
    assert scrape(stack.url)[("palabre_queue_messages",)] == 6
