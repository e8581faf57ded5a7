"""Asks which of a command's files may be sent. They are looked at in a child process with bounds: an archive of 700
bytes may unpack to gigabytes, and one that says how much it holds may lie (bot.services.shell.harvest)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.errors import DocumentError
from bot.isolation.children import run_child
from bot.isolation.framing import framed, unframed
from bot.services.shell.harvest import ENDINGS, Attachment

MODULE = "bot.services.shell.harvest"
TIMEOUT_S, MEMORY_MIB = 10.0, 512


@dataclass(frozen=True, slots=True)
class Harvest:
    """What may be sent, in the order of the files. `withheld`: how many bear the name of a known kind and are of none;
    `unread`: how many nobody could look at within the bounds."""

    found: tuple[Attachment, ...] = ()
    withheld: int = 0
    unread: int = 0


def sifted(files: Sequence[tuple[str, bytes]], *, timeout_s: float = TIMEOUT_S) -> Harvest:
    """Of files by name and content, those that harm nobody."""
    if not files:
        return Harvest()
    asked = framed({"files": [(name, len(body)) for name, body in files]}, b"".join(body for _, body in files))
    try:
        head, bodies = unframed(run_child(MODULE, asked, timeout_s=timeout_s, memory_mib=MEMORY_MIB))
    except DocumentError:  # it did not survive its bounds, and nobody knows for which of them
        return Harvest(unread=len(files))
    found, withheld, start = [], 0, 0
    for (name, _), judged in zip(files, head["judged"], strict=True):
        if judged is None:
            withheld += name.lower().endswith(ENDINGS)
            continue
        title, ending, content_type, size = judged
        found.append(Attachment(title, ending, content_type, bodies[start : start + size]))
        start += size
    return Harvest(tuple(found), withheld)
