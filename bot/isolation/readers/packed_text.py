"""RTF as Outlook packs it, as Microsoft's [MS-OXRTFCP] lays it out."""

from struct import unpack_from
from typing import Final

HEAD: Final = "<III4x"  # how long it is packed and unpacked, and how
HEAD_BYTES: Final = 16
PACKED, AS_IT_IS = 0x75465A4C, 0x414C454D
WINDOW: Final = 4_096  # bytes; what was said within so many is pointed to
KNOWN: Final = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor "
    rb"MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)


def unpacked(body: bytes, most: int) -> bytes:
    """At most so many bytes and 17 of it; empty if it is nothing of the kind."""
    if len(body) < HEAD_BYTES:
        return b""
    _, size, how = unpack_from(HEAD, body)
    if how == AS_IT_IS:
        return body[HEAD_BYTES : HEAD_BYTES + min(size, most)]
    return _unpacked(body, min(size, most)) if how == PACKED else b""


def _unpacked(body: bytes, most: int) -> bytes:
    """A byte says of the next eight things whether each is a letter, or where in the window more of them stand."""
    out, at = bytearray(KNOWN), HEAD_BYTES
    while at < len(body) and len(out) < len(KNOWN) + most:
        flags = body[at]
        at += 1
        for bit in range(8):
            if not flags >> bit & 1:
                out += body[at : at + 1]
                at += 1
                continue
            where = int.from_bytes(body[at : at + 2], "big")
            back = (len(out) - (where >> 4)) % WINDOW
            at += 2
            if not back or at > len(body) or back > len(out):  # the window's own end says that this is all
                return bytes(out[len(KNOWN) :])
            for _ in range((where & 15) + 2):
                out.append(out[-back])
    return bytes(out[len(KNOWN) :][:most])
