"""The process that makes a document is SIGKILLed, as the kernel does when memory runs out: the model is told, the
person gets an answer, and neither a file nor a process is left."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from bot.isolation.stem import COMMAND
from bot.isolation.stems import Child, Ended
from bot.models import StoredFile
from tests.chaos.shell import descendants, is_alive
from tests.fakes.model import Request, Step, calls, says
from tests.fakes.waiting import eventually
from tests.integration.conversation.conftest import CREDITS, Line

PAPER = {"title": "Fiche", "content": "Une fiche."}
SHEETS = {"title": "Notes", "sheets": [{"name": "Notes", "columns": [{"title": "Note"}], "rows": [[12]]}]}
SLIDES = {"title": "Le cacao", "slides": [{"title": "Le cacao", "bullets": ["Une graine"]}]}
ARGUMENTS = {"pdf": PAPER, "docx": PAPER, "html": PAPER, "md": PAPER, "xlsx": SHEETS, "pptx": SLIDES}


def renderers() -> list[int]:
    """The processes below this one that make documents: the children, not what they are forked from."""
    found = []
    for pid in descendants(os.getpid()):
        try:
            command = Path(f"/proc/{pid}/comm").read_text().strip()
        except OSError:
            continue
        if command == COMMAND and is_alive(pid):
            found.append(pid)
    return found


@contextmanager
def killing() -> Iterator[list[int]]:
    """Inside the block every process that makes a document is killed before it has read what it is to make. Gives their
    numbers."""
    killed: list[int] = []
    talk = Child.talk

    def killed_first(child: Child, payload: bytes, *until: float) -> Ended:
        for pid in eventually(renderers, 20):
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
        return talk(child, payload, *until)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Child, "talk", killed_first)
        yield killed


def stored(line: Line, folder: Path) -> tuple[int, list[Path]]:
    with line.database.read() as session:
        rows = len(session.exec(select(StoredFile)).all())
    return rows, [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("kind", ARGUMENTS)
def test_a_killed_renderer_is_an_error_and_leaves_nothing(
    open_line: Callable[..., Line], tmp_path: Path, kind: str
) -> None:
    line = open_line()

    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] != "tool":
            return calls((f"generate_{kind}", ARGUMENTS[kind]))
        return says("Voilà." if told(request)["status"] == "success" else "Je n’ai pas pu faire ce document.")

    line.model.script(rule)
    with killing() as killed:
        line.says("Une fiche")
    assert killed
    assert told(line.model.requests[-1])["message"].endswith("it is too large or too complex to process")
    assert line.hears() == ["Je n’ai pas pu faire ce document."]
    assert stored(line, tmp_path / "files") == (0, [])
    assert renderers() == []
    assert line.credits() == CREDITS - 1
    line.says("Encore")
    assert line.hears()[0] == "Voilà."
    assert stored(line, tmp_path / "files")[0] == 1


def told(request: Request) -> dict[str, Any]:
    """The last result that the model was shown."""
    result: dict[str, Any] = json.loads(request["messages"][-1]["content"])
    return result
