"""A server that hears and speaks, and a client of it."""

from collections.abc import Iterator

import pytest

from bot.clients.speech import SpeechEndpoint
from tests.fakes.speech import SpeechServer


@pytest.fixture
def server() -> Iterator[SpeechServer]:
    with SpeechServer() as running:
        yield running


@pytest.fixture
def ears(server: SpeechServer) -> Iterator[SpeechEndpoint]:
    made = SpeechEndpoint(server.url, "sk-test", "ears")
    yield made
    made.close()


@pytest.fixture
def tongue(server: SpeechServer) -> Iterator[SpeechEndpoint]:
    made = SpeechEndpoint(server.url, "sk-test", "tongue", voice="nova")
    yield made
    made.close()
