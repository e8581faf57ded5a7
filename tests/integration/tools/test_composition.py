"""The toolbox as a process composes it from its settings."""

from pathlib import Path
from typing import Any

import pytest

from bot.clients.model import OpenAIModel
from bot.clients.storage import FolderStore
from bot.dao.database import Database
from bot.obs.metrics import Metrics
from bot.tools.composition import compose_toolbox
from bot.tools.toolbox import Toolbox
from bot.tools.toolsets import TOOLSETS
from bot.types import Mode
from tests.fakes.clock import FakeClock
from tests.fakes.product import make_settings
from tests.fakes.tool_runs import tool_context

NOBODY = OpenAIModel("http://127.0.0.1:9/v1", "sk-nobody")
MAIL = {"smtp_url": "smtp://localhost", "mail_from": "Palabre <bot@palabre.example>"}


def composed(database: Database, folder: Path, **settings: Any) -> Toolbox:
    return compose_toolbox(make_settings(**settings), database, FakeClock(), FolderStore(folder), Metrics(), NOBODY)


def test_search_without_its_key_is_off_and_said_to_be(database: Database, tmp_path: Path) -> None:
    box = composed(database, tmp_path, **MAIL)
    assert box.off() == ["web_search is off: TAVILY_API_KEY is not set"]
    assert "web_search" not in {tool.name for tool in box.offered(Mode.STUDENT)}
    assert "browse_url" in {tool.name for tool in box.offered(Mode.STUDENT)}


@pytest.mark.parametrize("mode", [Mode.STUDENT, Mode.PRO])
def test_with_everything_set_every_tool_is_offered_with_its_services(
    database: Database, tmp_path: Path, mode: Mode
) -> None:
    box = composed(database, tmp_path, tavily_api_key="tvly-x", **MAIL)
    assert box.off() == []
    assert box.offered(mode) == TOOLSETS[mode]
    assert box.offered(Mode.GUEST) == ()
    run = tool_context(services=box.services, run_id=7)
    for tool in box.offered(mode):
        assert all(run.use(kind) is not None for kind in tool.needs)


def test_nobody_looks_at_pictures_where_the_models_see_nothing(database: Database, tmp_path: Path) -> None:
    box = composed(database, tmp_path, tavily_api_key="tvly-x", model_sees=False, **MAIL)
    assert box.off() == ["look_at_picture is off: MODEL_SEES is false"]
    assert "look_at_picture" not in {tool.name for tool in box.offered(Mode.STUDENT)}
