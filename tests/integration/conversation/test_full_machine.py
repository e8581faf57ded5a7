"""A machine that lacks a descriptor, a thread or disk for a while: who met that is answered behind it, at no life."""

import errno
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest
from sqlmodel import select

from bot.conversation.turn.runner import TurnRunner
from bot.errors import MachineFull
from bot.models import InboundMessage, Run
from tests.fakes.keys import conversation_id
from tests.fakes.model import calls, says
from tests.integration.conversation.conftest import PUPIL, Line

TIMES = 5  # more often than a message has lives


@dataclass(frozen=True, slots=True)
class WithoutRoom(TurnRunner):
    """Can open nothing."""

    def execute(self, *_: Any) -> Sequence[int]:
        raise OSError(errno.EMFILE, "Too many open files")


def without_room(turns: TurnRunner) -> TurnRunner:
    return WithoutRoom(**{each.name: getattr(turns, each.name) for each in fields(turns) if each.init})


def test_a_message_loses_no_life_by_a_full_machine(line: Line) -> None:
    line.model.script(lambda _request: says("Oui."))
    line.stores("Tu es là ?")
    inbox = line.runtime.inbox
    full = replace(inbox, turns=without_room(inbox.turns))
    for _ in range(TIMES):
        with pytest.raises(MachineFull, match="EMFILE"):
            full.drain(conversation_id(PUPIL))
        assert inbox.holds.give_back() == [conversation_id(PUPIL)]
    line.drain()
    assert line.hears() == ["Oui."]
    with line.database.read() as session:
        assert session.exec(select(InboundMessage.attempts)).all() == [1]


def test_a_run_in_the_background_loses_no_life_by_a_full_machine(line: Line) -> None:
    line.model.script(lambda _request: says("Le dossier."))
    line.says("/fond Fais-moi un dossier complet sur le cacao ivoirien et ses prix.")
    with line.database.read() as session:
        (run,) = session.exec(select(Run)).all()
    work = line.runtime.background
    full = replace(work, turns=without_room(work.turns))
    for _ in range(TIMES):
        with pytest.raises(MachineFull, match="EMFILE"):
            full.work(run.id)
        assert work.holds.give_back() == [run.id]
    with line.database.read() as session:
        assert session.get_one(Run, run.id).lives == run.lives
    work.work(run.id)
    assert line.hears()[-1].endswith("Le dossier.")


@contextmanager
def without_threads(monkeypatch: pytest.MonkeyPatch, name: str) -> Iterator[None]:
    """No thread of this name begins."""
    start = threading.Thread.start

    def refused(thread: threading.Thread) -> None:
        if thread.name == name:
            raise RuntimeError("can't start new thread")
        start(thread)

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refused)
        yield


def test_a_message_loses_no_life_where_no_thread_is_left(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that would run a tool."""
    steps = iter([calls(("calculate", {"expression": "6*7"})), says("42.")])
    line.model.script(lambda _request: next(steps))
    line.stores("Combien font 6 fois 7 ?")
    inbox = line.runtime.inbox
    with without_threads(monkeypatch, "tool-calculate"):
        for _ in range(TIMES):
            with pytest.raises(MachineFull, match="EAGAIN"):
                inbox.drain(conversation_id(PUPIL))
            assert inbox.holds.give_back() == [conversation_id(PUPIL)]
    line.drain()
    assert line.hears() == ["42."]
    with line.database.read() as session:
        assert session.exec(select(InboundMessage.attempts)).all() == [1]


def test_an_answer_does_not_need_the_thread_that_tells_of_its_progress(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.model.script(lambda _request: says("Oui."))
    with without_threads(monkeypatch, "progress"):
        line.says("Tu es là ?")
    assert line.hears() == ["Oui."]
