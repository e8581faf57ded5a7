"""Sandboxes as root and as an ordinary user, whichever of the two the tests can be."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bot.errors import SandboxFailed
from bot.isolation.shell.runner import Sandbox, find_bubblewrap
from bot.isolation.shell.trial import check
from tests.integration.shell.commands import SECRET
from tests.integration.shell.surroundings import AsNobody, Here, python_for_nobody, things_to_go_for


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    """A sandbox that has passed its self-test; skips with the reason where this machine allows none."""
    try:
        made = Sandbox(find_bubblewrap(), 2)
        check(made)
    except SandboxFailed as error:
        pytest.skip(f"no sandbox on this machine: {error}")
    return made


@pytest.fixture(scope="module", params=["root", "ordinary"])
def runs(request: pytest.FixtureRequest, sandbox: Sandbox) -> Iterator[Here | AsNobody]:
    """Who runs commands in sandboxes: root, and a user without rights."""
    is_root = os.geteuid() == 0
    if (request.param == "root") == is_root:
        yield Here()
        return
    if not is_root:
        pytest.skip("these tests are not run as root")
    python = python_for_nobody()
    if not python:
        pytest.skip("no interpreter or no setpriv with which another user could read this project")
    other = AsNobody(python)
    yield other
    other.close()


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """Things of the host that commands go for, and a secret in this process's environment."""
    os.environ["SECRET_OF_A_TEST"] = SECRET
    folder = Path("/var/tmp") / f"palabre-{os.getpid()}"
    folder.mkdir()
    try:
        with things_to_go_for(folder) as names:
            yield names
    finally:
        del os.environ["SECRET_OF_A_TEST"]
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
