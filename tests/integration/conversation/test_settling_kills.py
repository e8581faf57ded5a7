"""A worker killed (SIGKILL) where money moves: whoever goes on takes each credit once, whether the commit came through
or not."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text, update
from sqlmodel import col, select

from bot.models import LedgerEntry, OutboundPart
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, calls, says
from tests.integration.conversation.conftest import CREDITS, NOWHERE, PUPIL, Line

pytestmark = pytest.mark.programs

ROOT = Path(__file__).parents[3]
BEGIN, END = r"INSERT INTO run ", r"UPDATE run SET .*ended_at"


@pytest.fixture
def prices(tmp_path: Path) -> str:
    own = tmp_path / "prices.toml"
    own.write_text("[tools]\ncalculate = { call = 2 }\n")
    return str(own)


@pytest.fixture
def priced(open_line: Callable[..., Line], prices: str) -> Line:
    """A line where a calculation costs two credits."""
    return open_line(prices_file=prices)


def works(count: int) -> Callable[[Request], Step]:
    """A model that makes so many different calculations, then answers."""

    def step(request: Request) -> Step:
        last = max(at for at, message in enumerate(request["messages"]) if message["role"] == "user")
        done = sum(message["role"] == "tool" for message in request["messages"][last:])
        return calls(("calculate", {"expression": f"{done}+1"})) if done < count else says("fini")

    return step


def is_killed(line: Line, prices: str, statement: str, *, stored: bool) -> None:
    """Another worker takes the conversation up and dies there."""
    settings = {
        "database_url": line.database.engine.url.render_as_string(hide_password=False),
        "redis_url": f"redis://{NOWHERE}/0", "twilio_api_url": f"http://{NOWHERE}", "openai_base_url": line.model.url,
        "storage_url": line.runtime.settings.storage_url, "fragment_window_s": 0, "prices_file": prices,
    }  # fmt: skip
    wanted = {"settings": settings, "conversation": conversation_id(PUPIL), "statement": statement, "stored": stored}
    command = [sys.executable, "-m", "tests.fakes.dying_worker", json.dumps(wanted)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=60)
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()[-2_000:]
    with line.database.write() as session:  # its silence has lasted long enough
        session.execute(text("UPDATE worker SET heartbeat = 0 WHERE id <> :ours"), {"ours": line.runtime.worker_id})


def amounts(line: Line) -> list[tuple[str, int]]:
    with line.database.read() as session:
        rows = session.exec(select(LedgerEntry).order_by(col(LedgerEntry.id)))
        return [(row.kind, row.amount) for row in rows][1:]


@pytest.mark.parametrize("stored", [False, True], ids=["before", "behind"])
@pytest.mark.parametrize("statement", [BEGIN, END], ids=["reserved", "settled"])
def test_a_turn_is_paid_once_wherever_its_worker_is_killed(
    priced: Line, prices: str, statement: str, stored: bool
) -> None:
    priced.model.script(works(1))
    priced.stores("Calcule")
    is_killed(priced, prices, statement, stored=stored)
    priced.drain()
    assert priced.outcomes() == ["done_signal"]
    assert amounts(priced) == [("turn", -1), ("tool", -2)]
    assert (priced.credits(), priced.run().charged) == (CREDITS - 3, 3)
    assert priced.hears() == ["fini"]


@pytest.mark.parametrize("stored", [False, True], ids=["before", "behind"])
@pytest.mark.parametrize("statement", [BEGIN, END], ids=["reserved", "settled"])
def test_what_was_agreed_to_is_taken_once_wherever_the_worker_is_killed(
    priced: Line, prices: str, statement: str, stored: bool
) -> None:
    priced.model.script(works(3))
    priced.says("Calcule")
    assert "environ 7" in priced.hears()[0]
    with priced.database.write() as session:
        session.execute(update(OutboundPart).values(first_dispatched_at=priced.clock.now()))
    priced.clock.skip(1)
    priced.model.script(lambda _request: says("fini"))
    priced.stores("1")
    is_killed(priced, prices, statement, stored=stored)
    priced.drain()
    assert priced.outcomes() == ["awaiting_user", "done_signal"]
    assert amounts(priced) == [("turn", -1), ("tool", -2), ("tool", -2), ("tool", -2)]
    assert priced.hears()[-1] == "fini"
