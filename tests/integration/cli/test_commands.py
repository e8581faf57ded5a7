"""The command line, as an operator types it."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.dao import schema
from tests.fakes.keys import SECRET, migrate, open_database
from tests.fakes.postgres import Postgres
from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, WHATSAPP_NUMBER
from tests.fakes.typed import Typist

ROOT = Path(__file__).resolve().parents[3]


def environment(folder: Path, **changes: str | None) -> dict[str, str]:
    given = {
        "PATH": os.environ["PATH"], "ENVIRONMENT": "development", "OPENAI_API_KEY": "sk-for-tests",
        "SECRET_KEY": SECRET,
        "DATABASE_URL": f"sqlite:///{folder}/palabre.db",
        "TWILIO_ACCOUNT_SID": ACCOUNT_SID, "TWILIO_AUTH_TOKEN": AUTH_TOKEN, "TWILIO_WHATSAPP_FROM": WHATSAPP_NUMBER,
        "STORAGE_URL": f"file://{folder}/files",
    }  # fmt: skip
    return {name: value for name, value in (given | changes).items() if value is not None}


def run(folder: Path, *arguments: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT, env=environment(folder, **changes), capture_output=True, text=True, check=False,
    )  # fmt: skip


Flask = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def flask(typist: Typist) -> Flask:
    def typed(folder: Path, *arguments: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
        return typist.flask(*arguments, environment=environment(folder, **changes))

    return typed


def migrated(folder: Path) -> None:
    """What `flask migrate` does, without its process."""
    database = open_database(f"sqlite:///{folder}/palabre.db")
    migrate(database)
    database.close()


@pytest.mark.programs
def test_migrate_then_add_people(tmp_path: Path, flask: Flask) -> None:
    assert re.fullmatch(r"schema: \d{4}\n", run(tmp_path, "-m", "flask", "--app", "wsgi", "migrate").stdout)
    added = flask(tmp_path, "users", "add", "whatsapp:+2250700000001", "--mode", "student", "--credits", "20")
    assert added.stdout == "whatsapp:+2250700000001: user 1, student, 20 credits\n"
    again = flask(tmp_path, "users", "add", "+2250700000001", "--mode", "student", "--credits", "20")
    assert again.stdout == "+2250700000001: user 1, the number's user already, student, 20 credits\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("whatsapp:Awa", "--mode", "student"),
        ("+\u0662\u0662\u0665\u0660\u0667\u0660\u0660\u0660\u0660", "--mode", "pro"),  # digits that Twilio never writes
        ("+2250700000001", "--mode", "teacher"),
        ("+2250700000001", "--mode", "pro", "--credits", "-5"),
        ("+2250700000001",),
    ],
)
def test_a_mistake_is_explained_without_a_trace(tmp_path: Path, flask: Flask, arguments: tuple[str, ...]) -> None:
    migrated(tmp_path)
    done = flask(tmp_path, "users", "add", *arguments)
    assert done.returncode == 2
    assert "Error:" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("address", "hindrance"),
    [
        ("+2250700000077", ""),
        ("whatsapp:+33612345678", ""),
        ("+22507000000", "this number has become +2250707000000; add that one"),
        ("+12025550123", "its country is not among OTP_COUNTRIES"),
        ("whatsapp:CI.abc123", "it hides its number"),
    ],
)
def test_an_administrator_whom_no_code_would_let_in_is_said_to_be_one(
    tmp_path: Path, flask: Flask, address: str, hindrance: str
) -> None:
    flask(tmp_path, "migrate")
    done = flask(tmp_path, "admin", "add", address)
    assert (done.returncode, done.stdout) == (0, f"{address}: added\n")
    assert hindrance in done.stderr
    assert ("is told of reported faults, and cannot sign in" in done.stderr) is bool(hindrance)


def test_a_number_is_taken_as_people_write_it_and_as_their_telephones_copy_it(tmp_path: Path, flask: Flask) -> None:
    """Whoever has lost their telephone has somebody remove them at once, by a number that was copied."""
    flask(tmp_path, "migrate")
    assert flask(tmp_path, "admin", "add", "+225 07 00 00 00 77").stdout == "+2250700000077: added\n"
    removed = flask(tmp_path, "admin", "remove", "\u202a+225 07-00-00-00-77\u202c")
    assert (removed.returncode, removed.stdout) == (0, "+2250700000077: removed\n")
    assert "an address looks like" in flask(tmp_path, "admin", "remove", "0700000077").stderr


def test_who_asks_by_letter_is_erased(tmp_path: Path, flask: Flask) -> None:
    flask(tmp_path, "migrate")
    flask(tmp_path, "users", "add", "whatsapp:+2250700000001", "--mode", "student", "--credits", "20")
    assert flask(tmp_path, "users", "erase", "+225 07 00 00 00 01").stderr.endswith("Aborted!\n")
    gone = flask(tmp_path, "users", "erase", "+225 07 00 00 00 01", "--yes")
    assert (gone.returncode, gone.stdout) == (0, "user 1, whatsapp:+2250700000001, 20 credits: erased\n")
    assert flask(tmp_path, "users", "erase", "1", "--yes").stderr == "Error: user 1 is nobody\n"


AWAY = "postgresql+psycopg://palabre:secret@127.0.0.1:9/palabre"


@pytest.mark.parametrize(
    ("arguments", "url", "why"),
    [
        (("admin", "list"), None, "run flask --app wsgi migrate first"),
        (("users", "add", "+2250700000001", "--mode", "pro"), None, "run flask --app wsgi migrate first"),
        (("admin", "add", "+2250700000001"), AWAY, "the database is away"),
        (("migrate",), AWAY, "the database is away"),
    ],
)
def test_a_database_that_cannot_serve_is_said_without_a_trace(
    tmp_path: Path, flask: Flask, arguments: tuple[str, ...], url: str | None, why: str
) -> None:
    done = flask(tmp_path, *arguments, **({"DATABASE_URL": url} if url else {}))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1].startswith("Error: the database ")
    assert why in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr


def test_tables_of_an_older_release_are_said_without_a_trace(tmp_path: Path, flask: Flask) -> None:
    database = open_database(f"sqlite:///{tmp_path}/palabre.db")
    schema.migrate(database, "0015")
    database.close()
    for arguments in (("admin", "list"), ("users", "add", "+2250700000001", "--mode", "pro"), ("content", "sync")):
        done = flask(tmp_path, *arguments)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("Error: the database's schema (0015) is not this release's (")
        assert done.stderr.endswith("): run flask --app wsgi migrate first\n")


def test_what_postgresql_refuses_is_said_in_its_words(tmp_path: Path, flask: Flask, postgres: Postgres) -> None:
    """No wait and no restart would help; « away » sends operators to look after the server."""
    url = postgres.database_url()
    database = open_database(url)
    with database.write_connection() as connection:
        connection.exec_driver_sql("DROP ROLE IF EXISTS clerk")
        connection.exec_driver_sql("CREATE ROLE clerk LOGIN")
        connection.exec_driver_sql("CREATE SCHEMA closed")
        connection.exec_driver_sql("GRANT USAGE ON SCHEMA public TO PUBLIC")
        connection.exec_driver_sql("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    database.close()
    name = make_url(url).database or ""
    closed = url.replace("palabre@", "clerk@") + "?options=-csearch_path%3Dclosed"
    for asked, why in (
        (url.replace("palabre@", "stranger@"), 'role "stranger" does not exist'),
        (url.replace(name, "elsewhere"), 'database "elsewhere" does not exist'),
        (url.replace("palabre@", "clerk@"), "permission denied for schema public"),
        (closed, "no schema has been selected to create in"),
    ):
        done = flask(tmp_path, "migrate", DATABASE_URL=asked)
        assert (done.returncode, done.stderr.splitlines()[-1]) == (1, f"Error: the database refuses: {why}")
    postgres.give_back(url)


COMMANDS = [("-m", "flask", "--app", "wsgi", "migrate"), ("-m", "jobs.worker"), ("-c", "import wsgi")]


@pytest.mark.programs
@pytest.mark.parametrize("is_folder", [False, True], ids=["file", "folder"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_no_database_stops_every_process_with_one_line(
    tmp_path: Path, command: tuple[str, ...], is_folder: bool
) -> None:
    place = tmp_path / "palabre.db"
    place.mkdir() if is_folder else place.write_text("a dump, perhaps, put in the wrong place")
    done = run(tmp_path, *command)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].endswith(f"DATABASE_URL: {tmp_path}/palabre.db is no SQLite database")
    assert "Traceback" not in done.stderr


@pytest.mark.programs
@pytest.mark.parametrize("command", COMMANDS)
def test_a_bad_setting_stops_every_process_with_one_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = run(tmp_path, *command, TWILIO_ACCOUNT_SID="AC12")
    assert done.returncode != 0
    assert "TWILIO_ACCOUNT_SID" in done.stderr
    assert "Traceback" not in done.stderr
    assert len([line for line in done.stderr.splitlines() if line]) == 1


@pytest.mark.programs
@pytest.mark.parametrize("command", [("-m", "flask", "--app", "wsgi", "doctor"), ("-m", "bot.cli.doctor")])
def test_the_doctor_sees_bad_settings_and_only_that(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = run(tmp_path, *command, TWILIO_ACCOUNT_SID="AC12", OPENAI_API_KEY=None, LANG="en_GB.UTF-8")
    assert (done.returncode, done.stderr) == (1, "")
    assert [line.partition(" ")[0] for line in done.stdout.splitlines()] == ["✗", "✗", "2"]
    assert "OPENAI_API_KEY is missing" in done.stdout


def test_the_doctor_sees_a_key_that_is_not_the_databases(tmp_path: Path, flask: Flask) -> None:
    migrated(tmp_path)
    other = {"SECRET_KEY": "another-key-than-the-database-has", "REDIS_URL": "redis://127.0.0.1:1/0"}
    done = flask(tmp_path, "doctor", "--lang", "fr", OPENAI_BASE_URL="http://127.0.0.1:1", **other)
    assert done.returncode == 1
    assert "✗ SECRET_KEY" in done.stdout
    assert "✗ Redis" in done.stdout
    assert "✓ schéma" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert not any(secret in done.stdout + done.stderr for secret in (other["SECRET_KEY"], AUTH_TOKEN, "sk-for-tests"))


@pytest.mark.programs
def test_what_make_run_needs_is_prepared_in_one_process_and_again(tmp_path: Path) -> None:
    first, again = run(tmp_path, "-m", "bot.cli.prepare"), run(tmp_path, "-m", "bot.cli.prepare")
    assert first.stderr + again.stderr == ""
    assert first.stdout.splitlines()[0].startswith("schema: ")
    assert again.stdout.splitlines()[1:] == [
        "whatsapp:+2250700000001: user 1, student, 200 credits",
        "+2250700000001: user 1, student, 200 credits",
        "whatsapp:+2250700000002: user 2, pro, 200 credits",
        "+2250700000002: user 2, pro, 200 credits",
    ]


@pytest.mark.programs
def test_make_run_leaves_a_services_people_alone(tmp_path: Path, flask: Flask) -> None:
    """Its worker would answer them on the phones of a page, and an administrator's code would arrive there."""
    migrated(tmp_path)
    flask(tmp_path, "users", "add", "whatsapp:+2250799887766", "--mode", "student")
    done = run(tmp_path, "-m", "bot.cli.prepare")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("palabre: DATABASE_URL holds people")
    assert len(done.stderr.splitlines()) == 1
    assert flask(tmp_path, "admin", "list").stdout == ""


@pytest.mark.programs
def test_the_people_of_the_phone_exist_nowhere_else(tmp_path: Path, flask: Flask) -> None:
    """An administrator whose code arrives on a page that anybody opens."""
    migrated(tmp_path)
    secrets = dict.fromkeys(("SECRET_KEY", "TWILIO_AUTH_TOKEN", "OPENAI_API_KEY"), "9f8e7d6c5b4a39281706f5e4d3c2b1a0")
    done = run(tmp_path, "-m", "bot.cli.prepare", ENVIRONMENT="production", PUBLIC_URL="https://p.ci", **secrets)
    assert done.returncode == 1
    assert "ENVIRONMENT is production" in done.stderr
    assert flask(tmp_path, "admin", "list").stdout == ""
