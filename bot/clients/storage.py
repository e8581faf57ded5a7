"""Where the bytes of files lie: a folder, each file under the SHA-256 of its content."""

import hashlib
import os
import secrets
from pathlib import Path

from bot.errors import StorageError


class FolderStore:
    """A content-addressed folder. A file is complete and on disk before anything names it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, body: bytes) -> str:
        """Store bytes durably and return their SHA-256 in hexadecimal. Raises StorageError."""
        digest = hashlib.sha256(body).hexdigest()
        path = self._path(digest)
        try:
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                self._write(path, body)
        except OSError as error:
            raise StorageError(f"cannot store a file: {error.strerror}") from error
        return digest

    def read(self, digest: str) -> bytes:
        """The bytes stored under a digest. Raises StorageError when they are not there."""
        try:
            return self._path(digest).read_bytes()
        except OSError as error:
            raise StorageError(f"cannot read a file: {error.strerror}") from error

    def _path(self, digest: str) -> Path:
        if len(digest) != 64 or not digest.isalnum():
            raise StorageError("not a digest")
        return self._folder / digest[:2] / digest

    def _write(self, path: Path, body: bytes) -> None:
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        with temporary.open("xb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        temporary.rename(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # the new name too must survive a power cut
        finally:
            os.close(folder)
