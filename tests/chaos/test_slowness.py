"""What is to be slow is slow, and only for as long as it is to be."""

import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from redis import ConnectionError as RedisConnectionError
from sqlalchemy import select

from bot.clock import SystemClock
from bot.dao.database import database_epoch
from bot.simulator.faults import Faults, Late
from tests.chaos.outages import Outage
from tests.chaos.slowness import CREATE_S, CREATES, JUMP_S, SQLITE_STATEMENT_S, STATEMENT_S, TRIP_S, Slowness
from tests.chaos.weathers import SLOWNESS, chosen, costs_lives, spares_somebody
from tests.fakes.keys import open_database
from tests.fakes.orders import ROOT
from tests.fakes.postgres import Postgres
from tests.fakes.valkey import Valkey

SQLITE = "sqlite:////nowhere/palabre.db"
SAYS_ITS_TIME = """
import sys
from pathlib import Path
from tests.fakes import dials
dials.install(Path(sys.argv[1]))
from tests.chaos import test_slowness
for line in sys.stdin:
    print(test_slowness.times(sys.argv[2]), flush=True)
"""


def named(slowness: Slowness, name: str) -> Outage:
    return next(outage for outage in slowness.outages(Faults()) if outage.name == name)


def times(folder: str) -> str:
    """What a process takes for the time, its own and SQLite's, and how long a statement takes it."""
    database = open_database(f"sqlite:///{folder}/times.db")
    with database.engine.connect() as connection:
        began = time.monotonic()
        theirs = float(connection.execute(select(database_epoch())).scalar_one())
        took_s = time.monotonic() - began
    database.close()
    return f"{SystemClock().now().timestamp()} {theirs} {took_s}"


def test_each_answer_of_valkey_is_late(valkey: Valkey, tmp_path: Path) -> None:
    slowness = Slowness(tmp_path)
    with slowness.ways(valkey.url, SQLITE, ["slow redis"]) as told:
        assert told["REDIS_URL"] != valkey.url
        valkey.port, real = int(told["REDIS_URL"].rpartition(":")[2].partition("/")[0]), valkey.port
        client = valkey.client(retry=None)
        valkey.port = real
        client.set("a", 1)
        with named(slowness, "slow redis").begin(Random(1)):
            began = time.monotonic()
            assert client.get("a") == b"1"
            assert time.monotonic() - began >= TRIP_S
        began = time.monotonic()
        assert client.get("a") == b"1"
        assert time.monotonic() - began < TRIP_S
        valkey.kill()
        with pytest.raises(RedisConnectionError):
            client.get("a")
        valkey.start()


def test_each_answer_of_postgresql_is_late(postgres: Postgres, tmp_path: Path) -> None:
    slowness, url = Slowness(tmp_path), postgres.database_url()
    with slowness.ways("redis://127.0.0.1:9/0", url, ["slow database"]) as told:
        database = open_database(told["DATABASE_URL"])
        with named(slowness, "slow database").begin(Random(1)), database.engine.connect() as connection:
            began = time.monotonic()
            connection.exec_driver_sql("SELECT 1")
            assert time.monotonic() - began >= STATEMENT_S
        database.close()
    postgres.give_back(url)


def test_clocks_jump_and_statements_are_slow_in_processes_with_dials(tmp_path: Path) -> None:
    slowness = Slowness(tmp_path)
    command = [sys.executable, "-c", SAYS_ITS_TIME, str(tmp_path / "dials"), str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def ask() -> tuple[float, float, float]:
            assert process.stdin
            assert process.stdout
            process.stdin.write("\n")
            process.stdin.flush()
            theirs, databases, took_s = map(float, process.stdout.readline().split())
            return theirs - time.time(), databases - time.time(), took_s

        ways = set()
        for seed in range(8):
            with named(slowness, "clock").begin(Random(seed)) as how:
                ways.add(how)
                jumps = {"ahead": JUMP_S, "back": -JUMP_S}
                assert ask()[:2] == pytest.approx((jumps[how], jumps[how]), abs=60)
        assert ways == {"ahead", "back"}
        assert ask()[:2] == pytest.approx((0, 0), abs=60)
        with named(slowness, "slow database").begin(Random(1)):
            assert ask()[2] >= SQLITE_STATEMENT_S
        process.communicate()
    assert process.returncode == 0


def test_creates_are_late_several_in_a_row(tmp_path: Path) -> None:
    faults = Faults()
    slow = next(outage for outage in Slowness(tmp_path).outages(faults) if outage.name == "slow twilio")
    with slow.begin(Random(1)):
        found = [faults.next_create() for _ in range(CREATES + 1)]
    assert found == [*[Late(CREATE_S)] * CREATES, None]


def test_ways_are_straight_unless_they_are_to_be_slow(tmp_path: Path) -> None:
    with Slowness(tmp_path).ways("redis://127.0.0.1:9/0", SQLITE, ["kills"]) as told:
        assert told == {"REDIS_URL": "redis://127.0.0.1:9/0", "DATABASE_URL": SQLITE}


def test_who_must_be_slow_must_live_and_only_a_jump_costs_lives() -> None:
    assert chosen("slow redis, slow database, slow twilio, clock") == SLOWNESS
    assert spares_somebody({"slow redis", "kills"})
    assert [name for name in sorted(SLOWNESS) if costs_lives([name])] == ["clock"]
