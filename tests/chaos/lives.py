"""The campaign's side of the zygote: orders to it, and what it says of its children."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.chaos.instants import Plan
from tests.fakes.orders import Orders


@dataclass(frozen=True, slots=True)
class Changes:
    """What happened to lives: exit codes (negative: the signal) by process, and who has frozen."""

    dead: Mapping[int, int]
    frozen: Sequence[int]


class Lives(Orders):
    """`with Lives() as lives:` starts a zygote; leaving kills all that lives. Any thread may give orders."""

    def __init__(self) -> None:
        super().__init__("tests.chaos.zygote")

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
        return int(self.order(
            do="fork", module=module, arguments=list(arguments), environment=dict(environment), broken=broken,
            plan=asdict(plan) if plan else None, words=str(folder / "words"), instants=str(folder / "instants"),
        ))  # fmt: skip

    def send(self, pid: int, signum: int) -> bool:
        """Send a signal; False when that life is over and known to be."""
        return bool(self.order(do="signal", pid=pid, signal=int(signum)))

    def changes(self) -> Changes:
        """What happened since this was last asked."""
        answer = self.order(do="changes")
        return Changes({int(pid): code for pid, code in answer["dead"].items()}, answer["frozen"])

    @contextlib.contextmanager
    def refused_writes(self) -> Iterator[None]:
        """Inside the block every write of theirs to a file fails, also of those that begin meanwhile."""
        self.order(do="limit", refused=True)
        try:
            yield
        finally:
            self.order(do="limit", refused=False)
