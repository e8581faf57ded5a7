"""The servers of one round: an empty database, Twilio's stand-in, and what the processes are told about them. Model and
Valkey are shared by all rounds.
"""

import contextlib
import shutil
import tempfile
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.types import Mode
from tests.chaos.bursts import NOTICE_S
from tests.chaos.enclosures import EARS, ears
from tests.chaos.people import Person, slowly
from tests.chaos.slowness import Slowness
from tests.fakes.disk import SmallDisk, small_disk
from tests.fakes.keys import migrate, open_database
from tests.fakes.model import ScriptedModel
from tests.fakes.ports import free_port
from tests.fakes.postgres import Postgres
from tests.fakes.product import environment
from tests.fakes.twilio import FakeTwilio
from tests.fakes.valkey import Valkey

GIFT = 50  # credits of each user at the beginning
MEMORY = Path("/dev/shm")  # a killed process loses nothing it has written, whether a disk has it or not
HOME_MB, TABLES_MB = 64, 256  # of the small disks: of a round's SQLite file and documents, of PostgreSQL's tables
TIMINGS = {
    "FRAGMENT_WINDOW_S": "0.05",
    "MEDIA_WINDOW_S": "0.2",
    "PART_WAIT_S": "1",
    "SWEEP_INTERVAL_S": "1",
    "WORKER_HEARTBEAT_S": "0.2",
}
GRACES_S = ("0", "0.5", "2")  # of which a round has one
LOST_AFTER_S = {True: "0.9", False: "8"}  # of who may die. Where nobody does, a busy machine must not make it seem so


@dataclass(frozen=True, slots=True)
class Servers:
    """What all rounds share. `postgres` is None on SQLite; `disk` is where its tables are, if that is a small one.
    `small_disks` tells whether rounds want them."""

    valkey: Valkey
    model: ScriptedModel
    small_disks: bool
    postgres: Postgres | None = None
    disk: SmallDisk | None = None


@contextlib.contextmanager
def servers(*, postgresql: bool, small_disks: bool = False) -> Iterator[Servers]:
    """Start them, and end them with the block."""
    with contextlib.ExitStack() as stack:
        valkey, model = stack.enter_context(Valkey()), stack.enter_context(ScriptedModel())
        model.script(slowly)
        model.speech = ears()
        if not postgresql:
            yield Servers(valkey, model, small_disks)
            return
        tables = stack.enter_context(_temporary_folder())
        disk = stack.enter_context(small_disk(tables, TABLES_MB)) if small_disks else None
        server = Postgres()
        stack.callback(server.stop)
        server.start()
        if disk is not None:
            server.keep_tables_in(tables)
        yield Servers(valkey, model, small_disks, server, disk)


@dataclass(frozen=True, slots=True)
class World:
    """One round's own things. What the product keeps lies in `home`, on a small disk if there is one; what the campaign
    does in `folder`."""

    folder: Path
    home: Path
    disk: SmallDisk | None
    database: Database
    twilio: FakeTwilio
    port: int
    environment: dict[str, str]
    slowness: Slowness


@contextlib.contextmanager
def world(
    shared: Servers, people: Iterable[Person], *, weathers: Collection[str], deadly: bool, grace_s: str
) -> Iterator[World]:
    """A round's database with its people, and its Twilio. The folder is gone afterwards. `deadly`: processes die;
    `grace_s`: what turns are given to end by themselves when a worker must leave."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(_temporary_folder())
        home = folder / "home"
        home.mkdir()
        disk = stack.enter_context(small_disk(home, HOME_MB)) if shared.small_disks else None
        url, port = _database_url(shared, home, stack), free_port()
        shared.valkey.flush()
        shared.model.requests.clear()
        shared.model.headers.clear()
        database = open_database(url)
        stack.callback(database.close)
        migrate(database)
        for person in people:
            if person.mode is not None:
                add_user(database, person.address, Mode(person.mode), GIFT)
        twilio = stack.enter_context(FakeTwilio(f"http://127.0.0.1:{port}"))
        slowness = Slowness(folder)
        ways = stack.enter_context(slowness.ways(shared.valkey.url, url, weathers))
        told = (
            _environment(home, port, twilio, shared.model)
            | ways
            | {
                "WORKER_LOST_AFTER_S": LOST_AFTER_S[deadly],
                "STOP_GRACE_S": grace_s,
                **({"WAIT_NOTICE_S": NOTICE_S} if "overload" in weathers else {}),
            }
        )
        yield World(folder, home, disk, database, twilio, port, told, slowness)


@contextlib.contextmanager
def _temporary_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="palabre-chaos-", dir=MEMORY if MEMORY.is_dir() else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _database_url(shared: Servers, home: Path, stack: contextlib.ExitStack) -> str:
    """The address of an empty database."""
    if shared.postgres is None:
        return f"sqlite:///{home}/palabre.db"
    url = shared.postgres.database_url()
    stack.callback(shared.postgres.give_back, url)
    return url


def _environment(home: Path, port: int, twilio: FakeTwilio, model: ScriptedModel) -> dict[str, str]:
    return environment() | {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "STORAGE_URL": f"file://{home}/files",
        "TWILIO_API_URL": twilio.url,
        "OPENAI_BASE_URL": model.url,
        "LOG_LEVEL": "WARNING",
        "GUEST_DAILY_MESSAGES": "50",
        "SENDER_PER_MINUTE": "10000",  # its people write as fast as they can
        "SENDER_PER_DAY": "1000000",
        **EARS,
        **TIMINGS,
    }
