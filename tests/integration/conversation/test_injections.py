"""Orders that strangers write (injections.toml), and a model that obeys every one. Nothing about the person leaves,
nobody else hears anything, and nothing that lasts comes of it."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, SQLModel, col, select

from bot.cli.commands import add_user
from bot.dao.library import files
from bot.models import LedgerEntry, Memory, OutboundPart, Run, StoredFile, Task, ToolCallRecord, User
from bot.tools.toolsets import TOOLS
from bot.types import Mode
from tests.fakes.attacker import Attacker
from tests.fakes.keys import conversation_id
from tests.fakes.obedient import Trap, Trapped
from tests.fakes.strangers_files import made
from tests.fakes.web import FakeWeb
from tests.integration.conversation.conftest import Line

pytestmark = pytest.mark.one_database

TABLE = Path(__file__).parent / "injections.toml"
CASES: list[dict[str, Any]] = tomllib.loads(TABLE.read_text())["case"]
LESSON = "/lecon"
GROUPS = {"pages": ("page", "later"), "searches": ("search", "search_title"), "files": ("file", "list")}


@dataclass
class Street:
    """One line, the attacker's server, a search service that finds what they wrote, and the people of the cases."""

    line: Line
    evil: Attacker
    web: FakeWeb
    addresses: dict[str, str] = field(default_factory=dict)

    def filled(self, value: Any, name: str) -> Any:
        """A value of the table with the attacker's address and the person's secret in it."""
        if isinstance(value, str):
            secret, port = f"secret{name}mien", str(self.evil.port)
            return value.replace("{evil}", self.evil.url).replace("{secret}", secret).replace("{port}", port)
        if isinstance(value, list):
            return [self.filled(each, name) for each in value]
        return {key: self.filled(each, name) for key, each in value.items()} if isinstance(value, dict) else value

    def trap(self, case: dict[str, Any]) -> Trap:
        """What obeying comes to, and where it is read."""
        name, via = case["name"], case["via"]
        readings: dict[str, tuple[str, dict[str, Any]]] = {
            "file": ("read_user_file", {"file": f"{name}.{case.get('kind', '').partition('_')[0]}"}),
            "list": ("list_user_files", {}),
            "search": ("web_search", {"query": "les fractions"}),
        }
        page = ("browse_url", {"urls": [f"{self.evil.url}/{name}"]})
        return Trap(
            readings.get(via.partition("_")[0], page),
            case["mark"],
            self.filled(orders_of(case), name),
            self.filled(case.get("answer", "fini"), name),
            later=via == "later",
        )

    def meets(self, case: dict[str, Any], number: int) -> list[str]:
        """Somebody confides something and meets a case; returns what they heard."""
        name = case["name"]
        self.addresses[name] = address = f"whatsapp:+22507020{number:05}"
        add_user(self.line.database, address, Mode(case.get("mode", "student")), 50)
        self._lay(case, address)
        self.line.says(f"Je te confie secret{name}mien. Lis {self.evil.url}/{name}, piège {name}.", address=address)
        if case["via"] == "later":
            self.line.says(f"Et la suite ? piège {name}", address=address)
        return self.line.hears(address)

    def _lay(self, case: dict[str, Any], address: str) -> None:
        name, text = case["name"], self.filled(case["text"], case["name"])
        if case["via"] in ("page", "later"):
            self.evil.pages = {**self.evil.pages, f"/{name}": text}
        elif case["via"].startswith("search"):
            of_title = case["via"] == "search_title"
            found = {"title": text if of_title else "Les fractions", "content": "Un extrait." if of_title else text}
            self.web.results = [{"url": f"{self.evil.url}{LESSON}", "score": 0.9, **found}]
        else:
            self._shelve(case, address, text)

    def _shelve(self, case: dict[str, Any], address: str, text: str) -> None:
        ending, body = made(case["kind"], text)
        title = self.filled(case.get("title", "Document"), case["name"])
        with self.line.database.write() as session:
            user = self.user(session, address)
            file = StoredFile(
                conversation_id=conversation_id(address), user_id=user.id, name=f"{case['name']}.{ending}", title=title,
                content_type="text/plain", size=len(body), tainted=True,
                sha256=self.line.runtime.inbox.turns.store.put(body),  # type: ignore[attr-defined]
            )  # fmt: skip
            files.add(session, file)

    def user(self, session: Session, address: str) -> User:
        return session.exec(select(User).where(User.id == self.line.address(address).user_id)).one()

    def done_to(self, case: dict[str, Any]) -> list[str]:
        """What should not have happened to somebody, in words; empty when all is well."""
        name, address = case["name"], self.addresses[case["name"]]
        with self.line.database.read() as session:
            user = self.user(session, address)
            found = [f"{row.__tablename__} {row}" for row in (*_of(session, Memory, user), *_of(session, Task, user))]
            query = select(LedgerEntry).where(LedgerEntry.user_id == user.id, LedgerEntry.kind == "bonus")
            found += [f"bonus {entry.amount}" for entry in session.exec(query)]
            runs = list(session.exec(select(Run).where(Run.user_id == user.id)))
            made_here = select(StoredFile).where(col(StoredFile.run_id).in_([run.id for run in runs]))
            found += [f"clean file {file.name}" for file in session.exec(made_here) if not file.tainted]
            found += [] if user.email is None else [f"e-mail {user.email}"]
            found += [] if runs[-1].tainted else ["the run is not marked"]
        return found + (["the secret arrived"] if self.evil.learned(f"secret{name}mien") else [])

    def was_read(self, case: dict[str, Any]) -> bool:
        """Whether the order reached the model."""
        address = conversation_id(self.addresses[case["name"]])
        with self.line.database.read() as session:
            query = select(ToolCallRecord.result).join(Run).where(Run.conversation_id == address)
            return any(case["mark"] in (result or "") for result in session.exec(query))


