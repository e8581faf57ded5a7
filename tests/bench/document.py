"""`document`: a ten-page PDF and a scan as they are sent to us, read in child processes, beside the library called in a
process of its own; processor time of all processes, memory of the child and what is left in the worker."""

import io
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from PIL import Image

from bot.documents.render import render
from bot.isolation.stems import STEMS
from bot.services.attachments.documents import DocumentReader
from bot.services.attachments.reading import Sent
from bot.types import Language
from tests.bench.processes import cpu_with_children_s
from tests.bench.report import Finding
from tests.fakes.clock import FakeClock
from tests.fakes.papers import document as paper
from tests.fakes.papers import pages_of_text

PAGES = 10
PLAIN = {
    "PDF of ten pages": "import pypdf; [page.extract_text() for page in pypdf.PdfReader({path!r}).pages]",
    "scan of four pages": (
        "import pypdfium2\nfor page in pypdfium2.PdfDocument({path!r}): page.render(scale=1.86).to_pil()"
        ".save('/dev/null', 'JPEG')"
    ),
}
MIB = 1024.0  # of ru_maxrss, which counts KiB


def document(rounds: int) -> list[Finding]:
    """Milliseconds of processor time and MiB a document."""
    reader = DocumentReader(1_000, 4, True, FakeClock())
    pdf = render("pdf", paper({"title": "Cours", "content": pages_of_text(PAGES)}), timeout_s=60)
    findings = []
    for (what, plain), body in zip(PLAIN.items(), (pdf, scan()), strict=True):
        sent = Sent(body, "application/pdf", "", Language.FR, is_guest=False)
        reader.read(sent)
        before = resident_mib()
        ours = [cpu_ms(lambda sent=sent: reader.read(sent)) for _ in range(rounds)]
        left = resident_mib() - before
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            Path(file.name).write_bytes(body)
            theirs = [cpu_ms(partial(run, plain.format(path=file.name))) for _ in range(rounds)]
        findings += [
            Finding(f"document: a {what}, processor time", "ms", median(ours), 3, median(theirs)),
            Finding(f"document: a {what}, memory left in the worker", "MiB", max(left, 0), 2),
        ]
    STEMS.leave()  # only who has ended is counted
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / MIB
    return [*findings, Finding("document: most memory of a child", "MiB", child, 300)]


def scan() -> bytes:
    """Four pages that are pictures, as a telephone's scanner makes them."""
    page, out = Image.effect_noise((1_240, 1_754), 40).convert("RGB"), io.BytesIO()
    page.save(out, "PDF", save_all=True, append_images=[page] * 3)
    return out.getvalue()


def cpu_ms(act: Callable[[], object]) -> float:
    """Of this process, of what its children are forked from, and of its children."""
    before = cpu_with_children_s(os.getpid())
    act()
    return (cpu_with_children_s(os.getpid()) - before) * 1_000


def run(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def resident_mib() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024 / 1024
