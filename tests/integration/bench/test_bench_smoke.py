"""The benchmarks still work: their parts with tiny counts. The numbers themselves are nobody's test."""

import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.bench import flat as flatness
from tests.bench import overload, product
from tests.bench import watchers as crowd
from tests.bench.__main__ import BENCHMARKS
from tests.bench.credits import credits
from tests.bench.load import drive
from tests.bench.mock_model import ask, running_mock
from tests.bench.processes import answer_of, clean_environment, cpu_s, memory_mib, running, tree
from tests.bench.report import Finding, number, table
from tests.bench.scale_stack import Heard
from tests.bench.slowed import GROUPS, held, slowed
from tests.bench.turn import bench
from tests.bench.urgencies import SAID
from tests.bench.wake_ups import WakeUps
from tests.fakes.keys import conversation_id
from tests.fakes.waiting import eventually


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
    program = "import signal; sum(range(30_000_000)); print('spun', flush=True); signal.pause()"
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


def test_a_turn_is_measured_however_much_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flatness, "KINDS", ("sqlite",))
    old, work, waiting = flatness.flat(1, old=100, waiting=40, turns=2)
    assert all(finding.ours > 0 and finding.theirs for finding in (old, work, waiting))
    assert work.judged < 2


def test_what_a_flood_does_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"KINDS": ("sqlite",), "HURRIED": 8, "SIGNED_IN": 12, "GUESTS": 20, "END": 28, "TIMES_TOO_MANY": 4}
    for name, value in few.items():
        monkeypatch.setattr(overload, name, value)
    weather = overload.Weather(flood_s=1.0, behind_s=60.0, notice_s=60.0, is_slow=True)
    found = {finding.what.partition(": ")[2]: finding for finding in overload.overload(1, weather, capacity=8)}
    for what in ("overtaken by who wrote 10 s later", "answered twice", "waited longer than 60 s"):
        assert found[what].ours == 0
    for kind in SAID:
        assert 0 < found[f"{kind} meanwhile, p50"].ours <= found[f"{kind} meanwhile, p95"].ours


def test_a_slowed_process_has_its_share_of_the_time_and_then_all_of_it() -> None:
    with running("-c", "import signal; signal.pause()") as process:
        with slowed(process.pid, stopped_ms=900, of_ms=1_000):
            eventually(lambda: is_stopped(process.pid))
        eventually(lambda: not is_stopped(process.pid))


def test_a_held_process_computes_for_its_share_of_the_time_and_then_for_all_of_it() -> None:
    with running("-c", "while True: pass") as process:
        with held(process.pid, stopped_ms=30, of_ms=40) as is_held:
            if not is_held:
                pytest.skip("no groups of the kernel's here")
            group = GROUPS / f"palabre-{process.pid}"
            assert (group / "cgroup.procs").read_text().split() == [str(process.pid)]
            assert int((group / "cpu.cfs_quota_us").read_text()) * 4 == int((group / "cpu.cfs_period_us").read_text())
        assert not group.exists()


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def test_wake_ups_added_for_who_has_one_are_counted() -> None:
    awa, ali = (conversation_id(product.person(number)) for number in range(2))
    found = WakeUps()
    found.add([f"{job}_{key}_{number}".encode() for number, (job, key) in enumerate(
        [("drain", awa), ("drain", awa), ("drain_guest", awa), ("drain", ali)]
    )])  # fmt: skip
    assert found.too_many([product.person(0), product.person(1)]) == 1


def test_who_is_overtaken_is_counted() -> None:
    assert overload.overtaken([(1.0, 0.0), (2.0, 9.0), (3.0, 5.0)]) == 0
    assert overload.overtaken([(1.0, 0.0), (2.0, 19.0), (3.0, 5.0)]) == 1


def test_the_middle_of_a_crowd_is_counted_by_when_each_heard_however_late_they_wrote() -> None:
    moments = [100 + number / 10 for number in range(400)]
    heard = Heard(400, 40.0, [number / 20 for number in range(400)], {}, moments)
    assert heard.middle_rate() == pytest.approx(10)


def test_a_turn_is_measured_beside_its_peers() -> None:
    with bench("sqlite") as sides:
        spent = {name: sides[name](5) for name in ("ours", "simple", "bare")}  # enough for the clock's ticks of 10 ms
    assert all(milliseconds > 0 for milliseconds in spent.values()), spent
