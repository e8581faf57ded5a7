"""A whole turn, from the webhook to the last callback: CPU of web and worker, beside the shortest bot on stock parts in
RQ's SimpleWorker and in its forking one, and a bare SDK call. All of them in turn, one question at a time and at one
pace: what is asked in one breath finds the processor's caches warm, and costs half."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from redis import Redis
from rq import Queue
from rq.job import Job, JobStatus

from tests.bench.processes import answer_of, cpu_with_children_s, running
from tests.bench.report import Finding
from tests.bench.turn_peer import QUEUE, paced
from tests.fakes.forge import Forge
from tests.fakes.model import ScriptedModel, Step, calls, last_user_text, says
from tests.fakes.postgres import Postgres
from tests.fakes.twilio import FakeTwilio
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually
from tests.fakes.web import FakeWeb
from tests.flows.conftest import PUPIL, Stack
from tests.flows.steps import column

TURNS = {"ours": 20, "simple": 20, "forking": 6, "bare": 40}
WORKING = 3  # turns with two tools and a PDF
WARM_UP = 3
PLAIN_GOAL, FORKING_GOAL, BARE_GOAL = 2.0, 0.3, 8.0
PDF_GOAL_MS = 1_500
ANSWER = (  # about as long as answers are: sixty words
    "Oui, je suis là ! Pour additionner deux fractions, on cherche d’abord un dénominateur commun : pour 1/2 et 1/3, "
    "c’est 6. Ensuite on écrit 1/2 = 3/6 et 1/3 = 2/6, puis on additionne les numérateurs : 3/6 + 2/6 = 5/6. Essaie à "
    "ton tour avec 1/4 et 2/3, et envoie-moi ton résultat, je te dirai s’il est juste."
)
PIECE = 5  # characters of it in an event of the stream: about a token
DOCUMENT = {"title": "Fractions", "content": "# Fractions\n\nUne fraction est une part d'un tout."}
SETTINGS = {  # as in production, where nobody is told what a model writes
    "ENVIRONMENT": "production",
    "FRAGMENT_WINDOW_S": "0", "SENDER_PER_MINUTE": "100000", "SENDER_PER_DAY": "100000",
    "SWEEP_INTERVAL_S": "5", "WORKER_HEARTBEAT_S": "2", "WORKER_LOST_AFTER_S": "8",
}  # fmt: skip
OVER = "SELECT count(*) FROM run WHERE status = 'done'"
UNREAD = "SELECT count(*) FROM outbound_part WHERE state <> 'read'"
UNINDEXED = "SELECT count(*) FROM file_index WHERE due_at IS NOT NULL"


def turn(rounds: int, turns: int = 0) -> list[Finding]:
    """On each database in turn. `turns`: instead of the usual numbers."""
    counts = dict.fromkeys(TURNS, turns) if turns else TURNS
    found: list[Finding] = []
    for kind in ("sqlite", "postgresql"):
        with bench(kind) as measured:
            in_turn = [{name: measured[name](counts[name]) for name in counts} for _ in range(rounds)]
            pdf = [measured["pdf"](min(turns, WORKING) or WORKING) for _ in range(rounds)]
        found += findings(kind, {name: median(each[name] for each in in_turn) for name in counts}, median(pdf))
    return found


def findings(kind: str, ms: dict[str, float], pdf_ms: float) -> list[Finding]:
    """What a database has shown."""
    what = f"turn on {kind}: CPU of web and worker, beside"
    return [
        Finding(f"{what} SimpleWorker's", "ms", ms["ours"], PLAIN_GOAL, ms["simple"]),
        Finding(f"{what} RQ's forking worker's", "ms", ms["ours"], FORKING_GOAL, ms["forking"]),
        Finding(f"{what} a bare SDK call's", "ms", ms["ours"], BARE_GOAL, ms["bare"]),
        Finding(f"turn on {kind}: with two tools and a PDF", "ms", pdf_ms, PDF_GOAL_MS),
    ]


Measure = Callable[[int], float]  # so many of them, one after the other: CPU milliseconds of each


@contextmanager
def bench(kind: str) -> Iterator[Mapping[str, Measure]]:
    """Everything on one database, each side warm."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        valkey, forge = opened.enter_context(Valkey()), opened.enter_context(Forge())
        twilio = opened.enter_context(FakeTwilio(keeps_connections=True))
        model = opened.enter_context(ScriptedModel())
        urls = [f"sqlite:///{folder}/{name}.db" for name in ("palabre", "peer")]
        if kind == "postgresql":
            server = Postgres()
            opened.callback(server.stop)
            server.start()
            urls = [server.database_url() for _ in urls]
        model.script(_answer)
        stack = Stack(folder, urls[0], valkey, forge, twilio, model, opened.enter_context(FakeWeb()))
        opened.callback(stack.stop)
        stack.web_class = "bot.web.gunicorn_worker.WholeRequestWorker"  # as gunicorn.conf.py serves it
        stack.start(**SETTINGS)
        _enrich(stack)
        base = {"LLM": model.url, "TWILIO": twilio.url, "DATABASE": urls[1], "REDIS": valkey.url}
        sides: dict[str, Measure] = {
            "ours": _ours(stack, "Tu es là ?"),
            "pdf": _ours(stack, "Un PDF, s’il te plaît"),
            "bare": lambda turns: float(answer_of("-m", "tests.bench.turn_peer", "bare", str(turns), environment=base)),
        }
        for peer in ("simple", "forking"):
            sides[peer] = _peer(peer, base)
        for name in ("ours", "pdf"):
            sides[name](WARM_UP)
        yield sides


