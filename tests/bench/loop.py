"""The agent loop: CPU of one iteration, beside a bare loop over the openai SDK, with a short and a long history."""

from statistics import median

from tests.bench.mock_model import running_mock
from tests.bench.processes import answer_of
from tests.bench.report import Finding

GOALS = {2: 0.25, 100: 0.1}  # by messages in the history
RUNS = 8


def loop(rounds: int, runs: int = RUNS) -> list[Finding]:
    """CPU per iteration by history; each round starts a fresh process for each side, in turn."""
    cpu_ms: dict[tuple[str, int], list[float]] = {(side, length): [] for length in GOALS for side in ("ours", "theirs")}
    with running_mock() as url:
        for _ in range(rounds):
            for (side, length), measured in cpu_ms.items():
                measured.append(answer_of("-m", "tests.bench.loop_child", side, f"{url}/v1", str(length), str(runs)))
    return [
        Finding(
            f"loop: CPU an iteration, 24 tools, history of {length} messages",
            "ms",
            ours=median(cpu_ms["ours", length]),
            theirs=median(cpu_ms["theirs", length]),
            goal=goal,
        )
        for length, goal in GOALS.items()
    ]
