"""What must be so around the product once the round is calm: nothing is left open in the database, and it is ready."""

import sqlite3
import time
from contextlib import closing

import requests
from sqlalchemy import text

from tests.chaos.tally import Violation
from tests.chaos.world import World

LEFT_OPEN = """
    SELECT coalesce(left(query, 80), '') FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - interval '3 seconds'
"""
LIVES = """
    SELECT sender, body || ': ' || attempts FROM inbound_message WHERE attempts > 1
    UNION ALL SELECT conversation_id, 'run ' || id || ': ' || lives FROM run
    WHERE background_at IS NOT NULL AND lives > 1
"""
LOCK_WITHIN_S, READY_WITHIN_S = 5.0, 5.0


def aftermath(world: World, *, costs_lives: bool) -> list[Violation]:
    """What is not as it must be. Who leaves in good order costs nobody a life, unless the weather does."""
    return [*_left_open(world), *_not_ready(world), *([] if costs_lives else _lives_lost(world))]


def _lives_lost(world: World) -> list[Violation]:
    with world.database.read() as session:
        found = session.connection().execute(text(LIVES)).all()
    return [Violation("a life was lost", whose, evidence) for whose, evidence in found]


def _left_open(world: World) -> list[Violation]:
    """Transactions that nobody ends: each may hold what others wait for."""
    if not world.database.is_sqlite:
        with world.database.read() as session:
            found = session.connection().execute(text(LEFT_OPEN)).scalars().all()
        return [Violation("transaction left open", "the database", query) for query in found]
    with closing(sqlite3.connect(world.home / "palabre.db", timeout=LOCK_WITHIN_S, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            return [Violation("transaction left open", "the database", str(error))]
    return []


def _not_ready(world: World) -> list[Violation]:
    """The web process says that database and Redis are there and nothing has waited for long."""
    said, deadline = "", time.monotonic() + READY_WITHIN_S
    while time.monotonic() < deadline:
        try:
            answer = requests.get(f"http://127.0.0.1:{world.port}/readyz", timeout=READY_WITHIN_S)
        except requests.RequestException as error:
            said = str(error)
        else:
            if answer.status_code == 200 and answer.json()["status"] == "ok":
                return []
            said = f"{answer.status_code} {answer.text[:200]}"
        time.sleep(0.2)
    return [Violation("not ready", "the web process", said)]
