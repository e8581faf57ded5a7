"""Homes going into the sandbox: a tar that somebody else has written does no harm."""

import gzip
import hashlib
import io
import os
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.isolation.shell import home as homes
from bot.isolation.shell.capture import HEAD_BYTES, TAIL_BYTES, Capture
from bot.isolation.shell.home import pack, restore

Member = Callable[[tarfile.TarInfo], None]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "home").mkdir()
    folder = os.open(tmp_path / "home", os.O_RDONLY | os.O_DIRECTORY)
    yield folder
    os.close(folder)


def packed(*members: tuple[str, bytes, Member]) -> bytes:
    """A packed home with members as one wants them."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, data, change in members:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            change(member)
            tar.addfile(member, io.BytesIO(data))
    return gzip.compress(out.getvalue())


def plain(_member: tarfile.TarInfo) -> None:
    """A file as it should be."""


def linked(kind: bytes, target: str) -> Member:
    def change(member: tarfile.TarInfo) -> None:
        member.type, member.linkname, member.size = kind, target, 0

    return change


def names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/evil", "a/../../evil", "./evil", "a//evil", "..", "x/" * 40 + "evil"]
)
def test_a_name_that_leads_elsewhere_is_left_out(home: int, tmp_path: Path, name: str) -> None:
    assert restore(home, packed((name, b"1", plain), ("good", b"2", plain))).keys() == {"good"}
    assert names(tmp_path) == {"home", "home/good"}


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE])
def test_links_and_devices_are_left_out_and_never_followed(home: int, tmp_path: Path, kind: bytes) -> None:
    (tmp_path / "outside").mkdir()
    body = packed(("d", b"", linked(kind, "../outside")), ("d/file", b"1", plain), ("good", b"2", plain))
    restore(home, body)
    assert "home/good" in names(tmp_path)
    assert not any((tmp_path / "outside").iterdir())
    assert not (tmp_path / "home" / "d").is_symlink()


def test_a_folder_behind_a_planted_link_is_not_written_to(home: int, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "home" / "d").symlink_to(tmp_path / "outside")
    restore(home, packed(("d/file", b"1", plain)))
    assert not any((tmp_path / "outside").iterdir())


def test_a_name_that_stands_there_twice_counts_once(home: int, tmp_path: Path) -> None:
    restore(home, packed(("a", b"first", plain), ("a", b"second", plain), ("b", b"3", plain)))
    assert (tmp_path / "home" / "a").read_bytes() == b"first"
    assert (tmp_path / "home" / "b").read_bytes() == b"3"


@pytest.mark.parametrize(
    "body",
    [b"no gzip at all", gzip.compress(b"no tar" * 200), packed(("a", b"x" * 9_000, plain))[:-40]],
    ids=["no gzip", "no tar", "cut off"],  # bytes that hold the hour would be another test in each process
)
def test_a_broken_home_is_as_much_of_it_as_can_be_read(home: int, body: bytes) -> None:
    restore(home, body)


@pytest.mark.parametrize("time", [2**63, -(2**70)])
def test_a_time_that_nobody_can_set_leaves_its_file(home: int, tmp_path: Path, time: int) -> None:
    restore(home, packed(("odd", b"1", lambda member: setattr(member, "mtime", time)), ("good", b"2", plain)))
    assert (tmp_path / "home" / "odd").read_bytes() == b"1"
    assert (tmp_path / "home" / "good").read_bytes() == b"2"


def test_a_home_that_unpacks_without_end_stops_at_its_bound(
    home: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(homes, "MAX_BYTES", 10_000)
    restore(home, packed(*((f"f{n}", b"\0" * 4_000, plain) for n in range(50))))
    assert len(names(tmp_path / "home")) == 2


def test_what_is_packed_comes_back_and_packs_to_the_same_bytes(home: int, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    (folder / "d" / "e").mkdir(parents=True)
    (folder / "d" / "e" / "f.txt").write_text("deep")
    (folder / "run").write_text("#!/bin/sh")
    (folder / "run").chmod(0o755)
    (folder / "link").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe")
    once = pack(home, {})
    assert once.body
    assert once.dropped == 2
    assert [name for name, _ in once.new] == ["run"]
    other = tmp_path / "other"
    other.mkdir()
    target = os.open(other, os.O_RDONLY | os.O_DIRECTORY)
    digests = restore(target, once.body)
    assert names(other) == {"d", "d/e", "d/e/f.txt", "run"}
    assert os.access(other / "run", os.X_OK)
    again = pack(target, digests)
    os.close(target)
    assert again.body == once.body
    assert again.new == []


@pytest.mark.parametrize(("bound", "most"), [("MAX_ENTRIES", 3), ("MAX_BYTES", 30), ("MAX_PACKED_BYTES", 30)])
def test_a_home_beyond_a_bound_is_not_kept(
    home: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, most: int
) -> None:
    for number in range(4):
        (tmp_path / "home" / str(number)).write_text("ten bytes.")
    assert pack(home, {}).body is not None
    monkeypatch.setattr(homes, bound, most)
    assert pack(home, {}).body is None


def test_what_lies_too_deep_is_left_out(home: int, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    (folder / "good").write_text("1")
    (folder.joinpath(*["d" * 200] * 3)).mkdir(parents=True)
    (folder.joinpath(*"d" * (homes.MAX_DEPTH + 1))).mkdir(parents=True)
    kept = pack(home, {})
    assert kept.dropped == 2
    assert kept.body


def test_a_capture_keeps_both_ends_whatever_comes_between() -> None:
    kept = Capture()
    for _ in range(100):
        kept.add(b"a" * 1_000)
    kept.add(b"z" * 10)
    assert (len(kept.head), len(kept.tail), kept.total) == (HEAD_BYTES, TAIL_BYTES, 100_010)
    assert kept.tail.endswith(b"az" + b"z" * 9)


@pytest.mark.parametrize("bound", ["MAX_ENTRIES", "MAX_PACKED_BYTES"])
def test_a_home_beyond_a_bound_keeps_no_new_file_away(
    home: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    folder = tmp_path / "home"
    (folder / "cache").mkdir()
    for number in range(9):
        (folder / "cache" / str(number)).write_bytes(os.urandom(99))
    for name in ("a.txt", "old.txt", "rapport.csv", ".hidden", "grown.txt"):
        (folder / name).write_text(name)
    monkeypatch.setattr(homes, bound, 5)
    digest = hashlib.sha256(b"old.txt").hexdigest()
    kept = pack(home, {"old.txt": (7, digest), "grown.txt": (3, digest), "a.txt": (5, digest)})
    assert kept.body is None
    assert [name for name, _ in kept.new] == ["a.txt", "grown.txt", "rapport.csv"]
    assert kept.unread == 0


def test_what_is_as_it_was_is_neither_new_nor_left_out_however_large(
    home: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(homes, "NEW_BYTES", 20)
    folder, was = tmp_path / "home", {}
    for name in ("large.bin", "other.bin", "grown.bin"):
        (folder / name).write_bytes(b"x" * 30)
        was[name] = 30, hashlib.sha256(b"x" * 30).hexdigest()
    (folder / "other.bin").write_bytes(b"y" * 30)
    (folder / "grown.bin").write_bytes(b"y" * 31)
    (folder / "new.bin").write_bytes(b"n" * 21)
    (folder / "small.txt").write_bytes(b"s" * 20)
    kept = pack(home, was)
    assert [name for name, _ in kept.new] == ["small.txt"]
    assert kept.unread == 3
