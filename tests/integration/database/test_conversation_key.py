"""The key inside a database: made once, opened by SECRET_KEY or the one before, and nothing is written without it."""

import hashlib
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.dao import conversations, schema
from bot.dao.conversation_key import USE, plain_id
from bot.dao.database import Database
from bot.dao.inbound import NewInbound, insert_inbound
from bot.errors import ConfigurationError
from bot.services.work import lanes
from bot.signing.keys import Keys, keys_of
from bot.types import Channel
from tests.fakes.product import make_settings
from tests.integration.cli.test_commands import run

AWA = "whatsapp:+2250700000001"
OLD, NEW = "the-key-before-the-rotation-of-today", "the-key-after-the-rotation-of-today"
COMMANDS = [("-m", "flask", "--app", "wsgi", "migrate"), ("-m", "jobs.worker"), ("-c", "import wsgi")]


def keys(current: str, previous: str | None = None) -> Keys:
    return keys_of(make_settings(secret_key=current, secret_key_previous=previous), USE)


def sealed(database: Database) -> list[str]:
    with database.read() as session:
        return list(session.execute(text("SELECT sealed FROM database_key")).scalars())


def migrated(url: str, opened_by: Keys) -> str:
    """Migrate with some keys; the id of one conversation."""
    database = Database(url, opened_by)
    try:
        schema.migrate(database)
        return database.conversation_key.id_of(AWA)
    finally:
        database.close()


def test_an_id_says_nothing_without_the_key(database_url: str, tmp_path: Path) -> None:
    here, elsewhere = migrated(database_url, keys(OLD)), migrated(f"sqlite:///{tmp_path}/other.db", keys(OLD))
    assert here != elsewhere, "the same SECRET_KEY, another database"
    assert len(here) == 32
    guesses = {hashlib.blake2b(AWA.encode(), digest_size=size).hexdigest() for size in (15, 16)}
    assert not any(guess[:30] in here for guess in guesses)


def test_ids_never_change_when_the_secret_does(database_url: str) -> None:
    first = migrated(database_url, keys(OLD))
    assert migrated(database_url, keys(NEW, OLD)) == first
    assert migrated(database_url, keys(NEW)) == first, "it was sealed anew"
    with pytest.raises(ConfigurationError):
        migrated(database_url, keys(OLD))


def test_sealing_anew_happens_only_when_it_must(database_url: str) -> None:
    migrated(database_url, keys(OLD))
    database = Database(database_url, keys(OLD, NEW))
    before = sealed(database)
    schema.migrate(database)
    assert sealed(database) == before
    assert len(before) == 1
    database.close()


def test_another_secret_writes_nothing(database_url: str) -> None:
    migrated(database_url, keys(OLD))
    stranger = Database(database_url, keys(NEW))
    before = sealed(stranger)
    for act in (stranger.conversation_key.check, lambda: schema.migrate(stranger)):
        with pytest.raises(ConfigurationError, match="SECRET_KEY"):
            act()
    with pytest.raises(ConfigurationError), stranger.write() as session:
        conversations.ensure(session, AWA)
    with stranger.read() as session:
        assert session.execute(text("SELECT count(*) FROM address")).scalar_one() == 0
    assert sealed(stranger) == before
    stranger.close()


def test_a_database_that_is_away_at_the_start_is_opened_when_it_is_needed(database_url: str) -> None:
    early = Database(database_url, keys(OLD))
    early.conversation_key.check()
    with pytest.raises(Exception, match="database_key"):
        early.conversation_key.id_of(AWA)
    assert migrated(database_url, keys(OLD)) == early.conversation_key.id_of(AWA)
    early.close()


class Closed(Keys):
    """See whether a key of theirs has sealed something, and open nothing."""

    def unseal(self, token: str) -> bytes | None:
        raise AssertionError(f"opened: {token}")


def write(database: Database, conversation_id: str) -> None:
    message = NewInbound(message_sid=f"SM{conversation_id:0>32}", conversation_id=conversation_id, sender=AWA,
                         recipient="", channel=Channel.WHATSAPP, kind="text", body="Bonjour")  # fmt: skip
    with database.write_connection() as connection:
        assert insert_inbound(connection, message)


def test_a_worker_answers_somebody_new_without_opening_it(database_url: str) -> None:
    """By the id that the webhook has made; not by one of old, under which nobody answers any more."""
    key = migrated(database_url, keys(OLD))
    worker = Database(database_url, Closed(keys(OLD).current))
    worker.conversation_key.check()
    for each in (key, plain_id(AWA)):
        write(worker, each)
    with worker.write() as session:
        assert lanes.lock(session, key)
        assert conversations.ensure(session, AWA, key).id == key
    with pytest.raises(AssertionError, match="opened"), worker.write() as session:
        lanes.lock(session, plain_id(AWA))
    worker.close()


def test_what_will_need_it_soon_opens_it_at_the_start(database_url: str) -> None:
    migrated(database_url, keys(OLD))
    web = Database(database_url, Closed(keys(OLD).current))
    web.conversation_key.check()
    with pytest.raises(AssertionError, match="opened"):
        web.conversation_key.open()
    web.close()


@pytest.mark.programs
@pytest.mark.parametrize("command", COMMANDS, ids=["migrate", "worker", "web"])
def test_every_process_stops_with_one_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    migrated(f"sqlite:///{tmp_path}/palabre.db", keys(OLD))
    done = run(tmp_path, *command, SECRET_KEY=NEW)
    assert done.returncode != 0
    (line,) = [line for line in done.stderr.splitlines() if line]
    assert "SECRET_KEY" in line
    assert "SECRET_KEY_PREVIOUS" in line


@pytest.mark.programs
def test_the_command_seals_the_key_anew(tmp_path: Path) -> None:
    migrated(f"sqlite:///{tmp_path}/palabre.db", keys(OLD))
    assert run(tmp_path, *COMMANDS[0], SECRET_KEY=NEW, SECRET_KEY_PREVIOUS=OLD).returncode == 0
    assert run(tmp_path, *COMMANDS[0], SECRET_KEY=NEW).returncode == 0
