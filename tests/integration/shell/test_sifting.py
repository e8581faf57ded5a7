"""What a command leaves is looked at in a child with bounds: no file of it costs the worker memory or time."""

import io
import resource
import struct
import zipfile
import zlib

from bot.services.shell.sifting import sifted

SHEET = ("[Content_Types].xml", "xl/workbook.xml")
DEFLATED, CENTRAL = 8, b"PK\x01\x02"
SIZE_AT, PACKED_AT, METHOD_AT = 24, 20, 10  # within an entry of the central directory
MIB = 1024 * 1024


def workbook(*parts: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in SHEET:
            made.writestr(name, "<x/>")
        for number, part in enumerate(parts):
            made.writestr(f"xl/worksheets/sheet{number}.xml", part)
    return out.getvalue()


def bomb(mib: int) -> bytes:
    """A workbook with a part of so many MiB that says that it has two: blocks of zeros, one behind the other."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = packer.compress(bytes(MIB)) + packer.flush(zlib.Z_FULL_FLUSH)
    packed = block * mib + packer.flush()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name in SHEET:
            made.writestr(name, "<x/>")
        made.writestr("xl/worksheets/sheet1.xml", packed)
    body = bytearray(out.getvalue())
    at = body.rfind(CENTRAL)
    struct.pack_into("<H", body, at + METHOD_AT, DEFLATED)
    struct.pack_into("<I", body, at + SIZE_AT, 2 * MIB)
    return bytes(body)


def test_an_archive_that_unpacks_to_gigabytes_costs_the_worker_nothing_and_keeps_no_file_away() -> None:
    sheet, large = workbook("<f>SUM(A1)</f>"), bomb(700)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sent = sifted([("bombe.xlsx", large), ("note.txt", b"x"), ("tableau.xlsx", sheet)], timeout_s=60)
    assert [(file.title, file.ending, file.body) for file in sent.found] == [
        ("note", ".txt", b"x"), ("tableau", ".xlsx", sheet)
    ]  # fmt: skip
    assert (sent.withheld, sent.unread) == (1, 0)
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 < 100 * MIB


def test_what_takes_too_long_to_be_looked_at_stays_and_is_told() -> None:
    slow = workbook("<a>" + "<f/>" * 900_000 + "</a>")
    files = [(f"{number}.xlsx", slow) for number in range(40)]
    assert sifted(files, timeout_s=1).unread == len(files)


def test_names_and_bytes_come_back_as_they_were() -> None:
    files = [("a\n\udcff«é».csv", b"a;=1\n"), ("x.bin", b"\0\n\0"), ("p", b"%PDF-1.4\n\xff\n"), ("n.txt", b"1\n2")]
    sent = sifted(files)
    assert [(file.ending, file.body) for file in sent.found] == [
        (".csv", b"a;'=1\n"), (".pdf", b"%PDF-1.4\n\xff\n"), (".txt", b"1\n2")
    ]  # fmt: skip
    assert (sent.withheld, sent.unread) == (0, 0)
    assert sifted([]).found == ()
