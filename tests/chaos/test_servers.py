"""What the campaign does to the database's server is what it says: down and up with its data, frozen and thawed."""

import threading
from collections.abc import Iterator

import psycopg
import pytest

from tests.fakes.postgres import Postgres, running


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    yield from running()


@pytest.fixture(scope="module")
def address(server: Postgres) -> str:
    return server.database_url().replace("+psycopg", "")


@pytest.mark.parametrize("at_once", [False, True], ids=["in good order", "at once"])
def test_a_halted_server_refuses_everybody_and_has_its_data_when_it_is_back(
    server: Postgres, address: str, at_once: bool
) -> None:
    with psycopg.connect(address, autocommit=True) as open_one:
        open_one.execute(f"CREATE TABLE kept_{at_once} (x int)")
        server.halt(at_once=at_once)
        with pytest.raises(psycopg.OperationalError):
            open_one.execute("SELECT 1")
    with pytest.raises(psycopg.OperationalError, match="refused"):
        psycopg.connect(address)
    server.start()
    with psycopg.connect(address) as again:
        assert again.execute(f"SELECT count(*) FROM kept_{at_once}").fetchone() == (0,)


def test_a_paused_server_answers_nobody_until_it_goes_on(server: Postgres, address: str) -> None:
    answered = threading.Event()
    with psycopg.connect(address, autocommit=True) as open_one:

        def ask() -> None:
            open_one.execute("SELECT 1")
            answered.set()

        asking = threading.Thread(target=ask)
        with server.pause():
            asking.start()
            with pytest.raises(psycopg.errors.ConnectionTimeout):
                psycopg.connect(address, connect_timeout=2)
            assert not answered.is_set()
        assert answered.wait(30)
        asking.join()
