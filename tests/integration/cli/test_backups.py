"""Backing up and restoring as docs/operations.md says, command by command."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.commands import add_user
from bot.dao import schema
from bot.dao.database import Database
from bot.types import Mode
from tests.fakes.keys import migrate, open_database
from tests.fakes.postgres import Postgres
from tests.fakes.product import environment

pytestmark = pytest.mark.programs

ROOT = Path(__file__).resolve().parents[3]
SECTION = (ROOT / "docs/operations.md").read_text().partition("\n## Backups\n")[2].partition("\n## ")[0]
DUMP, RESTORE, COPY, PUT_BACK = re.findall(r"^```sh\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)
AWA, LATER = "whatsapp:+2250700000001", "+2250700000002"


def run(commands: str, folder: Path, programs: Path, database_url: str, **variables: str) -> str:
    """What somebody does who copies the commands; the doctor is left out, who asks providers that are not here."""
    commands = commands.replace("flask --app wsgi doctor\n", "")
    assert "doctor" not in commands
    place = os.pathsep.join((str(programs), str(Path(sys.executable).parent), os.environ["PATH"]))
    variables |= environment() | {"PATH": place, "PYTHONPATH": str(ROOT), "DATABASE_URL": database_url}
    script = commands.replace("--app wsgi", f"--app {ROOT}/wsgi.py")
    done = subprocess.run(["sh", "-eu"], input=script, cwd=folder, env=variables, capture_output=True, text=True)  # noqa: PLW1510
    assert done.returncode == 0, done.stderr
    return done.stdout


def people(database: Database) -> list[str]:
    with database.engine.connect() as connection:
        assert schema.revision_of(connection) == schema.newest(connection)
        return list(connection.exec_driver_sql("SELECT value FROM address ORDER BY id").scalars())


def test_sqlite_is_copied_while_it_is_written_to_and_put_back(tmp_path: Path) -> None:
    if shutil.which("sqlite3") is None:
        pytest.skip("the program sqlite3 is not installed")
    file = tmp_path / "palabre.db"
    url = f"sqlite:///{file}"
    database = open_database(url)
    migrate(database)
    add_user(database, AWA, Mode.STUDENT, 50)
    with database.engine.connect() as reader:  # what is in the journal stays there while somebody reads
        reader.exec_driver_sql("SELECT count(*) FROM address").scalar_one()
        assert run(COPY, tmp_path, tmp_path, url, FILE=str(file)).splitlines() == ["ok"]
    add_user(database, LATER, Mode.PRO, 50)
    database.close()
    run(PUT_BACK, tmp_path, tmp_path, url, FILE=str(file))
    restored = open_database(url)
    assert people(restored) == [AWA]
    restored.close()


def test_postgresql_is_dumped_and_restored_into_an_empty_database(tmp_path: Path, postgres: Postgres) -> None:
    urls = [postgres.database_url() for _ in range(2)]
    before, after = (open_database(url) for url in urls)
    migrate(before)
    add_user(before, AWA, Mode.STUDENT, 50)
    plain = [url.replace("+psycopg", "") for url in urls]
    run(DUMP, tmp_path, postgres.programs, urls[0], URL=plain[0])
    add_user(before, LATER, Mode.PRO, 50)
    run(RESTORE, tmp_path, postgres.programs, urls[1], URL=plain[1])
    assert people(after) == [AWA]
    add_user(after, LATER, Mode.PRO, 50)  # numbers go on where they were
    assert people(after) == [AWA, LATER]
    for database, url in ((before, urls[0]), (after, urls[1])):
        database.close()
        postgres.give_back(url)