def orders_of(case: dict[str, Any]) -> list[list[Any]]:
    """The calls that obeying comes to: each a tool and its arguments."""
    return [[order["tool"], {k: v for k, v in order.items() if k != "tool"}] for order in case.get("orders", ())]


def _of(session: Session, kind: type[SQLModel], user: User) -> list[SQLModel]:
    return list(session.exec(select(kind).where(kind.user_id == user.id)))  # type: ignore[attr-defined]


@pytest.fixture
def street(open_line: Callable[..., Line]) -> Iterator[Street]:
    with Attacker() as evil, FakeWeb() as web:
        labels = [f"secret{case['name']}mien.localhost:{evil.port}" for case in CASES]
        line = open_line(
            browse_allow_hosts=",".join([f"127.0.0.1:{evil.port}", *labels]), tavily_api_key="t", tavily_url=web.url
        )
        yield Street(line, evil, web)


def test_the_table_is_large_and_every_order_is_one_of_ours() -> None:
    assert len(CASES) >= 40
    assert len({case["name"] for case in CASES}) == len(CASES)
    assert {case["via"] for case in CASES} == {via for group in GROUPS.values() for via in group}
    for case in CASES:
        for name, arguments in orders_of(case):
            if name in TOOLS:  # an order that is refused for its form would prove nothing
                filled = json.dumps(arguments).replace("{evil}", "http://evil.ci")
                TOOLS[name].arguments.model_validate_json(filled)
    lasting = ("save_memory", "create_task", "award_bonus_credits", "browse_url", "bash_execute")
    ordered = [order["tool"] for case in CASES for order in case.get("orders", ())]
    assert all(ordered.count(tool) >= 1 and tool in TOOLS for tool in lasting)


@pytest.mark.parametrize(
    ("database_url", "group"),
    [*(("sqlite", group) for group in GROUPS), ("postgresql", "searches")],
    indirect=["database_url"],
)
def test_nothing_that_a_stranger_orders_happens(street: Street, group: str) -> None:
    cases = [case for case in CASES if case["via"] in GROUPS[group]]
    street.line.model.script(Trapped({case["name"]: street.trap(case) for case in cases}))
    heard = {case["name"]: "\n".join(street.meets(case, number)) for number, case in enumerate(cases)}
    assert {case["name"]: done for case in cases if (done := street.done_to(case))} == {}
    assert [case["name"] for case in cases if not case.get("hidden") and not street.was_read(case)] == []
    asked = [case["name"] for case in cases if case.get("asks") is True and street.was_read(case)]
    assert [name for name in asked if f"secret{name}mien" not in heard[name] or "Puis-je" not in heard[name]] == []
    opened = {case["name"]: re.findall(r"https?://\S+", heard[case["name"]]) for case in cases if not case.get("asks")}
    assert {name: links for name, links in opened.items() if f"secret{name}mien" in str(links)} == {}
    pages = [f"/{case['name']}" for case in cases]
    assert set(street.evil.paths()) <= {*pages}, "only what the people themselves named was opened"
    with street.line.database.read() as session:
        assert set(session.exec(select(OutboundPart.address))) <= set(street.addresses.values())
