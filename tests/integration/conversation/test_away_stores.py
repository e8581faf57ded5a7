"""The store of files goes away between what somebody sends and its answer, or behind the answer."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import FileGone, StorageError
from bot.services.library.patience import PAUSES_S, PatientStore
from bot.text.french import with_plain_spaces
from tests.fakes.clock import FakeClock
from tests.fakes.model import says
from tests.integration.conversation.conftest import CREDITS, Line
from tests.integration.conversation.desks import JPEG, Desk, shown

pytestmark = pytest.mark.one_database

LONG = "Un mot de plus. " * 600


class Away:
    """A store that fails so often, and then does nothing."""

    def __init__(self, times: int, error: type[StorageError] = StorageError) -> None:
        self.left, self.error = times, error

    def read(self, _digest: str) -> bytes:
        self.left -= 1
        if self.left >= 0:
            raise self.error("away")
        return b"there"


@pytest.fixture
def clock() -> FakeClock:
    made = FakeClock()
    made.freeze()
    return made


def goes_away(line: Line, folder: Path, for_s: float) -> None:
    """The folder of files is gone until so much time has been waited for."""
    aside, began = folder.with_name("aside"), line.clock.waited
    folder.rename(aside)
    wait = line.clock.wait

    def come_back(seconds: float) -> None:
        wait(seconds)
        if aside.exists() and line.clock.waited - began >= for_s:
            aside.rename(folder)

    line.clock.wait = come_back  # type: ignore[method-assign]


def test_a_photo_is_shown_though_the_store_is_away_for_some_seconds(desk: Desk, tmp_path: Path) -> None:
    desk.sends(JPEG + b"a", body="Regarde")
    goes_away(desk.line, tmp_path / "files", for_s=5)
    desk.line.says("Et l’exercice 3 ?")
    assert str(desk.line.model.requests[-1]["messages"]).count("image_url") >= 1


def test_what_cannot_be_shown_is_told_as_that(desk: Desk) -> None:
    inbox = desk.line.runtime.inbox
    turns = replace(inbox.turns, store=PatientStore(Away(99), desk.line.clock))  # type: ignore[arg-type]
    desk.line.runtime = replace(desk.line.runtime, inbox=replace(inbox, turns=turns))
    desk.sends(JPEG + b"a", body="Regarde")
    said, question = desk.line.asked()[-1][-2:]
    assert "file 1 cannot be shown" in str(said["content"])
    assert "[Photo: " in str(question["content"])
    desk.line.runtime = replace(desk.line.runtime, inbox=inbox)
    desk.sends(JPEG + b"b", body="Et celle-ci ?")
    assert len(shown(desk)) == 2


def test_a_long_answer_comes_whole_though_the_store_is_away_for_some_seconds(
    open_line: Callable[..., Line], tmp_path: Path
) -> None:
    line = open_line()
    (tmp_path / "files").write_text("no folder")
    wait = line.clock.wait

    def come_back(seconds: float) -> None:
        wait(seconds)
        (tmp_path / "files").unlink()

    line.clock.wait = come_back  # type: ignore[method-assign]
    line.model.script(lambda _request: says(LONG))
    line.says("Raconte")
    heard = [with_plain_spaces(text) for text in line.hears()]
    assert not [text for text in heard if "Réponse coupée" in text]
    assert [path for path in (tmp_path / "files").rglob("*") if path.is_file()]
    assert line.credits() == CREDITS - 1


@pytest.mark.parametrize("times", [3, 4])
def test_it_is_asked_again_for_as_long_as_a_restart_takes(clock: FakeClock, times: int) -> None:
    store = PatientStore(Away(times), clock)  # type: ignore[arg-type]
    if times > len(PAUSES_S):
        with pytest.raises(StorageError):
            store.read("")
    else:
        assert store.read("") == b"there"
    assert clock.waited == sum(PAUSES_S)


def test_while_it_is_away_it_is_waited_for_once(clock: FakeClock) -> None:
    """Ten photos are not waited for ten times; a minute later it may be back."""
    away = Away(99)
    store = PatientStore(away, clock)  # type: ignore[arg-type]
    tries = []
    for skipped in (0, 1, 50, 10):
        clock.skip(skipped)
        before = away.left
        with pytest.raises(StorageError):
            store.read("")
        tries.append(before - away.left)
    assert tries == [4, 1, 1, 4]


def test_what_has_gone_is_not_waited_for(clock: FakeClock) -> None:
    with pytest.raises(FileGone):
        PatientStore(Away(1, FileGone), clock).read("")  # type: ignore[arg-type]
    assert clock.waited == 0


def test_one_that_hangs_is_not_asked_again(clock: FakeClock) -> None:
    class Hanging(Away):
        def read(self, digest: str) -> bytes:
            clock.skip(20)
            return super().read(digest)

    with pytest.raises(StorageError):
        PatientStore(Hanging(2), clock).read("")  # type: ignore[arg-type]
    assert clock.waited == 0
