"""`photo`: a telephone's photo of 12 megapixels, made fit to be kept in our child process, beside Pillow alone in a
process of its own: as JPEG, which is read at a quarter, and as HEIC, which is unpacked whole."""

import subprocess
import sys
import tempfile
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from PIL import Image

from bot.isolation.photos.normalising import normalised
from tests.bench.report import Finding
from tests.bench.voice import spent
from tests.fakes.photographs import page, photographed, saved

LONG_SIDE = 1_568
KINDS = {"JPEG": ".jpg", "HEIF": ".heic"}


def photo(rounds: int) -> list[Finding]:
    """Milliseconds of processor, and MiB at most. Ours also refuses bombs, and looks for sharpness and light."""
    findings = []
    for kind, ending in KINDS.items():
        with get_context("spawn").Pool(1) as elsewhere:  # a process this large would count for its children
            body = elsewhere.apply(_taken, (kind,))
        with tempfile.NamedTemporaryFile(suffix=ending) as file:
            Path(file.name).write_bytes(body)
            command = [sys.executable, "-m", "tests.bench.plain_photo", file.name, str(LONG_SIDE)]
            timed = [(spent(partial(normalised, body, LONG_SIDE)), spent(partial(_plain, command)))
                     for _ in range(rounds)]  # fmt: skip
        (ours, ours_mib), (theirs, theirs_mib) = (
            (median(one[side][0] for one in timed), median(one[side][1] for one in timed)) for side in (0, 1)
        )
        findings.append(Finding(f"photo: 12 megapixels, {kind}: processor time", "ms", ours, 2.5, theirs))
        findings.append(Finding(f"photo: 12 megapixels, {kind}: memory of the child", "MiB", ours_mib, 1.5, theirs_mib))
    return findings


def _taken(kind: str) -> bytes:
    return saved(photographed(page()).resize((3_024, 4_032), Image.Resampling.BILINEAR), kind)


def _plain(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=60)
