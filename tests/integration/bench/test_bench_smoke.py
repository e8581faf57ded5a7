"""The benchmarks still work: their parts with tiny counts. The numbers themselves are nobody's test."""

import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.bench import overload, product
from tests.bench import watchers as crowd
from tests.bench.__main__ import BENCHMARKS
from tests.bench.credits import credits
from tests.bench.load import drive
from tests.bench.mock_model import ask, running_mock
from tests.bench.processes import answer_of, clean_environment, cpu_s, memory_mib, running, tree
from tests.bench.report import Finding, number, table
from tests.bench.turn import bench


class Handler(BaseHTTPRequestHandler):
    """Answers every message as the webhook does, except those for a wrong address."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b"<Response/>"
        self.send_response(200 if self.path == product.WEBHOOK else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("side", ["ours", "theirs"])
def test_both_loops_reach_the_answer(side: str) -> None:
    with running_mock() as url:
        assert answer_of("-m", "tests.bench.loop_child", side, f"{url}/v1", "2", "1") > 0
        assert ask(url, "/stats")["in_flight"] == 0


def test_the_load_generator_counts_every_answer(port: int) -> None:
    latencies_ms = drive(port, [product.signed_request(number) for number in range(20)], connections=3)
    assert len(latencies_ms) == 20
    assert min(latencies_ms) > 0


def test_the_load_generator_stops_at_a_refusal(port: int) -> None:
    with pytest.raises(RuntimeError, match="404"):
        drive(port, [product.signed_request(1).replace(b"/message", b"/nothing")], connections=1)


def test_what_processes_use_is_accounted_for() -> None:
    program = "import signal; sum(range(3_000_000)); print('spun', flush=True); signal.pause()"
    with running("-c", program, reads=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "spun\n"
        assert process.pid in tree(os.getpid())
        assert cpu_s(process.pid) > 0.02
        assert memory_mib(process.pid, "Rss") >= memory_mib(process.pid, "Pss") > 1


def test_nothing_of_our_environment_reaches_what_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///somebody's.db")
    assert "DATABASE_URL" not in clean_environment()


def test_the_table_says_what_is_over() -> None:
    findings = [Finding("quick", "ms", 1.0, 0.5, 4.0), Finding("large", "MiB", 130.0, 120.0)]
    lines = table(findings).splitlines()
    assert [line.split("|")[-2].strip() for line in lines[2:]] == ["ok", "over"]
    assert "| 0.25" in lines[2]
    assert len({len(line) for line in lines}) == 1
    assert all(name.isidentifier() for name in BENCHMARKS)


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (0.05, "0.050"), (0.25, "0.25"), (1.0, "1"), (12.34, "12.3"), (120.4, "120")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_watchers_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in (("WATCHERS", 4), ("RUNS", 2), ("REQUESTS", 20)):
        monkeypatch.setattr(crowd, name, few)
    threads, memory, beside = crowd.watchers(1)
    assert threads.ours == 1
    assert memory.ours < 30
    assert beside.theirs


def test_the_credit_log_is_measured_page_by_page_and_as_files() -> None:
    findings = credits(1, entries=2_000)
    assert len(findings) == 10
    assert all(finding.ours > 0 for finding in findings[:6])


def test_what_a_flood_does_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"KINDS": ("sqlite",), "FLOOD": 8, "PROBES": 40, "MOST_PROBES": 4, "TIMES_TOO_MANY": 4}.items():
        monkeypatch.setattr(overload, name, value)
    found = {finding.what.partition(": ")[2]: finding for finding in overload.overload(1, flood_s=1.0, capacity=8)}
    assert found["overtaken by who wrote 10 s later"].ours == 0
    assert 0 < found["/statut meanwhile, p50"].ours <= found["/statut meanwhile, p95"].ours


def test_who_is_overtaken_is_counted() -> None:
    assert overload.overtaken([(1.0, 0.0), (2.0, 9.0), (3.0, 5.0)]) == 0
    assert overload.overtaken([(1.0, 0.0), (2.0, 19.0), (3.0, 5.0)]) == 1


def test_a_turn_is_measured_beside_its_peers() -> None:
    with bench("sqlite") as sides:
        spent = {name: sides[name](5) for name in ("ours", "simple", "bare")}  # enough for the clock's ticks of 10 ms
    assert all(milliseconds > 0 for milliseconds in spent.values()), spent
