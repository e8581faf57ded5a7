"""Counting into files on a disk that is full, or gets full."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from bot.obs.room import AT_FIRST, RoomyFile
from tests.fakes.disk import small_disk

KEYS = [f'["palabre_parts_total", "palabre_parts_total", {{"code": "{code}"}}, "…"]' for code in range(3_000)]
COUNTS = """
from bot.obs.metrics import Metrics
metrics = Metrics()
for code in range(300):
    metrics.parts.labels("sent", str(code)).inc()
print(sum(b"palabre_parts_total{" in line for line in metrics.render().splitlines()))
"""


Open = Callable[[Path], RoomyFile]


@pytest.fixture
def opened() -> Iterator[Open]:
    """Opens files, which are closed at the end."""
    with ExitStack() as stack:
        yield lambda path: stack.enter_context(closing(RoomyFile(str(path))))


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def count(file: RoomyFile, *keys: str) -> None:
    for key in keys:
        file.write_value(key, 1.0 + file.read_value(key)[0], 0.0)  # type: ignore[no-untyped-call]


def counted(file: RoomyFile) -> list[float]:
    return [value for _, value, _ in file.read_all_values()]  # type: ignore[no-untyped-call]


@pytest.mark.programs
def test_a_process_that_begins_on_a_full_disk_lives(tmp_path: Path) -> None:
    """It was ended by the kernel, as was whoever took its place."""
    with small_disk(tmp_path, 1) as disk:
        if disk is None:
            pytest.skip("no small disk can be mounted here")
        with disk.full():
            environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
            done = subprocess.run(
                [sys.executable, "-c", COUNTS], env=environment, capture_output=True, text=True, timeout=60, check=False
            )
            assert (done.returncode, done.stderr) == (0, "")
            assert [path.name for path in tmp_path.iterdir()] == ["ballast"]


def test_a_file_has_all_its_room_before_anything_is_counted(tmp_path: Path, opened: Open) -> None:
    path = tmp_path / "counter_1.db"
    file = opened(path)
    assert path.stat().st_blocks * 512 >= AT_FIRST
    count(file, *KEYS)
    assert path.stat().st_blocks * 512 >= path.stat().st_size > AT_FIRST
    assert counted(file) == [1.0] * len(KEYS)
    assert [value for _, value, _, _ in RoomyFile.read_all_values_from_file(str(path))] == [1.0] * len(KEYS)  # type: ignore[no-untyped-call]


def test_what_has_no_room_is_counted_in_memory_and_leaves_no_file(
    tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "posix_fallocate", no_room)
    file = opened(tmp_path / "counter_1.db")
    count(file, *KEYS, KEYS[0])
    assert counted(file) == [2.0, *[1.0] * (len(KEYS) - 1)]
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_gone_costs_nobody_an_answer(tmp_path: Path, opened: Open) -> None:
    file = opened(tmp_path / "removed" / "counter_1.db")
    count(file, KEYS[0])
    assert counted(file) == [1.0]


def test_a_file_that_cannot_become_longer_goes_on_in_memory(
    tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "counter_1.db"
    file = opened(path)
    count(file, *KEYS[:100])
    monkeypatch.setattr(os, "posix_fallocate", no_room)
    count(file, *KEYS)
    assert counted(file) == [2.0] * 100 + [1.0] * (len(KEYS) - 100)
    assert path.stat().st_size == AT_FIRST
