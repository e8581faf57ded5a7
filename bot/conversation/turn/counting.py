"""What the metrics say of a turn: counted once, after its end is written down."""

from collections.abc import Callable, Container

from bot.agent.spec import RunResult
from bot.config import Settings
from bot.obs.metrics import Metrics


def count_turn(metrics: Metrics, settings: Settings, result: RunResult, charged: int, seconds: float) -> None:
    """`result` has what all lives of the run used, `charged` what it cost in credits; `seconds` is how long this one
    took."""
    models = (settings.model_student, settings.model_pro, *settings.model_fallbacks)
    model, usage = result.model if result.model in models else "other", result.usage
    metrics.turns.labels(result.stop_reason).inc()
    metrics.turn_seconds.observe(seconds)
    metrics.iterations.inc(result.iterations)
    for kind, tokens in (("prompt", usage.prompt_tokens), ("completion", usage.completion_tokens),
                         ("cached", usage.cached_tokens)):  # fmt: skip
        metrics.tokens.labels(model, kind).inc(tokens)
    metrics.dollars.labels(model).inc(usage.cost)
    metrics.credits.inc(charged)


def tool_counter(metrics: Metrics, tools: Container[str]) -> Callable[[str, str], None]:
    """Counts tool calls by how they ended; a model may name tools that do not exist."""
    return lambda tool, status: metrics.tool_calls.labels(tool if tool in tools else "other", status).inc()
