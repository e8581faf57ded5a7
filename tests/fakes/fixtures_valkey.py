"""Fixtures: one real Valkey for a session, empty and running at the start of every test that asks for it."""

from collections.abc import Iterator

import pytest

from tests.fakes.valkey import Valkey


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[Valkey]:
    """The session's server; tests take `valkey`, which has it emptied first."""
    with Valkey() as server:
        yield server


@pytest.fixture
def valkey(valkey_server: Valkey) -> Valkey:
    """A running, empty Valkey; the test may kill, restart, pause and flush it."""
    if not valkey_server.is_running:
        valkey_server.start()
    valkey_server.flush()
    return valkey_server
