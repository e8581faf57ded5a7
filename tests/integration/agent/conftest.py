"""The loop against the scripted model, over real HTTP."""

from collections.abc import Iterator

import pytest

from bot.clients.model import OpenAIModel
from tests.fakes.agent_tools import Harness
from tests.fakes.model import ScriptedModel


@pytest.fixture
def server() -> Iterator[ScriptedModel]:
    with ScriptedModel() as server:
        yield server


@pytest.fixture
def model(server: ScriptedModel) -> Iterator[OpenAIModel]:
    model = OpenAIModel(server.url, "sk-test")
    yield model
    model.close()


@pytest.fixture
def agent(server: ScriptedModel, model: OpenAIModel) -> Harness:
    return Harness(server, model)
