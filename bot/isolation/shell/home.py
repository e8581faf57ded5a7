"""A private home goes into the sandbox and comes out of it as a compressed tar of plain files and folders.

Both happen from outside through a descriptor of the mounted folder: in, before the command exists; out, when no process
of it is left that could change anything meanwhile. Links, devices, sockets and pipes are never followed nor kept."""

import contextlib
import gzip
import hashlib
import io
import os
import stat
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

MAX_BYTES = 64 * 1024 * 1024  # all files together, as they lie in the home
MAX_PACKED_BYTES = 8 * 1024 * 1024
MAX_ENTRIES, MAX_DEPTH, MAX_PATH = 2_000, 16, 512
NEW_FILES, NEW_BYTES = 64, 5 * 1024 * 1024
Contents = dict[str, tuple[int, str]]  # size and SHA-256 of each file directly in a home, by its name
READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
NAMES: dict[str, Any] = {"encoding": "utf-8", "errors": "surrogateescape"}  # a name is bytes that may be no text


@dataclass(slots=True)
class Packed:
    """A home as the command left it. `body` is None when it is too large to keep; empty for an empty one.
    `new` are the files directly in the home that were not there before, in the order of their names; `unread` counts
    those for which there was no room; `dropped` what was not kept."""

    body: bytes | None = None
    kept: int = 0
    new: list[tuple[str, bytes]] = field(default_factory=list)
    unread: int = 0
    dropped: int = 0


class TooLarge(Exception):
    """The home has outgrown what is kept."""


class _Bounded(io.BytesIO):
    """Raises once: what gzip has still to write when it is closed behind that (Python 3.12) goes nowhere."""

    _is_full = False

    def write(self, data: bytes) -> int:  # type: ignore[override]
        if self._is_full:
            return len(data)
        if self.tell() + len(data) > MAX_PACKED_BYTES:
            self._is_full = True
            raise TooLarge
        return super().write(data)


def restore(home: int, body: bytes) -> Contents:
    """Fill the empty folder behind a descriptor; returns what is directly in it. What is no plain file or folder with a
    harmless name is left out, and so is what lies behind a broken place: the tar is ours, and is read as if it were
    not."""
    contents: Contents = {}
    if not body:
        return contents
    with (
        contextlib.suppress(tarfile.TarError, EOFError, OSError, zlib.error),
        gzip.GzipFile(fileobj=io.BytesIO(body)) as plain,
        tarfile.open(fileobj=plain, mode="r:", **NAMES) as tar,
    ):
        _restore_all(home, tar, contents)
    return contents


def _restore_all(home: int, tar: tarfile.TarFile, contents: Contents) -> None:
    left = MAX_BYTES
    for count, member in enumerate(tar):
        parts = member.name.split("/")
        left -= member.size
        if count >= MAX_ENTRIES or left < 0:
            return
        with contextlib.suppress(OSError):  # a name that stands there twice
            if not _is_harmless(parts):
                continue
            if member.isdir():
                os.close(_folder(home, parts))
            elif member.isreg() and (source := tar.extractfile(member)) is not None:
                data = source.read()
                _write(home, parts, data, member)
                if len(parts) == 1:
                    contents[parts[0]] = len(data), hashlib.sha256(data).hexdigest()


def pack(home: int, before: Contents) -> Packed:
    """Read the folder behind a descriptor. The same content packs to the same bytes."""
    packed, out = Packed(), _Bounded()
    try:
        with (
            gzip.GzipFile(fileobj=out, mode="wb", compresslevel=1, mtime=0) as plain,
            tarfile.open(fileobj=plain, mode="w:", format=tarfile.GNU_FORMAT, **NAMES) as tar,
        ):
            _pack_all(tar, home, packed)
        packed.body = out.getvalue() if packed.kept else b""
    except TooLarge:
        packed.body = None
    _find_new(home, before, packed)
    return packed


