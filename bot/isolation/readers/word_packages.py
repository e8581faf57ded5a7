"""Word files as their library opens them: templates and files with macros too, and those that name parts which are not
there. Word leaves such names behind where a picture was deleted, and its library knows no file with one."""

import io
import posixpath
import zipfile
from collections.abc import Collection
from importlib import import_module
from typing import Any, Final

from lxml import etree

from bot.isolation.readers.packages import rewritten
from bot.isolation.readers.xml import parsed

KNOWN_TOO: Final = (  # templates, and files with macros, which nobody runs
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    "application/vnd.ms-word.document.macroEnabled.main+xml",
    "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
)
USED: Final = ("officeDocument", "styles", "numbering")


def document_of(body: bytes, used: Collection[str]) -> Any:
    """The document in a file. `used`: which of its other parts are read, by the last word of their relation; where one
    of the rest is not there, or broken, all of these are left out."""
    try:
        return _opened(body)
    except (KeyError, SyntaxError):
        return _opened(_lightened(body, {*USED, *used}))


def _opened(body: bytes) -> Any:
    """What its library calls a Word file is one kind alone."""
    known = import_module("docx").opc.part.PartFactory.part_type_for
    known |= dict.fromkeys(KNOWN_TOO, import_module("docx.parts.document").DocumentPart)
    return import_module("docx.package").Package.open(io.BytesIO(body)).main_document_part.document


def _lightened(body: bytes, used: Collection[str]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        names = set(archive.namelist())

    def change(name: str, content: bytes) -> bytes:
        return _kept(name, content, names, used) if name.endswith(".rels") else content

    return rewritten(body, change)


def _kept(name: str, content: bytes, names: Collection[str], used: Collection[str]) -> bytes:
    """Those of a part's relations that are used, and lead to something."""
    root, folder = parsed(content), posixpath.dirname(posixpath.dirname(name))
    for relation in list(root):
        place = posixpath.normpath(posixpath.join("/", folder, relation.get("Target") or "")).lstrip("/")
        if place not in names or (relation.get("Type") or "").rpartition("/")[2] not in used:
            root.remove(relation)
    return bytes(etree.tostring(root))
