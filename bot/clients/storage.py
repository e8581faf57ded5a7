"""Where the bytes of files lie, each file under the SHA-256 of its content: a folder, or a bucket (bucket.py)."""

import hashlib
import io
import itertools
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, Final, Protocol, cast

from bot.clients.digests import checked, digest_of, is_digest
from bot.config import Settings
from bot.errors import FileGone, StorageError

FOLDER: Final = re.compile("[0-9a-f]{2}")  # how each begins


class FileStore(Protocol):
    """Bytes by the SHA-256 of their content. Every method raises StorageError."""

    def put(self, body: bytes) -> str:
        """Store bytes durably; returns their SHA-256 in hexadecimal."""

    def put_file(self, file: BinaryIO) -> str:
        """Store durably what stands in an open file, a piece at a time; returns its SHA-256 in hexadecimal."""

    def read(self, digest: str) -> bytes:
        """The bytes stored under a digest. Raises FileGone when they are not there, or are not what was stored."""

    def part(self, digest: str, start: int, end: int) -> bytes:
        """The bytes from `start` up to, not including, `end`; fewer when there are no more. Raises FileGone when they
        are not there."""

    def delete(self, digest: str, untouched_for_s: float = 0) -> None:
        """Remove a digest's bytes, unless somebody stored them (again) in the last so many seconds."""

    def older_than(self, seconds: float, after: str = "", limit: int = 1000) -> tuple[list[str], str]:
        """Look at the next `limit` names behind one. Returns the digests among them stored longer ago than that, and
        the name to go on from: empty at the end."""


def open_store(settings: Settings) -> FileStore:
    """The store that STORAGE_URL names."""
    if settings.storage_url.startswith("s3:"):
        return cast(FileStore, import_module("bot.clients.bucket").open_bucket(settings))
    return FolderStore(settings.storage_folder)


class FolderStore:
    """A content-addressed folder. A file is complete and on disk before anything names it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, body: bytes) -> str:
        """Store bytes durably and return their SHA-256 in hexadecimal. Raises StorageError."""
        return self.put_file(io.BytesIO(body))

    def put_file(self, file: BinaryIO) -> str:
        """Store durably what stands in an open file and return its SHA-256 in hexadecimal. Raises StorageError."""
        try:
            digest = digest_of(file)
            path = self._path(digest)
            if not self._has(path, digest):
                path.parent.mkdir(parents=True, exist_ok=True)
                self._write(path, file)
        except OSError as error:
            raise StorageError(f"cannot store a file: {error.strerror}") from error
        return digest

    def read(self, digest: str) -> bytes:
        """The bytes stored under a digest. Raises FileGone when they are not there, or are not what was stored."""
        try:
            body = self._path(digest).read_bytes()
        except FileNotFoundError as error:
            raise self._missing() from error
        except OSError as error:
            raise StorageError(f"cannot read a file: {error.strerror}") from error
        if hashlib.sha256(body).hexdigest() != digest:
            raise FileGone("cannot read a file: it is damaged")
        return body

    def part(self, digest: str, start: int, end: int) -> bytes:
        """The bytes from `start` up to, not including, `end`. Raises FileGone when the file is not there."""
        try:
            with self._path(digest).open("rb") as file:
                file.seek(start)
                return file.read(end - start)
        except FileNotFoundError as error:
            raise self._missing() from error
        except OSError as error:
            raise StorageError(f"cannot read a file: {error.strerror}") from error

    def delete(self, digest: str, untouched_for_s: float = 0) -> None:
        """Remove a digest's bytes, unless somebody stored them (again) in the last so many seconds.

        They are set aside before that is asked: whoever stores them meanwhile writes them anew. Raises StorageError.
        """
        path = self._path(digest)
        aside = path.with_name(f".{digest}.{secrets.token_hex(4)}")
        try:
            path.rename(aside)
            if time.time() - aside.stat().st_mtime < untouched_for_s:
                aside.rename(path)
            else:
                aside.unlink()
        except FileNotFoundError:
            return  # another has done it
        except OSError as error:
            raise StorageError(f"cannot delete a file: {error.strerror}") from error

    def older_than(self, seconds: float, after: str = "", limit: int = 1000) -> tuple[list[str], str]:
        """Some of the digests stored longer ago than that, and the name to go on from; what a crash left half written
        is removed on the way. Raises StorageError."""
        try:
            names = list(itertools.islice(self._names(after, seconds), limit))
            found = [name for name in names if self._is_older(self._path(name), seconds)]
        except OSError as error:
            raise StorageError(f"cannot list the files: {error.strerror}") from error
        return found, names[-1] if len(names) == limit else ""

    def _names(self, after: str, seconds: float) -> Iterator[str]:
        """The names behind one, in their order."""
        if not self._folder.is_dir():
            return
        for folder in sorted(name for name in os.listdir(self._folder) if FOLDER.fullmatch(name) and name >= after[:2]):
            for name in sorted(os.listdir(self._folder / folder)):
                if name.startswith("."):
                    half = self._folder / folder / name
                    if self._is_older(half, seconds):
                        half.unlink(missing_ok=True)
                elif name > after and is_digest(name):
                    yield name

    def _missing(self) -> StorageError:
        """What it means that a file is not there: where nothing of ours is, its disk is not, and the file has not
        gone."""
        try:
            is_ours = any(map(FOLDER.fullmatch, os.listdir(self._folder)))
        except OSError:
            is_ours = False
        return FileGone("cannot read a file: it is not there") if is_ours else StorageError("the folder is not there")

    @staticmethod
    def _has(path: Path, digest: str) -> bool:
        """Whether a file is there and whole, as a disk or a restored copy may not have left it."""
        try:
            os.utime(path)  # whoever wants to delete it sees that it is needed again
            with path.open("rb") as file:
                return digest_of(file) == digest
        except FileNotFoundError:
            return False

    @staticmethod
    def _is_older(path: Path, seconds: float) -> bool:
        try:
            return time.time() - path.stat().st_mtime >= seconds
        except FileNotFoundError:  # somebody has just removed it
            return False

    def _path(self, digest: str) -> Path:
        return self._folder / checked(digest)[:2] / digest

    def _write(self, path: Path, file: BinaryIO) -> None:
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            with temporary.open("xb") as out:
                shutil.copyfileobj(file, out)
                out.flush()
                os.fsync(out.fileno())
            temporary.rename(path)
        except OSError:  # a full disk is not filled further by every try
            temporary.unlink(missing_ok=True)
            raise
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # the new name too must survive a power cut
        finally:
            os.close(folder)
