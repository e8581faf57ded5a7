"""The child's side of bot.isolation.page_pictures: PDFium draws the pages. Only ever run by run_child."""

import io
import time

import pypdfium2

from bot.isolation.framing import framed, unframed
from bot.refusals import Unreadable

POINTS_PER_INCH = 72
MOST_DOTS_PER_INCH = 200  # more shows nothing that a scan holds
QUALITY = 80


def answer(payload: bytes) -> bytes:
    """A line of JSON {first, most, long_side, seconds} and the file behind it, to a line {total, sizes} and the JPEGs
    behind it, or {error}: one of bot.refusals.Unreadable."""
    wanted, body = unframed(payload)
    try:
        total, pictures = _drawn(body, **wanted)
    except (pypdfium2.PdfiumError, ValueError, OSError):
        return framed({"error": Unreadable.CORRUPT})
    except MemoryError:
        return framed({"error": Unreadable.TOO_LARGE})
    if not pictures:
        return framed({"error": Unreadable.NO_SUCH_PLACE if total else Unreadable.EMPTY})
    return framed({"total": total, "sizes": [len(picture) for picture in pictures]}, b"".join(pictures))


def _drawn(body: bytes, first: int, most: int, long_side: int, seconds: float) -> tuple[int, list[bytes]]:
    """How many pages there are, and some. The first is drawn however long it takes; the child's bounds end that."""
    ends = time.monotonic() + seconds
    document = pypdfium2.PdfDocument(body)
    document.init_forms()  # what was filled in is drawn by those alone; without a JavaScript engine
    pictures: list[bytes] = []
    for number in range(first - 1, min(first - 1 + most, len(document))):
        if pictures and time.monotonic() > ends:
            break
        pictures.append(_picture(document[number], long_side))
    return len(document), pictures


def _picture(page: pypdfium2.PdfPage, long_side: int) -> bytes:
    longest = max(*page.get_size(), 1.0)  # points
    scale = min(long_side / longest, MOST_DOTS_PER_INCH / POINTS_PER_INCH)
    out = io.BytesIO()
    page.render(scale=scale).to_pil().convert("RGB").save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
