"""Every tool with an effect, and a worker that dies at the transaction of its result: another life goes on, and what
there is in the end is what there would have been without."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, func
from sqlmodel import SQLModel, select

from bot.agent.spec import Effect
from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.models import Address, ToolCallRecord, User
from bot.tools.toolsets import TOOLS, TOOLSETS
from bot.types import Mode
from tests.fakes.engines import hear, hear_no_more
from tests.fakes.journal import Killed
from tests.fakes.model import Request, Step, calls, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line

PAPER: dict[str, Any] = {"title": "Fiche", "content": "Une fiche."}
ARGUMENTS: dict[str, dict[str, Any]] = {
    "generate_xlsx": {"title": "Notes", "sheets": [{"name": "Notes", "columns": [{"title": "Note"}], "rows": [[12]]}]},
    "generate_pptx": {"title": "Le cacao", "slides": [{"title": "Le cacao", "bullets": ["Une graine"]}]},
    "generate_pdf": PAPER,
    "generate_docx": PAPER,
    "generate_html": PAPER,
    "generate_md": PAPER,
    "bash_execute": {"command": "echo 1 > ~/un.txt"},
    "save_memory": {"fact": "Passe le bac en juin"},
    "interactive_quiz": {
        "question": "1+1 ?",
        "options": ["2", "3"],
        "correct_index": 0,
        "explanation": "Deux.",
        "subject": "Maths",
    },
    "true_false_quiz": {"statement": "1+1 = 2", "is_true": True, "explanation": "Deux.", "subject": "Maths"},
    "report_exercise_result": {"subject": "Maths", "correct": 1, "total": 2},
    "award_bonus_credits": {"amount": 2, "reason": "Bel effort"},
    "create_task": {"title": "Réviser", "in_minutes": 60},
    "send_email_to_user": {"subject": "Fiche", "text": "Une fiche."},
    "send_sms_to_user": {"text": "Une fiche."},
    "send_whatsapp_to_user": {"text": "Une fiche."},
    "draft_email": {"to": ["koffi@example.org"], "subject": "Devis", "text": "Bonjour."},
    "report_bug": {"what_happened": "Le PDF est vide."},
    "buy_credits": {},
}
SERVICES = {
    "smtp_url": "smtp://127.0.0.1:9",
    "mail_from": "bot@palabre.example",
    "bug_report_to": "aide@palabre.example",
    "payment_provider": "wave",
    "wave_api_key": "wave_sn_test",
    "wave_webhook_secret": "wave_sn_WHS_test",
}
WITH_EFFECT = [name for name, tool in TOOLS.items() if tool.effect is not Effect.READ]


@contextmanager
def dies(database: Database, *, stored: bool) -> Iterator[None]:
    """Inside the block the worker dies at the end of the transaction that stores a tool's result: before the database
    has it, or when it has."""
    results: list[Connection] = []

    def look(connection: Connection, _cursor: Any, statement: str, values: Any, *_more: Any) -> None:
        if statement.startswith("UPDATE tool_call SET") and "done" in str(values):
            results.append(connection)

    def on_commit(connection: Connection) -> None:
        if connection in results:
            if stored:
                connection.connection.driver_connection.commit()  # type: ignore[union-attr]
            raise Killed

    hear(database, "before_cursor_execute", look)
    hear(database, "commit", on_commit)
    try:
        yield
    finally:
        hear_no_more(database, "commit", on_commit)
        hear_no_more(database, "before_cursor_execute", look)


def counted(database: Database) -> dict[str, int]:
    """How many rows each table has, and the sum of the ledger."""
    with database.read() as session:
        tables = SQLModel.metadata.sorted_tables
        rows = {table.name: session.execute(select(func.count()).select_from(table)).scalar_one() for table in tables}
        ledger = SQLModel.metadata.tables["ledger_entry"]
        return rows | {"credits": session.execute(select(func.sum(ledger.c.amount))).scalar_one() or 0}


def somebody(line: Line, name: str, number: int) -> str:
    """Somebody who has talked before and may use a tool."""
    mode = next(mode for mode in Mode if TOOLS[name] in TOOLSETS.get(mode, ()))
    address = f"whatsapp:+225070300000{number}"
    add_user(line.database, address, mode, 50)
    with line.database.write() as session:
        user_id = session.exec(select(Address.user_id).where(Address.value == address)).one()
        session.get_one(User, user_id).email = f"awa{number}@example.org"
        until = line.clock.now() + timedelta(days=1)
        sms = Address(value=address.partition(":")[2], channel="sms", user_id=user_id, signed_in_until=until)
        session.add(sms)
    line.model.script(lambda _request: says("Bonjour"))
    line.says("Bonjour", address=address)
    return address


def said(line: Line, address: str) -> list[str]:
    """What somebody heard; a link and an address are another for each."""
    return [re.sub(r"/media/\S+|awa\d@", "…", body) for body in line.hears(address)]


def asks_for(name: str) -> Callable[[Request], Step]:
    """A model that makes one call of a tool in the turn that asks for it."""
    return lambda request: (
        says("Voilà") if request["messages"][-1]["role"] == "tool" else calls((name, ARGUMENTS[name]))
    )


@pytest.mark.parametrize("stored", [False, True], ids=["before", "behind"])
@pytest.mark.parametrize("name", WITH_EFFECT)
def test_an_effect_happens_once(open_line: Callable[..., Line], name: str, stored: bool) -> None:
    line, heir = open_line(**SERVICES), open_line(**SERVICES)
    if TOOLS[name] not in [tool for mode in TOOLSETS for tool in line.runtime.toolbox.offered(mode)]:
        pytest.skip(f"{name} is off here")
    undisturbed, killed = somebody(line, name, 1), somebody(line, name, 2)
    line.model.script(asks_for(name))
    before = counted(line.database)
    line.says("Vas-y", address=undisturbed)
    after = counted(line.database)
    with dies(line.runtime.database, stored=stored), pytest.raises(Killed):
        line.says("Vas-y", address=killed)
    heir.drain(killed)
    twice = counted(line.database)
    assert {name: twice[name] - after[name] for name in after} == {name: after[name] - before[name] for name in after}
    with line.database.read() as session:
        ended = list(session.exec(select(ToolCallRecord).where(ToolCallRecord.tool == name)))
    assert [(call.status, call.dispatches) for call in ended] == [("success", 1), ("success", 1 if stored else 2)]
    assert said(line, killed) == said(line, undisturbed)


def test_no_tool_with_an_effect_is_left_out() -> None:
    assert set(WITH_EFFECT) <= set(ARGUMENTS)


def test_a_letter_that_came_as_nul_and_digits_costs_nobody_the_answer(open_line: Callable[..., Line]) -> None:
    line = open_line()
    add_user(line.database, PUPIL, Mode.STUDENT, CREDITS)
    asked = r'{"title": "R\u0000e9vision\u0000", "content": "Une fiche."}'
    line.model.script(
        lambda request: says("Fait") if request["messages"][-1]["role"] == "tool" else calls(("generate_md", asked))
    )
    line.says("Une fiche ?")
    answer, file = line.hears()
    assert answer == "Fait"
    assert file.startswith("Révision (")
