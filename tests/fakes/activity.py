"""What people did, made up and written in bulk: runs with their iterations, tool calls and parts, and payments; in the
proportions of a real service, where most goes well."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from sqlalchemy import insert
from sqlmodel import SQLModel

from bot.dao.database import Database
from bot.models import (
    Address,
    Conversation,
    Iteration,
    OutboundPart,
    Payment,
    PaymentEvent,
    Run,
    ToolCallRecord,
    User,
)

END = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
BATCH = 5_000
TOOLS = ("web_search", "generate_pdf", "calculate", "interactive_quiz")
STOPS = ("done_signal",) * 95 + ("error",) * 2 + ("deadline", "cancelled", "awaiting_user")
STATES = ("read",) * 60 + ("delivered",) * 35 + ("undelivered",) * 3 + ("failed", "dropped")
CODES = {"undelivered": 30003, "failed": 63016}


def fill(database: Database, number: int, *, users: int = 200, days: int = 90, end: datetime = END) -> None:
    """`number` runs of `users` (every tenth a guest) over `days` before `end`, the newest of them under way."""
    people(database, users, end)
    step = timedelta(days=days) / number
    for some in _batches(range(1, number + 1)):
        moments = {place: end - step * (number - place) for place in some}
        _write(database, Run, [_run(place, moments[place], users, place == number) for place in some])
        _write(database, Iteration, [row for place in some for row in _iterations(place, moments[place])])
        _write(database, ToolCallRecord, [row for place in some for row in _calls(place, moments[place])])
        _write(database, OutboundPart, [row for place in some for row in _parts(place, moments[place], users)])
        _write(database, Payment, [_payment(place, moments[place], users) for place in some if place % 20 == 0])
        _write(database, PaymentEvent, [_event(place, moments[place]) for place in some if place % 20 == 0])


def people(database: Database, users: int, end: datetime) -> None:
    """Users with an address and a conversation each; every tenth a guest, without an account of their own."""
    numbers = range(1, users + 1)
    seen = {"last_seen_at": end, "created_at": end}
    _write(database, User, [{"id": each, "mode": "student", "phone": number_of(each), "credits": 9, **seen}
                            for each in numbers if _user(each)])  # fmt: skip
    _write(database, Address, [{"id": each, "value": f"whatsapp:{number_of(each)}", "channel": "whatsapp",
                                "user_id": _user(each), "created_at": end} for each in numbers])  # fmt: skip
    _write(database, Conversation, [{"id": conversation_of(each), "address_id": each, "created_at": end}
                                    for each in numbers])  # fmt: skip


def number_of(person: int) -> str:
    return f"+225070{person:07}"


def conversation_of(person: int) -> str:
    return f"{person:032x}"


def _user(person: int) -> int | None:
    return None if person % 10 == 0 else person


def _who(place: int, users: int) -> int:
    return random.Random(place).randrange(1, users + 1)


def _run(place: int, at: datetime, users: int, under_way: bool) -> dict[str, Any]:
    who = _who(place, users)
    stop = None if under_way else STOPS[place * 37 % len(STOPS)]
    user = _user(who)
    return {"id": place, "conversation_id": conversation_of(who), "user_id": user,
            "status": "running" if under_way else "dead" if stop == "error" and place % 2 else "done",
            "mode": "guest" if user is None else ("student", "pro")[who % 2], "language": "fr", "model": "made/up",
            "price": 1, "iterations": 2, "prompt_tokens": 900, "completion_tokens": 90, "cached_tokens": 500,
            "cost": 0.0021, "stop_reason": stop, "error": "", "started_at": at,
            "ended_at": None if under_way else at + timedelta(seconds=7)}  # fmt: skip


def _iterations(place: int, at: datetime) -> Iterator[dict[str, Any]]:
    for number in (1, 2):
        yield {"run_id": place, "number": number, "model": "made/up", "prompt_tokens": 450, "completion_tokens": 45,
               "finish_reason": "tool_calls" if number == 1 else "stop", "cached_tokens": 250, "cost": 0.00105,
               "latency_ms": 1_800, "created_at": at}  # fmt: skip


def _calls(place: int, at: datetime) -> Iterator[dict[str, Any]]:
    tool = TOOLS[place % len(TOOLS)] if place % 500 else "bash_execute"
    yield {"run_id": place, "call_id": f"call_{place}", "iteration": 1, "tool": tool,
           "arguments": '{"query": "les fractions"}', "state": "done", "status": "success",
           "result": '{"status":"success","data":"des fractions"}', "attempts": 1, "latency_ms": 640,
           "created_at": at, "ended_at": at}  # fmt: skip


def _parts(place: int, at: datetime, users: int) -> Iterator[dict[str, Any]]:
    who = _who(place, users)
    for number in (0, 1):
        state = STATES[(place * 2 + number) * 41 % len(STATES)]
        yield {"conversation_id": conversation_of(who), "run_id": place, "key": f"run:{place}:{number}",
               "address": f"whatsapp:{number_of(who)}", "channel": "whatsapp", "kind": "text",
               "body": f"Bonjour, voici la réponse {place}.", "state": state, "attempts": 1, "segments": 0,
               "twilio_sid": f"SM{place:031x}{number}", "error_code": CODES.get(state), "due_at": at,
               "dispatched_at": at, "first_dispatched_at": at, "closed_at": at, "created_at": at}  # fmt: skip


def _payment(place: int, at: datetime, users: int) -> dict[str, Any]:
    status = ("paid", "paid", "paid", "expired", "failed")[place // 20 % 5]
    who = _who(place, users)
    who -= 0 if _user(who) else 1
    return {"user_id": who, "conversation_id": conversation_of(who), "provider": ("wave", "paystack")[place // 20 % 2],
            "reference": f"PAL{place:09}", "pack": "120", "credits": 120, "amount": 1_000, "currency": "XOF",
            "status": status, "session_id": f"cos-{place}", "link": "https://pay.example/x", "created_at": at,
            "expires_at": at + timedelta(minutes=30), "paid_at": at if status == "paid" else None,
            "closed_at": at, "detail": "", "tries": 0}  # fmt: skip


def _event(place: int, at: datetime) -> dict[str, Any]:
    return {"provider": ("wave", "paystack")[place // 20 % 2], "event_id": f"EV_{place}", "kind": "checkout.session",
            "reference": f"PAL{place:09}", "created_at": at}  # fmt: skip


def _write(database: Database, model: type[SQLModel], rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        with database.write() as session:
            session.execute(insert(model.__table__), rows)  # type: ignore[attr-defined]


def _batches(places: range) -> Iterator[list[int]]:
    remaining = iter(places)
    while some := list(islice(remaining, BATCH)):
        yield some
