"""The folder of files: found by their content, complete or not there, and nothing outside it."""

import errno
import hashlib
import os
from pathlib import Path

import pytest

from bot.clients.storage import FolderStore
from bot.errors import FileGone, StorageError
from tests.fakes.threads import at_once


@pytest.fixture
def store(tmp_path: Path) -> FolderStore:
    return FolderStore(tmp_path / "files")


def test_what_is_put_is_read_by_its_digest(store: FolderStore) -> None:
    digest = store.put(b"un cours")
    assert digest == hashlib.sha256(b"un cours").hexdigest()
    assert store.read(digest) == b"un cours"
    assert store.part(digest, 3, 1_000) == b"cours"


def test_many_writers_of_one_file_leave_one_whole_file(store: FolderStore, tmp_path: Path) -> None:
    body = b"x" * 300_000
    digests = set(at_once(8, lambda _: store.put(body)))
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == list(digests)
    assert store.read(digests.pop()) == body


@pytest.mark.parametrize(
    "name", ["../../secret", "/etc/passwd", "", "a" * 63, "a" * 65, f"..{'/' * 62}", f"{'a' * 63}."]
)
def test_only_digests_name_files(store: FolderStore, tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").write_bytes(b"not yours")
    (tmp_path / "files").mkdir()
    with pytest.raises(StorageError, match="not a digest"):
        store.read(name)


def test_bytes_that_are_not_there_are_an_error_without_a_path(store: FolderStore, tmp_path: Path) -> None:
    with pytest.raises(StorageError) as caught:
        store.read("0" * 64)
    assert str(tmp_path) not in str(caught.value)


@pytest.mark.parametrize("mount_point", [True, False])
def test_no_file_has_gone_with_a_disk_that_is_not_there(store: FolderStore, tmp_path: Path, mount_point: bool) -> None:
    digest = store.put(b"un cours")
    (tmp_path / "files").rename(tmp_path / "elsewhere")
    if mount_point:
        (tmp_path / "files").mkdir()
    for act in (lambda: store.read(digest), lambda: store.part(digest, 0, 1)):
        with pytest.raises(StorageError) as caught:
            act()
        assert not isinstance(caught.value, FileGone), "it may be back in a moment"


def test_a_folder_that_cannot_be_written_is_an_error_without_a_path(tmp_path: Path) -> None:
    (tmp_path / "files").write_bytes(b"not a folder")
    with pytest.raises(StorageError) as caught:
        FolderStore(tmp_path / "files").put(b"x")
    assert str(tmp_path) not in str(caught.value)


def test_what_a_full_disk_took_only_half_is_not_left_there(
    store: FolderStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="No space"):
        store.put(b"x" * 1_000)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_what_else_lies_in_the_folder_is_nobodys_orphan(tmp_path: Path) -> None:
    """Where it is the root of a disk (lost+found), or was looked at by a file manager."""
    store = FolderStore(tmp_path)
    digest = store.put(b"ours")
    for theirs in ("lost+found/found", "ab.txt/note", f"{digest[:2]}/Thumbs.db"):
        path = tmp_path / theirs
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"theirs")
    (tmp_path / "zz").write_bytes(b"theirs")
    assert store.older_than(-60) == ([digest], "")


@pytest.mark.parametrize("damaged", [b"", b"un cour", b"un coursX", b"an cours"])
def test_damaged_bytes_are_not_read_and_are_mended_by_storing_them_again(
    store: FolderStore, tmp_path: Path, damaged: bytes
) -> None:
    digest = store.put(b"un cours")
    (tmp_path / "files" / digest[:2] / digest).write_bytes(damaged)
    with pytest.raises(FileGone, match="damaged"):
        store.read(digest)
    store.put(b"un cours")
    assert store.read(digest) == b"un cours"
