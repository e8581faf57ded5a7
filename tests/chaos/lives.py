"""The campaign's side of the zygote: orders to it, and what it says of its children."""

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.chaos.instants import Plan

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Changes:
    """What happened to lives: exit codes (negative: the signal) by process, and who has frozen."""

    dead: Mapping[int, int]
    frozen: Sequence[int]


class Lives:
    """`with Lives() as lives:` starts a zygote; leaving kills all that lives. Any thread may give orders."""

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()

    def __enter__(self) -> Self:
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.zygote"],
            cwd=ROOT, env=inherited, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._read()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._process:
            pass  # closes its ears: it ends its children, then itself

    def begin(
        self,
        module: str,
        arguments: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path,
        plan: Plan | None = None,
        broken: str = "",
    ) -> int:
        """Fork a process that runs `module`.main(arguments)."""
        answer = self._order(
            do="fork", module=module, arguments=list(arguments), environment=dict(environment), broken=broken,
            plan=asdict(plan) if plan else None, words=str(folder / "words"), instants=str(folder / "instants"),
        )  # fmt: skip
        return int(answer["pid"])

    def send(self, pid: int, signum: int) -> bool:
        """Send a signal; False when that life is over and known to be."""
        return bool(self._order(do="signal", pid=pid, signal=int(signum))["alive"])

    def changes(self) -> Changes:
        """What happened since this was last asked."""
        answer = self._order(do="changes")
        return Changes({int(pid): code for pid, code in answer["dead"].items()}, answer["frozen"])

    @contextlib.contextmanager
    def refused_writes(self) -> Iterator[None]:
        """Inside the block every write of theirs to a file fails, also of those that begin meanwhile."""
        self._order(do="limit", refused=True)
        try:
            yield
        finally:
            self._order(do="limit", refused=False)

    def _order(self, **order: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        with self._one_at_a_time:
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
            return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the zygote is gone")
        return dict(json.loads(line))
