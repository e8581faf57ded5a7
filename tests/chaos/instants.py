"""Named instants inside a process of ours: before and after every commit, request, wake-up, part sent and command run,
and behind a commit, when its writer's turn is given back. At the n-th passage of a chosen one the process kills or
freezes itself, with all of its group where it leads one. Installed in children of the zygote and in
tests.fakes.doomed_worker; nothing in the product knows.
"""

import contextlib
import functools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import httpx2
from requests.adapters import HTTPAdapter
from sqlalchemy.engine.default import DefaultDialect
from sqlmodel import Session

from bot.clients.storage import FolderStore
from bot.dao.database import Database
from bot.isolation.shell.runner import Sandbox
from bot.queue.wake import WakeQueue
from bot.services.delivery.by_mail import ByMail
from bot.services.delivery.by_twilio import ByTwilio
from jobs.thread_worker import ThreadWorker

ROOT = str(Path(__file__).resolve().parents[2])
OURS = ("/bot/", "/jobs/")
PLUMBING = ("bot.dao.database", "bot.services.work.leases:write", "bot.conversation.turn.journal:_write")
SIGNALS = {"kill": signal.SIGKILL, "freeze": signal.SIGSTOP}


@dataclass(frozen=True, slots=True)
class Plan:
    """What a process does to itself, and when: at the `nth` passage of an instant, counted from when it was told."""

    action: str  # kill, freeze
    site: str
    edge: str  # before, after, behind
    nth: int = 1

    @property
    def instant(self) -> str:
        """The instant's name."""
        return f"{self.edge} {self.site}"


class Instants:
    """Counts passages, tells the log of each instant passed for the first time, and carries out the plan."""

    def __init__(self, log: int, module: str, plan: Plan | None) -> None:
        self._log, self._module, self._plan = log, module, plan
        self._life = os.getpid()  # its children are of it: gunicorn's
        self._leads = os.getpgrp() == self._life
        self._passages = 0
        self._seen: set[str] = set()
        self._lock = threading.Lock()

    def arm(self, plan: Plan) -> None:
        """Have another plan from now on."""
        with self._lock:
            self._plan, self._passages = plan, 0

    def passes(self, edge: str, site: str) -> None:
        """A thread of this process is at an instant."""
        instant = f"{edge} {site}"
        with self._lock:
            if instant not in self._seen:
                self._seen.add(instant)
                self._write("seen", instant)
            if self._plan is None or instant != self._plan.instant:
                return
            self._passages += 1
            if self._passages != self._plan.nth:
                return
        self._write(self._plan.action, instant)
        os.kill(-self._life if self._leads else self._life, SIGNALS[self._plan.action])

    def _write(self, what: str, instant: str) -> None:
        with contextlib.suppress(OSError):  # of a disk that refuses: an outage of the product's, not of ours
            os.write(self._log, f"{time.time()}\t{self._life}\t{self._module}\t{what}\t{instant}\n".encode())


def install(log: int, module: str, plan: Plan | None) -> Instants:
    """Put the instants into this process, which runs `module`. `log` is a file open for appending."""
    instants = Instants(log, module, plan)
    _around(instants, DefaultDialect, "do_commit", lambda *_: f"commit of {_caller(sys._getframe(2))}")
    _behind_commits(instants)
    _around(instants, HTTPAdapter, "send", lambda _, request: f"{request.method} {_shape(request.url)}")
    _around(instants, httpx2.Client, "send", lambda *_: "POST to the model")
    _around(instants, FolderStore, "put", lambda *_: "a file stored")
    _around(instants, WakeQueue, "_enqueue", lambda _, policy, __: f"wake-up for {policy.queue}")
    _around(instants, ThreadWorker, "execute_job", lambda _, __, queue: f"job taken from {queue.name}")
    for transport in (ByTwilio, ByMail):
        _around(instants, transport, "send", lambda _, outgoing: f"{outgoing.part.kind} part sent")
    _around(instants, Sandbox, "run", lambda *_: "command in the sandbox")
    return instants


def _around(instants: Instants, owner: type, name: str, site_of: Callable[..., str]) -> None:
    original = getattr(owner, name)

    @functools.wraps(original)
    def wrapped(*args: Any, **options: Any) -> Any:
        site = site_of(*args)
        instants.passes("before", site)
        result = original(*args, **options)
        instants.passes("after", site)
        return result

    setattr(owner, name, wrapped)


def _behind_commits(instants: Instants) -> None:
    """Who is frozen in the moment of a commit keeps all other writers of a SQLite file waiting; here it does not."""
    original = Database.write

    @contextlib.contextmanager
    def write(database: Database) -> Iterator[Session]:
        with original(database) as session:
            yield session
        instants.passes("behind", f"commit of {_caller(sys._getframe(1))}")

    Database.write = write  # type: ignore[method-assign]


def _caller(frame: FrameType | None) -> str:
    """The function of ours that a commit belongs to."""
    while frame is not None:
        path, name = frame.f_code.co_filename.removeprefix(ROOT), frame.f_code.co_name
        module = str(frame.f_globals.get("__name__"))
        if path.startswith(OURS) and module not in PLUMBING and f"{module}:{name}" not in PLUMBING:
            return frame.f_code.co_qualname
        frame = frame.f_back
    return "somebody else"


def _shape(url: str) -> str:
    """An address without identifiers."""
    parts = urlsplit(url).path.split("/")
    return "/".join(part if len(part) < 30 else "…" for part in parts)[-40:]