def _pack_all(tar: tarfile.TarFile, home: int, packed: Packed) -> None:
    left = MAX_BYTES
    for count, (path, found) in enumerate(_walk(home, "", 0, packed)):
        if count >= MAX_ENTRIES:
            raise TooLarge
        member, packed.kept = tarfile.TarInfo(path), count + 1
        if found is None:
            member.type, member.mode = tarfile.DIRTYPE, 0o755
            tar.addfile(member)
            continue
        data, status = found
        left -= len(data)
        if left < 0:
            raise TooLarge
        member.size, member.mtime = len(data), int(status.st_mtime)
        member.mode = 0o755 if status.st_mode & stat.S_IXUSR else 0o644
        tar.addfile(member, io.BytesIO(data))


def _find_new(home: int, before: Contents, packed: Packed) -> None:
    """The smallest first: no large file keeps others away, nor does a home that is too large to be kept. What is read
    is what is shown, and what may be as it was, which is no more than was there."""
    left = NEW_BYTES
    for size, name in sorted(_files_in(home)):
        was = before.get(name, (0, ""))
        has_room = size <= left and len(packed.new) < NEW_FILES
        data = _content(home, name) if has_room or size == was[0] else b""
        if data and was == (len(data), hashlib.sha256(data).hexdigest()):
            continue
        if not has_room:
            packed.unread += 1
        elif data:
            packed.new.append((name, data))
            left -= len(data)
    packed.new.sort()


def _files_in(home: int) -> Iterator[tuple[int, str]]:
    """Size and name of each file directly in the home that holds something and does not hide."""
    for name in os.listdir(home):
        status = os.stat(name, dir_fd=home, follow_symlinks=False)
        if stat.S_ISREG(status.st_mode) and status.st_size and not name.startswith("."):
            yield status.st_size, name


def _content(home: int, name: str) -> bytes:
    """Of a file directly in the home; nothing of one that cannot be read."""
    with contextlib.suppress(OSError), open(os.open(name, READ, dir_fd=home), "rb") as opened:
        return opened.read()
    return b""


def _walk(
    folder: int, prefix: str, depth: int, packed: Packed
) -> Iterator[tuple[str, tuple[bytes, os.stat_result] | None]]:
    """Files and folders in the order of their names, each folder before what is in it."""
    for name in sorted(os.listdir(folder)):
        path = prefix + name
        try:
            kind = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
            if (
                not (stat.S_ISDIR(kind) or stat.S_ISREG(kind))
                or depth >= MAX_DEPTH
                or len(os.fsencode(path)) > MAX_PATH
            ):
                packed.dropped += 1
                continue
            opened = os.open(name, READ, dir_fd=folder)
        except OSError:
            packed.dropped += 1
            continue
        try:
            if stat.S_ISDIR(kind):
                yield path, None
                yield from _walk(opened, path + "/", depth + 1, packed)
            else:
                yield path, _read(opened)
        finally:
            os.close(opened)


def _read(file: int) -> tuple[bytes, os.stat_result]:
    status = os.fstat(file)
    if status.st_size > MAX_BYTES:
        raise TooLarge
    with open(file, "rb", closefd=False) as opened:
        return opened.read(status.st_size), status


def _is_harmless(parts: list[str]) -> bool:
    return len(parts) <= MAX_DEPTH + 1 and all(part not in ("", ".", "..") and "\0" not in part for part in parts)


def _folder(home: int, parts: list[str]) -> int:
    """A descriptor of a folder below the home, made where it is missing; never through a link."""
    folder = os.dup(home)
    for part in parts:
        with contextlib.suppress(FileExistsError):
            os.mkdir(part, 0o755, dir_fd=folder)
        below = os.open(part, READ | os.O_DIRECTORY, dir_fd=folder)
        os.close(folder)
        folder = below
    return folder


def _write(home: int, parts: list[str], data: bytes, member: tarfile.TarInfo) -> None:
    folder = _folder(home, parts[:-1])
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        mode = 0o755 if member.mode & stat.S_IXUSR else 0o644
        with open(os.open(parts[-1], flags, mode, dir_fd=folder), "wb") as file:
            file.write(data)
            file.flush()
            with contextlib.suppress(OverflowError):  # a time that a folder in memory can hold and Python cannot set
                os.utime(file.fileno(), (member.mtime, member.mtime))
    finally:
        os.close(folder)
