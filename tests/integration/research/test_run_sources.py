"""What a run may call read: whose, in whatever spelling, where a redirect led, what strangers call their pages."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.agent import tool_results
from bot.agent.spec import ToolOutput
from bot.cli.commands import add_user
from bot.dao import conversations
from bot.dao.database import Database
from bot.dao.work import runs
from bot.models import Run, ToolCallRecord, User
from bot.services.research.run_sources import MOST_CALLS, TITLE_CHARS, ReadSource, RunSources
from bot.types import JSON, Mode

PUPIL, OTHER, ELSEWHERE = "whatsapp:+2250700000001", "whatsapp:+2250700000002", "whatsapp:+2250700000005"
DAY = datetime(2026, 11, 20, 9, tzinfo=UTC)
PAGE = "https://example.org/fractions"
PEOPLE = {"Awa": 1, "Koffi": 2, "a guest": None}


@dataclass
class Readings:
    """Runs that read; each reading is a day after the one before."""

    database: Database
    calls: int = 0

    def begins(self, user_id: int | None = 1, address: str = PUPIL) -> int:
        with self.database.write() as session:
            key = conversations.ensure(session, address).id
            run = runs.start(session, Run(conversation_id=key, user_id=user_id, mode="student", language="fr"))
            return run.id

    def browses(self, run_id: int, asked: list[str], *pages: dict[str, JSON], **columns: Any) -> None:
        self._calls(run_id, "browse_url", {"urls": asked}, {"pages": list(pages)}, **columns)

    def searches(self, run_id: int, *results: dict[str, JSON]) -> None:
        self._calls(run_id, "web_search", {"query": "fractions"}, {"results": list(results)})

    def _calls(self, run_id: int, tool: str, arguments: JSON, data: JSON, **columns: Any) -> None:
        values: dict[str, Any] = {"status": "success", "state": "done", "iteration": 1}
        values["result"] = tool_results.success(ToolOutput(data=data, untrusted=True), 8_000)
        with self.database.write() as session:
            record = ToolCallRecord(
                run_id=run_id,
                call_id=f"c{self.calls}",
                tool=tool,
                arguments=json.dumps(arguments),
                ended_at=DAY + timedelta(days=self.calls),
                **values | columns,
            )
            session.add(record)
        self.calls += 1

    def read(self, run_id: int, *urls: str) -> list[ReadSource | None]:
        with self.database.read() as session:
            key = session.get_one(Run, run_id).conversation_id
        return RunSources(self.database, key, run_id).read(urls)


def page(url: str = PAGE, title: str = "Les fractions", text: str = "Une part.") -> dict[str, JSON]:
    return {"url": url, "title": title, "text": text}


@pytest.fixture
def readings(database: Database) -> Readings:
    for address in (PUPIL, OTHER):
        add_user(database, address, Mode.STUDENT, 5)
    return Readings(database)


def test_a_page_is_known_by_every_spelling_of_its_address(readings: Readings) -> None:
    run_id = readings.begins()
    readings.browses(run_id, [PAGE], page())
    spelt = "HTTPS://Example.org:443/./fractions#parts"
    assert readings.read(run_id, PAGE, spelt, f"{PAGE}/autre", "https://a@b c") == [
        ReadSource(PAGE, "Les fractions", DAY),
        ReadSource(spelt, "Les fractions", DAY),
        None,
        None,
    ]


def test_where_a_redirect_led_is_the_real_address(readings: Readings) -> None:
    run_id = readings.begins()
    bad, short = "https://example.org/rien", "https://court.example/x"
    readings.browses(run_id, [bad, short], {"url": bad, "error": "not found"}, page())
    real = ReadSource(PAGE, "Les fractions", DAY)
    assert readings.read(run_id, short, PAGE, bad) == [real, real, None]


def test_an_address_that_the_tool_cut_is_not_printed(readings: Readings) -> None:
    run_id = readings.begins()
    long = f"{PAGE}?{'q' * 600}"
    readings.browses(run_id, [long], page(long[:500]))
    assert readings.read(run_id, long, long[:500]) == [ReadSource(long, "Les fractions", DAY), None]


def test_the_latest_reading_counts_and_a_page_before_a_search(readings: Readings) -> None:
    run_id = readings.begins()
    found = {"url": PAGE, "title": "Trouvé", "content": "Une part d’un tout."}
    readings.searches(run_id, found, {"url": f"{PAGE}/vide", "title": "Sans texte", "content": ""})
    assert readings.read(run_id, PAGE, f"{PAGE}/vide") == [ReadSource(PAGE, "Trouvé", DAY), None]
    readings.browses(run_id, [PAGE], page(title="Lu"))
    later = readings.begins()
    readings.browses(later, [PAGE], page(title=""))
    readings.searches(later, found)
    assert readings.read(later, PAGE) == [ReadSource(PAGE, "Lu", DAY + timedelta(days=2))]


@pytest.mark.parametrize("columns", [{"status": "error"}, {"status": "timeout"}, {"status": None}])
def test_a_call_that_did_not_succeed_read_nothing(readings: Readings, columns: dict[str, Any]) -> None:
    run_id = readings.begins()
    readings.browses(run_id, [PAGE], page(), **columns)
    assert readings.read(run_id, PAGE) == [None]


@pytest.mark.parametrize("reader", PEOPLE)
def test_only_readings_of_the_same_person_in_the_same_conversation_count(readings: Readings, reader: str) -> None:
    for name, user_id in PEOPLE.items():
        readings.browses(readings.begins(user_id), [f"{PAGE}/{user_id}"], page(f"{PAGE}/{user_id}", name))
    readings.browses(readings.begins(PEOPLE[reader], ELSEWHERE), [PAGE], page())
    run_id = readings.begins(PEOPLE[reader])
    found = readings.read(run_id, PAGE, *(f"{PAGE}/{user_id}" for user_id in PEOPLE.values()))
    assert [each and each.title for each in found] == [None, *(name if name == reader else None for name in PEOPLE)]


def test_a_run_that_changed_hands_reads_for_its_new_owner(readings: Readings) -> None:
    run_id = readings.begins(None)
    readings.browses(run_id, [PAGE], page())
    with readings.database.write() as session:
        session.get_one(Run, run_id).user_id = session.get_one(User, 1).id
    assert readings.read(run_id, PAGE) == [ReadSource(PAGE, "Les fractions", DAY)]


def test_a_strangers_title_is_one_clean_line(readings: Readings) -> None:
    run_id = readings.begins()
    readings.browses(run_id, [PAGE], page(title="\u202eA\x00\u200b\n\u2028B ⟧" + "x" * 900))
    (found,) = readings.read(run_id, PAGE)
    assert found is not None
    assert found.title == ("A B ]" + "x" * 900)[:TITLE_CHARS]


def test_a_page_whose_text_was_cut_was_read(readings: Readings) -> None:
    run_id = readings.begins()
    readings.browses(run_id, [PAGE], page(text="mot " * 9_000))
    assert readings.read(run_id, PAGE) == [ReadSource(PAGE, "Les fractions", DAY)]


@pytest.mark.parametrize("result", [None, "", "[]", '{"status":"success","data":"pages"}', "{"])
def test_a_result_in_no_known_shape_is_no_reading(readings: Readings, result: str | None) -> None:
    run_id = readings.begins()
    readings.browses(run_id, [PAGE], page(), result=result)
    assert readings.read(run_id, PAGE) == [None]


def test_the_newest_readings_count_and_no_more_than_so_many(readings: Readings) -> None:
    """Pages read by calls that failed take no room; what is read again is new again."""
    run_id = readings.begins()
    addresses = [f"https://example.org/{number}" for number in range(MOST_CALLS + 1)]
    for address in addresses:
        readings.browses(run_id, [address], page(address))
        readings.browses(run_id, [address], page(address), status="error")
    first, second, *_, last = readings.read(run_id, *addresses)
    assert first is None
    assert second == ReadSource(addresses[1], "Les fractions", DAY + timedelta(days=2))
    assert last is not None
    readings.browses(run_id, [addresses[0]], page(addresses[0]))
    again, gone, third = readings.read(run_id, *addresses[:3])
    assert again is not None
    assert gone is None
    assert third is not None
