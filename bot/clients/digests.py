"""The names files lie under, in a folder or in a bucket: the SHA-256 of their content, in hexadecimal."""

import hashlib
import re
from typing import BinaryIO, Final

from bot.errors import FileGone

DIGEST: Final = re.compile("[0-9a-f]{64}")
PIECE: Final = 256 * 1024


def is_digest(name: str) -> bool:
    """Whether a name is one of ours. A disk or a bucket holds others' too: lost+found, a backup, .DS_Store."""
    return bool(DIGEST.fullmatch(name))


def digest_of(file: BinaryIO) -> str:
    """The name of what stands in an open file, read a piece at a time from its beginning, where it is left."""
    file.seek(0)
    digest = hashlib.sha256()
    while piece := file.read(PIECE):
        digest.update(piece)
    file.seek(0)
    return digest.hexdigest()


def checked(digest: str) -> str:
    """The digest, proven to be one: nothing else names a file. Raises FileGone."""
    if not is_digest(digest):
        raise FileGone("not a digest")
    return digest
