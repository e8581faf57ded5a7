"""Long texts are cut into parts before the transaction that stores them: cutting takes tens of milliseconds, and on
SQLite nobody writes meanwhile."""

import sys
from types import FrameType
from typing import Any

import pytest
from sqlmodel import select

from bot.channels import compose
from bot.channels.splitting import split
from bot.models import ExerciseResult, Run, StoredFile
from tests.fakes.model import says
from tests.integration.conversation.conftest import Line

INSIDE = {("exchange.py", "handle"), ("reply.py", "write")}  # what runs within a fenced transaction
SHORT = 300  # characters: a sentence of ours, which may depend on what the transaction finds
ANSWER = "Le théorème de **Pythagore** dit que $a^2+b^2=c^2$ dans un triangle rectangle. " * 25


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bool, int]]:
    """Every text that was cut since: whether inside, and how long it is."""
    found: list[tuple[bool, int]] = []

    def look(text: str, longest: int, **measured: Any) -> list[str]:
        frame = sys._getframe(2)  # behind compose._split
        if frame.f_code.co_name == "compose":
            found.append((is_inside(frame), len(frame.f_locals["markdown"])))
        return split(text, longest, **measured)

    monkeypatch.setattr(compose, "split", look)
    return found


def is_inside(frame: FrameType | None) -> bool:
    while frame is not None:
        if (frame.f_code.co_filename.rpartition("/")[2], frame.f_code.co_name) in INSIDE:
            return True
        frame = frame.f_back
    return False


@pytest.fixture
def rich(line: Line) -> Line:
    """A pupil with files and results."""
    line.model.script(lambda _request: says(ANSWER))
    line.says("Bonjour")
    with line.database.write() as session:
        run = session.exec(select(Run)).one()
        for number in range(10):
            name = f"cours-{number}.pdf"
            session.add(StoredFile(conversation_id=run.conversation_id, user_id=run.user_id, name=name, title="Cours",
                                   content_type="application/pdf", size=1, sha256=f"{number:064}"))  # fmt: skip
            session.add(ExerciseResult(user_id=run.user_id, conversation_id=run.conversation_id, correct=1, total=2,
                                       subject=f"Matière {number}", source="quiz", key=f"quiz:{number}"))  # fmt: skip
    return line


@pytest.mark.parametrize("said", ["Explique le théorème de Pythagore", "/fichiers", "/progres"])
def test_long_texts_are_cut_before_the_transaction(rich: Line, cut: list[tuple[bool, int]], said: str) -> None:
    cut.clear()
    rich.says(said)
    assert max(length for inside, length in cut if not inside) > SHORT, "there was something long to say"
    assert [length for inside, length in cut if inside and length > SHORT] == []
