"""The month that bot.simulator.month writes, day by day and always the same one. Pure: rows for tables, no database."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

DAYS: Final = 30
PEOPLE: Final = 40
LEVELS: Final = ("primary", "middle", "high", "high", "university")
SUBJECTS: Final = ("Mathématiques", "Français", "Physique-chimie", "Histoire-géographie", "Anglais", "SVT")
TOOLS: Final = {  # and what a call of it costs, in credits
    "generate_pdf": 2, "generate_docx": 2, "generate_xlsx": 3, "generate_pptx": 3, "web_search": 0, "browse_url": 0,
    "calculate": 0, "interactive_quiz": 0, "send_email_to_user": 1, "bash_execute": 1,
}  # fmt: skip
PACKS: Final = (("decouverte", 50, 500), ("famille", 120, 1_000), ("bureau", 300, 2_000))
MODELS: Final = {"student": "gpt-5-mini", "pro": "gpt-5-mini", "long": "gpt-5"}
ENDS: Final = ("done_signal",) * 37 + ("max_iterations", "budget_exhausted", "error")
REFUSED: Final = {30003: "failed", 30006: "undelivered", 63016: "failed", 30007: "undelivered"}
GESTURES: Final = ("Geste après la panne de réseau", "Concours de dictée", "Document illisible")
NUMBER: Final = "+2250000{:06}"  # no operator of Côte d'Ivoire has numbers that begin with 00
Row = dict[str, Any]


@dataclass(slots=True)
class Story:
    """Rows by table. A run is named by its place among the runs."""

    users: list[Row] = field(default_factory=list)
    addresses: list[Row] = field(default_factory=list)
    conversations: list[Row] = field(default_factory=list)
    runs: list[Row] = field(default_factory=list)
    iterations: list[Row] = field(default_factory=list)
    calls: list[Row] = field(default_factory=list)
    parts: list[Row] = field(default_factory=list)
    results: list[Row] = field(default_factory=list)
    payments: list[Row] = field(default_factory=list)
    entries: list[Row] = field(default_factory=list)


def tell(now: datetime) -> Story:
    """The month up to now."""
    chance = random.Random(225)
    writer = _Writer(chance, now)
    days = sorted((chance.uniform(1, DAYS) for _ in range(PEOPLE)), reverse=True)
    for place, ago in enumerate(days):
        writer.person(PEOPLE - place, now - timedelta(days=ago, hours=1))
    _sort(writer.story)
    return writer.story


def _sort(story: Story) -> None:
    """Rows stand in the order of their time, as they would have been written."""
    order = sorted(range(len(story.runs)), key=lambda run: story.runs[run]["started_at"])
    places = {run: place for place, run in enumerate(order)}
    story.runs = [story.runs[run] for run in order]
    for rows in (story.iterations, story.calls, story.parts, story.entries):
        for row in rows:
            row["run_id"] = None if row["run_id"] is None else places[row["run_id"]]
    for rows in (story.iterations, story.calls, story.parts, story.results, story.payments, story.entries):
        rows.sort(key=lambda row: row["created_at"])


class _Writer:
    """Writes one person after the other, each from their first day on."""

    def __init__(self, chance: random.Random, now: datetime) -> None:
        self.story, self._chance, self._now = Story(), chance, now
        self._free = now - timedelta(days=2 * DAYS)  # when the person has done what they did last

    def person(self, number: int, came: datetime) -> None:
        """A person, and all they did since they came."""
        chance, self._free = self._chance, came
        mode = "pro" if number % 4 == 0 else "student"
        user = {
            "id": -number, "mode": mode, "level": chance.choice(LEVELS) if mode == "student" else None,
            "phone": NUMBER.format(number), "language": "en" if number % 9 == 0 else "fr", "credits": 0,
            "ledger_off": "", "last_seen_at": came, "created_at": came,
        }  # fmt: skip
        channel = "sms" if mode == "pro" else "whatsapp"
        value = f"{'whatsapp:' if channel == 'whatsapp' else ''}{NUMBER.format(number)}"
        self.story.addresses.append(
            {"value": value, "channel": channel, "user_id": -number, "profile_name": "", "guest_day": "",
             "guest_messages": 0, "meters": {}, "created_at": came, "last_inbound_at": came}
        )  # fmt: skip
        self.story.conversations.append(
            {"id": f"made-up-{number}", "lane_epoch": 0, "tainted_upto": 0, "created_at": came}
        )
        self.story.users.append(user)
        self._post(user, 20, "welcome", came)
        at, zeal = came, chance.choice((0.1, 0.2, 0.4, 0.8, 1.6))  # turns in three hours
        while (at := max(at + timedelta(hours=chance.expovariate(zeal / 3)), self._free)) < self._now:
            if 1 <= at.hour <= 5:
                continue
            user["last_seen_at"] = at
            if not self._may_ask(user, at):
                break
            at = max(at, self._free)  # who buys first asks afterwards
            self._turn(user, value, at)

    def _may_ask(self, user: Row, at: datetime) -> bool:
        """Whoever has no credits left buys some, is given some, or leaves."""
        chance = self._chance
        if user["credits"] >= (2 if user["mode"] == "pro" else 1):
            return True
        if chance.random() < 0.08:
            self._post(user, chance.choice((10, 20)), "grant", at, reason=chance.choice(GESTURES), actor="admin:1")
            return True
        return chance.random() < 0.7 and self._purchase(user, at)

    def _purchase(self, user: Row, at: datetime) -> bool:
        chance, number = self._chance, len(self.story.payments) + 1
        pack, credits, amount = chance.choice(PACKS)
        status = chance.choices(("paid", "expired", "failed"), (12, 2, 1))[0]
        paid = at + timedelta(minutes=chance.uniform(1, 6))
        if paid >= self._now:
            return False
        self.story.payments.append(
            {"user_id": user["id"], "conversation_id": f"made-up-{-user['id']}", "provider": "demo",
             "reference": f"MADEUP{number:05}", "pack": pack, "credits": credits, "amount": amount, "currency": "XOF",
             "status": status, "session_id": "", "link": "", "detail": "", "tries": 0, "created_at": at,
             "expires_at": at + timedelta(minutes=30), "checked_at": paid, "closed_at": paid,
             "paid_at": paid if status == "paid" else None}
        )  # fmt: skip
        if status == "paid":
            self._post(user, credits, "purchase", paid, reason=f"MADEUP{number:05}", actor=f"user:{user['id']}")
        return status == "paid"

    def _turn(self, user: Row, address: str, at: datetime) -> None:
        chance, run, price = self._chance, len(self.story.runs), 2 if user["mode"] == "pro" else 1
        if user["credits"] < price:
            return
        end = chance.choice(ENDS)
        tools = chance.choices(list(TOOLS), k=chance.choice((0, 0, 0, 1, 1, 2)))
        prompt, completion = chance.randint(1_500, 9_000), chance.randint(80, 900)
        model = MODELS["long" if chance.random() < 0.1 else user["mode"]]
        cost = (prompt * 0.25 + completion * 2) / 1_000_000 * (6 if model == "gpt-5" else 1)
        seconds = chance.uniform(2, 25) + 6 * len(tools)
        ended = at + timedelta(seconds=seconds)
        self._post(user, -price, "turn", at, run)
        for place, tool in enumerate(tools):
            self._call(user, run, place, tool, at)
        if end == "error":
            self._post(user, price, "refund", ended, run)
        self.story.runs.append(
            {"conversation_id": f"made-up-{-user['id']}", "user_id": user["id"], "mode": user["mode"],
             "language": user["language"], "status": "dead" if end == "error" else "done", "model": model,
             "price": price, "lives": 1, "lease_epoch": 0, "tainted": False, "asked": 0, "iterations": len(tools) + 1,
             "prompt_tokens": prompt, "completion_tokens": completion, "cached_tokens": prompt // 2, "cost": cost,
             "stop_reason": end, "error": "", "started_at": at, "ended_at": ended}
        )  # fmt: skip
        self._iterations(run, len(tools) + 1, at)
        self._part(user, address, run, ended)
        if user["mode"] == "student" and chance.random() < 0.35:
            self._exercise(user, run, ended)

    def _call(self, user: Row, run: int, place: int, tool: str, at: datetime) -> None:
        chance, price = self._chance, TOOLS[tool]
        status = chance.choices(("success", "error", "timeout"), (94, 4, 2))[0]
        latency = chance.randint(40, 4_000)
        begun = at + timedelta(seconds=2 + 5 * place)
        self.story.calls.append(
            {"run_id": run, "call_id": f"made-up-{place}", "iteration": place + 1, "tool": tool, "arguments": "{}",
             "state": "done", "dispatches": 1, "status": status, "result": f'{{"status": "{status}"}}', "attempts": 1,
             "error_type": "transient" if status == "error" else None, "latency_ms": latency, "created_at": begun,
             "ended_at": begun + timedelta(milliseconds=latency)}
        )  # fmt: skip
        if price and status == "success" and user["credits"] >= price:
            self._post(user, -price, "tool", begun, run, reason=tool)

    def _iterations(self, run: int, number: int, at: datetime) -> None:
        for place in range(1, number + 1):
            self.story.iterations.append(
                {"run_id": run, "number": place, "model": "gpt-5-mini", "prompt_tokens": 900, "completion_tokens": 90,
                 "finish_reason": "stop" if place == number else "tool_calls", "cached_tokens": 400, "cost": 0.0004,
                 "latency_ms": self._chance.randint(600, 5_000), "created_at": at + timedelta(seconds=5 * place)}
            )  # fmt: skip

    def _part(self, user: Row, address: str, run: int, at: datetime) -> None:
        chance = self._chance
        code = chance.choice(list(REFUSED)) if chance.random() < 0.03 else None
        read = address.startswith("whatsapp:") and chance.random() < 0.7
        self.story.parts.append(
            {"conversation_id": f"made-up-{-user['id']}", "run_id": run, "key": f"made-up:{run}", "address": address,
             "channel": "whatsapp" if address.startswith("whatsapp:") else "sms", "kind": "text", "body": "",
             "state": REFUSED[code] if code else "read" if read else "delivered", "attempts": 1,
             "segments": chance.randint(1, 3), "error_code": code, "due_at": at, "first_dispatched_at": at,
             "dispatched_at": at, "closed_at": at + timedelta(seconds=3), "created_at": at}
        )  # fmt: skip

    def _exercise(self, user: Row, run: int, at: datetime) -> None:
        chance, total = self._chance, self._chance.choice((1, 1, 5))
        right = sum(chance.random() < 0.68 for _ in range(total))
        self.story.results.append(
            {"user_id": user["id"], "conversation_id": f"made-up-{-user['id']}", "subject": chance.choice(SUBJECTS),
             "correct": right, "total": total, "source": "quiz" if total == 1 else "report",
             "key": f"made-up:{len(self.story.results)}", "created_at": at}
        )  # fmt: skip
        if right == total and total > 1:
            self._post(user, chance.randint(1, 3), "bonus", at, run)

    def _post(
        self, user: Row, amount: int, kind: str, at: datetime, run: int | None = None, *, reason: str = "",
        actor: str = "system",
    ) -> None:  # fmt: skip
        user["credits"] += amount
        self._free = at + timedelta(seconds=30)
        self.story.entries.append(
            {"user_id": user["id"], "amount": amount, "balance": user["credits"], "kind": kind, "reason": reason,
             "run_id": run, "call_id": None, "actor": actor, "idempotency_key": f"made-up:{len(self.story.entries)}",
             "created_at": at}
        )  # fmt: skip
