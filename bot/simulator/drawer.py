"""The developer drawer: the newest runs of a person as the database tells them, for people to look at."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session

from bot.dao import conversations
from bot.dao.conversations import conversation_id
from bot.dao.database import Database
from bot.dao.work import runs
from bot.models import InboundMessage, Iteration, Run, ToolCallRecord
from bot.simulator.records import channel_of

RUNS_SHOWN = 4
RESULT_CHARS = 4_000
QUESTION_CHARS = 300


def recent_runs(database: Database, addresses: Sequence[str], now: datetime) -> list[dict[str, Any]]:
    """The newest runs over all addresses of a person, newest first."""
    with database.read() as session:
        found = [(run, address) for address in addresses for run in _of(session, address)]
        found.sort(key=lambda pair: pair[0].started_at, reverse=True)
        return [_run(session, run, address, now) for run, address in found[:RUNS_SHOWN]]


def _of(session: Session, address: str) -> Sequence[Run]:
    return runs.of_conversation(session, conversation_id(session, address), RUNS_SHOWN)


def _run(session: Session, run: Run, address: str, now: datetime) -> dict[str, Any]:
    identifier = run.id
    iterations, calls = runs.iterations(session, identifier), runs.tool_calls(session, identifier)
    return {
        "id": identifier,
        "channel": channel_of(address).value,
        "question": _question(conversations.of_run(session, identifier)),
        "status": run.status,
        "mode": run.mode,
        "model": run.model or next((iteration.model for iteration in iterations), ""),
        "lives": run.lives,
        "stop_reason": run.stop_reason or "",
        "error": run.error,
        "seconds": round(((run.ended_at or now) - run.started_at).total_seconds(), 3),
        "started_at": run.started_at.isoformat(),
        "tokens": sum(iteration.prompt_tokens + iteration.completion_tokens for iteration in iterations),
        "cached_tokens": sum(iteration.cached_tokens for iteration in iterations),
        "cost": round(sum(iteration.cost for iteration in iterations), 6),
        "iterations": [_iteration(iteration, calls) for iteration in iterations],
    }


def _question(messages: Sequence[InboundMessage]) -> str:
    """What was asked: several messages that came close together are one question."""
    text = " ⏎ ".join(message.body.strip() or f"[{message.kind}]" for message in messages)
    return text if len(text) <= QUESTION_CHARS else text[: QUESTION_CHARS - 1] + "…"


def _iteration(iteration: Iteration, calls: Sequence[ToolCallRecord]) -> dict[str, Any]:
    return {
        "number": iteration.number,
        "model": iteration.model,
        "finish_reason": iteration.finish_reason,
        "tokens": iteration.prompt_tokens + iteration.completion_tokens,
        "latency_ms": iteration.latency_ms,
        "calls": [_call(call) for call in calls if call.iteration == iteration.number],
    }


def _call(call: ToolCallRecord) -> dict[str, Any]:
    return {
        "tool": call.tool,
        "status": call.status or call.state,
        "error_type": call.error_type or "",
        "latency_ms": call.latency_ms,
        "attempts": call.attempts,
        "arguments": call.arguments[:RESULT_CHARS],
        "result": (call.result or "")[:RESULT_CHARS],
    }
