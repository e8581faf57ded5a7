"""Photos made fit to be kept and shown: upright, small, JPEG, without what the camera noted. The asking; pictures are
opened in a child process with bounds (bot.isolation.photos.child)."""

from dataclasses import dataclass

from bot.errors import AttachmentRefused, DocumentError
from bot.isolation.asking import ask_about
from bot.refusals import AttachmentRefusal

MODULE = "bot.isolation.photos.child"
MEMORY_MIB = 640
TIMEOUT_S = 20.0


@dataclass(frozen=True, slots=True)
class Photo:
    """`width` and `height` in pixels as it was sent, upright; the JPEG may be smaller, and a long strip laid out in
    `columns`. `flaw`: why nobody may see anything on it, if so; a measure, which may be wrong. `pages`: of a fax; only
    the first is here."""

    jpeg: bytes
    width: int
    height: int
    flaw: AttachmentRefusal | None = None
    columns: int = 1
    pages: int = 1


def normalised(body: bytes, long_side: int) -> Photo:
    """What may be kept and shown of a picture somebody sent, its longer side `long_side` pixels at most. Raises
    AttachmentRefused: it is none, or too much of one."""
    try:
        said, jpeg = ask_about(body, MODULE, {"long_side": long_side}, timeout_s=TIMEOUT_S, memory_mib=MEMORY_MIB)
    except DocumentError:  # it did not survive its bounds
        raise AttachmentRefused(AttachmentRefusal.TOO_MANY_PIXELS) from None
    if "error" in said:
        raise AttachmentRefused(AttachmentRefusal(said["error"]))
    flaw = AttachmentRefusal(said["flaw"]) if said["flaw"] else None
    return Photo(jpeg, said["width"], said["height"], flaw, said["columns"], said["pages"])
