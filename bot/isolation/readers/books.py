"""The text of electronic books (.epub): pages of the web in an archive, in the order in which they are read."""

import io
import posixpath
import zipfile
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from bot.errors import FileUnreadable
from bot.isolation.markup import decoded, visible_of
from bot.isolation.readers.outline import Outline, Wanted, bounded, in_parts
from bot.isolation.readers.xml import parsed
from bot.refusals import Unreadable

CONTAINER: Final = "META-INF/container.xml"
ROOTS: Final = "{urn:oasis:names:tc:opendocument:xmlns:container}rootfile"
OPF: Final = "{http://www.idpf.org/2007/opf}"
LOCKS: Final = "META-INF/encryption.xml"
LOCKED: Final = "{http://www.w3.org/2001/04/xmlenc#}CipherReference"


def read(body: bytes, wanted: Wanted) -> Outline:
    """Its chapters, one behind the other. Raises FileUnreadable for one that only a shop's reader opens."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return in_parts([("", bounded(_chapters(archive)))], wanted)


def _chapters(archive: zipfile.ZipFile) -> Iterator[str]:
    root = next(parsed(archive.read(CONTAINER)).iter(ROOTS)).get("full-path")
    package, names = parsed(archive.read(root)), set(archive.namelist())
    locked = _locked(archive) if LOCKS in names else frozenset()
    places = {item.get("id"): item.get("href") for item in package.iter(f"{OPF}item")}
    for itemref in package.iter(f"{OPF}itemref"):
        place = posixpath.normpath(
            posixpath.join(posixpath.dirname(root), unquote(places.get(itemref.get("idref")) or ""))
        )
        if place in locked:
            raise FileUnreadable(Unreadable.PASSWORD)
        if place in names and (text := decoded(archive.read(place), "").strip()):
            yield visible_of(text)


def _locked(archive: zipfile.ZipFile) -> frozenset[str]:
    """What of it is encrypted: often its fonts alone, which hinders nobody."""
    found = (each.get("URI") or "" for each in parsed(archive.read(LOCKS)).iter(LOCKED))
    return frozenset(posixpath.normpath(unquote(place)) for place in found)
