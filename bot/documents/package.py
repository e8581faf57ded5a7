"""Office files are ZIP archives full of times of making; without those the same document has the same bytes."""

import io
import re
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

MOMENT = (1980, 1, 1, 0, 0, 0)  # the earliest a ZIP archive knows
_CLOCK = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")


def stable(body: bytes, moment: str = "") -> bytes:
    """The archive packed anew with one fixed time, workbooks inside it too. `moment` (ISO 8601, UTC) replaces the
    times in its properties; without it those of workbooks inside are set to 1980 and its own are left alone."""
    out = io.BytesIO()
    with ZipFile(io.BytesIO(body)) as source, ZipFile(out, "w", ZIP_DEFLATED) as target:
        for entry in source.infolist():
            content = source.read(entry)
            if entry.filename.endswith(".xlsx"):
                content = stable(content, "1980-01-01T00:00:00Z")
            elif moment and entry.filename == "docProps/core.xml":
                content = _CLOCK.sub(rb"\g<1>" + moment.encode(), content)
            target.writestr(ZipInfo(entry.filename, MOMENT), content, ZIP_DEFLATED)
    return out.getvalue()
