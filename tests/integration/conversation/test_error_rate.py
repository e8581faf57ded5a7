"""The alert for tools that fail too often: at which rate, over which calls, how often."""

from collections.abc import Iterable

import pytest
from sqlmodel import select

from bot.agent.spec import ToolCall, ToolOutcome, ToolOutput
from bot.conversation.turn.error_rate import AGAIN_AFTER, KIND, LAST_CALLS
from bot.conversation.turn.journal import DatabaseJournal
from bot.dao.database import Database
from bot.dao.work import runs, workers
from bot.models import Alert, Run, ToolCallRecord
from bot.services.quiz.sealing import sealer_of
from bot.tools.secrets import CallSecrets
from tests.fakes import lanes
from tests.fakes.clock import FakeClock
from tests.fakes.product import make_settings
from tests.integration.database.test_lanes import KEY, write_to

GOOD = ToolOutcome("success", "{}", 3, output=ToolOutput(1))
LATE = ToolOutcome("timeout", "{}", 3)
BAD = ToolOutcome("error", "{}", 3)


class Calls:
    """The calls of a run, each as the loop would end it."""

    def __init__(self, database: Database) -> None:
        self.database, self.clock = database, FakeClock()
        self.number = 0
        write_to(database)
        with database.write() as session:
            workers.register(session, "w", "w")
        lane = lanes.claim(database, KEY, "w", 600)
        assert lane
        with lane.write() as session:
            self.run = runs.start(session, Run(conversation_id=KEY, mode="student", language="fr"))
        secrets = CallSecrets(sealer_of(make_settings()), ())
        self.journal = DatabaseJournal(lane, self.run.id, self.clock, secrets, lambda: False)

    def went_before(self, statuses: Iterable[str], *, dispatches: int = 1) -> None:
        """Calls that are over, whoever made them."""
        with self.database.write() as session:
            for status in statuses:
                self.number += 1
                values = {"tool": "browse_url", "arguments": "{}", "state": "done", "iteration": 1, "status": status}
                session.add(
                    ToolCallRecord(run_id=self.run.id, call_id=f"b{self.number}", dispatches=dispatches, **values)
                )

    def end(self, outcome: ToolOutcome, tool: str = "web_search") -> None:
        """One more call, through the journal."""
        self.number += 1
        call = ToolCall(f"c{self.number}", tool, "{}")
        self.journal.dispatched(1, call)
        self.journal.finished(1, call, outcome)

    def alerts(self) -> list[str]:
        with self.database.read() as session:
            return [alert.detail for alert in session.exec(select(Alert).where(Alert.kind == KIND))]


@pytest.fixture
def calls(database: Database) -> Calls:
    return Calls(database)


def test_more_than_a_fifth_of_the_last_fifty_raises_it_with_the_tools_by_name(calls: Calls) -> None:
    calls.went_before(["success"] * 40 + ["error"] * 9)
    calls.end(LATE)
    assert calls.alerts() == [], "a fifth is not more than a fifth"
    calls.end(BAD, "calculate")
    assert calls.alerts() == [f"11 of the last {LAST_CALLS} tool calls failed: browse_url 9, calculate 1, web_search 1"]


def test_fewer_than_fifty_calls_say_nothing(calls: Calls) -> None:
    calls.went_before(["error"] * (LAST_CALLS - 2))
    calls.end(BAD)
    assert calls.alerts() == []
    calls.end(BAD)
    assert len(calls.alerts()) == 1


def test_what_failed_longer_ago_is_forgotten(calls: Calls) -> None:
    calls.went_before(["error"] * 30 + ["success"] * (LAST_CALLS - 1))
    calls.end(BAD)
    assert calls.alerts() == []


def test_calls_refused_before_they_ran_do_not_count(calls: Calls) -> None:
    calls.went_before(["success"] * (LAST_CALLS - 10) + ["error"] * 9)
    calls.went_before(["error"] * 30, dispatches=0)
    calls.end(BAD)
    calls.journal.finished(1, ToolCall("refused", "fly", "{}"), BAD)
    assert calls.alerts() == []


def test_a_success_is_not_the_moment(calls: Calls) -> None:
    calls.went_before(["error"] * LAST_CALLS)
    calls.end(GOOD)
    assert calls.alerts() == []


def test_it_is_raised_once_an_hour(calls: Calls) -> None:
    calls.went_before(["error"] * LAST_CALLS)
    for _ in range(3):
        calls.end(BAD)
    assert len(calls.alerts()) == 1
    calls.clock.skip(AGAIN_AFTER.total_seconds() + 1)
    calls.end(BAD)
    assert len(calls.alerts()) == 2
