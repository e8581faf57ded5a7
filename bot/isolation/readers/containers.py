"""Files of Microsoft's that hold others, as Office and Outlook wrote them before 2007 (OLE): their parts by name."""

import os

from xlrd.compdoc import CompDoc


def parts_of(body: bytes, *names: str) -> list[bytes]:
    """Some parts of one, each whole; empty where there is none of the name. Raises anything for what is broken."""
    with open(os.devnull, "w") as nowhere:  # what it warns of
        container = CompDoc(body, logfile=nowhere, ignore_workbook_corruption=True)
        return [_part(container, name) for name in names]


def _part(container: CompDoc, name: str) -> bytes:
    held, start, size = container.locate_named_stream(name)
    return b"" if held is None else bytes(held[start : start + size])
