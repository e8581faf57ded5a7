"""The names files lie under, in a folder or in a bucket: the SHA-256 of their content, in hexadecimal. Pure."""

import re
from typing import Final

from bot.errors import FileGone

DIGEST: Final = re.compile("[0-9a-f]{64}")


def is_digest(name: str) -> bool:
    """Whether a name is one of ours. A disk or a bucket holds others' too: lost+found, a backup, .DS_Store."""
    return bool(DIGEST.fullmatch(name))


def checked(digest: str) -> str:
    """The digest, proven to be one: nothing else names a file. Raises FileGone."""
    if not is_digest(digest):
        raise FileGone("not a digest")
    return digest