def _answer(request: dict[str, Any]) -> Step:
    """Two tools, then a word, for who asks for a PDF; else the word."""
    done = sum(message["role"] == "tool" for message in request["messages"][_asked(request) :])
    if "PDF" not in last_user_text(request) or done == 2 or not request.get("tools"):
        return says(ANSWER, piece=PIECE)
    return calls(("generate_pdf", DOCUMENT)) if done else calls(("calculate", {"expression": "6*7"}))


def _asked(request: dict[str, Any]) -> int:
    return max(at for at, message in enumerate(request["messages"]) if message["role"] == "user")


def _enrich(stack: Stack) -> None:
    """Credits for as many turns as it takes."""
    with stack.database.write() as session:
        session.connection().exec_driver_sql("UPDATE user_account SET credits = 1000000")


def _is_done(job: Job) -> bool:
    status = job.get_status()
    if status == JobStatus.FAILED:
        raise RuntimeError("the peer's job failed")
    return bool(status == JobStatus.FINISHED)


def _ours(stack: Stack, question: str) -> Measure:
    phone, numbers = stack.twilio.phone(PUPIL), count(1)

    def measure(turns: int) -> float:
        before = sum(map(cpu_with_children_s, stack.pids()))
        for _ in paced(turns):
            over = column(stack, OVER)[0] + 1
            phone.says(f"{question} ({next(numbers)})")  # who repeats themselves is asked to wait
            eventually(lambda over=over: column(stack, OVER) == [over] and column(stack, UNREAD) == [0], 60)
        eventually(lambda: column(stack, UNINDEXED) == [0], 60)  # what a PDF still costs is no other turn's
        return (sum(map(cpu_with_children_s, stack.pids())) - before) * 1000 / turns

    return measure


def _peer(kind: str, environment: Mapping[str, str]) -> Measure:
    def measure(turns: int) -> float:
        with (
            Redis.from_url(environment["REDIS"]) as redis,
            running("-m", "tests.bench.turn_peer", kind, environment=environment) as process,
        ):
            queue = Queue(QUEUE, connection=redis)

            def ask(times: int) -> None:
                for _ in paced(times):
                    job = queue.enqueue("tests.bench.turn_peer.turn", PUPIL, "Tu es là ?")
                    eventually(partial(_is_done, job), 30)

            ask(WARM_UP)
            before = cpu_with_children_s(process.pid)
            ask(turns)
            return (cpu_with_children_s(process.pid) - before) * 1000 / turns

    return measure
