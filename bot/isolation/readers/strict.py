"""Office files that somebody saved as « Strict Open XML »: the same as all others, under names that no library here
knows. They are given the usual names before they are read; whoever looks for those finds a workbook without rows."""

import io
import re
import zipfile
from typing import Final

from bot.isolation.readers.packages import rewritten

RELATIONS: Final = "_rels/.rels"
STRICT: Final = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/(\w+)")
USUAL: Final = rb"http://schemas.openxmlformats.org/\1/2006/\2"


def usual(body: bytes) -> bytes:
    """The file under the usual names; as it is where it has them already. How much it unpacks to is known to be
    bounded (bot.isolation.readers.packages)."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        if RELATIONS not in archive.namelist() or not STRICT.search(archive.read(RELATIONS)):
            return body
    return rewritten(body, _renamed)


def _renamed(name: str, content: bytes) -> bytes:
    return STRICT.sub(USUAL, content) if name.endswith((".xml", ".rels")) else content
