"""The servers of one round: an empty database, Twilio's stand-in, and what the processes are told about them. Model and
Valkey are shared by all rounds.
"""

import contextlib
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.cli.commands import add_user
from bot.dao import schema
from bot.dao.database import Database
from bot.types import Mode
from tests.chaos.people import Person, slowly
from tests.fakes.model import ScriptedModel
from tests.fakes.postgres import Postgres
from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, SMS_NUMBER, WHATSAPP_NUMBER, FakeTwilio
from tests.fakes.valkey import Valkey

GIFT = 50  # credits of each user at the beginning
MEMORY = Path("/dev/shm")  # a killed process loses nothing it has written, whether a disk has it or not
TIMINGS = {
    "FRAGMENT_WINDOW_S": "0.05",
    "PART_WAIT_S": "1",
    "SWEEP_INTERVAL_S": "1",
    "WORKER_HEARTBEAT_S": "0.2",
    "WORKER_LOST_AFTER_S": "0.9",
}


@dataclass(frozen=True, slots=True)
class Servers:
    """What all rounds share. `database_url` makes the address of an empty database in a folder."""

    valkey: Valkey
    model: ScriptedModel
    database_url: Callable[[Path], str]


@contextlib.contextmanager
def servers(*, postgresql: bool) -> Iterator[Servers]:
    """Start them, and end them with the block."""
    with contextlib.ExitStack() as stack:
        valkey, model = stack.enter_context(Valkey()), stack.enter_context(ScriptedModel())
        model.script(slowly)
        if not postgresql:
            yield Servers(valkey, model, lambda folder: f"sqlite:///{folder}/palabre.db")
            return
        server = Postgres()
        stack.callback(server.stop)
        server.start()
        yield Servers(valkey, model, lambda _folder: server.database_url())


@dataclass(frozen=True, slots=True)
class World:
    """One round's own things."""

    folder: Path
    database: Database
    twilio: FakeTwilio
    port: int
    environment: dict[str, str]


@contextlib.contextmanager
def world(shared: Servers, people: Iterable[Person]) -> Iterator[World]:
    """A round's database with its people, and its Twilio. The folder is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="palabre-chaos-", dir=MEMORY if MEMORY.is_dir() else None))
    url, port = shared.database_url(folder), _free_port()
    shared.valkey.flush()
    shared.model.requests.clear()
    shared.model.headers.clear()
    database = Database(url)
    try:
        schema.migrate(database)
        for person in people:
            if person.mode is not None:
                add_user(database, person.address, Mode(person.mode), GIFT)
        with FakeTwilio(f"http://127.0.0.1:{port}") as twilio:
            yield World(folder, database, twilio, port, _environment(shared, folder, url, port, twilio))
    finally:
        database.close()
        shutil.rmtree(folder, ignore_errors=True)


def _environment(shared: Servers, folder: Path, url: str, port: int, twilio: FakeTwilio) -> dict[str, str]:
    return {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "SECRET_KEY": "a-key-for-tests-and-nothing-else",
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "DATABASE_URL": url,
        "STORAGE_URL": f"file://{folder}/files",
        "REDIS_URL": shared.valkey.url,
        "TWILIO_ACCOUNT_SID": ACCOUNT_SID,
        "TWILIO_AUTH_TOKEN": AUTH_TOKEN,
        "TWILIO_API_URL": twilio.url,
        "TWILIO_WHATSAPP_FROM": WHATSAPP_NUMBER,
        "TWILIO_SMS_FROM": SMS_NUMBER,
        "OPENAI_BASE_URL": shared.model.url,
        "OPENAI_API_KEY": "sk-for-tests",
        "LOG_LEVEL": "WARNING",
        "GUEST_DAILY_MESSAGES": "50",
        **TIMINGS,
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
