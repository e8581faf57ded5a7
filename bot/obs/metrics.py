"""Prometheus metrics, under names that begin with palabre_: what this process counted, or, under gunicorn, what all its
processes did (they count into files that each of them can read: gunicorn.conf.py). docs/operations.md has the table.

Labels have few values, none of them a person's."""

from collections.abc import Iterable
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from bot.obs.room import make_room

SECONDS = (0.5, 1, 2, 5, 10, 20, 40, 60, 90, 120, 180, 300)


class Metrics:
    """What one process counts. Each has its own registry, so that tests and apps do not share state."""

    def __init__(self) -> None:
        make_room()
        self.registry = registry = CollectorRegistry()
        self.inbound = Counter("palabre_inbound_total", "Messages received", ["channel", "result"], registry=registry)
        self.turns = Counter("palabre_turns_total", "Turns ended", ["stop_reason"], registry=registry)
        self.turn_seconds = Histogram("palabre_turn_seconds", "Length of a turn", buckets=SECONDS, registry=registry)
        self.wait_seconds = Histogram(
            "palabre_queue_wait_seconds", "From a message's arrival to its turn", buckets=SECONDS, registry=registry
        )
        self.iterations = Counter("palabre_iterations_total", "Completions of the model", registry=registry)
        self.tokens = Counter("palabre_tokens_total", "Tokens used", ["model", "kind"], registry=registry)
        self.dollars = Counter("palabre_cost_dollars_total", "Cost, where told", ["model"], registry=registry)
        self.credits = Counter("palabre_credits_total", "Credits of ended turns", registry=registry)
        self.tool_calls = Counter("palabre_tool_calls_total", "Tool calls ended", ["tool", "status"], registry=registry)
        self.provider_errors = Counter(
            "palabre_provider_errors_total", "Failed tries", ["provider", "kind"], registry=registry
        )
        self.parts = Counter(
            "palabre_parts_total", "Reports on parts by the state they name", ["state", "code"], registry=registry
        )
        self.payments = Counter(
            "palabre_payments_total", "Payments by what became of them", ["provider", "status"], registry=registry
        )
        self.payment_webhooks = Counter(
            "palabre_payment_webhooks_total", "Webhooks of payment providers", ["provider", "result"], registry=registry
        )
        self.chores = Counter("palabre_chores_total", "Rows and files that chores let go", ["what"], registry=registry)

    def render(self, gauges: Iterable[tuple[str, str, float]] = ()) -> bytes:
        """The text exposition format; `gauges` are (name, what it says, value), read for this answer."""
        registry = CollectorRegistry()
        try:
            _OfAll(registry)  # type: ignore[no-untyped-call]
        except ValueError:  # one process: it has no directory to share
            registry = CollectorRegistry()
            registry.register(_Of(self.registry))
        registry.register(_Gauges(gauges))
        return generate_latest(registry)


class _OfAll(MultiProcessCollector):
    """A process has just made its file, or was killed over that: it is empty, and stock cannot read it."""

    def collect(self) -> Iterable[Metric]:
        files = [str(path) for path in Path(self._path).glob("*.db") if path.stat().st_size]
        merged: Iterable[Metric] = self.merge(files, accumulate=True)  # type: ignore[no-untyped-call]
        return merged


class _Of(Collector):
    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def collect(self) -> Iterable[Metric]:
        return self._registry.collect()


class _Gauges(Collector):
    def __init__(self, gauges: Iterable[tuple[str, str, float]]) -> None:
        self._gauges = list(gauges)

    def collect(self) -> Iterable[Metric]:
        return [GaugeMetricFamily(name, says, value=value) for name, says, value in self._gauges]
