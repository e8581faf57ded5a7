"""`voice`: a minute of somebody's voice, told and measured in our child process, beside the plain library in a process
of its own: as WhatsApp sends it (Opus in Ogg, only looked at) and as an old phone does (AMR, turned into Ogg)."""

import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from bot.isolation.sound import listen
from bot.isolation.stems import STEMS
from tests.bench.report import Finding

MINUTE_S = 60.0


def voice_note(rounds: int) -> list[Finding]:
    """Milliseconds of processor, and MiB at most."""
    from tests.fakes.sounds import voice

    findings = []
    for kind, what in (("ogg", "Opus, only looked at"), ("amr", "AMR, put into Ogg")):
        sound = voice(440, MINUTE_S, kind)
        with tempfile.NamedTemporaryFile(suffix=f".{kind}") as file:
            Path(file.name).write_bytes(sound)
            command = [sys.executable, "-m", "tests.bench.plain_voice", file.name, *(["ogg"] if kind == "amr" else [])]
            timed = [(spent(partial(listen, sound, most_s=300)), spent(partial(_plain, command)))
                     for _ in range(rounds)]  # fmt: skip
        (ours, ours_mib), (theirs, theirs_mib) = (
            (median(one[side][0] for one in timed), median(one[side][1] for one in timed)) for side in (0, 1)
        )
        findings.append(Finding(f"voice: a minute, {what}: processor time", "ms", ours, 1.5, theirs))
        findings.append(Finding(f"voice: a minute, {what}: memory of the child", "MiB", ours_mib, 1.5, theirs_mib))
    return findings


def _plain(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=60)


def spent(act: Callable[[], object]) -> tuple[float, float]:
    """What the one process that `act` starts and ends takes: milliseconds of processor, MiB. `act` can be pickled: it
    runs in a small process, whose own size would else count for its children."""
    with get_context("spawn").Pool(1) as small:
        return small.apply(_used, (act,))


def _used(act: Callable[[], object]) -> tuple[float, float]:
    act()
    STEMS.leave()  # what a child is forked from counts with it: as the first of its kind would cost
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1_000, used.ru_maxrss / 1_024
