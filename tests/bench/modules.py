"""The modules of a worker: what is loaded only when the first message comes, and what an idle worker need not hold."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench import people, product
from tests.bench.memory import our_queue
from tests.bench.processes import ROOT, clean_environment
from tests.bench.report import Finding
from tests.fakes.model import ScriptedModel, calls, says
from tests.fakes.twilio import FakeTwilio
from tests.fakes.valkey import Valkey

HEAVY = ("trafilatura", "lxml", "fpdf", "PIL", "fontTools", "openpyxl", "numpy", "alembic", "flask", "pytest")


def modules(rounds: int) -> list[Finding]:
    """One worker takes one message, with a tool call and a delivery, and leaves. The same in every round: done once."""
    found = witnessed()
    packages = [name for name in found["later"] if name.partition(".")[0] not in sys.stdlib_module_names]
    heavy = [name for name in HEAVY if name in found["before"]]
    tell("loaded by the first message", found["later"])
    tell("heavy, in an idle worker", heavy)
    return [
        Finding("worker: modules loaded by the first message", "", len(packages), 0),
        Finding("worker: heavy modules in an idle worker", "", len(heavy), 0),
    ]


def witnessed() -> dict[str, Any]:
    """What the witness saw."""
    with Valkey() as valkey, ScriptedModel() as model, FakeTwilio() as twilio, tempfile.TemporaryDirectory() as folder:
        model.then(calls(("calculate", {"expression": "6*7"})), says("42"))
        with product.migrated(Path(folder)) as database, our_queue(valkey.url) as wake:
            people.make(database, 1, history_bytes=0)
            people.write(database, wake, [0])
        settings = {"OPENAI_BASE_URL": model.url, "TWILIO_API_URL": twilio.url}
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.witness"],
            cwd=ROOT,
            env=clean_environment() | product.environment(Path(folder), valkey.url, **settings),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=60,
        )
        if not twilio.stand_in.sent:
            raise RuntimeError("the message was not answered")
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return seen


def tell(what: str, names: Sequence[str]) -> None:
    """Name the modules, where there are any, beside the table."""
    if names:
        sys.stderr.write(f"{what}: {', '.join(names)}\n")
