"""A web server whose application cannot be made ends, by the word of one of its processes; one that serves does not."""

import runpy
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from gunicorn.config import Config
from gunicorn.errors import AppImportError

from bot.web.gunicorn_worker import WholeRequestWorker

CONF = Path(__file__).resolve().parents[3] / "gunicorn.conf.py"
TOLD = "palabre: TURN_TIMEOUT_S must be a valid number"


class Server:
    """What its master knows of its processes. None of them is one: each is asked here what it would do."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack, self._conf = stack, runpy.run_path(str(CONF))
        self.WORKERS: dict[int, WholeRequestWorker] = {}

    def begins(self, ends: str | int = TOLD) -> WholeRequestWorker:
        """One more process, whose application ends it."""

        def wsgi() -> None:
            raise SystemExit(ends)

        worker = WholeRequestWorker(0, 0, [], SimpleNamespace(wsgi=wsgi), 30, Config(), None)
        self._stack.callback(worker.tmp.close)
        self._conf["pre_fork"](self, worker)
        self.WORKERS[len(self.WORKERS)] = worker
        return worker


@pytest.fixture
def begins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., WholeRequestWorker]]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")
    with ExitStack() as stack:
        yield Server(stack).begins


def test_one_of_its_processes_ends_it(begins: Callable[..., WholeRequestWorker]) -> None:
    """Its master takes the word of a second one for a failure of its own."""
    first, second = begins(), begins()
    with pytest.raises(AppImportError, match=TOLD):
        second.load_wsgi()
    with pytest.raises(SystemExit, match=TOLD):
        first.load_wsgi()


def test_none_ends_it_where_another_serves(begins: Callable[..., WholeRequestWorker]) -> None:
    """The kernel has killed one, and somebody has broken the file of settings since."""
    serves = begins()
    serves.notify()
    with pytest.raises(SystemExit, match=TOLD):
        begins().load_wsgi()


def test_who_is_told_to_leave_while_it_begins_ends_nothing(begins: Callable[..., WholeRequestWorker]) -> None:
    with pytest.raises(SystemExit):
        begins(0).load_wsgi()
