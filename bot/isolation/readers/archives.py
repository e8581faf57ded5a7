"""Archives of which one file is a document: WhatsApp's copy of a conversation, what a computer packed to be sent. The
document is read; pictures and sounds beside it are counted."""

import io
import re
import zipfile
from dataclasses import replace
from typing import Final

from bot.errors import FileUnreadable
from bot.isolation.readers.child import read_inside
from bot.isolation.readers.outline import Outline, Wanted
from bot.isolation.readers.packages import check
from bot.refusals import Unreadable
from bot.text.counted import counted

LEAVINGS: Final = re.compile(r"(?:.*/)?(?:__MACOSX/.*|\._.*|\.DS_Store|Thumbs\.db|desktop\.ini)", re.IGNORECASE)
BESIDE: Final = re.compile(
    r".*\.(?:jpe?g|png|gif|bmp|webp|hei[cf]|tiff?|svg|mp[34]|m4a|opus|og[ga]|amr|aac|wav|3gpp?|mov|avi|mkv|webm|vcf)",
    re.IGNORECASE | re.DOTALL,
)
NOT_INSIDE: Final = (Unreadable.UNKNOWN, Unreadable.NO_TEXT, Unreadable.PICTURE)
"""What alone in an archive is no document: whoever shows pictures looks for them in the file itself."""
SEALED: Final = 1  # of an entry's flags


def read(body: bytes, wanted: Wanted) -> Outline:
    """The one document in it. Raises FileUnreadable for an archive of several, or of none."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        entries = [
            entry for entry in archive.infolist() if not entry.is_dir() and not LEAVINGS.fullmatch(entry.filename)
        ]
        documents = [entry for entry in entries if not BESIDE.fullmatch(entry.filename)]
        if len(documents) != 1:
            raise FileUnreadable(Unreadable.ARCHIVE)
        check(documents)
        if documents[0].flag_bits & SEALED:
            raise FileUnreadable(Unreadable.PASSWORD)
        outline = _read(archive.read(documents[0]), wanted)
    others = len(entries) - 1
    unread = (counted(others, "other file"),) if others else ()
    return replace(outline, unread=(*outline.unread, *unread))


def _read(body: bytes, wanted: Wanted) -> Outline:
    try:
        return read_inside(body, wanted)
    except FileUnreadable as error:
        if error.reason in NOT_INSIDE:
            raise FileUnreadable(Unreadable.ARCHIVE) from None
        raise
