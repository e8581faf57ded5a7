"""Prometheus metrics of one process, under names that begin with palabre_."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """Counters and timings; each process has its own registry, so that tests and apps do not share state."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.inbound = Counter(
            "palabre_inbound_total", "Messages received", ["channel", "result"], registry=self.registry
        )
        self.turns = Counter("palabre_turns_total", "Turns ended", ["stop_reason"], registry=self.registry)
        self.turn_seconds = Histogram("palabre_turn_seconds", "Length of a turn", registry=self.registry)
        self.parts = Counter(
            "palabre_parts_total", "Parts by the state they reached", ["state"], registry=self.registry
        )
        self.oldest = Gauge(
            "palabre_oldest_unprocessed_seconds", "Age of the oldest unprocessed message", registry=self.registry
        )

    def render(self) -> bytes:
        """The text exposition format."""
        return generate_latest(self.registry)
