"""What a web process does before it serves."""

import sys

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.gthread import ThreadWorker

from bot.web import handing_worker


def test_its_threads_share_heaps_before_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)  # put back behind the test
    monkeypatch.setattr(handing_worker, "share_heaps", lambda: steps.append("heaps"))
    monkeypatch.setattr(ThreadWorker, "init_process", lambda _worker: steps.append("threads"))
    config = Config()
    worker = handing_worker.HandingWorker(0, 0, [], None, 30, config, Logger(config))
    worker.tmp.close()
    worker.init_process()
    assert steps == ["heaps", "threads"]
